//! A worksheet that a person has filled in: points and reasons for criteria that a person judges.

use std::collections::HashMap;
use std::path::Path;

use csv::StringRecord;

use super::config_file::DiagnosticCollector;
use super::csv_line;
use super::diagnostic::DiagnosticList;
use super::table_text;
use model::{Course, Criterion, GradeOverride, OverrideKind, Points};
use support::formula::unescape_formula;
use support::nearest;

/// The columns that are read; what else there is helps whoever fills them in.
const COLUMNS: [&str; 6] = [
    "student",
    "assignment",
    "criterion",
    "was",
    "points",
    "reason",
];

/// The column with the system's number of the student, after `#`. Worksheets of before do not have it.
const ID_COLUMN: &str = "id";

/// Reads what was filled in: each row with points, as an override by `by`. `earlier` are the overrides that there are already: one above
/// the maximum stays as it is.
///
/// # Errors
///
/// Everything that is wrong, each with its file and line.
pub fn load_worksheet(
    path: &Path,
    by: &str,
    course: &Course,
    earlier: &[GradeOverride],
) -> Result<Vec<GradeOverride>, DiagnosticList> {
    let diagnostics = DiagnosticCollector::default();
    let Some(text) = table_text::read_certain_text(path, &diagnostics) else {
        return diagnostics.into_result(path, None);
    };
    let sheet = WorksheetReader {
        text: &text,
        path,
        by,
        course,
        earlier,
        diagnostics: &diagnostics,
    };
    let read = sheet.read_overrides();
    diagnostics.into_result(path, read)
}

/// The system's number in a cell; none if the cell is empty.
fn parse_id(cell: &str) -> Option<String> {
    let id = unescape_formula(cell).trim_start_matches('#');
    Some(id.to_owned()).filter(|id| !id.is_empty())
}

struct WorksheetReader<'a> {
    text: &'a str,
    path: &'a Path,
    by: &'a str,
    course: &'a Course,
    earlier: &'a [GradeOverride],
    diagnostics: &'a DiagnosticCollector,
}

impl WorksheetReader<'_> {
    fn read_overrides(&self) -> Option<Vec<GradeOverride>> {
        let bytes = self.text.as_bytes();
        let delimiter = table_text::detect_delimiter(self.text, |title| COLUMNS.contains(&title));
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .trim(csv::Trim::All)
            .from_reader(bytes);
        let headers = reader
            .headers()
            .map_err(|error| self.report_line(1, format!("it is no CSV: {error}")))
            .ok()?
            .clone();
        let columns = self.find_columns(&headers)?;
        let mut overrides = Vec::new();
        let id_column = headers.iter().position(|title| title == ID_COLUMN);
        let mut lines = HashMap::new();
        for record in reader.records() {
            let record = match record {
                Ok(record) => record,
                Err(error) => {
                    let line = csv_line::record_line(bytes, error.position());
                    self.report_line(line, format!("it is no row of this table: {error}"));
                    continue;
                }
            };
            let line = csv_line::record_line(bytes, record.position());
            let Some(mut one) = self.parse_row(&record, columns, line) else {
                continue;
            };
            one.id = id_column.and_then(|column| parse_id(record.get(column)?));
            let subject = (
                one.student.clone(),
                one.id.clone(),
                one.assignment.clone(),
                one.criterion.clone(),
            );
            if let Some(before) = lines.insert(subject, line) {
                self.report_line(
                    line,
                    format!("line {before} has points for the same; keep one of them"),
                );
            }
            overrides.push(one);
        }
        Some(overrides)
    }

    /// Where each of [`COLUMNS`] stands.
    fn find_columns(&self, headers: &StringRecord) -> Option<[usize; COLUMNS.len()]> {
        let titles: Vec<&str> = headers.iter().collect();
        let found = COLUMNS.map(|column| {
            let place = titles.iter().position(|title| *title == column);
            if place.is_none() {
                let hint = nearest::describe_suggestion(column, &titles);
                self.report_line(1, format!("there is no column `{column}`{hint}"));
            }
            place
        });
        let all = found.map(Option::unwrap_or_default);
        found.iter().all(Option::is_some).then_some(all)
    }

    /// The override in a row; none if nothing is filled in, or if something is wrong with it.
    fn parse_row(
        &self,
        record: &StringRecord,
        columns: [usize; COLUMNS.len()],
        line: usize,
    ) -> Option<GradeOverride> {
        let [student, assignment, criterion, was, points, reason] = columns
            .map(|column| unescape_formula(record.get(column).unwrap_or_default()).to_owned());
        if points.is_empty() {
            return None;
        }
        let Some(given) = Points::parse(&points) else {
            let text = format!("found `{points}` as points, expected a number from 0 on");
            self.report_line(line, text);
            return None;
        };
        let criterion = Some(criterion).filter(|id| !id.is_empty());
        let mut one = GradeOverride {
            student,
            id: None,
            assignment,
            criterion,
            points: Some(given),
            above_maximum: false,
            was: Points::parse(&was),
            kind: OverrideKind::Decision,
            grader: None,
            reason: if reason.is_empty() {
                "Judged by hand.".to_owned()
            } else {
                reason
            },
            by: self.by.to_owned(),
            place: format!("{}:{line}", self.path.display()),
        };
        let Some(maximum) = self
            .course
            .max_points_of(&one.assignment, one.criterion.as_deref())
        else {
            self.report_line(line, self.describe_unknown(&one));
            return None;
        };
        one.above_maximum = given > maximum && self.is_known_above(&one);
        if given > maximum && !one.above_maximum {
            self.report_line(line, format!(
                "found {given} points where {maximum} can be earned; if that is meant, write it into overrides.toml with \
                 `above_maximum = true`"
            ));
            return None;
        }
        Some(one)
    }

    /// Whether the same points are given already, and may be above the maximum.
    fn is_known_above(&self, one: &GradeOverride) -> bool {
        self.earlier.iter().any(|known| {
            known.above_maximum
                && known.student == one.student
                && known.assignment == one.assignment
                && known.criterion == one.criterion
                && known.points == one.points
        })
    }

    /// What is said of an assignment or a criterion that the rubric does not have.
    fn describe_unknown(&self, one: &GradeOverride) -> String {
        let assignments = &self.course.assignments;
        let Some(assignment) = assignments.iter().find(|known| known.id == one.assignment) else {
            let ids: Vec<&str> = assignments.iter().map(|known| known.id.as_str()).collect();
            let hint = nearest::describe_suggestion(&one.assignment, &ids);
            return format!(
                "there is no assignment `{}` in the rubric{hint}",
                one.assignment
            );
        };
        let id = one.criterion.as_deref().unwrap_or_default();
        let of = |criterion: &Criterion| criterion.id.clone();
        let ids: Vec<String> = assignment.criteria.iter().map(of).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        format!(
            "`{}` has no criterion `{id}`{}",
            one.assignment,
            nearest::describe_suggestion(id, &ids)
        )
    }

    fn report_line(&self, line: usize, text: impl Into<String>) {
        let bytes = self.text.as_bytes();
        self.diagnostics.report_line(self.path, bytes, line, text);
    }
}
