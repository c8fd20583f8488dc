//! A system's file of grades read as a roster: whoever is in it takes the course.

use std::path::Path;

use super::error::{TableError, UploadError};
use super::sheet::RowStudent;
use super::system::UploadSystem;
use super::table::UploadTable;
use super::{blackboard, brightspace, canvas, moodle};
use model::{HandInTime, Roster, RosterRow};

/// The roster that a file of grades is; none if it is no such file.
///
/// # Errors
///
/// If a row is damaged, or two rows are about one person.
pub fn read_roster(path: &Path, bytes: &[u8]) -> Result<Option<Roster>, UploadError> {
    let named = |TableError { line, what }| UploadError::Content {
        path: path.to_owned(),
        line,
        what,
    };
    // What is no table may still be a `roster.csv`.
    let Ok(table) = UploadTable::parse_table(bytes) else {
        return Ok(None);
    };
    let Some(system) = detect_system(&table) else {
        return Ok(None);
    };
    let students = match system {
        UploadSystem::Canvas => canvas::read_students(&table).map_err(named)?,
        UploadSystem::Moodle => moodle::read_all_students(&table),
        UploadSystem::Blackboard => blackboard::read_students(&table).map_err(named)?,
        UploadSystem::Brightspace => brightspace::read_students(&table),
    };
    let row = |student: &RowStudent| roster_row(student, &table);
    let rows = students.iter().map(row).collect();
    let roster = Roster {
        path: path.to_owned(),
        system: Some(system.layout()),
        rows,
    };
    let mistakes = roster.find_duplicates();
    if mistakes.is_empty() {
        return Ok(Some(roster));
    }
    let lines = mistakes
        .iter()
        .map(|(line, what)| format!("{}:{line}: {what}", path.display()));
    Err(UploadError::Refused(lines.collect::<Vec<_>>().join("\n")))
}

/// The system that writes these titles.
fn detect_system(table: &UploadTable) -> Option<UploadSystem> {
    match () {
        () if canvas::can_read_table(table) => Some(UploadSystem::Canvas),
        () if brightspace::can_read_table(table) => Some(UploadSystem::Brightspace),
        () if blackboard::can_read_table(table) => Some(UploadSystem::Blackboard),
        () if moodle::can_read_table(table) => Some(UploadSystem::Moodle),
        () => None,
    }
}

fn roster_row(student: &RowStudent, table: &UploadTable) -> RosterRow {
    let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let RowStudent {
        row,
        person,
        section,
        group,
        handed_in,
    } = student;
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
        time: time.map(|shown| HandInTime {
            iso: moodle::to_iso_time(&shown),
            shown,
        }),
        ..RosterRow::default()
    }
}
