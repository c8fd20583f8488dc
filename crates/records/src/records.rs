//! The records of a whole class, in order.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;

use super::file::{RecordFile, RecordPlace};
use model::{Grade, Gradebook, GradingEnvironment, SubmissionName, ToolchainVersion};

/// A gradebook on disk. While it is open, no other run changes the folder.
#[derive(Debug)]
pub struct ClassRecords {
    pub(super) file: RecordFile,
    pub(super) places: Vec<RecordPlace>,
    /// The files of runs whose grades are all in these records, locked.
    pub runs: Vec<(PathBuf, File)>,
    /// Locks the folder.
    pub(super) _lock: File,
}

impl ClassRecords {
    /// All reports are made of them: nobody needs the runs any more. Until then a run that is stopped could still be gone on with.
    pub fn discard_runs(self) {
        for (run, _) in &self.runs {
            // What cannot be removed does no harm: it is taken over only where a grade would be the same.
            let _ = fs::remove_file(run);
        }
    }

    /// What the class was graded with, all in all.
    pub fn environment(&self) -> GradingEnvironment {
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
        GradingEnvironment {
            toolchains,
            confinement,
        }
    }
}

impl Gradebook for ClassRecords {
    fn count(&self) -> usize {
        self.places.len()
    }

    fn grade(&self, place: usize) -> io::Result<Cow<'_, Grade>> {
        let place = self.places.get(place).ok_or(io::ErrorKind::NotFound)?;
        self.file.read_grade(place).map(Cow::Owned)
    }

    fn submission_name(&self, place: usize) -> io::Result<SubmissionName> {
        let place = self.places.get(place).ok_or(io::ErrorKind::NotFound)?;
        Ok(place.name())
    }
}
