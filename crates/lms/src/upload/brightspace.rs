//! Brightspace: `OrgDefinedId,Username,Lab 3 Points Grade <Numeric MaxPoints:10 …>,End-of-Line Indicator`.
//!
//! Users are told apart by `OrgDefinedId` or `Username`, before which an export sets `#`. The numbers in the names of a download
//! are other ones. More points than an item has are cut down by Brightspace. Names and addresses are not written.

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

/// An item's column, with or without what an export says of it.
static ITEM: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?P<name>.+) Points Grade(?: <(?P<about>.*)>)?$").ok());

/// The points of an item.
static MAXIMUM: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\bMaxPoints:([0-9.,]+)").ok());

/// The column that ends every row with `#`.
const END: &str = "End-of-Line Indicator";

const EXPECTED: &str =
    "an export of Brightspace's grades (`OrgDefinedId,Username,…,End-of-Line Indicator`)";

/// Whether a file has the titles of an export of Brightspace.
pub(super) fn can_read_table(table: &UploadTable) -> bool {
    let has = |title| table.find_column(title).is_some();
    has("OrgDefinedId") || (has(END) && has("Username"))
}

/// Everybody in the file.
pub(super) fn read_students(table: &UploadTable) -> Vec<RowStudent> {
    let number_of_school = table.find_column("OrgDefinedId");
    let login = table.find_column("Username");
    let last = table.find_column("Last Name");
    let first = table.find_column("First Name");
    let email = table.find_column("Email");
    let student = |row: usize| {
        let name = format!(
            "{}, {}",
            cell_without_mark(table, row, last),
            cell_without_mark(table, row, first)
        );
        let person = PersonIdentity {
            number: cell_without_mark(table, row, number_of_school),
            login: cell_without_mark(table, row, login),
            email: cell_without_mark(table, row, email),
            names: Some(name)
                .filter(|name| name.len() > 2)
                .into_iter()
                .collect(),
            has_name_columns: last.is_some() && first.is_some(),
            ..PersonIdentity::default()
        };
        RowStudent {
            row,
            person,
            ..RowStudent::default()
        }
    };
    let is_somebody =
        |one: &RowStudent| !one.person.number.is_empty() || !one.person.login.is_empty();
    (1..table.rows.len())
        .map(student)
        .filter(is_somebody)
        .collect()
}

fn cell_without_mark(table: &UploadTable, row: usize, column: Option<usize>) -> String {
    let text = column.map_or("", |column| table.cell_text(row, column));
    text.strip_prefix('#').unwrap_or(text).to_owned()
}

pub(super) fn read_sheet(
    table: &UploadTable,
    wish: ColumnRequest<'_>,
) -> Result<GradeSheet, TableError> {
    let end = required_column(table, END, EXPECTED)?;
    let number_of_school = table.find_column("OrgDefinedId");
    let login = table.find_column("Username");
    if number_of_school.is_none() && login.is_none() {
        required_column(table, "OrgDefinedId", EXPECTED)?;
    }
    let titles = table.titles();
    let candidates = find_candidates(&titles, item_name);
    let column = choose_column(&candidates, wish)?;
    let mut kept: Vec<usize> = number_of_school.into_iter().chain(login).collect();
    kept.sort_unstable();
    kept.extend([column.place, end]);
    Ok(GradeSheet {
        title: column.title.to_owned(),
        grade: column.place,
        output_columns: kept,
        free_text: Vec::new(),
        reserved: "",
        students: read_students(table),
        maximum: maximum_points(column.title),
        excess: ExcessPolicy::Dropped,
        has_decimal_comma: false,
        rejects_mark: false,
        remarks: Vec::new(),
    })
}

/// The assignment's name in a title.
fn item_name(title: &str) -> Option<&str> {
    Some(ITEM.as_ref()?.captures(title)?.name("name")?.as_str())
}

fn maximum_points(title: &str) -> Option<Points> {
    let about = ITEM.as_ref()?.captures(title)?.name("about")?.as_str();
    let found = MAXIMUM.as_ref()?.captures(about)?;
    parse_number(found.get(1)?.as_str()).map(Points::from_number)
}

/// A file of those whose number at school or login is known, for whoever has no export.
pub(super) fn build_table(
    recipients: &[&PersonIdentity],
    column: Option<&str>,
) -> Result<UploadTable, UploadError> {
    let name = column.ok_or_else(|| {
        UploadError::Refused(
            "no file was given, so --column has to be the name of the item in Brightspace's grades, as in --column 'Lab 3'; or \
             give the file of Grades → Enter Grades → Export"
                .to_owned(),
        )
    })?;
    let known: Vec<_> = recipients
        .iter()
        .filter(|it| !it.number.is_empty() || !it.login.is_empty())
        .collect();
    if known.is_empty() {
        return Err(UploadError::Refused(
            "a download of Brightspace says neither `OrgDefinedId` nor `Username`, so its grades need the file of Brightspace's own: \
             Grades → Enter Grades → Export"
                .to_owned(),
        ));
    }
    let title = if item_name(name).is_some() {
        name.to_owned()
    } else {
        format!("{name} Points Grade")
    };
    let mut rows = vec![vec![
        "OrgDefinedId".to_owned(),
        "Username".to_owned(),
        title,
        END.to_owned(),
    ]];
    for recipient in known {
        let number = mark_number(&recipient.number);
        let login = mark_number(&recipient.login);
        rows.push(vec![number, login, String::new(), "#".to_owned()]);
    }
    Ok(UploadTable::new(&rows))
}

fn mark_number(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("#{text}")
    }
}
