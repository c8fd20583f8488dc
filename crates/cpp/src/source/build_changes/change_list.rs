//! The changes that are tried against an error.

use std::collections::BTreeSet;

use model::{TextEdit, apply_edits};

/// Changes of a text, each of one or more places, in the order in which they are tried.
#[derive(Default)]
pub(super) struct ChangeList {
    changes: Vec<Vec<TextEdit>>,
}

impl ChangeList {
    /// Adds a change of one place, if there is such a place.
    pub(super) fn add(&mut self, edit: impl Into<Option<TextEdit>>) {
        self.add_each(edit.into());
    }

    /// Adds a change for each of these places.
    pub(super) fn add_each(&mut self, edits: impl IntoIterator<Item = TextEdit>) {
        self.changes
            .extend(edits.into_iter().map(|edit| vec![edit]));
    }

    /// Adds one change of all these places, if there are any.
    pub(super) fn add_together(&mut self, edits: impl IntoIterator<Item = TextEdit>) {
        let edits: Vec<TextEdit> = edits.into_iter().collect();
        if !edits.is_empty() {
            self.changes.push(edits);
        }
    }

    /// The first `most` changes that fit the text and make another one of it, each changed text once.
    pub(super) fn keep_distinct(self, text: &str, most: usize) -> Vec<Vec<TextEdit>> {
        let mut seen = BTreeSet::from([text.to_owned()]);
        let mut makes_another = |edits: &Vec<TextEdit>| {
            apply_edits(edits, text).is_some_and(|changed| seen.insert(changed))
        };
        let distinct = self.changes.into_iter().filter(&mut makes_another);
        distinct.take(most).collect()
    }
}
