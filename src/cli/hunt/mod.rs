//! `grader hunt`: what programs with all points do otherwise than the reference.

pub(super) mod asked;
mod json;
mod text;

use std::io::Write as _;
use std::process::ExitCode;

use super::arguments::Arguments;
use super::course_with_roster::course_with_roster;
use super::failure::{self, Failure};
use super::setup::{building, cache, check_ids, course_of, interrupt, sandbox, workers};
use super::summary::say;
use crate::course;
use crate::intake::Scratch;
use crate::model::{Course, Event, Games, Player};
use crate::pipeline::{self, Fault, HuntAsked, Hunted, RunCache, Selection, Session};
use crate::report::{self, Mode, Progress};
use asked::{Asked, Form};

pub(super) fn run(
    arguments: &Arguments,
    games: &Games,
    asked: &Asked,
) -> Result<ExitCode, Failure> {
    let course = course_with_roster(arguments, games, &asked.roster)?;
    check_ids(&course, &asked.assignments)?;
    let interrupt = interrupt()?;
    let (scratch, stop) = (Scratch::default(), || interrupt.is_raised());
    let source = asked.layout.source(&asked.submissions, &scratch, &stop);
    let selection = Selection { assignments: asked.assignments.clone(), students: Vec::new() };
    let handed_in = pipeline::find(&course, &source, &selection)?;
    for remark in &handed_in.remarks {
        say(&report::lines(remark));
    }
    let sandbox = sandbox(arguments, &course, &interrupt)?.hiding([asked.submissions.clone()]);
    let cache = RunCache::of(&cache(arguments));
    let progress = Progress::new(Mode::of_stderr(arguments.quiet));
    let watcher = |event: &Event| progress.observe(event);
    let session = Session::new(&sandbox, &interrupt).with_workers(workers(asked.jobs)?);
    let session = building(arguments, session, &cache).watched_by(&watcher);
    let wanted = HuntAsked { games: asked.games, seed: asked.seed, all: asked.every_criterion };
    let found = pipeline::hunt(&course, &handed_in.submissions, session, wanted)?;
    drop(progress);
    let told = match asked.format {
        Form::Text => text::text(&found),
        Form::Json => json::json(&found),
    };
    failure::printed(anstream::stdout().lock().write_all(told.as_bytes()))?;
    if let Some(name) = &asked.write_case {
        let session = Session::new(&sandbox, &interrupt);
        // Beside JSON it would be in the way.
        say(&write_case(arguments, games, (&course, session), &found, name)?);
    }
    let is_ours = found.left_out.iter().any(|one| one.is_ours);
    Ok(ExitCode::from(if is_ours { 3 } else { 0 }))
}

/// Writes a case that shows the first fault, with what is expected of it. What was done is returned in words.
fn write_case(
    arguments: &Arguments,
    games: &Games,
    (course, session): (&Course, Session<'_>),
    found: &Hunted,
    name: &str,
) -> Result<String, Failure> {
    let mut shown = found.faults.iter().filter(|fault| fault.always);
    let Some(Fault { assignment: id, like, script, .. }) = shown.next() else {
        return Ok("no case is written: there is nothing that one could show".to_owned());
    };
    let assignment = course.assignments.iter().find(|it| it.id == *id);
    let case = assignment.and_then(|it| it.cases.iter().find(|case| case.id == *like));
    let Some(case) = case else { return Ok("no case is written".to_owned()) };
    if matches!(case.player, Player::Policy { .. }) || case.table.is_some() {
        return Ok(format!(
            "no case is written: `{like}`, which is most like it, is no script in a file of its own; write one with this `input` \
             by hand"
        ));
    }
    let description = format!("A game of {} inputs", script.len());
    let file = course::write_like(&case.file, name, &description, script);
    let file = file.map_err(Failure::usage)?;
    let again = course_of(arguments, games)?.only(std::slice::from_ref(id));
    pipeline::regenerate(&again, session)?;
    Ok(format!(
        "{}: written; say what happens in it, review what is expected, and commit both",
        file.display()
    ))
}
