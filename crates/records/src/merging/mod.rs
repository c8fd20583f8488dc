//! Pieces of a class become the class again. Only what stands before each record is kept in memory; the records themselves are
//! copied one by one, so a class may be larger than memory.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `opened` | pieces that are read, whether they belong together, and which one does not |
//! | `error` | why pieces do not make a class |

mod error;
mod opened;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use self::opened::ShardRecord;
use super::error::RecordError;
use super::file::RecordPlace;
use super::folder::{FOLDER, RECORDS, RecordFolder};
use super::piece_folder::is_unfinished;
use super::records::ClassRecords;
use super::run_outline::add_new_sentences;
use crate::records::ClassList;
pub use error::MergeError;
use model::{Confinement, RunOutline, SubmissionName};
use opened::{OpenedShard, to_merge_error};
use support::write_error::WriteError;

/// Pieces that belong together.
#[derive(Debug)]
pub struct ShardSet {
    opened: Vec<OpenedShard>,
    class: ClassList,
    /// Folders of pieces that are not whole, which count for nothing.
    pub unfinished: Vec<PathBuf>,
}

/// What of them makes the class.
#[derive(Debug)]
pub struct MergedShards<'p> {
    /// One record for each submission that has some, in the order of reports.
    records: Vec<ShardRecord<'p>>,
    outline: RunOutline,
    /// The submissions that have none.
    pub missing: Vec<SubmissionName>,
    /// The pieces to which these belong.
    pub missing_shards: BTreeSet<u32>,
}

impl ShardSet {
    /// Reads pieces, of which there should be so many, if that is known.
    ///
    /// # Errors
    ///
    /// If they do not belong together, or one is none.
    pub fn open(folders: &[PathBuf], expected: Option<u32>) -> Result<ShardSet, MergeError> {
        let (unfinished, whole): (Vec<PathBuf>, Vec<PathBuf>) = folders
            .iter()
            .cloned()
            .partition(|folder| is_unfinished(folder) && folder.is_dir());
        let opened: Vec<OpenedShard> = whole
            .iter()
            .map(|folder| OpenedShard::open(folder))
            .collect::<Result<_, _>>()?;
        opened::check_compatible(&opened)?;
        let first = opened.first().ok_or_else(|| MergeError::NoneFinished {
            folder: unfinished.first().cloned().unwrap_or_default(),
        })?;
        let found = first.piece.partition.pieces;
        if let Some(expected) = expected.filter(|expected| *expected != found) {
            return Err(MergeError::Expected { expected, found });
        }
        let class = first.piece.read_class(&first.folder);
        let class = class.map_err(|reason| to_merge_error(&first.folder, reason))?;
        let pieces = ShardSet {
            opened,
            class,
            unfinished,
        };
        pieces.check_records()?;
        Ok(pieces)
    }

    /// Makes sure that each piece has the results of all that belong to it, and of nobody else in the world.
    fn check_records(&self) -> Result<(), MergeError> {
        let class: BTreeSet<&SubmissionName> = self.class.0.iter().collect();
        let numbers = self.shard_numbers();
        for OpenedShard {
            folder,
            piece,
            places,
            outline,
            ..
        } in &self.opened
        {
            let held: BTreeSet<SubmissionName> = places.iter().map(RecordPlace::name).collect();
            let partition = piece.partition;
            if let Some(name) = held.iter().find(|name| !class.contains(name)) {
                return Err(MergeError::Stranger {
                    folder: folder.clone(),
                    name: name.clone(),
                });
            }
            let own = self.class.0.iter().zip(&numbers);
            let mut own = own.filter(|(_, number)| **number == partition.piece);
            if let Some((name, _)) = own.find(|(name, _)| !held.contains(name)) {
                let folder = folder.clone();
                let name = name.clone();
                return Err(MergeError::Torn {
                    folder,
                    name,
                    partition,
                });
            }
            if outline.is_none() {
                let path = folder.join(FOLDER).join(RECORDS);
                return Err(MergeError::Damaged {
                    folder: folder.clone(),
                    path,
                });
            }
        }
        Ok(())
    }

    /// What is known of the run that graded all: it ended with the last piece, and every piece saw the same folder.
    fn merge_outlines(&self) -> RunOutline {
        let mut merged = RunOutline::default();
        for outline in self.opened.iter().filter_map(|one| one.outline.as_ref()) {
            merged.ended = merged.ended.max(outline.ended);
            add_new_sentences(&mut merged.left_out, &outline.left_out);
        }
        merged
    }

    /// For each submission of the class the piece that it belongs to.
    fn shard_numbers(&self) -> Vec<u32> {
        let Some(first) = self.opened.first() else {
            return Vec::new();
        };
        let names = self.class.0.iter().enumerate();
        names
            .map(|(at, name)| first.piece.partition.piece_of(at, &name.student))
            .collect()
    }

    /// How many submissions the class has.
    pub fn submission_count(&self) -> usize {
        self.class.0.len()
    }

    /// Into how many pieces it was cut.
    pub fn shard_count(&self) -> u32 {
        self.opened
            .first()
            .map_or(0, |first| first.piece.partition.pieces)
    }

    /// The weakest confinement, with a folder where it was so and its machine; none if all were confined alike.
    pub fn weakest_confinement(&self) -> Option<(Confinement, &PathBuf, &str)> {
        let all = self.opened.iter().flat_map(|one| {
            let confined = one
                .places
                .iter()
                .filter_map(|place| place.head.environment.confinement);
            confined.map(move |confinement| (confinement, &one.folder, one.piece.host.as_str()))
        });
        let key = |one: &(Confinement, &PathBuf, &str)| (one.0.tier, !one.0.shows_reads);
        let weakest = all.clone().max_by_key(key)?;
        all.map(|one| one.0)
            .any(|one| one != weakest.0)
            .then_some(weakest)
    }

    /// Chooses one record for each submission.
    ///
    /// # Errors
    ///
    /// If a submission was graded twice and not alike.
    pub fn merge_records(&self) -> Result<MergedShards<'_>, MergeError> {
        let mut chosen: BTreeMap<(&str, &str), ShardRecord<'_>> = BTreeMap::new();
        for piece in &self.opened {
            for place in &piece.places {
                let found = (piece, place);
                match chosen.entry((&place.head.assignment, &place.head.student)) {
                    Entry::Vacant(free) => drop(free.insert(found)),
                    Entry::Occupied(mut taken) => {
                        let better = opened::choose_record(*taken.get(), found)?;
                        taken.insert(better);
                    }
                }
            }
        }
        let is_missing = |(name, _): &(&SubmissionName, u32)| {
            !chosen.contains_key(&(name.assignment.as_str(), name.student.as_str()))
        };
        let (missing, missing_pieces): (Vec<SubmissionName>, BTreeSet<u32>) = self
            .class
            .0
            .iter()
            .zip(self.shard_numbers())
            .filter(is_missing)
            .map(|(name, number)| (name.clone(), number))
            .unzip();
        let order = self.class.assignments();
        let mut records: Vec<ShardRecord<'_>> = chosen.into_values().collect();
        // As a run orders them, which knows the rubric.
        records.sort_by_key(|(_, place)| {
            let assignment = order.iter().position(|id| *id == place.head.assignment);
            (assignment, place.head.student.as_str())
        });
        Ok(MergedShards {
            records,
            outline: self.merge_outlines(),
            missing,
            missing_shards: missing_pieces,
        })
    }
}

impl MergedShards<'_> {
    /// The submissions that have a result.
    pub fn submission_names(&self) -> Vec<SubmissionName> {
        self.records.iter().map(|(_, place)| place.name()).collect()
    }

    /// Puts all records into `folder`, in place of those that were there.
    ///
    /// # Errors
    ///
    /// If one cannot be read any more, or the disk does not let us.
    pub fn write_records(&self, folder: &RecordFolder) -> Result<ClassRecords, RecordError> {
        let lock = folder.acquire_lock()?;
        let copied = self.records.iter().map(|found| {
            let (piece, place) = *found;
            let bytes = opened::read_record(*found).map_err(WriteError::for_path(&piece.folder))?;
            Ok((Arc::clone(&place.head), bytes))
        });
        let records = folder.replace_records(copied, self.outline.clone(), lock)?;
        for (path, _) in folder.lock_stopped_files().unwrap_or_default() {
            // All are there, so nobody needs what stopped runs had graded.
            let _ = fs::remove_file(path);
        }
        Ok(records)
    }
}
