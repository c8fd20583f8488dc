//! Who takes a course, as `roster.csv` or a system's file of grades says.

use jiff::SignedDuration;
use jiff::civil::DateTime;
use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{HandInTime, SubmissionLayout};

/// Everybody who takes a course.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Roster {
    /// The file, for messages.
    pub path: PathBuf,
    /// The layout of the system whose file of grades it is; none for a `roster.csv`.
    pub system: Option<SubmissionLayout>,
    /// One for each person, in the order of the file.
    pub rows: Vec<RosterRow>,
    /// What the instructor should know of how the file was read.
    pub remarks: Vec<String>,
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
    /// The school's number of the person, where it is known which number is which.
    pub number: Option<String>,
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
    pub extensions: Vec<(Option<String>, DueExtension)>,
    /// When the person handed in, where a file of grades says it.
    pub time: Option<HandInTime>,
}

/// More time for one person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DueExtension {
    /// Until then.
    Until(DateTime),
    /// So much longer than others.
    Longer(SignedDuration),
}

impl Roster {
    /// Rows that cannot be told from an earlier one, each with its line and what is wrong.
    pub fn find_duplicates(&self) -> Vec<(u64, String)> {
        let mut mistakes = Vec::new();
        let mut lines: BTreeMap<(&str, String), u64> = BTreeMap::new();
        let mut names: BTreeMap<String, &RosterRow> = BTreeMap::new();
        for row in &self.rows {
            for (kind, value) in row.identifiers() {
                let earlier = lines
                    .entry((kind, value.to_lowercase()))
                    .or_insert(row.line);
                if *earlier != row.line {
                    let text = format!(
                        "`{value}` is the {kind} in line {earlier} too: expected one row for each person"
                    );
                    mistakes.push((row.line, text));
                }
            }
            let Some(name) = &row.name else { continue };
            let earlier = *names.entry(name.to_lowercase()).or_insert(row);
            let is_told_apart = [earlier, row]
                .iter()
                .all(|it| it.identifiers().next().is_some());
            if earlier.line != row.line && !is_told_apart {
                let text = format!(
                    "`{name}` is the name in line {} too, and nothing tells the two apart: expected an id, login or email in both rows",
                    earlier.line
                );
                mistakes.push((row.line, text));
            }
        }
        mistakes
    }
}

impl RosterRow {
    /// What tells the person from all others, each with its kind.
    fn identifiers(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let RosterRow {
            student,
            id,
            number,
            login,
            email,
            ..
        } = self;
        let all = [
            ("folder", student),
            ("number", id),
            ("school number", number),
            ("login", login),
            ("address", email),
        ];
        all.into_iter()
            .filter_map(|(kind, value)| Some((kind, value.as_deref()?)))
    }

    /// What it may be found by, best first.
    pub fn lookup_keys(&self) -> impl Iterator<Item = &str> {
        [
            &self.student,
            &self.id,
            &self.login,
            &self.email,
            &self.name,
        ]
        .into_iter()
        .flatten()
        .map(String::as_str)
    }

    /// Until when the person may hand in what is due then.
    pub fn extended_due(&self, assignment: &str, due: DateTime) -> Option<DateTime> {
        let own = self
            .extensions
            .iter()
            .find(|(id, _)| id.as_deref() == Some(assignment));
        let (_, extension) = own.or_else(|| self.extensions.iter().find(|(id, _)| id.is_none()))?;
        match extension {
            DueExtension::Until(moment) => Some(*moment),
            DueExtension::Longer(time) => due.checked_add(*time).ok(),
        }
    }
}
