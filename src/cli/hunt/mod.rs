//! `grader hunt`: what programs with all points do otherwise than the reference.

pub(super) mod asked;
mod json;
mod text;

use std::io::Write as _;
use std::process::ExitCode;

use super::arguments::CliArgs;
use super::course_with_roster::load_course_with_roster;
use super::failure::{self, CliFailure};
use super::setup::{
    check_assignment_ids, configure_build, install_interrupt, load_course, open_cache,
    prepare_sandbox, worker_count,
};
use super::summary::{print_remark, print_remarks};

use asked::{HuntArgs, HuntFormat};
use grading::{RunCache, Session, SubmissionSelection};
use lab::{HuntFault, HuntOptions, HuntReport};
use lms::intake::IntakeScratch;
use model::{CasePlayer, Course, GameRegistry, GradingEvent};
use report::{Progress, ProgressMode};

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    asked: &HuntArgs,
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
    print_remarks(&handed_in.remarks);
    let sandbox = prepare_sandbox(arguments, &course, &interrupt)?
        .with_hidden_folders([asked.submissions.clone()]);
    let cache = RunCache::from_cache_folder(&open_cache(arguments));
    let progress = Progress::new(ProgressMode::for_stderr(arguments.quiet));
    let watcher = |event: &GradingEvent| progress.record_event(event);
    let session = Session::new(&sandbox, &interrupt).with_workers(worker_count(asked.jobs)?);
    let session = configure_build(arguments, session, &cache).with_watcher(&watcher);
    let wanted = HuntOptions {
        games: asked.games,
        seed: asked.seed,
        all: asked.every_criterion,
    };
    let found = lab::hunt_class(&course, &handed_in.submissions, session, wanted)?;
    drop(progress);
    let told = match asked.format {
        HuntFormat::Text => text::render_text(&found),
        HuntFormat::Json => json::render_json(&found),
    };
    failure::finish_printing(anstream::stdout().lock().write_all(told.as_bytes()))?;
    if let Some(name) = &asked.write_case {
        let session = Session::new(&sandbox, &interrupt);
        // Beside JSON it would be in the way.
        print_remark(&write_case(
            arguments,
            games,
            (&course, session),
            &found,
            name,
        )?);
    }
    let is_ours = found.left_out.iter().any(|one| one.is_internal_error);
    Ok(ExitCode::from(if is_ours { 3 } else { 0 }))
}

/// Writes a case that shows the first fault, with what is expected of it. What was done is returned in words.
fn write_case(
    arguments: &CliArgs,
    games: &GameRegistry,
    (course, session): (&Course, Session<'_>),
    found: &HuntReport,
    name: &str,
) -> Result<String, CliFailure> {
    let mut shown = found.faults.iter().filter(|fault| fault.always);
    let Some(HuntFault {
        assignment: id,
        like,
        script,
        ..
    }) = shown.next()
    else {
        return Ok("no case is written: there is nothing that one could show".to_owned());
    };
    let assignment = course.assignments.iter().find(|it| it.id == *id);
    let case = assignment.and_then(|it| it.cases.iter().find(|case| case.id == *like));
    let Some(case) = case else {
        return Ok("no case is written".to_owned());
    };
    if matches!(case.player, CasePlayer::Policy { .. }) || case.table.is_some() {
        return Ok(format!(
            "no case is written: `{like}`, which is most like it, is no script in a file of its own; write one with this `input` \
             by hand"
        ));
    }
    let description = format!("A game of {} inputs", script.len());
    let file = rubric::write_case_like(&case.file, name, &description, script);
    let file = file.map_err(CliFailure::usage_error)?;
    let again = load_course(arguments, games)?.with_assignments(std::slice::from_ref(id));
    grading::regenerate_expected(&again, session)?;
    Ok(format!(
        "{}: written; say what happens in it, review what is expected, and commit both",
        file.display()
    ))
}
