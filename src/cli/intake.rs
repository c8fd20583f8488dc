//! `grader intake`: who handed in what, without compiling anything.

use std::process::ExitCode;

use super::arguments::{Arguments, Inspected};
use super::course_with_roster::course_with_roster;
use super::failure::{self, Failure};
use super::setup::{check_ids, interrupt};
use super::summary::say;
use crate::intake::Scratch;
use crate::model::Games;
use crate::pipeline::{self, Selection};
use crate::report::{self, TerminalStyle};

pub(super) fn run(
    arguments: &Arguments,
    games: &Games,
    asked: &Inspected,
) -> Result<ExitCode, Failure> {
    let course = course_with_roster(arguments, games, &asked.roster)?;
    check_ids(&course, &asked.assignments)?;
    let interrupt = interrupt()?;
    let (scratch, stop) = (Scratch::default(), || interrupt.is_raised());
    let source = asked.layout.source(&asked.submissions, &scratch, &stop);
    let selection = Selection { assignments: asked.assignments.clone(), students: Vec::new() };
    let handed_in = pipeline::find(&course, &source, &selection)?;
    let mut stdout = anstream::stdout().lock();
    if asked.json {
        return failure::printed(report::print_hand_ins_as_json(&handed_in, &mut stdout));
    }
    for remark in &handed_in.remarks {
        say(&report::lines(remark));
    }
    let style = TerminalStyle::of_stdout();
    failure::printed(report::print_hand_ins(&handed_in, style, &mut stdout))
}
