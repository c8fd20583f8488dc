//! `grader intake`: who handed in what, without compiling anything.

use std::process::ExitCode;

use super::arguments::{CliArgs, IntakeArgs};
use super::course_with_roster::load_course_with_roster;
use super::failure::{self, CliFailure};
use super::setup::{check_assignment_ids, install_interrupt};
use super::summary::print_remarks;
use grading::SubmissionSelection;
use lms::intake::IntakeScratch;
use model::GameRegistry;
use report::TerminalStyle;

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    asked: &IntakeArgs,
) -> Result<ExitCode, CliFailure> {
    let course = load_course_with_roster(arguments, games, &asked.roster)?;
    check_assignment_ids(&course, &asked.assignments)?;
    let interrupt = install_interrupt()?;
    let scratch = IntakeScratch::default();
    let selection = SubmissionSelection {
        assignments: asked.assignments.clone(),
        students: Vec::new(),
    };
    let handed_in = asked.layout.find_submissions(
        &asked.submissions,
        &course,
        &selection,
        &scratch,
        &interrupt,
    )?;
    let mut stdout = anstream::stdout().lock();
    if asked.json {
        return failure::finish_printing(report::print_hand_ins_as_json(&handed_in, &mut stdout));
    }
    print_remarks(&handed_in.remarks);
    let style = TerminalStyle::for_stdout();
    failure::finish_printing(report::print_hand_ins(&handed_in, style, &mut stdout))
}
