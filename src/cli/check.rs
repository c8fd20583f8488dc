//! `grader check`: the gate on the assignment itself.

use std::io::{self, Write};
use std::process::ExitCode;

use super::arguments::Arguments;
use super::failure::{self, Failure};
use super::mutant_arguments::MutantArguments;
use super::mutants::{self, Gate};
use super::regenerate;
use super::repeat::RepeatArguments;
use super::setup::{building, cache, check_ids, course_of, interrupt, sandbox, workers};
use crate::model::{Course, Games, Points};
use crate::pipeline::{self, CalibrationResult, Freshness, RunCache, Session, UndefinedTrial};
use crate::report;

pub(super) fn run(
    arguments: &Arguments,
    games: &Games,
    assignments: &[String],
    (repeat, asked): (&RepeatArguments, &MutantArguments),
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
    let session = session.with_workers(workers(asked.jobs)?);
    let results = pipeline::calibrate(&course, session)?;
    failure::printed(print_results(&results, &mut stdout))?;
    if results.iter().any(|result| result.ungraded) {
        return Ok(ExitCode::from(3));
    }
    if results.iter().any(|result| !result.troubles.is_empty()) {
        return Ok(ExitCode::from(1));
    }
    drop(stdout);
    if !repeat.run(&course, session)? {
        return Ok(ExitCode::from(1));
    }
    let mut stdout = anstream::stdout().lock();
    let Some(sample) = asked.mutants else { return Ok(ExitCode::SUCCESS) };
    let (gate, all, lints) = mutants::run(&course, session, asked, sample, results)?;
    failure::printed(report::print_mutants(&all, &mut stdout))?;
    failure::printed(report::print_case_lints(&lints, &mut stdout))?;
    failure::printed(writeln!(stdout, "mutants: {}", asked.out.join("index.html").display()))?;
    if asked.lint_cases {
        let page = asked.out.join("cases.html");
        failure::printed(writeln!(stdout, "cases: {}", page.display()))?;
    }
    if let Some(name) = &asked.write_case {
        let what = (&course, session);
        let written = mutants::write_case(arguments, games, what, &all, name)?;
        let told = match written {
            Some(file) => format!(
                "{}: written; say what happens in it, review what is expected, and commit both",
                file.display()
            ),
            None if all.iter().any(|it| it.summary().survived > 0) => {
                "no case is written: no game tells what survived, so tests of yours must".to_owned()
            }
            None => "no case is written: every mutant that should be noticed is".to_owned(),
        };
        failure::printed(writeln!(stdout, "{told}"))?;
    }
    Ok(match gate {
        Gate::Passed => ExitCode::SUCCESS,
        Gate::Failed => ExitCode::from(1),
        Gate::Unknown => ExitCode::from(3),
    })
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

/// What a calibration program's fault costs, criterion by criterion: ` (wins -3, format -0.5)`; nothing if it costs nothing.
fn costs(losses: &[(String, Points)]) -> String {
    let each: Vec<String> =
        losses.iter().map(|(criterion, points)| format!("{criterion} -{points}")).collect();
    if each.is_empty() { String::new() } else { format!(" ({})", each.join(", ")) }
}

fn print_results(results: &[CalibrationResult], out: &mut dyn Write) -> io::Result<()> {
    for result in results {
        let CalibrationResult { assignment, name, points, .. } = result;
        match (result.ungraded, result.troubles.is_empty()) {
            (true, _) => writeln!(out, "{assignment}/{name}: NOT GRADED")?,
            (false, true) => {
                let costs = costs(&result.losses);
                writeln!(out, "{assignment}/{name}: {points} points, as declared{costs}")?;
            }
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
