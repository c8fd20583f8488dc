//! `grader check`: the gate on the assignment itself.

use std::io::{self, Write};
use std::process::ExitCode;

use super::arguments::CliArgs;
use super::failure::{self, CliFailure};
use super::file_diff::print_file_diff;
use super::mutants::{self, MutantGate};
use super::regenerate::ExpectedUse;
use super::repeat::RepeatArgs;
use super::setup::{
    check_assignment_ids, configure_build, install_interrupt, load_course, open_cache,
    prepare_sandbox, worker_count,
};
use super::shared_arguments::MutantArgs;
use cpp::mutants::MutantsOfProgram;
use grading::{FileFreshness, Freshness, RunCache, Session, UndefinedTrial};
use judging::case_lints::CaseLints;
use lab::CalibrationResult;
use model::{Course, GameRegistry, Points};
use support::count::format_count;
use support::file_writing;
use support::write_error::WriteError;

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    assignments: &[String],
    accept: bool,
    repeat: &RepeatArgs,
    asked: &MutantArgs,
) -> Result<ExitCode, CliFailure> {
    let cache = RunCache::from_cache_folder(&open_cache(arguments));
    let use_of = if accept {
        ExpectedUse::Accept
    } else {
        ExpectedUse::Compare
    };
    let inputs = use_of.generate_inputs(arguments, &cache, assignments)?;
    let whole = load_course(arguments, games)?;
    check_assignment_ids(&whole, assignments)?;
    let interrupt = install_interrupt()?;
    // What is hidden from programs is hidden whatever is checked.
    let sandbox = prepare_sandbox(arguments, &whole, &interrupt)?;
    let course = if assignments.is_empty() {
        whole
    } else {
        whole.with_assignments(assignments)
    };
    let session = configure_build(arguments, Session::new(&sandbox, &interrupt), &cache);
    if !check_expected_files(&course, session, use_of, inputs)? {
        return Ok(ExitCode::from(1));
    }
    if !check_undefined_trials(&course, session)? {
        return Ok(ExitCode::from(3));
    }
    let session = session.with_workers(worker_count(asked.jobs)?);
    let results = lab::grade_calibration_programs(&course, session)?;
    let mut stdout = anstream::stdout().lock();
    failure::finish_printing(print_calibration(&results, accept, &mut stdout))?;
    if results.iter().any(|result| result.ungraded) {
        return Ok(ExitCode::from(3));
    }
    if accept {
        accept_calibrations(&course, &results, &mut stdout)?;
    }
    let is_right =
        |one: &CalibrationResult| one.problems.is_empty() || accept && one.is_correctable();
    let all_are_right = results.iter().all(is_right);
    if !all_are_right && asked.mutants.is_some() {
        let notice = "mutants were not tested: first make the calibration programs get their declared points";
        failure::finish_printing(writeln!(stdout, "{notice}"))?;
    }
    drop(stdout);
    // Also if one is wrong: a program that does not always do the same may be wrong this time only.
    let all_do_the_same = repeat.repeat_calibration(&course, session)?;
    if !all_are_right || !all_do_the_same {
        return Ok(ExitCode::from(1));
    }
    let Some(sample) = asked.mutants else {
        return Ok(ExitCode::SUCCESS);
    };
    let (gate, all, lints) = mutants::test_mutants(&course, session, asked, sample, results)?;
    failure::finish_printing(print_mutants(&all, &lints, asked))?;
    if let Some(name) = &asked.write_case {
        let which = asked.which;
        let written = mutants::write_cases(arguments, games, &course, session, &all, name, which)?;
        let mut stdout = anstream::stdout().lock();
        failure::finish_printing(print_written_cases(&written, &all, &mut stdout))?;
    }
    Ok(match gate {
        MutantGate::Passed => ExitCode::SUCCESS,
        MutantGate::Failed => ExitCode::from(1),
        MutantGate::Unknown => ExitCode::from(3),
    })
}

/// Whether the expected files are what the reference prints; with [`ExpectedUse::Accept`], whether they are so now.
fn check_expected_files(
    course: &Course,
    session: Session<'_>,
    use_of: ExpectedUse,
    inputs: Vec<FileFreshness>,
) -> Result<bool, CliFailure> {
    let mut stdout = anstream::stdout().lock();
    failure::finish_printing(print_counts(course, &mut stdout))?;
    let files = use_of.check_course(course, session, inputs)?;
    failure::finish_printing(use_of.print_files(&files, &mut stdout))?;
    let is_right = |state: Freshness| match state {
        Freshness::Fresh => true,
        Freshness::Missing | Freshness::Stale => use_of == ExpectedUse::Accept,
        Freshness::Edited | Freshness::Orphan => false,
    };
    if !files.iter().all(|one| is_right(one.state)) {
        return Ok(false);
    }
    let mut remarks = lab::remark_on_unjudged_cases(course);
    remarks.extend(lab::remark_on_dialogues(course, &files));
    for remark in remarks {
        failure::finish_printing(writeln!(stdout, "note: {}", report::escape_lines(&remark)))?;
    }
    Ok(true)
}

/// Whether undefined behaviour can be looked for wherever a criterion counts it.
fn check_undefined_trials(course: &Course, session: Session<'_>) -> Result<bool, CliFailure> {
    let trials = grading::try_undefined(course, session)?;
    let mut stdout = anstream::stdout().lock();
    failure::finish_printing(
        trials
            .iter()
            .try_for_each(|trial| print_undefined_trial(trial, &mut stdout)),
    )?;
    Ok(!trials
        .iter()
        .any(|trial| trial.counts && !trial.problems.is_empty()))
}

/// The mutants, what is to be said of the cases, and where the pages are.
fn print_mutants(
    all: &[MutantsOfProgram],
    lints: &[CaseLints],
    asked: &MutantArgs,
) -> io::Result<()> {
    let mut stdout = anstream::stdout().lock();
    report::print_mutants(all, &mut stdout)?;
    report::print_case_lints(lints, &mut stdout)?;
    let page = asked.out.join("index.html");
    writeln!(stdout, "mutants: {}", page.display())?;
    if asked.lint_cases {
        let page = asked.out.join("cases.html");
        writeln!(stdout, "cases: {}", page.display())?;
    }
    Ok(())
}

/// Writes what calibration programs get into the rubric, and prints the difference.
fn accept_calibrations(
    course: &Course,
    results: &[CalibrationResult],
    out: &mut dyn Write,
) -> Result<(), CliFailure> {
    let corrections: Vec<_> = results
        .iter()
        .filter(|one| !one.problems.is_empty())
        .map(|one| &one.correction)
        .collect();
    let rubric = &course.rubric;
    let (before, after) =
        rubric::correct_calibrations(rubric, &corrections).map_err(CliFailure::internal_error)?;
    if before == after {
        return Ok(());
    }
    file_writing::write_course_file(rubric, after.as_bytes())
        .map_err(WriteError::for_path(rubric))
        .map_err(CliFailure::internal_error)?;
    let printed = writeln!(
        out,
        "{}: written; review the changes and commit them",
        rubric.display()
    )
    .and_then(|()| print_file_diff(before.as_bytes(), after.as_bytes(), out));
    failure::finish_printing(printed).map(drop)
}

fn print_written_cases(
    written: &[String],
    all: &[MutantsOfProgram],
    out: &mut dyn Write,
) -> io::Result<()> {
    for sentence in written {
        writeln!(out, "{sentence}")?;
    }
    let survived: usize = all.iter().map(|it| it.summarize().survived).sum();
    match (written, survived) {
        ([], 0) => writeln!(
            out,
            "no case is written: every mutant that should be noticed is"
        ),
        ([], _) => writeln!(
            out,
            "no case is written: no input shows the mutant that was chosen, so it needs a test of yours"
        ),
        _ => Ok(()),
    }
}

fn print_counts(course: &Course, out: &mut dyn Write) -> io::Result<()> {
    let cases: usize = course
        .assignments
        .iter()
        .map(|assignment| assignment.cases.len())
        .sum();
    let criteria: usize = course
        .assignments
        .iter()
        .map(|assignment| assignment.criteria.len())
        .sum();
    writeln!(
        out,
        "{}: valid; {}, {}, {}",
        course.rubric.display(),
        format_count(course.assignments.len(), "assignment", "assignments"),
        format_count(criteria, "criterion", "criteria"),
        format_count(cases, "case", "cases")
    )
}

/// Whether this machine can look for undefined behaviour where the rubric asks for it.
pub(super) fn print_undefined_trial(trial: &UndefinedTrial, out: &mut dyn Write) -> io::Result<()> {
    let UndefinedTrial {
        assignment,
        toolchain,
        problems: troubles,
        counts,
    } = trial;
    let subject = format!("undefined behaviour in {assignment} ({toolchain})");
    if troubles.is_empty() {
        return writeln!(out, "{subject}: planted mistakes are found here");
    }
    writeln!(out, "{subject}: CANNOT BE LOOKED FOR")?;
    for trouble in troubles {
        writeln!(out, "  {}", report::escape_lines(trouble))?;
    }
    let what = if *counts {
        "A criterion counts it, so nothing can be graded here"
    } else {
        "It costs nobody a point; reports say that it was not looked for"
    };
    writeln!(out, "  {what}.")
}

/// What a calibration program's fault costs, criterion by criterion: ` (wins -3, format -0.5)`; nothing if it costs nothing.
fn format_losses(losses: &[(String, Points)]) -> String {
    let each: Vec<String> = losses
        .iter()
        .map(|(criterion, points)| format!("{criterion} -{points}"))
        .collect();
    if each.is_empty() {
        String::new()
    } else {
        format!(" ({})", each.join(", "))
    }
}

fn print_calibration(
    results: &[CalibrationResult],
    accept: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    for result in results {
        let CalibrationResult {
            assignment,
            name,
            points,
            ..
        } = result;
        match (result.ungraded, result.problems.is_empty()) {
            (true, _) => writeln!(out, "{assignment}/{name}: NOT GRADED")?,
            (false, true) => {
                let costs = format_losses(&result.losses);
                writeln!(
                    out,
                    "{assignment}/{name}: {points} points, as declared{costs}"
                )?;
            }
            (false, false) => {
                writeln!(out, "{assignment}/{name}: {points} points, NOT AS DECLARED")?;
            }
        }
        for line in result.problems.iter().flat_map(|problem| problem.lines()) {
            writeln!(out, "  {}", report::escape_lines(line))?;
        }
    }
    let ungraded = results.iter().filter(|result| result.ungraded).count();
    let wrong = results
        .iter()
        .filter(|result| !result.problems.is_empty())
        .count()
        - ungraded;
    let programs = format_count(results.len(), "program", "programs");
    match (wrong, ungraded) {
        (0, 0) => writeln!(out, "calibration: every grade is as declared ({programs})"),
        (0, _) => writeln!(out, "calibration: {ungraded} of {programs} NOT GRADED"),
        _ if accept => writeln!(out, "calibration: {wrong} of {programs} NOT AS DECLARED"),
        _ => writeln!(
            out,
            "calibration: {wrong} of {programs} NOT AS DECLARED; if what they get is right, `grader check --accept` declares it"
        ),
    }
}
