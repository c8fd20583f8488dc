//! `grader check --mutants`: whether the cases would notice faults in the solution.

use std::collections::BTreeSet;
use std::path::Path;

use super::arguments::CliArgs;
use super::case_writing::CaseWriter;
use super::failure::CliFailure;
use super::out;
use super::shared_arguments::{FaultChoice, MutantArgs};
use cpp::mutants::{MutantOutcome, MutantsOfProgram};
use grading::Session;
use judging::case_lints::{CaseLints, ProgramKind, ProgramRow};
use lab::{CalibrationResult, MutantOptions};
use model::{Course, GameRegistry, Gradebook};
use records::RecordFolder;

/// What became of them all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MutantGate {
    Passed,
    /// More are unnoticed than the rubric allows.
    Failed,
    /// We could not find out.
    Unknown,
}

/// Tries mutants, prints and writes what became of them.
pub(super) fn test_mutants(
    course: &Course,
    session: Session<'_>,
    asked: &MutantArgs,
    sample: Option<usize>,
    calibrated: Vec<CalibrationResult>,
) -> Result<(MutantGate, Vec<MutantsOfProgram>, Vec<CaseLints>), CliFailure> {
    // What cannot be read is told before minutes of work.
    let class = asked
        .class
        .as_deref()
        .map(|folder| load_class_rows(folder, course))
        .transpose()?;
    for assignment in &course.assignments {
        out::ensure_disjoint_folder(&asked.out, "the folder of cases", &assignment.testcases)?;
    }
    let lints = asked.lint_cases;
    let options = MutantOptions {
        sample,
        games: asked.games,
        seed: asked.seed,
        lints,
    };
    let found = lab::test_course_mutants(course, session, options)?;
    let (all, lints): (Vec<MutantsOfProgram>, Vec<Option<CaseLints>>) = found.into_iter().unzip();
    report::write_mutants(&asked.out, &all).map_err(CliFailure::internal_error)?;
    let lints = merge_lints(lints, calibrated, class.unwrap_or_default());
    if asked.lint_cases {
        report::write_case_lints(&asked.out, &lints).map_err(CliFailure::internal_error)?;
    }
    let gate = all
        .iter()
        .map(judge_mutants)
        .fold(MutantGate::Passed, |worst, one| match (worst, one) {
            (MutantGate::Unknown, _) | (_, MutantGate::Unknown) => MutantGate::Unknown,
            (MutantGate::Failed, _) | (_, MutantGate::Failed) => MutantGate::Failed,
            _ => MutantGate::Passed,
        });
    Ok((gate, all, lints))
}

/// What the cases say of mutants, of calibration programs and of a class together.
fn merge_lints(
    lints: Vec<Option<CaseLints>>,
    calibrated: Vec<CalibrationResult>,
    class: Vec<(String, ProgramRow)>,
) -> Vec<CaseLints> {
    let calibrated = calibrated.into_iter().map(|one| (one.assignment, one.row));
    let others: Vec<(String, ProgramRow)> = calibrated.chain(class).collect();
    let with = |one: CaseLints| {
        let own = others
            .iter()
            .filter(|(assignment, _)| *assignment == one.assignment);
        let own = own.map(|(_, row)| row.clone()).collect();
        one.with_programs(own)
    };
    lints.into_iter().flatten().map(with).collect()
}

fn judge_mutants(found: &MutantsOfProgram) -> MutantGate {
    let summary = found.summarize();
    let is_above = found
        .rules
        .max_survivors
        .is_some_and(|most| summary.gap_count() > most);
    match () {
        () if found.failure_reason.is_some() || summary.ungraded > 0 => MutantGate::Unknown,
        () if is_above => MutantGate::Failed,
        () => MutantGate::Passed,
    }
}

/// Writes cases that notice mutants which none does, with what is expected of them. Returns a sentence for each.
pub(super) fn write_cases(
    arguments: &CliArgs,
    games: &GameRegistry,
    course: &Course,
    session: Session<'_>,
    all: &[MutantsOfProgram],
    name: &str,
    which: FaultChoice,
) -> Result<Vec<String>, CliFailure> {
    let mut missed = Vec::new();
    for found in all {
        for one in found.with_outcome("not-noticed") {
            if let (None, MutantOutcome::Missed(difference)) = (&one.accepted, &one.outcome) {
                missed.push((found, difference));
            }
        }
    }
    // One game may show several.
    if which == FaultChoice::All {
        let mut games = BTreeSet::new();
        missed.retain(|(found, difference)| games.insert((&found.assignment, &difference.script)));
    }
    let mut writer = CaseWriter::new(course);
    let mut remarks = Vec::new();
    for (name, (found, difference)) in which.choose(name, missed) {
        if let Some(like) = writer.find_case(&found.assignment, &difference.like) {
            let script = &difference.script;
            remarks.push(writer.write_case(&found.assignment, like, &name, script)?);
        }
    }
    writer.write_expected(arguments, games, session)?;
    Ok(remarks)
}

/// The rows of a class, each with its assignment's id.
fn load_class_rows(
    folder: &Path,
    course: &Course,
) -> Result<Vec<(String, ProgramRow)>, CliFailure> {
    // `results.json` stands beside the records.
    let folder = if folder.is_file() {
        folder.parent().unwrap_or(folder)
    } else {
        folder
    };
    let nothing = || {
        CliFailure::usage_error(anyhow::anyhow!(
            "{}: found no records of a run, expected the folder of reports that `grader run` has written",
            folder.display()
        ))
    };
    // A result that somebody keeps is only looked at.
    if !folder.join(".grader").is_dir() {
        return Err(nothing());
    }
    let records = RecordFolder::open(folder)?
        .into_records()?
        .ok_or_else(nothing)?;
    let mut rows = Vec::new();
    for place in 0..records.count() {
        let grade = records.grade(place).map_err(CliFailure::internal_error)?;
        let assignment = course
            .assignments
            .iter()
            .find(|one| one.id == grade.assignment);
        let Some(assignment) = assignment.filter(|_| !grade.is_ungraded()) else {
            continue;
        };
        let cases: Vec<String> = assignment
            .cases
            .iter()
            .map(|case| case.id.clone())
            .collect();
        let name = format!("student-{}", rows.len() + 1);
        let row = ProgramRow::from_grade(ProgramKind::Student, name, &cases, &grade);
        rows.push((assignment.id.clone(), row));
    }
    Ok(rows)
}
