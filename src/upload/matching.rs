//! Whose row is whose: one student's by `identity`, or those of a group that only has a name.

use std::collections::{BTreeMap, HashMap};

use super::sheet::{RowStudent, Sheet};
use crate::identity::{Difference, Directory, Identity, NoMatch, bare};
use crate::printable::printable;

/// The students of a file, found by what is known of them.
pub(super) struct Students<'s> {
    students: &'s [RowStudent],
    directory: Directory,
    /// By the letters of their names, groups with their members. Systems change other characters of a name in a download.
    groups: HashMap<String, BTreeMap<&'s str, Vec<&'s RowStudent>>>,
}

impl<'s> Students<'s> {
    pub(super) fn of(sheet: &'s Sheet) -> Students<'s> {
        let students = sheet.students.as_slice();
        let persons = students.iter().map(|student| student.person.clone()).collect();
        let mut groups: HashMap<String, BTreeMap<&str, Vec<&RowStudent>>> = HashMap::new();
        for student in students {
            let letters = bare(&student.group);
            if !letters.is_empty() {
                let same_letters = groups.entry(letters).or_default();
                same_letters.entry(&student.group).or_default().push(student);
            }
        }
        Students { students, directory: Directory::new(persons), groups }
    }

    /// The students who get a recipient's points: one, or all of a group. Why there is none is the error, as the rest of a
    /// sentence.
    pub(super) fn who_get(&self, recipient: &Identity) -> Result<Vec<&'s RowStudent>, String> {
        let reason = match self.directory.find(recipient) {
            Ok(place) => return Ok(self.students.get(place).into_iter().collect()),
            Err(reason) => reason,
        };
        let name = recipient.names.first().map(|name| bare(name)).unwrap_or_default();
        match self.groups.get(&name) {
            None => Err(self.in_words(recipient, &reason)),
            Some(groups) if groups.len() == 1 => Ok(groups.values().flatten().copied().collect()),
            Some(groups) => {
                let names: Vec<String> =
                    groups.keys().map(|name| format!("`{}`", printable(name))).collect();
                Err(format!("{} are groups of that name in the file", names.join(" and ")))
            }
        }
    }

    fn shown(&self, place: usize) -> String {
        self.students.get(place).map_or(String::new(), |student| printable(student.shown()))
    }

    fn in_words(&self, recipient: &Identity, reason: &NoMatch) -> String {
        match reason {
            NoMatch::Nobody if recipient.id.is_empty() => {
                "nobody in the file has that number, login, address or name".to_owned()
            }
            NoMatch::Nobody => {
                let id = &recipient.id;
                let owner = self.students.iter().find(|student| student.person.id == *id);
                match owner {
                    Some(other) => {
                        format!("the number {id} is `{}` in the file", printable(other.shown()))
                    }
                    None => format!("nobody in the file has the number {id}"),
                }
            }
            NoMatch::Several { persons, by_name } => {
                let how = if *by_name { "by name" } else { "by number, login or address" };
                format!("{} rows of the file could be meant ({how})", persons.len())
            }
            NoMatch::Differs { person, by_name, difference } => {
                let Difference { kind, wanted, listed } = difference;
                let (wanted, listed) = (printable(wanted), printable(listed));
                let how = if *by_name { "the name" } else { "an identifier" };
                format!(
                    "`{}` in the file has {how}, but another {kind}: `{listed}`, not `{wanted}`",
                    self.shown(*person)
                )
            }
        }
    }
}
