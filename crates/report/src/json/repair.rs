//! Changes of a program's text that were proved.

use serde::Serialize;

use crate::source_changes;
use model::LineChange;

/// Where changes are, and the lines before and after.
#[derive(Serialize)]
pub(super) struct RepairJson<'a, Place> {
    places: &'a [Place],
    diff: String,
}

impl<'a, Place> RepairJson<'a, Place> {
    pub(super) fn new(places: &'a [Place], changes: &[LineChange]) -> RepairJson<'a, Place> {
        RepairJson {
            places,
            diff: source_changes::render_diff(changes),
        }
    }
}
