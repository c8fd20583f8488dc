//! Who takes a course, as `roster.csv` says.

use jiff::SignedDuration;
use jiff::civil::DateTime;
use std::path::PathBuf;

/// Everybody who takes a course.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Roster {
    /// The file, for messages.
    pub path: PathBuf,
    /// One for each person, in the order of the file.
    pub rows: Vec<RosterRow>,
}

/// What is known of one person. At least one of the first five says who it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RosterRow {
    /// The line in the file.
    pub line: u64,
    /// The name of the folder or file, as reports show it.
    pub student: Option<String>,
    /// The number or word by which a system's gradebook knows the person.
    pub id: Option<String>,
    /// The name with which the person logs in.
    pub login: Option<String>,
    /// The person's address.
    pub email: Option<String>,
    /// The person's name.
    pub name: Option<String>,
    /// The class or section.
    pub section: Option<String>,
    /// The name of the group that hands in together.
    pub group: Option<String>,
    /// More time: for one assignment by its id, or for all.
    pub extensions: Vec<(Option<String>, Extension)>,
}

/// More time for one person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extension {
    /// Until then.
    Until(DateTime),
    /// So much longer than others.
    Longer(SignedDuration),
}

impl RosterRow {
    /// What it may be found by, best first.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        [&self.student, &self.id, &self.login, &self.email, &self.name]
            .into_iter()
            .flatten()
            .map(String::as_str)
    }

    /// Until when the person may hand in what is due then.
    pub fn due(&self, assignment: &str, due: DateTime) -> Option<DateTime> {
        let own = self.extensions.iter().find(|(id, _)| id.as_deref() == Some(assignment));
        let (_, extension) = own.or_else(|| self.extensions.iter().find(|(id, _)| id.is_none()))?;
        match extension {
            Extension::Until(moment) => Some(*moment),
            Extension::Longer(time) => due.checked_add(*time).ok(),
        }
    }
}
