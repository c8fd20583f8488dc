//! A system's file of grades read as a roster: whoever is in it takes the course.

use std::path::Path;

use super::error::{Complaint, UploadError};
use super::sheet::RowStudent;
use super::system::System;
use super::table::Table;
use super::{blackboard, brightspace, canvas, moodle};
use crate::model::{HandInTime, Roster, RosterRow};

/// The roster that a file of grades is; none if it is no such file.
///
/// # Errors
///
/// If a row is damaged, or two rows are about one person.
pub(crate) fn roster(path: &Path, bytes: &[u8]) -> Result<Option<Roster>, UploadError> {
    let named =
        |Complaint { line, what }| UploadError::Content { path: path.to_owned(), line, what };
    // What is no table may still be a `roster.csv`.
    let Ok(table) = Table::read(bytes) else { return Ok(None) };
    let Some(system) = system_of(&table) else { return Ok(None) };
    let students = match system {
        System::Canvas => canvas::students(&table).map_err(named)?,
        System::Moodle => moodle::all_students(&table),
        System::Blackboard => blackboard::students(&table).map_err(named)?,
        System::Brightspace => brightspace::students(&table),
    };
    let row = |student: &RowStudent| roster_row(student, &table);
    let rows = students.iter().map(row).collect();
    let roster = Roster { path: path.to_owned(), system: Some(system.layout()), rows };
    let mistakes = roster.duplicates();
    if mistakes.is_empty() {
        return Ok(Some(roster));
    }
    let lines = mistakes.iter().map(|(line, what)| format!("{}:{line}: {what}", path.display()));
    Err(UploadError::Refused(lines.collect::<Vec<_>>().join("\n")))
}

/// The system that writes these titles.
fn system_of(table: &Table) -> Option<System> {
    match () {
        () if canvas::is_meant(table) => Some(System::Canvas),
        () if brightspace::is_meant(table) => Some(System::Brightspace),
        () if blackboard::is_meant(table) => Some(System::Blackboard),
        () if moodle::is_meant(table) => Some(System::Moodle),
        () => None,
    }
}

fn roster_row(student: &RowStudent, table: &Table) -> RosterRow {
    let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let RowStudent { row, person, section, group, handed_in } = student;
    let time = some(handed_in).filter(|text| text != "-");
    let line = table.rows.get(*row).map_or(0, |row| row.line);
    RosterRow {
        line: u64::try_from(line).unwrap_or_default(),
        id: some(&person.id),
        number: some(&person.number),
        login: some(&person.login),
        email: some(&person.email),
        name: person.names.first().and_then(|name| some(name)),
        section: some(section),
        group: some(group),
        time: time.map(|shown| HandInTime { iso: moodle::iso(&shown), shown }),
        ..RosterRow::default()
    }
}
