//! Canvas: `Student,ID,SIS Login ID,Section,Lab 3 (98765)`.
//!
//! Canvas takes a student by the number, and would make a new assignment of a title that it does not know. A row
//! `Points Possible` would set the assignment's points, and a column of another assignment that one's grades: neither is written.

use std::sync::LazyLock;

use regex::Regex;

use super::column::{ColumnWish, candidates, chosen};
use super::error::{Complaint, UploadError};
use super::sheet::{Excess, RowStudent, Sheet, number, required};
use super::table::Table;
use crate::formula::inert;
use crate::identity::Identity;
use crate::model::Points;

/// An assignment's title with Canvas' number of it.
static ASSIGNMENT: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^(.+) \(\d+\)$").ok());

/// In the first cell, these make a row set the points of assignments, even if a student is called so.
const POINTS_POSSIBLE: &str = "Points Possible";

const EXPECTED: &str = "the gradebook of Canvas as CSV (`Student,ID,…,Section,…`)";

/// What the titles say of students.
struct Columns {
    names: Vec<usize>,
    id: usize,
    number: Option<usize>,
    login: Option<usize>,
    section: usize,
}

/// Whether a file has the titles of Canvas' gradebook.
pub(super) fn is_meant(table: &Table) -> bool {
    let has = |title| table.column(title).is_some();
    has("ID") && has("Section") && (has("Student") || (has("LastName") && has("FirstName")))
}

fn columns(table: &Table) -> Result<Columns, Complaint> {
    let id = required(table, "ID", EXPECTED)?;
    let section = required(table, "Section", EXPECTED)?;
    let (last, first) = (table.column("LastName"), table.column("FirstName"));
    let names: Vec<usize> = match (last, first) {
        (Some(last), Some(first)) => vec![last, first],
        _ => vec![required(table, "Student", EXPECTED)?],
    };
    let (login, number) = (table.column("SIS Login ID"), table.column("SIS User ID"));
    Ok(Columns { names, id, number, login, section })
}

/// Everybody in the file. A row without `ID` is about the columns: the points of each, or how it is posted.
pub(super) fn students(table: &Table) -> Result<Vec<RowStudent>, Complaint> {
    let Columns { names, id, number, login, section } = columns(table)?;
    let mut students = Vec::new();
    for row in 1..table.rows.len() {
        let text = |column: usize| table.text(row, column).to_owned();
        let optional = |column: Option<usize>| column.map_or(String::new(), text);
        if text(id).is_empty() {
            continue;
        }
        let parts: Vec<&str> = names.iter().map(|column| table.text(row, *column)).collect();
        let person = Identity {
            id: text(id),
            number: optional(number),
            login: optional(login),
            names: vec![parts.join(", ")],
            ..Identity::default()
        };
        students.push(RowStudent { row, person, section: text(section), ..RowStudent::default() });
    }
    Ok(students)
}

pub(super) fn read(table: &Table, wish: ColumnWish<'_>) -> Result<Sheet, Complaint> {
    let Columns { names, id, login, section, .. } = columns(table)?;
    let titles = table.titles();
    let candidates = candidates(&titles, item_name);
    let column = chosen(&candidates, wish)?;
    let mut about_columns = (1..table.rows.len()).filter(|row| table.text(*row, id).is_empty());
    let maximum = about_columns.find_map(|row| {
        let text = table.text(row, column.place);
        number(text).is_some().then_some(text)
    });
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
        students: students(table)?,
        maximum: maximum.and_then(number).map(Points::from_number),
        excess: Excess::Taken,
        has_decimal_comma: maximum.is_some_and(|text| text.contains(',')),
        // Its header row would not be recognised.
        rejects_mark: true,
        remarks: Vec::new(),
    })
}

/// The assignment's name in a title.
fn item_name(title: &str) -> Option<&str> {
    Some(ASSIGNMENT.as_ref()?.captures(title)?.get(1)?.as_str())
}

/// A gradebook of those whose numbers are known, for whoever has no file of Canvas'.
pub(super) fn made(recipients: &[&Identity], column: Option<&str>) -> Result<Table, UploadError> {
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
        if !recipient.id.is_empty() {
            let name = recipient.names.first().map(|name| inert(name).into_owned());
            let name = name.unwrap_or_default();
            rows.push(vec![name, recipient.id.clone(), String::new(), String::new()]);
        }
    }
    Ok(Table::new(&rows))
}
