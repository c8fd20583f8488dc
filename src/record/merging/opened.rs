//! A piece that is read to be merged: what it says of itself, and where its records stand.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::super::error::RecordError;
use super::super::file::{OpenedRecords, RecordFile, RecordPlace};
use super::super::folder::{FOLDER, RECORDS};
use super::super::piece::{Piece, Unreadable};
use super::error::MergeError;
use crate::model::ToolchainVersion;

/// A piece that is read to be merged. No file of it stays open: there may be more pieces than files that may be.
#[derive(Debug)]
pub(super) struct OpenedPiece {
    /// As it was named.
    pub(super) folder: PathBuf,
    pub(super) piece: Piece,
    pub(super) places: Vec<RecordPlace>,
    /// Whether no record is missing.
    pub(super) is_complete: bool,
    /// Where whole records end.
    end: u64,
}

impl OpenedPiece {
    pub(super) fn open(folder: &Path) -> Result<OpenedPiece, MergeError> {
        if !folder.is_dir() {
            return Err(MergeError::NotThere { folder: folder.to_owned() });
        }
        let piece = Piece::read(folder).map_err(|reason| refusal(folder, reason))?;
        let path = records(folder);
        let damaged = || MergeError::Damaged { folder: folder.to_owned(), path: path.clone() };
        let file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(damaged()),
            opened => opened.map_err(|source| MergeError::Disk { path: path.clone(), source })?,
        };
        let opened = RecordFile::open(&path, file).map_err(|error| match error {
            RecordError::Write(error) => {
                MergeError::Disk { path: error.path, source: error.source }
            }
            _ => damaged(),
        })?;
        let OpenedRecords { file, places, is_complete } = opened;
        Ok(OpenedPiece { folder: folder.to_owned(), piece, places, is_complete, end: file.end })
    }

    /// The file with its records.
    pub(super) fn file(&self) -> io::Result<RecordFile> {
        let path = records(&self.folder);
        Ok(RecordFile { file: File::open(&path)?, path, end: self.end })
    }

    /// The commands and versions of the toolchain of this name with which it was graded.
    pub(super) fn versions(&self, toolchain: &str) -> BTreeSet<(&str, &str)> {
        let of_it = self.toolchains().filter(|one| one.name == toolchain);
        of_it.map(|one| (one.command.as_str(), one.version.as_str())).collect()
    }

    /// The digests of its programs, as far as they are known.
    pub(super) fn digests(&self, toolchain: &str) -> BTreeSet<&str> {
        let of_it = self.toolchains().filter(|one| one.name == toolchain);
        of_it.filter_map(|one| one.digest.as_deref()).collect()
    }

    /// The toolchains of all its submissions.
    pub(super) fn toolchains(&self) -> impl Iterator<Item = &ToolchainVersion> {
        self.places.iter().flat_map(|place| &place.head.environment.toolchains)
    }
}

/// Why a folder is no piece that can be merged.
pub(super) fn refusal(folder: &Path, reason: Unreadable) -> MergeError {
    let folder = folder.to_owned();
    match reason {
        Unreadable::None => MergeError::NoPiece { folder },
        Unreadable::Damaged(path) => MergeError::Damaged { folder, path },
        Unreadable::Schema(found) => MergeError::Schema { folder, found },
        Unreadable::Version(found) => MergeError::Version { folder, found },
        Unreadable::Disk(path, source) => MergeError::Disk { path, source },
    }
}

fn records(folder: &Path) -> PathBuf {
    folder.join(FOLDER).join(RECORDS)
}
