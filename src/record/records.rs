//! The records of a whole class, in order.

use std::fs::File;
use std::io;

use super::file::{RecordFile, RecordPlace};
use crate::model::{Environment, Grade, Gradebook, ToolchainVersion};

/// A gradebook on disk. While it is open, no other run changes the folder.
#[derive(Debug)]
pub(crate) struct Records {
    pub(super) file: RecordFile,
    pub(super) places: Vec<RecordPlace>,
    /// Locks the folder.
    pub(super) _lock: File,
}

impl Records {
    /// What the class was graded with, all in all.
    pub(crate) fn environment(&self) -> Environment {
        let heads = || self.places.iter().map(|place| &place.head.environment);
        let mut toolchains: Vec<ToolchainVersion> = Vec::new();
        for toolchain in heads().flat_map(|one| &one.toolchains) {
            if !toolchains.contains(toolchain) {
                toolchains.push(toolchain.clone());
            }
        }
        toolchains
            .sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
        // The weakest is what can be said of all.
        let confinement = heads().filter_map(|one| one.confinement);
        let confinement = confinement.max_by_key(|one| (one.tier, !one.shows_reads));
        Environment { toolchains, confinement }
    }
}

impl Gradebook for Records {
    fn each(&self, visit: &mut dyn FnMut(&Grade) -> io::Result<()>) -> io::Result<()> {
        self.places.iter().try_for_each(|place| visit(&self.file.grade(place)?))
    }
}
