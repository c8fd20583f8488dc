//! A worksheet of what a person has to judge: a row for each criterion of each submission, to be filled in with a spreadsheet.

use std::io;
use std::path::{Path, PathBuf};

use super::places::ReportPaths;
use model::{AdjustmentCause, CriterionReport, CriterionState, Grade, Gradebook, SubmissionName};
use support::formula::escape_formula;
use support::printable::to_printable;
use support::raw_text::UTF8_MARK;

/// What stands above the columns.
const COLUMNS: [&str; 11] = [
    "student",
    "assignment",
    "criterion",
    "title",
    "max_points",
    "was",
    "points",
    "reason",
    "program",
    "report",
    "id",
];

/// The worksheet of a class whose reports are in `reports`; `program_of` knows where a submission's program is.
///
/// # Errors
///
/// If a grade cannot be read.
pub fn build_worksheet(
    gradebook: &(impl Gradebook + ?Sized),
    reports: &Path,
    program_of: impl Fn(&SubmissionName) -> Option<PathBuf>,
) -> io::Result<(Vec<u8>, usize)> {
    // Without a byte order mark Excel reads letters such as `ü` in another encoding.
    let mut writer = ::csv::Writer::from_writer(UTF8_MARK.to_vec());
    writer.write_record(COLUMNS)?;
    let mut rows = 0;
    for place in 0..gradebook.count() {
        let grade = gradebook.grade(place)?;
        let name = grade.name();
        for criterion in grade
            .criteria
            .iter()
            .filter(|one| needs_instructor(one, &grade))
        {
            writer.write_record(build_row(&grade, criterion, reports, program_of(&name)))?;
            rows += 1;
        }
    }
    let bytes = writer.into_inner().map_err(|error| error.into_error())?;
    Ok((bytes, rows))
}

/// Whether nobody has judged it yet, or somebody has.
fn needs_instructor(criterion: &CriterionReport, grade: &Grade) -> bool {
    criterion.state == CriterionState::AwaitsInstructor
        || decision_reason(criterion, grade).is_some()
}

/// The reason of whoever has judged it.
fn decision_reason<'g>(criterion: &CriterionReport, grade: &'g Grade) -> Option<&'g str> {
    let is_about_it = |title: &Option<String>| title.as_ref() == Some(&criterion.title);
    let decided = grade.adjustments.iter().rev().find(|one| {
        matches!(one.cause, AdjustmentCause::Override { .. }) && is_about_it(&one.criterion)
    });
    decided.map(|one| one.reason.as_str())
}

/// A path in which no character changes the direction of what follows, or is invisible.
fn printable_path(path: &Path) -> String {
    let parts = path.iter().map(|part| {
        if part == "/" {
            String::new()
        } else {
            to_printable(part)
        }
    });
    parts.collect::<Vec<_>>().join("/")
}

/// Where the page of a submission is. The names of its folder and of the page are printable already.
fn page_path(grade: &Grade, reports: &Path) -> String {
    let page = ReportPaths::new(&grade.student, &grade.assignment, Path::new("")).page;
    format!("{}/{}", printable_path(reports), page.display())
}

fn build_row(
    grade: &Grade,
    criterion: &CriterionReport,
    reports: &Path,
    program: Option<PathBuf>,
) -> [String; COLUMNS.len()] {
    let decided = decision_reason(criterion, grade);
    let points = decided
        .map(|_| criterion.points.to_string())
        .unwrap_or_default();
    let was = if decided.is_some() {
        String::new()
    } else {
        criterion.points.to_string()
    };
    [
        escape_formula(&grade.student).into_owned(),
        escape_formula(&grade.assignment).into_owned(),
        escape_formula(&criterion.id).into_owned(),
        escape_formula(&criterion.title).into_owned(),
        criterion.max_points.to_string(),
        was,
        points,
        escape_formula(decided.unwrap_or_default()).into_owned(),
        escape_formula(&program.as_deref().map(printable_path).unwrap_or_default()).into_owned(),
        escape_formula(&page_path(grade, reports)).into_owned(),
        // With a character before it, no spreadsheet rounds a long number.
        grade
            .system_id()
            .map_or(String::new(), |id| format!("#{id}")),
    ]
}
