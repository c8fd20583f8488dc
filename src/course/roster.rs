//! `roster.csv`: who takes the course, beside the rubric.

use std::io::Read as _;
use std::path::Path;

use jiff::SignedDuration;
use jiff::civil::DateTime;

use super::config_file::Diagnostics;
use super::csv_line;
use super::diagnostic::Position;
use crate::model::bounds::MOST_STUDENTS;
use crate::model::{Extension, Roster, RosterRow};
use crate::nearest;

/// The file beside the rubric.
pub(super) const ROSTER: &str = "roster.csv";

/// The columns that are known; `extension` may have an assignment's id behind a dot.
const COLUMNS: [&str; 8] =
    ["student", "id", "login", "email", "name", "section", "group", "extension"];

/// A larger file is no list of students.
const LARGEST: u64 = 16 << 20;

/// Reads a roster whose extensions may be for these assignments. Every mistake is marked.
pub(super) fn roster(
    path: &Path,
    assignments: &[&str],
    diagnostics: &Diagnostics,
) -> Option<Roster> {
    let mut bytes = Vec::new();
    let read =
        std::fs::File::open(path).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes));
    if let Err(error) = read {
        diagnostics.file(path, format!("cannot be read: {error}"));
        return None;
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let mut reader =
        csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(bytes);
    let mistake = |line: usize, text: String| {
        diagnostics.at(path, Position { line, column: 1 }, text);
    };
    let headers = match reader.headers() {
        Ok(headers) => headers.clone(),
        Err(error) => {
            mistake(1, format!("it is no CSV in UTF-8: {error}"));
            return None;
        }
    };
    let columns: Vec<Option<Column<'_>>> = headers
        .iter()
        .map(|title| {
            let column = Column::of(title, assignments);
            if let Err(text) = &column {
                mistake(1, text.clone());
            }
            column.ok()
        })
        .collect();
    let mut roster = Roster { path: path.to_owned(), ..Roster::default() };
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                mistake(
                    csv_line::line(bytes, error.position()),
                    format!("it is no CSV in UTF-8: {error}"),
                );
                return None;
            }
        };
        let line = csv_line::line(bytes, record.position());
        let mut row =
            RosterRow { line: u64::try_from(line).unwrap_or_default(), ..RosterRow::default() };
        for (column, cell) in columns.iter().zip(&record) {
            let Some(column) = column else { continue };
            if !cell.is_empty()
                && let Err(text) = column.put(cell, &mut row)
            {
                mistake(line, text);
            }
        }
        if row.keys().next().is_none() {
            mistake(
                line,
                format!("nobody is named: expected a value in one of {}", COLUMNS[..5].join(", ")),
            );
        }
        if roster.rows.len() == MOST_STUDENTS {
            mistake(line, format!("more than {MOST_STUDENTS} rows: expected a list of students"));
            return None;
        }
        roster.rows.push(row);
    }
    for (line, text) in roster.duplicates() {
        mistake(usize::try_from(line).unwrap_or_default(), text);
    }
    Some(roster)
}

/// What a column says.
enum Column<'a> {
    Text(usize),
    Extension(Option<&'a str>),
}

impl<'a> Column<'a> {
    fn of(title: &str, assignments: &[&'a str]) -> Result<Column<'a>, String> {
        let title = title.to_lowercase();
        if let Some(id) = title.strip_prefix("extension.") {
            let known = assignments.iter().find(|known| **known == id);
            return known.map(|id| Column::Extension(Some(id))).ok_or_else(|| {
                format!(
                    "found the column `{title}`: there is no assignment `{id}`{}",
                    nearest::hint(id, assignments)
                )
            });
        }
        match COLUMNS.iter().position(|known| *known == title) {
            Some(7) => Ok(Column::Extension(None)),
            Some(place) => Ok(Column::Text(place)),
            None => Err(format!(
                "found the column `{title}`, expected {} or extension.ASSIGNMENT{}; a file of grades is given with `--roster FILE`",
                COLUMNS.join(", "),
                nearest::hint(&title, &COLUMNS)
            )),
        }
    }

    fn put(&self, cell: &str, row: &mut RosterRow) -> Result<(), String> {
        let text = Some(cell.to_owned());
        match self {
            Column::Extension(id) => {
                let extension = extension(cell)?;
                row.extensions.push((id.map(str::to_owned), extension));
            }
            Column::Text(0) => row.student = text,
            Column::Text(1) => row.id = text,
            Column::Text(2) => row.login = text,
            Column::Text(3) => row.email = text,
            Column::Text(4) => row.name = text,
            Column::Text(5) => row.section = text,
            Column::Text(_) => row.group = text,
        }
        Ok(())
    }
}

/// `2026-10-12 23:59`, or `+2days`.
fn extension(cell: &str) -> Result<Extension, String> {
    let longer =
        cell.strip_prefix('+').and_then(|time| humantime::parse_duration(time.trim()).ok());
    if let Some(time) = longer.and_then(|time| SignedDuration::try_from(time).ok()) {
        return Ok(Extension::Longer(time));
    }
    let until = cell.parse::<DateTime>().ok().filter(|_| cell.contains(':'));
    until.map(Extension::Until).ok_or_else(|| {
        format!("found the extension `{cell}`, expected a date and time such as `2026-10-12 23:59`, or a time such as `+2days`")
    })
}
