//! What was carried over of a package and what was not, and why: with the place of each in the package.

use crate::printable::printable;

/// The most notes of what was carried over, and of remarks.
const MOST: usize = 400;

/// The most notes of what was not carried over: as many as a package has files.
const MOST_LOST: usize = 20_000;

/// What became of a part of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Note {
    /// Its file, with the line where there is one: `problem.yaml:12`.
    pub(crate) place: String,
    /// What became of it.
    pub(crate) text: String,
}

/// All that is to be said of a package.
#[derive(Debug, Default, Clone)]
pub(crate) struct Notes {
    /// What was carried over, and as what.
    pub(crate) carried: Vec<Note>,
    /// What decides no grade, and what differs from the other judge in every import.
    pub(crate) remarks: Vec<Note>,
    /// What decides grades and was not carried over, and why.
    pub(crate) lost: Vec<Note>,
    /// How many more there would be of what was not.
    pub(crate) more_lost: usize,
}

impl Notes {
    /// Says what was carried over.
    pub(super) fn carry(&mut self, place: impl Into<String>, text: impl Into<String>) {
        if self.carried.len() < MOST {
            self.carried.push(Note { place: place.into(), text: text.into() });
        }
    }

    /// Notes what decides no grade.
    pub(super) fn remark(&mut self, place: impl Into<String>, text: impl Into<String>) {
        let note = Note { place: place.into(), text: text.into() };
        if self.remarks.len() < MOST && !self.remarks.contains(&note) {
            self.remarks.push(note);
        }
    }

    /// Notes what decides grades and is not carried over. The import fails, unless it may be partial.
    pub(crate) fn lose(&mut self, place: impl Into<String>, text: impl Into<String>) {
        let note = Note { place: place.into(), text: text.into() };
        if self.lost.len() < MOST_LOST {
            self.lost.push(note);
        } else {
            self.more_lost += 1;
        }
    }
}

/// A file of a package with a line.
pub(super) fn at(file: &str, line: usize) -> String {
    format!("{}:{line}", plain(file))
}

/// A word of a package between backticks, with nothing in it that a terminal or Markdown would obey.
pub(super) fn code(word: &str) -> String {
    format!("`{}`", plain(word))
}

/// A word of a package without anything that a terminal or Markdown would obey.
pub(super) fn plain(word: &str) -> String {
    const LONGEST: usize = 120;
    let end = word.char_indices().nth(LONGEST).map_or(word.len(), |(end, _)| end);
    let cut = if end < word.len() { "…" } else { "" };
    let start = word.get(..end).unwrap_or_default();
    // A backslash alone is harmless and common in patterns.
    let shown: Vec<String> = start.split('\\').map(printable).collect();
    shown.join("\\").replace('`', "'") + cut
}
