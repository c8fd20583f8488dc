//! `grader check --mutants`: whether the cases would notice faults in the solution.

use std::path::PathBuf;

use super::arguments::Arguments;
use super::class_rows;
use super::failure::Failure;
use super::mutant_arguments::MutantArguments;
use super::out;
use super::setup::course_of;
use crate::case_lints::{CaseLints, ProgramRow};
use crate::course;
use crate::model::{Course, Games};
use crate::mutants::{MutantsOfProgram, Outcome};
use crate::pipeline::{self, CalibrationResult, MutantsAsked, Session};
use crate::report;

/// What became of them all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gate {
    Passed,
    /// More are unnoticed than the rubric allows.
    Failed,
    /// We could not find out.
    Unknown,
}

/// Tries mutants, prints and writes what became of them.
pub(super) fn run(
    course: &Course,
    session: Session<'_>,
    asked: &MutantArguments,
    sample: Option<usize>,
    calibrated: Vec<CalibrationResult>,
) -> Result<(Gate, Vec<MutantsOfProgram>, Vec<CaseLints>), Failure> {
    // What cannot be read is told before minutes of work.
    let class =
        asked.class.as_deref().map(|folder| class_rows::rows(folder, course)).transpose()?;
    for assignment in &course.assignments {
        out::is_apart(&asked.out, "the folder of cases", &assignment.testcases)?;
    }
    let lints = asked.lint_cases;
    let options = MutantsAsked { sample, games: asked.games, seed: asked.seed, lints };
    let found = pipeline::mutants(course, session, options)?;
    let (all, lints): (Vec<MutantsOfProgram>, Vec<Option<CaseLints>>) = found.into_iter().unzip();
    report::write_mutants(&asked.out, &all).map_err(Failure::internal_fault)?;
    let lints = with_others(lints, calibrated, class.unwrap_or_default());
    if asked.lint_cases {
        report::write_case_lints(&asked.out, &lints).map_err(Failure::internal_fault)?;
    }
    let gate = all.iter().map(gate).fold(Gate::Passed, |worst, one| match (worst, one) {
        (Gate::Unknown, _) | (_, Gate::Unknown) => Gate::Unknown,
        (Gate::Failed, _) | (_, Gate::Failed) => Gate::Failed,
        _ => Gate::Passed,
    });
    Ok((gate, all, lints))
}

/// What the cases say of mutants, of calibration programs and of a class together.
fn with_others(
    lints: Vec<Option<CaseLints>>,
    calibrated: Vec<CalibrationResult>,
    class: Vec<(String, ProgramRow)>,
) -> Vec<CaseLints> {
    let calibrated = calibrated.into_iter().map(|one| (one.assignment, one.row));
    let others: Vec<(String, ProgramRow)> = calibrated.chain(class).collect();
    let with = |one: CaseLints| {
        let own = others.iter().filter(|(assignment, _)| *assignment == one.assignment);
        let own = own.map(|(_, row)| row.clone()).collect();
        one.with_programs(own)
    };
    lints.into_iter().flatten().map(with).collect()
}

fn gate(found: &MutantsOfProgram) -> Gate {
    let summary = found.summary();
    let is_above = found.rules.unnoticed.is_some_and(|most| summary.gaps() > most);
    match () {
        () if found.trouble.is_some() || summary.ungraded > 0 => Gate::Unknown,
        () if is_above => Gate::Failed,
        () => Gate::Passed,
    }
}

/// Writes a case that notices the first mutant that none does, with what is expected of it. Its file is returned; none if all
/// are noticed.
pub(super) fn write_case(
    arguments: &Arguments,
    games: &Games,
    (course, session): (&Course, Session<'_>),
    all: &[MutantsOfProgram],
    name: &str,
) -> Result<Option<PathBuf>, Failure> {
    let mut unnoticed = all.iter().flat_map(|found| {
        let open = found.of("not-noticed").filter(|one| one.accepted.is_none());
        open.map(move |one| (found, one))
    });
    let Some((found, one)) = unnoticed.next() else { return Ok(None) };
    let Outcome::NotNoticed(difference) = &one.outcome else { return Ok(None) };
    let assignment = course.assignments.iter().find(|it| it.id == found.assignment);
    let like = assignment.and_then(|it| it.cases.iter().find(|case| case.id == difference.like));
    let (Some(assignment), Some(like)) = (assignment, like) else { return Ok(None) };
    let description = format!("A game of {} inputs", difference.script.len());
    let file = course::write_like(&like.file, name, &description, &difference.script);
    let file = file.map_err(Failure::usage)?;
    let again = course_of(arguments, games)?.only(std::slice::from_ref(&assignment.id));
    pipeline::regenerate(&again, session)?;
    Ok(Some(file))
}
