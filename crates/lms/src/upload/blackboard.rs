//! Blackboard Learn: `Last Name`, `First Name`, `Username`, and `Lab 3 [Total Pts: 10 Score] |1702852` for each item.
//!
//! Users are told apart by `Username`. A title without the number behind `|` would make a new column. Notes and feedback beside an
//! item are not written, so what is there stays.

use std::sync::LazyLock;

use super::file::TableError;
use super::sheet::{
    ColumnRequest, ExcessPolicy, GradeSheet, RowStudent, choose_column, find_candidates,
    parse_number, required_column,
};
use super::table::UploadTable;
use crate::identity::PersonIdentity;
use model::Points;
use regex::Regex;

/// `Lab 3 [Total Pts: up to 10 Score] |1702852`.
static ITEM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?P<name>.+?) \[Total Pts: (?:up to )?(?P<points>[^\] ]+)(?: (?P<kind>[^\]]+))?\](?: \|(?P<id>\d+))?$").ok()
});

const EXPECTED: &str = "a download of the Grade Center (`Last Name`, `First Name`, `Username`, …)";

/// Whether a file has the titles of the Grade Center.
pub(super) fn can_read_table(table: &UploadTable) -> bool {
    ["Last Name", "First Name", "Username"]
        .iter()
        .all(|title| table.find_column(title).is_some())
}

/// Where the names are: `Last Name`, `First Name`.
fn name_columns(table: &UploadTable) -> Vec<usize> {
    ["Last Name", "First Name"]
        .iter()
        .filter_map(|title| table.find_column(title))
        .collect()
}

/// Everybody in the file.
pub(super) fn read_students(table: &UploadTable) -> Result<Vec<RowStudent>, TableError> {
    let login = required_column(table, "Username", EXPECTED)?;
    let names = name_columns(table);
    let school = table.find_column("Student ID");
    let mut students = Vec::new();
    for row in 1..table.rows.len() {
        let own = table.cell_text(row, login);
        if own.is_empty() {
            continue;
        }
        let parts: Vec<&str> = names
            .iter()
            .map(|column| table.cell_text(row, *column))
            .collect();
        let person = PersonIdentity {
            id: own.to_owned(),
            login: own.to_owned(),
            number: school.map_or(String::new(), |column| {
                table.cell_text(row, column).to_owned()
            }),
            names: vec![parts.join(", ")],
            has_name_columns: names.len() == 2,
            ..PersonIdentity::default()
        };
        students.push(RowStudent {
            row,
            person,
            ..RowStudent::default()
        });
    }
    Ok(students)
}

pub(super) fn read_sheet(
    table: &UploadTable,
    wish: ColumnRequest<'_>,
) -> Result<GradeSheet, TableError> {
    let login = required_column(table, "Username", EXPECTED)?;
    let names = name_columns(table);
    let school = table.find_column("Student ID");
    let titles = table.titles();
    let candidates = find_candidates(&titles, item_name);
    let column = choose_column(&candidates, wish)?;
    let maximum = maximum_points(column.title)?;
    let mut kept: Vec<usize> = names.clone();
    kept.push(login);
    kept.extend(school);
    kept.sort_unstable();
    kept.push(column.place);
    Ok(GradeSheet {
        title: column.title.to_owned(),
        grade: column.place,
        output_columns: kept,
        free_text: names,
        reserved: "",
        students: read_students(table)?,
        maximum,
        excess: ExcessPolicy::Taken,
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
fn maximum_points(title: &str) -> Result<Option<Points>, TableError> {
    let Some(found) = ITEM.as_ref().and_then(|item| item.captures(title)) else {
        return Ok(None);
    };
    if found.name("id").is_none() {
        return Err(TableError::new(
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
            return Err(TableError::new(
                1,
                format!(
                    "`{title}` is shown as `{kind}`, and Blackboard would take points for that; set the column's primary display to \
                     Score and download it again"
                ),
            ));
        }
    }
    let points = found
        .name("points")
        .and_then(|points| parse_number(points.as_str()));
    Ok(points.map(Points::from_number))
}
