//! What was carried over of a package and what was not, and why: with the place of each in the package.

use super::document::DocumentNode;
use support::printable::to_printable;

/// The most notes of what was carried over, and of remarks.
const MOST: usize = 400;

/// The most notes of what was not carried over: as many as a package has files.
const MOST_DROPPED: usize = 20_000;

/// What became of a part of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportNote {
    /// Its file, with the line where there is one: `problem.yaml:12`.
    pub place: String,
    /// What became of it.
    pub text: String,
}

/// All that is to be said of a package.
#[derive(Debug, Default, Clone)]
pub struct ImportNotes {
    /// What was carried over, and as what.
    pub imported: Vec<ImportNote>,
    /// What decides no grade, and what differs from the other judge in every import.
    pub remarks: Vec<ImportNote>,
    /// What decides grades and was not carried over, and why.
    pub dropped: Vec<ImportNote>,
    /// How many more there would be of what was not.
    pub more_dropped: usize,
}

impl ImportNotes {
    /// Says what was carried over.
    pub(super) fn add_imported(&mut self, place: impl Into<String>, text: impl Into<String>) {
        if self.imported.len() < MOST {
            self.imported.push(ImportNote {
                place: place.into(),
                text: text.into(),
            });
        }
    }

    /// Notes what decides no grade.
    pub(super) fn add_remark(&mut self, place: impl Into<String>, text: impl Into<String>) {
        let note = ImportNote {
            place: place.into(),
            text: text.into(),
        };
        if self.remarks.len() < MOST && !self.remarks.contains(&note) {
            self.remarks.push(note);
        }
    }

    /// Notes a key that decides no grade; what it says is then read.
    pub(super) fn add_needless_key(
        &mut self,
        place: impl Into<String>,
        key: &str,
        value: &DocumentNode,
    ) {
        value.mark_as_read();
        self.add_remark(place, format!("{} decides no grade here", quote_word(key)));
    }

    /// Notes what decides grades and is not carried over. The import fails, unless it may be partial.
    pub(crate) fn add_dropped(&mut self, place: impl Into<String>, text: impl Into<String>) {
        let note = ImportNote {
            place: place.into(),
            text: text.into(),
        };
        // What holds for many cases is said of each of them, in the same words.
        if self.dropped.iter().rev().take(MOST).any(|one| *one == note) {
            return;
        }
        if self.dropped.len() < MOST_DROPPED {
            self.dropped.push(note);
        } else {
            self.more_dropped += 1;
        }
    }
}

/// A file of a package with a line.
pub(super) fn format_place(file: &str, line: usize) -> String {
    format!("{}:{line}", escape_word(file))
}

/// A word of a package between backticks, with nothing in it that a terminal or Markdown would obey.
pub(super) fn quote_word(word: &str) -> String {
    format!("`{}`", escape_word(word))
}

/// A word of a package without anything that a terminal or Markdown would obey.
pub(super) fn escape_word(word: &str) -> String {
    const LONGEST: usize = 120;
    let end = word
        .char_indices()
        .nth(LONGEST)
        .map_or(word.len(), |(end, _)| end);
    let cut = if end < word.len() { "…" } else { "" };
    let start = word.get(..end).unwrap_or_default();
    // A backslash alone is harmless and common in patterns.
    let shown: Vec<String> = start.split('\\').map(to_printable).collect();
    shown.join("\\").replace('`', "'") + cut
}
