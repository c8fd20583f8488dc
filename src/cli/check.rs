//! `grader check`: the gate on the assignment itself.

use std::io::{self, Write};
use std::process::ExitCode;

use super::arguments::Arguments;
use super::failure::{self, Failure};
use super::regenerate;
use super::setup::{building, cache, check_ids, course_of, interrupt, sandbox, workers};
use crate::model::{Course, Games};
use crate::pipeline::{self, CalibrationResult, Freshness, RunCache, Session, UndefinedTrial};
use crate::report;

pub(super) fn run(
    arguments: &Arguments,
    games: &Games,
    assignments: &[String],
) -> Result<ExitCode, Failure> {
    let whole = course_of(arguments, games)?;
    check_ids(&whole, assignments)?;
    let interrupt = interrupt()?;
    // What is hidden from programs is hidden whatever is checked.
    let sandbox = sandbox(arguments, &whole, &interrupt)?;
    let course = if assignments.is_empty() { whole } else { whole.only(assignments) };
    let cache = RunCache::of(&cache(arguments));
    let session = building(arguments, Session::new(&sandbox, &interrupt), &cache);
    let mut stdout = anstream::stdout().lock();
    failure::printed(print_counts(&course, &mut stdout))?;
    let transcripts = pipeline::inspect(&course, session)?;
    failure::printed(regenerate::print(&transcripts, true, &mut stdout))?;
    if transcripts.iter().any(|one| one.state != Freshness::Fresh) {
        return Ok(ExitCode::from(1));
    }
    let trials = pipeline::try_undefined(&course, session)?;
    failure::printed(trials.iter().try_for_each(|trial| print_trial(trial, &mut stdout)))?;
    if trials.iter().any(|trial| trial.counts && !trial.troubles.is_empty()) {
        return Ok(ExitCode::from(3));
    }
    let results = pipeline::calibrate(&course, session.with_workers(workers(None)?))?;
    failure::printed(print_results(&results, &mut stdout))?;
    if results.iter().any(|result| result.ungraded) {
        return Ok(ExitCode::from(3));
    }
    Ok(ExitCode::from(u8::from(results.iter().any(|result| !result.troubles.is_empty()))))
}

fn print_counts(course: &Course, out: &mut dyn Write) -> io::Result<()> {
    let cases: usize = course.assignments.iter().map(|assignment| assignment.cases.len()).sum();
    let criteria: usize =
        course.assignments.iter().map(|assignment| assignment.criteria.len()).sum();
    writeln!(
        out,
        "{}: valid; {}, {}, {}",
        course.rubric.display(),
        counted(course.assignments.len(), "assignment", "assignments"),
        counted(criteria, "criterion", "criteria"),
        counted(cases, "case", "cases")
    )
}

/// Whether this machine can look for undefined behaviour where the rubric asks for it.
pub(super) fn print_trial(trial: &UndefinedTrial, out: &mut dyn Write) -> io::Result<()> {
    let UndefinedTrial { assignment, toolchain, troubles, counts } = trial;
    let subject = format!("undefined behaviour in {assignment} ({toolchain})");
    if troubles.is_empty() {
        return writeln!(out, "{subject}: planted mistakes are found here");
    }
    writeln!(out, "{subject}: CANNOT BE LOOKED FOR")?;
    for trouble in troubles {
        writeln!(out, "  {}", report::lines(trouble))?;
    }
    let what = if *counts {
        "A criterion counts it, so nothing can be graded here"
    } else {
        "It costs nobody a point; reports say that it was not looked for"
    };
    writeln!(out, "  {what}.")
}

/// `1 case`, `2 cases`.
fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn print_results(results: &[CalibrationResult], out: &mut dyn Write) -> io::Result<()> {
    for result in results {
        let CalibrationResult { assignment, name, points, .. } = result;
        match (result.ungraded, result.troubles.is_empty()) {
            (true, _) => writeln!(out, "{assignment}/{name}: NOT GRADED")?,
            (false, true) => writeln!(out, "{assignment}/{name}: {points} points, as declared")?,
            (false, false) => {
                writeln!(out, "{assignment}/{name}: {points} points, NOT AS DECLARED")?;
            }
        }
        for trouble in &result.troubles {
            writeln!(out, "  {}", report::lines(trouble))?;
        }
    }
    let ungraded = results.iter().filter(|result| result.ungraded).count();
    let wrong = results.iter().filter(|result| !result.troubles.is_empty()).count() - ungraded;
    let programs = counted(results.len(), "program", "programs");
    match (wrong, ungraded) {
        (0, 0) => writeln!(out, "calibration: every grade is as declared ({programs})"),
        (0, _) => writeln!(out, "calibration: {ungraded} of {programs} NOT GRADED"),
        _ => writeln!(out, "calibration: {wrong} of {programs} NOT AS DECLARED"),
    }
}
