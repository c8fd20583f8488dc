//! A piece that is read to be merged: what it says of itself, and where its records stand.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::super::error::RecordError;
use super::super::file::{OpenedRecords, RecordFile, RecordPlace};
use super::super::folder::{FOLDER, RECORDS};
use super::super::piece::{ShardManifest, ShardManifestError};
use super::error::MergeError;
use model::ToolchainVersion;

/// A piece that is read to be merged. No file of it stays open: there may be more pieces than files that may be.
#[derive(Debug)]
pub(super) struct OpenedShard {
    /// As it was named.
    pub folder: PathBuf,
    pub piece: ShardManifest,
    pub places: Vec<RecordPlace>,
    /// Whether no record is missing.
    pub is_complete: bool,
    /// Where whole records end.
    end: u64,
}

impl OpenedShard {
    pub(super) fn open(folder: &Path) -> Result<OpenedShard, MergeError> {
        if !folder.is_dir() {
            return Err(MergeError::NotThere {
                folder: folder.to_owned(),
            });
        }
        let piece =
            ShardManifest::read_from(folder).map_err(|reason| to_merge_error(folder, reason))?;
        let path = records_path(folder);
        let damaged = || MergeError::Damaged {
            folder: folder.to_owned(),
            path: path.clone(),
        };
        let file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(damaged()),
            opened => opened.map_err(|source| MergeError::Disk {
                path: path.clone(),
                source,
            })?,
        };
        let opened = RecordFile::open(&path, file).map_err(|error| match error {
            RecordError::Write(error) => MergeError::Disk {
                path: error.path,
                source: error.source,
            },
            _ => damaged(),
        })?;
        let OpenedRecords {
            file,
            places,
            is_complete,
        } = opened;
        Ok(OpenedShard {
            folder: folder.to_owned(),
            piece,
            places,
            is_complete,
            end: file.end,
        })
    }

    /// The file with its records.
    pub(super) fn open_file(&self) -> io::Result<RecordFile> {
        let path = records_path(&self.folder);
        Ok(RecordFile {
            file: File::open(&path)?,
            path,
            end: self.end,
        })
    }

    /// The commands and versions of the toolchain of this name with which it was graded.
    pub(super) fn toolchain_versions(&self, toolchain: &str) -> BTreeSet<(&str, &str)> {
        let of_it = self.toolchains().filter(|one| one.name == toolchain);
        of_it
            .map(|one| (one.command.as_str(), one.version.as_str()))
            .collect()
    }

    /// The digests of its programs, as far as they are known.
    pub(super) fn toolchain_digests(&self, toolchain: &str) -> BTreeSet<&str> {
        let of_it = self.toolchains().filter(|one| one.name == toolchain);
        of_it.filter_map(|one| one.digest.as_deref()).collect()
    }

    /// The toolchains of all its submissions.
    pub(super) fn toolchains(&self) -> impl Iterator<Item = &ToolchainVersion> {
        self.places
            .iter()
            .flat_map(|place| &place.head.environment.toolchains)
    }
}

/// Why a folder is no piece that can be merged.
pub(super) fn to_merge_error(folder: &Path, reason: ShardManifestError) -> MergeError {
    let folder = folder.to_owned();
    match reason {
        ShardManifestError::None => MergeError::NotAShard { folder },
        ShardManifestError::Damaged(path) => MergeError::Damaged { folder, path },
        ShardManifestError::Schema(found) => MergeError::Schema { folder, found },
        ShardManifestError::Version(found) => MergeError::Version { folder, found },
        ShardManifestError::Disk(path, source) => MergeError::Disk { path, source },
    }
}

fn records_path(folder: &Path) -> PathBuf {
    folder.join(FOLDER).join(RECORDS)
}
