//! `roster.csv`: who takes the course, beside the rubric.

use std::path::Path;

use jiff::SignedDuration;
use jiff::civil::DateTime;

use super::config_file::DiagnosticCollector;
use super::csv_line;
use super::table_text::{self, TableText, UnclearEncoding};
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

/// Reads a roster whose extensions may be for these assignments. Every mistake is marked.
pub(super) fn parse_roster(
    path: &Path,
    assignments: &[&str],
    diagnostics: &DiagnosticCollector,
) -> Option<Roster> {
    let bytes = table_text::read_table(path, diagnostics)?;
    let table = match table_text::decode_table(&bytes) {
        Ok(table) => table,
        Err(unclear) => {
            let text = describe_unclear_encoding(&unclear, path);
            diagnostics.report_line(path, unclear.text.as_bytes(), unclear.line, text);
            return None;
        }
    };
    let delimiter = table_text::detect_delimiter(&table.text, |title| {
        let title = title.to_lowercase();
        COLUMNS.contains(&title.as_str()) || title.starts_with("extension.")
    });
    let bytes = table.text.as_bytes();
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(bytes);
    let mistake = |line: usize, text: String| {
        diagnostics.report_line(path, bytes, line, text);
    };
    let headers = match reader.headers() {
        Ok(headers) => headers.clone(),
        Err(error) => {
            mistake(1, format!("it is no CSV: {error}"));
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
        remarks: describe_format(&table, delimiter, path),
        ..Roster::default()
    };
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                mistake(
                    csv_line::record_line(bytes, error.position()),
                    format!("it is no CSV: {error}"),
                );
                return None;
            }
        };
        // Spreadsheets save rows that were emptied.
        if record.iter().all(str::is_empty) {
            continue;
        }
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

/// What the instructor should know of how the file was read.
fn describe_format(table: &TableText<'_>, delimiter: u8, path: &Path) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Some((line, word)) = &table.converted {
        remarks.push(format!(
            "{} is not in UTF-8; it was read as Windows-1252, with `{word}` in line {line}",
            path.display()
        ));
    }
    if delimiter != b',' {
        let name = if delimiter == b'\t' {
            "tabs"
        } else {
            "semicolons"
        };
        remarks.push(format!("{} has {name} between its columns", path.display()));
    }
    remarks
}

fn describe_unclear_encoding(unclear: &UnclearEncoding, path: &Path) -> String {
    match &unclear.reading {
        None => "the file is not in UTF-8, and its encoding is unknown; save it as “CSV UTF-8”"
            .to_owned(),
        Some(word) => {
            let file = path.display();
            format!(
                "the file is not in UTF-8; in Windows-1252 this is `{word}`, but other encodings are possible. Save the file as \
                 “CSV UTF-8”, or, if `{word}` is right, convert it with `iconv -f WINDOWS-1252 -t UTF-8 {file} > utf-8.csv`"
            )
        }
    }
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
