//! Canvas: `Student,ID,SIS Login ID,Section,Lab 3 (98765)`.
//!
//! Canvas takes a student by the number, and would make a new assignment of a title that it does not know. A row
//! `Points Possible` would set the assignment's points, and a column of another assignment that one's grades: neither is written.

use std::sync::LazyLock;

use regex::Regex;

use super::column::{ColumnWish, candidates, chosen};
use super::error::{Complaint, UploadError};
use super::recipient::Recipient;
use super::sheet::{Excess, RowStudent, Sheet, number, required};
use super::table::Table;
use crate::formula::inert;
use crate::model::Points;

/// An assignment's title with Canvas' number of it.
static ASSIGNMENT: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^(.+) \(\d+\)$").ok());

/// In the first cell, these make a row set the points of assignments, even if a student is called so.
const POINTS_POSSIBLE: &str = "Points Possible";

const EXPECTED: &str = "the gradebook of Canvas as CSV (`Student,ID,…,Section,…`)";

pub(super) fn read(table: &Table, wish: ColumnWish<'_>) -> Result<Sheet, Complaint> {
    let id = required(table, "ID", EXPECTED)?;
    let section = required(table, "Section", EXPECTED)?;
    let (last, first) = (table.column("LastName"), table.column("FirstName"));
    let names: Vec<usize> = match (last, first) {
        (Some(last), Some(first)) => vec![last, first],
        _ => vec![required(table, "Student", EXPECTED)?],
    };
    let (login, number_of_school) = (table.column("SIS Login ID"), table.column("SIS User ID"));
    let titles = table.titles();
    let candidates = candidates(&titles, item_name);
    let column = chosen(&candidates, wish)?;
    let optional = |row: usize, column: Option<usize>| {
        column.map_or(String::new(), |column| table.text(row, column).to_owned())
    };
    let mut students = Vec::new();
    let mut maximum = None;
    for row in 1..table.rows.len() {
        let own = table.text(row, id);
        if own.is_empty() {
            // What stands above the students is about the columns: the points of each, or how it is posted.
            maximum =
                maximum.or(Some(table.text(row, column.place)).filter(|it| number(it).is_some()));
            continue;
        }
        let parts: Vec<&str> = names.iter().map(|column| table.text(row, *column)).collect();
        students.push(RowStudent {
            row,
            id: own.to_owned(),
            number: optional(row, number_of_school),
            login: optional(row, login),
            names: vec![parts.join(", ")],
            ..RowStudent::default()
        });
    }
    let mut kept: Vec<usize> = names.clone();
    kept.push(id);
    kept.extend(login);
    kept.extend([section, column.place]);
    Ok(Sheet {
        title: column.title.to_owned(),
        grade: column.place,
        kept,
        free_text: names,
        reserved: POINTS_POSSIBLE,
        students,
        maximum: maximum.and_then(number).map(Points::from_number),
        excess: Excess::Taken,
        has_decimal_comma: maximum.is_some_and(|text| text.contains(',')),
        confirms_names: false,
        remarks: Vec::new(),
    })
}

/// The assignment's name in a title.
fn item_name(title: &str) -> Option<&str> {
    Some(ASSIGNMENT.as_ref()?.captures(title)?.get(1)?.as_str())
}

/// A gradebook of those whose numbers are known, for whoever has no file of Canvas'.
pub(super) fn made(recipients: &[&Recipient], column: Option<&str>) -> Result<Table, UploadError> {
    let title = column.filter(|title| item_name(title).is_some()).ok_or_else(|| {
        UploadError::Refused(format!(
            "{}; without a file, --column has to be the assignment's title with its number, as in 'Lab 3 (98765)': the number \
             stands at the end of the assignment's address, and without it Canvas would make a new assignment. Or give the file \
             of Canvas' gradebook: Grades → Export",
            column.map_or("no file was given".to_owned(), |title| format!("`{title}` has no number"))
        ))
    })?;
    let header = ["Student", "ID", "Section", title].map(str::to_owned).to_vec();
    let mut rows = vec![header];
    for recipient in recipients {
        if let Some(id) = &recipient.id {
            let name = inert(&recipient.name).into_owned();
            rows.push(vec![name, id.clone(), String::new(), String::new()]);
        }
    }
    Ok(Table::new(&rows))
}
