//! Blackboard Learn: `Last Name`, `First Name`, `Username`, and `Lab 3 [Total Pts: 10 Score] |1702852` for each item.
//!
//! Users are told apart by `Username`. A title without the number behind `|` would make a new column. Notes and feedback beside an
//! item are not written, so what is there stays.

use std::sync::LazyLock;

use regex::Regex;

use super::column::{ColumnWish, candidates, chosen};
use super::error::Complaint;
use super::sheet::{Excess, RowStudent, Sheet, number, required};
use super::table::Table;
use crate::identity::Identity;
use crate::model::Points;

/// `Lab 3 [Total Pts: up to 10 Score] |1702852`.
static ITEM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?P<name>.+?) \[Total Pts: (?:up to )?(?P<points>[^\] ]+)(?: (?P<kind>[^\]]+))?\](?: \|(?P<id>\d+))?$").ok()
});

const EXPECTED: &str = "a download of the Grade Center (`Last Name`, `First Name`, `Username`, …)";

/// Whether a file has the titles of the Grade Center.
pub(super) fn is_meant(table: &Table) -> bool {
    ["Last Name", "First Name", "Username"].iter().all(|title| table.column(title).is_some())
}

/// Where the names are: `Last Name`, `First Name`.
fn name_columns(table: &Table) -> Vec<usize> {
    ["Last Name", "First Name"].iter().filter_map(|title| table.column(title)).collect()
}

/// Everybody in the file.
pub(super) fn students(table: &Table) -> Result<Vec<RowStudent>, Complaint> {
    let login = required(table, "Username", EXPECTED)?;
    let (names, school) = (name_columns(table), table.column("Student ID"));
    let mut students = Vec::new();
    for row in 1..table.rows.len() {
        let own = table.text(row, login);
        if own.is_empty() {
            continue;
        }
        let parts: Vec<&str> = names.iter().map(|column| table.text(row, *column)).collect();
        let person = Identity {
            id: own.to_owned(),
            login: own.to_owned(),
            number: school.map_or(String::new(), |column| table.text(row, column).to_owned()),
            names: vec![parts.join(", ")],
            ..Identity::default()
        };
        students.push(RowStudent { row, person, ..RowStudent::default() });
    }
    Ok(students)
}

pub(super) fn read(table: &Table, wish: ColumnWish<'_>) -> Result<Sheet, Complaint> {
    let login = required(table, "Username", EXPECTED)?;
    let (names, school) = (name_columns(table), table.column("Student ID"));
    let titles = table.titles();
    let candidates = candidates(&titles, item_name);
    let column = chosen(&candidates, wish)?;
    let maximum = points_of(column.title)?;
    let mut kept: Vec<usize> = names.clone();
    kept.push(login);
    kept.extend(school);
    kept.sort_unstable();
    kept.push(column.place);
    Ok(Sheet {
        title: column.title.to_owned(),
        grade: column.place,
        kept,
        free_text: names,
        reserved: "",
        students: students(table)?,
        maximum,
        excess: Excess::Taken,
        has_decimal_comma: false,
        rejects_mark: false,
        remarks: Vec::new(),
    })
}

/// The assignment's name in a title.
fn item_name(title: &str) -> Option<&str> {
    Some(ITEM.as_ref()?.captures(title)?.name("name")?.as_str())
}

/// The points of an item, if it takes points at all.
fn points_of(title: &str) -> Result<Option<Points>, Complaint> {
    let Some(found) = ITEM.as_ref().and_then(|item| item.captures(title)) else { return Ok(None) };
    if found.name("id").is_none() {
        return Err(Complaint::new(
            1,
            format!(
                "`{title}` has no number behind a `|`, and Blackboard would make a new column of it; download the Grade Center again \
                 and give the file as it is"
            ),
        ));
    }
    match found.name("kind").map(|kind| kind.as_str()) {
        None | Some("Score") => {}
        Some(kind) => {
            return Err(Complaint::new(
                1,
                format!(
                    "`{title}` is shown as `{kind}`, and Blackboard would take points for that; set the column's primary display to \
                     Score and download it again"
                ),
            ));
        }
    }
    let points = found.name("points").and_then(|points| number(points.as_str()));
    Ok(points.map(Points::from_number))
}
