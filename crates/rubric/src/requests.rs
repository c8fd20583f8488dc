//! A table of students' objections, as a form of a learning-management system exports it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use csv::StringRecord;

use super::config_file::DiagnosticCollector;
use super::csv_line;
use super::diagnostic::DiagnosticList;
use super::table_text;
use model::{GradeOverride, OverrideKind, Roster, SubmissionName};
use support::formula::unescape_formula;
use support::nearest;

/// The columns that are read, by the titles that forms may have. `about` is a test case or a criterion.
const COLUMNS: [(&str, &[&str]); 6] = [
    (
        "student",
        &["student", "username", "email address", "email"],
    ),
    ("assignment", &["assignment"]),
    ("case", &["case", "test case"]),
    ("criterion", &["criterion"]),
    ("about", &["about", "case or criterion"]),
    ("text", &["text", "objection", "comment"]),
];

/// A longer text is no objection, in bytes.
const LONGEST_TEXT: usize = 8000;

/// What a student can object to.
#[derive(Debug, Clone, Default)]
pub struct RequestSubjects {
    /// The system's number of the student, if it has one.
    pub id: Option<String>,
    /// The assignment's name in reports.
    pub title: String,
    /// The ids of its cases.
    pub cases: BTreeSet<String>,
    /// Its criteria by id, with their names in reports.
    pub criteria: Vec<(String, String)>,
}

/// Whose objections are read.
#[derive(Debug, Default)]
pub struct RequestClass {
    /// All submissions.
    pub submissions: BTreeMap<SubmissionName, RequestSubjects>,
    /// Who takes the course: forms may know people by a login or an address.
    pub roster: Roster,
}

/// Reads objections, each as a row of `overrides.toml` without an answer.
///
/// # Errors
///
/// Everything that is wrong, each with its line: who or what is not known is never guessed.
pub fn load_requests(
    path: &Path,
    class: &RequestClass,
) -> Result<Vec<GradeOverride>, DiagnosticList> {
    let diagnostics = DiagnosticCollector::default();
    let Some(text) = table_text::read_certain_text(path, &diagnostics) else {
        return diagnostics.into_result(path, None);
    };
    let reader = RequestReader {
        path,
        text: &text,
        class,
        diagnostics: &diagnostics,
    };
    let requests = reader.read_requests();
    diagnostics.into_result(path, requests)
}

struct RequestReader<'a> {
    path: &'a Path,
    text: &'a str,
    class: &'a RequestClass,
    diagnostics: &'a DiagnosticCollector,
}

/// The cells of a row by the columns of [`COLUMNS`].
type RequestCells = [String; COLUMNS.len()];

impl RequestReader<'_> {
    fn report_line(&self, line: usize, text: impl Into<String>) {
        let bytes = self.text.as_bytes();
        self.diagnostics.report_line(self.path, bytes, line, text);
    }

    fn read_requests(&self) -> Option<Vec<GradeOverride>> {
        let bytes = self.text.as_bytes();
        let delimiter =
            table_text::detect_delimiter(self.text, |title| find_column(title).is_some());
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .trim(csv::Trim::All)
            .from_reader(bytes);
        let headers = reader.headers();
        let headers = headers
            .map_err(|error| self.report_line(1, format!("it is no CSV: {error}")))
            .ok()?;
        let titles: Vec<Option<usize>> = headers.iter().map(find_column).collect();
        let place_of = |column: usize| titles.iter().position(|known| *known == Some(column));
        let places = std::array::from_fn(place_of);
        for column in [0, 5] {
            if places[column].is_none() {
                let name = COLUMNS[column].0;
                self.report_line(1, format!("there is no column `{name}`"));
            }
        }
        let mut requests = Vec::new();
        for record in reader.records() {
            match record {
                Ok(record) => requests.extend(self.parse_row(&record, places)),
                Err(error) => {
                    let line = csv_line::record_line(bytes, error.position());
                    self.report_line(line, format!("it is no row of this table: {error}"));
                }
            }
        }
        Some(requests)
    }

    fn parse_row(
        &self,
        record: &StringRecord,
        places: [Option<usize>; COLUMNS.len()],
    ) -> Option<GradeOverride> {
        let line = csv_line::record_line(self.text.as_bytes(), record.position());
        let cells: RequestCells = places.map(|place| {
            let cell = place
                .and_then(|place| record.get(place))
                .unwrap_or_default();
            unescape_formula(cell)
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        });
        let found = self.find_subject(&cells);
        let found = found.map_err(|text| self.report_line(line, text)).ok()?;
        let [.., text] = cells;
        if text.is_empty() || text.len() > LONGEST_TEXT {
            self.report_line(
                line,
                format!("expected a text of at most {LONGEST_TEXT} bytes"),
            );
            return None;
        }
        Some(GradeOverride {
            student: found.name.student,
            id: found.id,
            assignment: found.name.assignment,
            kind: OverrideKind::Request {
                case: found.case,
                text,
            },
            criterion: found.criterion,
            points: None,
            above_maximum: false,
            was: None,
            reason: String::new(),
            by: String::new(),
            grader: None,
            place: format!("{}:{line}", self.path.display()),
        })
    }

    /// What a row is about; a sentence if that is not clear.
    fn find_subject(&self, cells: &RequestCells) -> Result<RequestSubject, String> {
        let [student, assignment, case, criterion, about, _] = cells;
        let student = self.find_student(student)?;
        let own = self.class.submissions.iter();
        let own = own.filter(|(name, _)| name.student == student);
        let is_meant = |name: &SubmissionName, subjects: &RequestSubjects| {
            assignment.is_empty() || is_called(assignment, &name.assignment, &subjects.title)
        };
        let fitting: Vec<_> = own
            .filter(|(name, subjects)| is_meant(name, subjects))
            .collect();
        let [(name, subjects)] = fitting.as_slice() else {
            return Err(match assignment.as_str() {
                "" => format!("`{student}` has several submissions: expected an assignment"),
                id => format!("there is no submission of `{student}` for `{id}`"),
            });
        };
        let mut found = RequestSubject {
            name: (*name).clone(),
            id: subjects.id.clone(),
            case: None,
            criterion: None,
        };
        for (cell, kinds) in [
            (case, [true, false]),
            (criterion, [false, true]),
            (about, [true, true]),
        ] {
            if !cell.is_empty() {
                found.set_subject(cell, subjects, kinds)?;
            }
        }
        Ok(found)
    }

    /// The student's name in reports: as it is typed, or of the person in the roster whom it names.
    fn find_student(&self, typed: &str) -> Result<String, String> {
        let students: BTreeSet<&str> = self
            .class
            .submissions
            .keys()
            .map(|name| name.student.as_str())
            .collect();
        if students.contains(typed) {
            return Ok(typed.to_owned());
        }
        let rows = self.class.roster.rows.iter();
        let rows = rows.filter(|row| row.lookup_keys().any(|key| key.eq_ignore_ascii_case(typed)));
        let known: BTreeSet<&str> = rows
            .flat_map(|row| row.lookup_keys())
            .filter(|key| students.contains(key))
            .collect();
        match known.into_iter().collect::<Vec<_>>().as_slice() {
            [only] => Ok((*only).to_owned()),
            [] => {
                let names: Vec<&str> = students.into_iter().collect();
                let hint = nearest::describe_person_suggestion(typed, &names);
                Err(format!("there is no submission of `{typed}`{hint}"))
            }
            several => Err(format!(
                "`{typed}` is not clear: it could be {}",
                several.join(" or ")
            )),
        }
    }
}

/// What a row is about.
struct RequestSubject {
    name: SubmissionName,
    id: Option<String>,
    case: Option<String>,
    criterion: Option<String>,
}

impl RequestSubject {
    /// Finds what a cell names: a case if the first of `kinds` is set, a criterion if the second is.
    fn set_subject(
        &mut self,
        cell: &str,
        subjects: &RequestSubjects,
        kinds: [bool; 2],
    ) -> Result<(), String> {
        let [is_case, is_criterion] = kinds;
        if is_case && subjects.cases.contains(cell) {
            self.case = Some(cell.to_owned());
            return Ok(());
        }
        let mut criteria = subjects.criteria.iter();
        let known = criteria.find(|(id, title)| is_called(cell, id, title));
        if let Some((id, _)) = known.filter(|_| is_criterion) {
            self.criterion = Some(id.clone());
            return Ok(());
        }
        let names: Vec<&str> = match is_case {
            true => subjects.cases.iter().map(String::as_str).collect(),
            false => subjects
                .criteria
                .iter()
                .map(|(id, _)| id.as_str())
                .collect(),
        };
        let hint = nearest::describe_suggestion(cell, &names);
        let what = match kinds {
            [true, true] => "neither a test case nor a criterion",
            [true, false] => "no test case",
            _ => "no criterion",
        };
        let assignment = &self.name.assignment;
        Err(format!("`{assignment}` has {what} `{cell}`{hint}"))
    }
}

/// Whether a person means this id or this title.
fn is_called(typed: &str, id: &str, title: &str) -> bool {
    typed == id || typed.eq_ignore_ascii_case(title)
}

/// Which of [`COLUMNS`] has this title.
fn find_column(title: &str) -> Option<usize> {
    let title = title.trim().to_lowercase();
    let is_known = |(_, titles): &(&str, &[&str])| titles.contains(&title.as_str());
    COLUMNS.iter().position(is_known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::RosterRow;

    #[test]
    fn an_objection_names_a_submission_and_what_is_meant_or_is_refused() {
        let subjects = RequestSubjects {
            id: None,
            title: "Sums".to_owned(),
            cases: BTreeSet::from(["two".to_owned()]),
            criteria: vec![("style".to_owned(), "Clear names".to_owned())],
        };
        let name = |student: &str, assignment: &str| SubmissionName {
            student: student.to_owned(),
            assignment: assignment.to_owned(),
        };
        let mut class = RequestClass::default();
        for known in [name("ann", "sum"), name("bob", "sum"), name("bob", "max")] {
            class.submissions.insert(known, subjects.clone());
        }
        class.roster.rows.push(RosterRow {
            student: Some("ann".to_owned()),
            email: Some("ann@example.org".to_owned()),
            ..RosterRow::default()
        });
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("form.csv");
        for (table, expected) in [
            ("student,case,text\nann,two,Why?\n", "ann sum two - Why?"),
            (
                "Time;Email Address;Case or criterion;Comment\n1;ANN@example.org;clear NAMES;\"a\nb\"\n",
                "ann sum - style a b",
            ),
            ("student,assignment,text\nbob,max,All\n", "bob max - - All"),
            (
                "student,text\nbob,All\n",
                "form.csv:2:1: `bob` has several submissions: expected an assignment",
            ),
            (
                "student,text\nanna,All\n",
                "form.csv:2:1: there is no submission of `anna`; did you mean `ann`?",
            ),
            (
                "student,case,text\nann,too,All\n",
                "form.csv:2:1: `sum` has no test case `too`; did you mean `two`?",
            ),
            (
                "student,about,text\nann,x,All\n",
                "form.csv:2:1: `sum` has neither a test case nor a criterion `x`",
            ),
            (
                "student,case,text\nann,two,\n",
                "form.csv:2:1: expected a text of at most 8000 bytes",
            ),
            ("student\nann\n", "form.csv:1:1: there is no column `text`"),
        ] {
            std::fs::write(&path, table).unwrap();
            let read = match load_requests(&path, &class) {
                Err(mistakes) => mistakes.to_string(),
                Ok(rows) => rows.iter().map(describe).collect::<Vec<_>>().join("\n"),
            };
            assert!(read.contains(expected), "{table}\n{read}");
        }
    }

    fn describe(row: &GradeOverride) -> String {
        let request = row.to_request().unwrap();
        let [case, criterion] =
            [&request.case, &request.criterion].map(|it| it.as_deref().unwrap_or("-"));
        format!(
            "{} {} {case} {criterion} {}",
            row.student, row.assignment, request.text
        )
    }
}
