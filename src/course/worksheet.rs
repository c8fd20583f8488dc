//! A worksheet that a person has filled in: points and reasons for criteria that a person judges.

use std::path::Path;

use super::config_file::Diagnostics;
use super::diagnostic::{DiagnosticList, Position};
use crate::formula::as_written;
use crate::model::{Override, Points};
use crate::nearest;

/// The columns that are read; what else there is helps whoever fills them in.
const COLUMNS: [&str; 6] = ["student", "assignment", "criterion", "was", "points", "reason"];

/// Reads what was filled in: each row with points, as an override by `by`.
///
/// # Errors
///
/// Everything that is wrong, each with its file and line.
pub fn load_worksheet(path: &Path, by: &str) -> Result<Vec<Override>, DiagnosticList> {
    let diagnostics = Diagnostics::default();
    let read = read(path, by, &diagnostics);
    diagnostics.judge(path, read)
}

fn read(path: &Path, by: &str, diagnostics: &Diagnostics) -> Option<Vec<Override>> {
    let bytes = std::fs::read(path)
        .map_err(|error| diagnostics.file(path, format!("cannot be read: {error}")))
        .ok()?;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    // Where a comma is part of numbers, spreadsheets write semicolons.
    let delimiter = if first.contains(&b';') && !first.contains(&b',') { b';' } else { b',' };
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).trim(csv::Trim::All).from_reader(bytes);
    let mistake = |line: u64, text: String| {
        let line = usize::try_from(line).unwrap_or_default();
        diagnostics.at(path, Position { line, column: 1 }, text);
    };
    let headers = reader
        .headers()
        .map_err(|error| mistake(1, format!("it is no CSV in UTF-8: {error}")))
        .ok()?
        .clone();
    let titles: Vec<&str> = headers.iter().collect();
    let mut places = [0; COLUMNS.len()];
    for (place, wanted) in places.iter_mut().zip(COLUMNS) {
        let Some(found) = titles.iter().position(|title| title == &wanted) else {
            mistake(1, format!("there is no column `{wanted}`{}", nearest::hint(wanted, &titles)));
            return None;
        };
        *place = found;
    }
    let mut overrides = Vec::new();
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                let line = error.position().map_or(1, csv::Position::line);
                mistake(line, format!("it is no row of this table: {error}"));
                return None;
            }
        };
        let line = record.position().map_or(1, csv::Position::line);
        let cell =
            |column: usize| as_written(record.get(places[column]).unwrap_or_default()).to_owned();
        if cell(4).is_empty() {
            continue;
        }
        let Some(points) = number(&cell(4)) else {
            mistake(line, format!("found `{}` as points, expected a number from 0 on", cell(4)));
            continue;
        };
        let reason = cell(5);
        overrides.push(Override {
            student: cell(0),
            assignment: cell(1),
            criterion: Some(cell(2)).filter(|id| !id.is_empty()),
            points: Some(points),
            was: number(&cell(3)),
            reason: if reason.is_empty() { "Judged by hand.".to_owned() } else { reason },
            by: by.to_owned(),
            place: format!("{}:{line}", path.display()),
        });
    }
    Some(overrides)
}

fn number(cell: &str) -> Option<Points> {
    let number: f64 = cell.replace(',', ".").parse().ok()?;
    (0.0..=1e6).contains(&number).then(|| Points::from_number(number))
}
