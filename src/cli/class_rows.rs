//! What a class has come to, case by case and without names, from the records of its run.

use std::path::Path;

use super::failure::CliFailure;
use judging::case_lints::{ProgramKind, ProgramRow};
use model::{Course, Gradebook};
use records::RecordFolder;

/// The rows of a class, each with its assignment's id.
pub(super) fn load_class_rows(
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
