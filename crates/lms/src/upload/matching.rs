//! Whose row is whose: one student's by `identity`, or those of a group that only has a name.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use super::file::{TableError, UploadError, UploadSystem};
use super::sheet::{GradeSheet, RowStudent};
use super::table::UploadTable;
use super::{blackboard, brightspace, canvas, moodle};
use crate::identity::{
    IdentityDifference, NoMatch, PersonDirectory, PersonIdentity, normalize_name,
};
use model::{HandInTime, Roster, RosterRow};
use support::printable::to_printable;

/// The students of a file, found by what is known of them.
pub(super) struct StudentIndex<'s> {
    students: &'s [RowStudent],
    directory: PersonDirectory,
    /// By the letters of their names, groups with their members. Systems change other characters of a name in a download.
    groups: HashMap<String, BTreeMap<&'s str, Vec<&'s RowStudent>>>,
}

impl<'s> StudentIndex<'s> {
    pub(super) fn from_sheet(sheet: &'s GradeSheet) -> StudentIndex<'s> {
        let students = sheet.students.as_slice();
        let persons = students
            .iter()
            .map(|student| student.person.clone())
            .collect();
        let mut groups: HashMap<String, BTreeMap<&str, Vec<&RowStudent>>> = HashMap::new();
        for student in students {
            let letters = normalize_name(&student.group);
            if !letters.is_empty() {
                let same_letters = groups.entry(letters).or_default();
                same_letters
                    .entry(&student.group)
                    .or_default()
                    .push(student);
            }
        }
        StudentIndex {
            students,
            directory: PersonDirectory::new(persons),
            groups,
        }
    }

    /// The students who get a recipient's points: one, or all of a group. Why there is none is the error, as the rest of a
    /// sentence.
    pub(super) fn match_rows(
        &self,
        recipient: &PersonIdentity,
    ) -> Result<Vec<&'s RowStudent>, String> {
        let reason = match self.directory.find_person(recipient) {
            Ok(place) => return Ok(self.students.get(place).into_iter().collect()),
            Err(reason) => reason,
        };
        let name = recipient
            .names
            .first()
            .map(|name| normalize_name(name))
            .unwrap_or_default();
        match self.groups.get(&name) {
            None => Err(self.describe_mismatch(recipient, &reason)),
            Some(groups) if groups.len() == 1 => Ok(groups.values().flatten().copied().collect()),
            Some(groups) => {
                let names: Vec<String> = groups
                    .keys()
                    .map(|name| format!("`{}`", to_printable(name)))
                    .collect();
                Err(format!(
                    "{} are groups of that name in the file",
                    names.join(" and ")
                ))
            }
        }
    }

    fn display_name(&self, place: usize) -> String {
        self.students.get(place).map_or(String::new(), |student| {
            to_printable(student.display_name())
        })
    }

    fn describe_mismatch(&self, recipient: &PersonIdentity, reason: &NoMatch) -> String {
        match reason {
            NoMatch::NotListed if recipient.id.is_empty() => {
                "nobody in the file has that number, login, address or name".to_owned()
            }
            NoMatch::NotListed => {
                let id = &recipient.id;
                let owner = self
                    .students
                    .iter()
                    .find(|student| student.person.id == *id);
                match owner {
                    Some(other) => {
                        format!(
                            "the number {id} is `{}` in the file",
                            to_printable(other.display_name())
                        )
                    }
                    None => format!("nobody in the file has the number {id}"),
                }
            }
            NoMatch::Swapped { person } => format!(
                "`{}` in the file has these names in the other order, and no number, login or address proves who it is",
                self.display_name(*person)
            ),
            NoMatch::Several { persons, by_name } => {
                let how = if *by_name {
                    "by name"
                } else {
                    "by number, login or address"
                };
                format!("{} rows of the file could be meant ({how})", persons.len())
            }
            NoMatch::Differs {
                person,
                by_name,
                difference,
            } => {
                let IdentityDifference {
                    kind,
                    searched: wanted,
                    listed,
                } = difference;
                let wanted = to_printable(wanted);
                let listed = to_printable(listed);
                let how = if *by_name {
                    "the name"
                } else {
                    "an identifier"
                };
                format!(
                    "`{}` in the file has {how}, but another {kind}: `{listed}`, not `{wanted}`",
                    self.display_name(*person)
                )
            }
        }
    }
}

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
        remarks: Vec::new(),
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
    let RowStudent {
        row,
        person,
        section,
        group,
        handed_in,
    } = student;
    let time = non_empty(handed_in).filter(|text| text != "-");
    let line = table.rows.get(*row).map_or(0, |row| row.line);
    RosterRow {
        line: u64::try_from(line).unwrap_or_default(),
        id: non_empty(&person.id),
        number: non_empty(&person.number),
        login: non_empty(&person.login),
        email: non_empty(&person.email),
        name: person.names.first().and_then(|name| non_empty(name)),
        section: non_empty(section),
        group: non_empty(group),
        time: time.map(|shown| HandInTime {
            iso: moodle::to_iso_time(&shown),
            shown,
        }),
        ..RosterRow::default()
    }
}

fn non_empty(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}
