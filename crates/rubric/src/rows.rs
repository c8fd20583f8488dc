//! A table of cases, `NAME.csv`: each row is one, and `NAME.toml` beside it holds what they share.

use std::ops::Range;

use csv::{Reader, StringRecord, Trim};

use super::config_file::ConfigFile;
use super::csv_line;
use super::input_text::InputText;
use super::raw;
use super::spanned::Spanned;
use super::words::describe_unknown;

/// The columns that a table may have.
const COLUMNS: [&str; 6] = ["name", "description", "input", "args", "weight", "expected"];

/// More rows are no table that somebody reviewed.
const MOST: usize = 10_000;

/// One row.
#[derive(Debug)]
pub(super) struct CaseTableRow {
    /// What follows the table's name in the case's: the row's name, or its number.
    pub(super) name: String,
    /// Where it stands in the table.
    pub(super) at: Range<usize>,
    description: Option<String>,
    input: Option<String>,
    args: Option<Vec<String>>,
    weight: Option<u32>,
    /// All that must be printed.
    pub(super) expected: Option<Vec<u8>>,
}

impl CaseTableRow {
    /// Puts what the row says into the keys that all rows share.
    pub(super) fn apply_to(&self, table: &str, raw: &mut raw::RawCase) {
        let placed = |text: String| Spanned::new(self.at.clone(), text);
        if let Some(text) = &self.input {
            raw.input = Some(Spanned::new(
                self.at.clone(),
                InputText::Block(text.clone()),
            ));
        }
        if let Some(text) = &self.description {
            raw.description = Some(placed(text.clone()));
        } else if raw.description.is_none() {
            raw.description = Some(placed(format!("The row {} of {table}.csv", self.name)));
        }
        if let Some(words) = &self.args {
            let words = words.iter().map(|word| placed(word.clone())).collect();
            raw.args = Some(Spanned::new(self.at.clone(), words));
        }
        if let Some(weight) = self.weight {
            raw.weight = Some(Spanned::new(self.at.clone(), weight));
        }
    }
}

/// The rows of a table; what is wrong is marked.
pub(super) fn parse_rows(table: &ConfigFile<'_>) -> Vec<CaseTableRow> {
    let mut reader = csv::ReaderBuilder::new()
        .trim(Trim::Headers)
        .from_reader(table.text().as_bytes());
    let Some(columns) = parse_columns(table, &mut reader) else {
        return Vec::new();
    };
    let mut rows: Vec<CaseTableRow> = Vec::new();
    for (number, record) in (1..).zip(reader.records()) {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                table.report(
                    &position_range(table, error.position()),
                    format!("this row is no CSV: {error}"),
                );
                continue;
            }
        };
        let at = position_range(table, record.position());
        if number > MOST {
            table.report(
                &at,
                format!("more than {MOST} rows: write files `NAME.in` instead"),
            );
            break;
        }
        let Some(row) = parse_row(table, &columns, &record, number, at) else {
            continue;
        };
        if rows.iter().any(|earlier| earlier.name == row.name) {
            table.report(
                &row.at,
                format!("a second row with the name `{}`", row.name),
            );
        } else {
            rows.push(row);
        }
    }
    if rows.is_empty()
        && !table
            .diagnostics()
            .has_mistake_in(|file| file == table.path())
    {
        table.report(
            &(0..0),
            "there is no row below the columns: each row is a case",
        );
    }
    rows
}

fn parse_columns(table: &ConfigFile<'_>, reader: &mut Reader<&[u8]>) -> Option<Vec<&'static str>> {
    let headers = match reader.headers() {
        Ok(headers) => headers.clone(),
        Err(error) => {
            table.report(
                &position_range(table, error.position()),
                format!("this is no CSV: {error}"),
            );
            return None;
        }
    };
    let mut columns = Vec::new();
    for typed in &headers {
        let Some(known) = COLUMNS.iter().find(|known| **known == typed) else {
            table.report(
                &line_range(table, 0),
                describe_unknown("column", typed, &COLUMNS),
            );
            return None;
        };
        if columns.contains(known) {
            table.report(
                &line_range(table, 0),
                format!("the column `{known}` is there twice"),
            );
            return None;
        }
        columns.push(*known);
    }
    Some(columns)
}

fn parse_row(
    table: &ConfigFile<'_>,
    columns: &[&str],
    record: &StringRecord,
    number: usize,
    at: Range<usize>,
) -> Option<CaseTableRow> {
    let cell = |wanted: &str| {
        let place = columns.iter().position(|column| *column == wanted)?;
        record.get(place)
    };
    let filled = |wanted: &str| cell(wanted).map(str::trim).filter(|text| !text.is_empty());
    let name = filled("name").map_or_else(|| number.to_string(), str::to_owned);
    if !name
        .chars()
        .all(|it| it.is_ascii_alphanumeric() || "._-".contains(it))
    {
        let text = format!("found the name `{name}`, expected letters, digits, `.`, `_` or `-`");
        table.report(&at, text);
        return None;
    }
    let weight = match filled("weight").map(str::parse) {
        Some(Err(_)) => {
            let found = filled("weight").unwrap_or_default();
            table.report(
                &at,
                format!("found the weight `{found}`, expected a whole number"),
            );
            return None;
        }
        weight => weight.and_then(Result::ok),
    };
    let args = match filled("args").map(|text| (text, shlex::split(text))) {
        Some((text, None)) => {
            table.report(
                &at,
                format!("found the arguments `{text}`, expected words as a shell reads them"),
            );
            return None;
        }
        args => args.and_then(|(_, words)| words),
    };
    let description = filled("description").map(str::to_owned);
    let input = cell("input").map(with_final_newline);
    let expected = cell("expected").map(|text| with_final_newline(text).into_bytes());
    Some(CaseTableRow {
        name,
        at,
        description,
        input,
        args,
        weight,
        expected,
    })
}

/// A cell as the text of a file: its last line ends, too.
fn with_final_newline(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    if text.is_empty() || text.ends_with('\n') {
        text
    } else {
        text + "\n"
    }
}

fn position_range(table: &ConfigFile<'_>, position: Option<&csv::Position>) -> Range<usize> {
    let start = csv_line::record_start(table.text().as_bytes(), position);
    line_range(table, start)
}

/// The rest of the line that has this byte.
fn line_range(table: &ConfigFile<'_>, start: usize) -> Range<usize> {
    let rest = table.text().get(start..).unwrap_or_default();
    start..start + rest.lines().next().unwrap_or_default().len()
}
