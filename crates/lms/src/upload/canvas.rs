//! Canvas: `Student,ID,SIS Login ID,Section,Lab 3 (98765)`.
//!
//! Canvas takes a student by the number, and would make a new assignment of a title that it does not know. A row
//! `Points Possible` would set the assignment's points, and a column of another assignment that one's grades: neither is written.

use std::sync::LazyLock;

use super::file::{TableError, UploadError};
use super::sheet::{
    ColumnRequest, ExcessPolicy, GradeSheet, RowStudent, choose_column, find_candidates,
    parse_number, required_column,
};
use super::table::UploadTable;
use crate::identity::PersonIdentity;
use model::Points;
use regex::Regex;
use support::formula::escape_formula;

/// An assignment's title with Canvas' number of it.
static ASSIGNMENT: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^(.+) \(\d+\)$").ok());

/// In the first cell, these make a row set the points of assignments, even if a student is called so.
const POINTS_POSSIBLE: &str = "Points Possible";

const EXPECTED: &str = "the gradebook of Canvas as CSV (`Student,ID,…,Section,…`)";

/// What the titles say of students.
struct CanvasColumns {
    names: Vec<usize>,
    id: usize,
    number: Option<usize>,
    login: Option<usize>,
    section: usize,
}

/// Whether a file has the titles of Canvas' gradebook.
pub(super) fn can_read_table(table: &UploadTable) -> bool {
    let has = |title| table.find_column(title).is_some();
    has("ID") && has("Section") && (has("Student") || (has("LastName") && has("FirstName")))
}

fn find_columns(table: &UploadTable) -> Result<CanvasColumns, TableError> {
    let id = required_column(table, "ID", EXPECTED)?;
    let section = required_column(table, "Section", EXPECTED)?;
    let last = table.find_column("LastName");
    let first = table.find_column("FirstName");
    let names: Vec<usize> = match (last, first) {
        (Some(last), Some(first)) => vec![last, first],
        _ => vec![required_column(table, "Student", EXPECTED)?],
    };
    let login = table.find_column("SIS Login ID");
    let number = table.find_column("SIS User ID");
    Ok(CanvasColumns {
        names,
        id,
        number,
        login,
        section,
    })
}

/// Everybody in the file. A row without `ID` is about the columns: the points of each, or how it is posted.
pub(super) fn read_students(table: &UploadTable) -> Result<Vec<RowStudent>, TableError> {
    let CanvasColumns {
        names,
        id,
        number,
        login,
        section,
    } = find_columns(table)?;
    let mut students = Vec::new();
    for row in 1..table.rows.len() {
        let text = |column: usize| table.cell_text(row, column).to_owned();
        if text(id).is_empty() {
            continue;
        }
        let parts: Vec<&str> = names
            .iter()
            .map(|column| table.cell_text(row, *column))
            .collect();
        let person = PersonIdentity {
            id: text(id),
            number: table.optional_cell_text(row, number),
            login: table.optional_cell_text(row, login),
            names: vec![parts.join(", ")],
            ..PersonIdentity::default()
        };
        students.push(RowStudent {
            row,
            person,
            section: text(section),
            ..RowStudent::default()
        });
    }
    Ok(students)
}

pub(super) fn read_sheet(
    table: &UploadTable,
    wish: ColumnRequest<'_>,
) -> Result<GradeSheet, TableError> {
    let CanvasColumns {
        names,
        id,
        login,
        section,
        ..
    } = find_columns(table)?;
    let titles = table.titles();
    let candidates = find_candidates(&titles, item_name);
    let column = choose_column(&candidates, wish)?;
    let mut about_columns =
        (1..table.rows.len()).filter(|row| table.cell_text(*row, id).is_empty());
    let maximum = about_columns.find_map(|row| {
        let text = table.cell_text(row, column.place);
        parse_number(text).is_some().then_some(text)
    });
    let mut kept: Vec<usize> = names.clone();
    kept.push(id);
    kept.extend(login);
    kept.extend([section, column.place]);
    Ok(GradeSheet {
        title: column.title.to_owned(),
        grade: column.place,
        output_columns: kept,
        free_text: names,
        reserved: POINTS_POSSIBLE,
        students: read_students(table)?,
        maximum: maximum.and_then(parse_number).map(Points::from_number),
        excess: ExcessPolicy::Taken,
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
pub(super) fn build_table(
    recipients: &[&PersonIdentity],
    column: Option<&str>,
) -> Result<UploadTable, UploadError> {
    let title = column.filter(|title| item_name(title).is_some()).ok_or_else(|| {
        UploadError::Refused(format!(
            "{}; without a file, --column has to be the assignment's title with its number, as in 'Lab 3 (98765)': the number \
             stands at the end of the assignment's address, and without it Canvas would make a new assignment. Or give the file \
             of Canvas' gradebook: Grades → Export",
            column.map_or("no file was given".to_owned(), |title| format!("`{title}` has no number"))
        ))
    })?;
    let header = ["Student", "ID", "Section", title]
        .map(str::to_owned)
        .to_vec();
    let mut rows = vec![header];
    for recipient in recipients {
        if !recipient.id.is_empty() {
            let name = recipient
                .names
                .first()
                .map(|name| escape_formula(name).into_owned());
            let name = name.unwrap_or_default();
            rows.push(vec![
                name,
                recipient.id.clone(),
                String::new(),
                String::new(),
            ]);
        }
    }
    Ok(UploadTable::new(&rows))
}
