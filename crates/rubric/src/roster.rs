//! `roster.csv`: who takes the course, beside the rubric.

use std::io::Read as _;
use std::path::Path;

use jiff::SignedDuration;
use jiff::civil::DateTime;

use super::config_file::DiagnosticCollector;
use super::csv_line;
use model::bounds::MOST_STUDENTS;
use model::{DueExtension, Roster, RosterRow};
use support::nearest;

/// The file beside the rubric.
pub(super) const ROSTER: &str = "roster.csv";

/// The columns that are known; `extension` may have an assignment's id behind a dot.
const COLUMNS: [&str; 8] = [
    "student",
    "id",
    "login",
    "email",
    "name",
    "section",
    "group",
    "extension",
];

/// A larger file is no list of students.
const LARGEST: u64 = 16 << 20;

/// Reads a roster whose extensions may be for these assignments. Every mistake is marked.
pub(super) fn parse_roster(
    path: &Path,
    assignments: &[&str],
    diagnostics: &DiagnosticCollector,
) -> Option<Roster> {
    let mut bytes = Vec::new();
    let read =
        std::fs::File::open(path).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes));
    if let Err(error) = read {
        diagnostics.report_file(path, format!("cannot be read: {error}"));
        return None;
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(bytes);
    let mistake = |line: usize, text: String| {
        diagnostics.report_line(path, bytes, line, text);
    };
    let headers = match reader.headers() {
        Ok(headers) => headers.clone(),
        Err(error) => {
            mistake(1, format!("it is no CSV in UTF-8: {error}"));
            return None;
        }
    };
    let columns: Vec<Option<RosterColumn<'_>>> = headers
        .iter()
        .map(|title| {
            let column = RosterColumn::from_title(title, assignments);
            if let Err(text) = &column {
                mistake(1, text.clone());
            }
            column.ok()
        })
        .collect();
    let mut roster = Roster {
        path: path.to_owned(),
        ..Roster::default()
    };
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                mistake(
                    csv_line::record_line(bytes, error.position()),
                    format!("it is no CSV in UTF-8: {error}"),
                );
                return None;
            }
        };
        let line = csv_line::record_line(bytes, record.position());
        let mut row = RosterRow {
            line: u64::try_from(line).unwrap_or_default(),
            ..RosterRow::default()
        };
        for (column, cell) in columns.iter().zip(&record) {
            let Some(column) = column else { continue };
            if !cell.is_empty()
                && let Err(text) = column.set_cell(cell, &mut row)
            {
                mistake(line, text);
            }
        }
        if row.lookup_keys().next().is_none() {
            mistake(
                line,
                format!(
                    "nobody is named: expected a value in one of {}",
                    COLUMNS[..5].join(", ")
                ),
            );
        }
        if roster.rows.len() == MOST_STUDENTS {
            mistake(
                line,
                format!("more than {MOST_STUDENTS} rows: expected a list of students"),
            );
            return None;
        }
        roster.rows.push(row);
    }
    for (line, text) in roster.find_duplicates() {
        mistake(usize::try_from(line).unwrap_or_default(), text);
    }
    Some(roster)
}

/// What a column says.
enum RosterColumn<'a> {
    Text(usize),
    Extension(Option<&'a str>),
}

impl<'a> RosterColumn<'a> {
    fn from_title(title: &str, assignments: &[&'a str]) -> Result<RosterColumn<'a>, String> {
        let title = title.to_lowercase();
        if let Some(id) = title.strip_prefix("extension.") {
            let known = assignments.iter().find(|known| **known == id);
            return known
                .map(|id| RosterColumn::Extension(Some(id)))
                .ok_or_else(|| {
                    format!(
                        "found the column `{title}`: there is no assignment `{id}`{}",
                        nearest::describe_suggestion(id, assignments)
                    )
                });
        }
        match COLUMNS.iter().position(|known| *known == title) {
            Some(7) => Ok(RosterColumn::Extension(None)),
            Some(place) => Ok(RosterColumn::Text(place)),
            None => Err(format!(
                "found the column `{title}`, expected {} or extension.ASSIGNMENT{}; a file of grades is given with `--roster FILE`",
                COLUMNS.join(", "),
                nearest::describe_suggestion(&title, &COLUMNS)
            )),
        }
    }

    fn set_cell(&self, cell: &str, row: &mut RosterRow) -> Result<(), String> {
        let text = Some(cell.to_owned());
        match self {
            RosterColumn::Extension(id) => {
                let extension = parse_extension(cell)?;
                row.extensions.push((id.map(str::to_owned), extension));
            }
            RosterColumn::Text(0) => row.student = text,
            RosterColumn::Text(1) => row.id = text,
            RosterColumn::Text(2) => row.login = text,
            RosterColumn::Text(3) => row.email = text,
            RosterColumn::Text(4) => row.name = text,
            RosterColumn::Text(5) => row.section = text,
            RosterColumn::Text(_) => row.group = text,
        }
        Ok(())
    }
}

/// `2026-10-12 23:59`, or `+2days`.
fn parse_extension(cell: &str) -> Result<DueExtension, String> {
    let longer = cell
        .strip_prefix('+')
        .and_then(|time| humantime::parse_duration(time.trim()).ok());
    if let Some(time) = longer.and_then(|time| SignedDuration::try_from(time).ok()) {
        return Ok(DueExtension::Longer(time));
    }
    let until = cell.parse::<DateTime>().ok().filter(|_| cell.contains(':'));
    until.map(DueExtension::Until).ok_or_else(|| {
        format!("found the extension `{cell}`, expected a date and time such as `2026-10-12 23:59`, or a time such as `+2days`")
    })
}
