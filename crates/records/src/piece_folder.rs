//! The folder of a piece that is being graded. It stands beside its place, as `DIR.part`, until it is whole; so whoever waits for
//! `DIR` waits for all of it, and a run that goes on finds what a killed one has left.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::error::RecordError;
use super::folder::{FOLDER, RECORDS, RUN, RecordFolder};
use super::piece::{ShardManifest, ShardManifestError, ShardStart};
use crate::piece::ShardError;
use model::{GradingEnvironment, Partition};
use support::digest::Digest;
use support::file_lock::{self, LockAttempt};
use support::write_error::WriteError;

/// What the name of a piece's folder ends with until it is whole.
const UNFINISHED: &str = ".part";

/// What a run holds that is at a piece. A file, because not every disk locks folders.
const LOCK: &str = "lock";

/// The folder, for the one run that is at it.
#[derive(Debug)]
pub struct ShardFolder {
    /// Where it is going to be.
    target: PathBuf,
    /// Where it is now.
    part: PathBuf,
    begun: ShardStart,
    _lock: File,
}

/// Whether a folder's name says that its piece is not whole.
pub(crate) fn is_unfinished(folder: &Path) -> bool {
    folder
        .file_name()
        .is_some_and(|name| name.to_string_lossy().ends_with(UNFINISHED))
}

/// Where a piece is until it is whole.
pub(super) fn unfinished_path(target: &Path) -> PathBuf {
    let mut part: OsString = target.components().collect::<PathBuf>().into();
    part.push(UNFINISHED);
    part.into()
}

/// Makes a finished piece, if there is one, an unfinished one: what is whole there later was made by a run that is yet to come.
///
/// # Errors
///
/// If an unfinished one is there as well, or the disk does not let it.
pub fn reopen_shard(target: &Path) -> Result<(), ShardError> {
    let part = unfinished_path(target);
    match fs::rename(target, &part) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(_) if part.exists() => Err(ShardError::Both {
            folder: target.to_owned(),
            part,
        }),
        renamed => Ok(renamed.map_err(WriteError::for_path(target))?),
    }
}

/// Makes sure that a run may write into `folder`, even if that is a piece: then it may add to it, for the same course.
///
/// # Errors
///
/// If not.
pub fn ensure_shard_appendable(
    folder: &Path,
    is_a_part: bool,
    course: impl FnOnce() -> io::Result<Digest>,
) -> Result<(), ShardError> {
    let piece = match ShardManifest::read_from(folder) {
        Err(ShardManifestError::None) => return Ok(()),
        piece => piece,
    };
    let folder = folder.to_owned();
    if !is_a_part {
        return Err(ShardError::FullClass { folder });
    }
    let Ok(piece) = piece else {
        return Err(ShardError::Unreadable { folder });
    };
    match course().is_ok_and(|course| course.to_string() == piece.course) {
        true => Ok(()),
        false => Err(ShardError::OtherCourse { folder }),
    }
}

impl ShardFolder {
    /// The folder of a piece that is going to be `target`; with `resumes` also of one that is there already, which becomes
    /// unfinished again.
    ///
    /// # Errors
    ///
    /// If something is there that cannot be gone on with, another run is at it, or the disk does not let it.
    pub fn begin(
        target: &Path,
        begun: ShardStart,
        resumes: bool,
    ) -> Result<ShardFolder, ShardError> {
        let target: PathBuf = target.components().collect();
        if is_unfinished(&target) {
            return Err(ShardError::ReservedName { folder: target });
        }
        let part = unfinished_path(&target);
        if is_occupied(&target)? {
            reopen_for_resume(&target, &part, begun.partition, resumes)?;
        }
        if let Some(parent) = part.parent() {
            fs::create_dir_all(parent).map_err(WriteError::for_path(&part))?;
        }
        create_folder(&part)?;
        RecordFolder::open(&part)?;
        let lock = lock_shard(&part)?;
        remove_reports(&part).map_err(WriteError::for_path(&part))?;
        Ok(ShardFolder {
            target,
            part,
            begun,
            _lock: lock,
        })
    }

    /// Where it is while it is being made.
    pub fn path(&self) -> &Path {
        &self.part
    }

    /// Makes it the piece that was asked for: until now nobody saw it in its place. Where it is then is the value.
    ///
    /// # Errors
    ///
    /// If the disk does not let it, or something is in that place by now.
    pub fn finish(self, environment: GradingEnvironment) -> Result<PathBuf, ShardError> {
        let ShardFolder {
            target,
            part,
            begun,
            _lock,
        } = self;
        begun
            .to_manifest(environment)
            .write_files(&begun.class, &part)?;
        match fs::rename(&part, &target) {
            Err(error) if is_taken(&error) => {
                return Err(ShardError::AlreadyExists { folder: target });
            }
            renamed => renamed.map_err(WriteError::for_path(&target))?,
        }
        // That it has its name survives a power cut; where a disk cannot promise that, the records have it all the same.
        let parent = target
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty());
        let _ = File::open(parent.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
        Ok(target)
    }
}

/// Whether there is anything but an empty folder, which some who wait for a folder make beforehand.
fn is_occupied(path: &Path) -> Result<bool, ShardError> {
    match fs::read_dir(path) {
        Ok(mut entries) => Ok(entries.next().is_some()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(_) => Ok(true),
    }
}

/// Makes a finished piece an unfinished one.
fn reopen_for_resume(
    target: &Path,
    part: &Path,
    partition: Partition,
    resumes: bool,
) -> Result<(), ShardError> {
    let folder = target.to_owned();
    let piece = match ShardManifest::read_from(target) {
        Ok(piece) => piece,
        // Nothing of another version is taken over, so there is nothing to go on with.
        Err(ShardManifestError::Schema(_) | ShardManifestError::Version(_)) => {
            return Err(ShardError::AlreadyExists { folder });
        }
        Err(_) => return Err(ShardError::NotAShard { folder }),
    };
    match () {
        () if piece.partition != partition => Err(ShardError::OtherShard {
            folder,
            was: piece.partition,
            is: partition,
        }),
        () if !resumes => Err(ShardError::AlreadyExists { folder }),
        () if part.exists() => Err(ShardError::Both {
            folder,
            part: part.to_owned(),
        }),
        () => match fs::rename(target, part) {
            // Another run was faster, and is at it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            renamed => Ok(renamed.map_err(WriteError::for_path(part))?),
        },
    }
}

/// Makes the folder, or finds what another run has left there.
fn create_folder(part: &Path) -> Result<(), ShardError> {
    match fs::create_dir(part) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let is_ours = fs::symlink_metadata(part).is_ok_and(|found| found.is_dir())
                && (part.join(FOLDER).is_dir() || !is_occupied(part)?);
            let path = part.to_owned();
            let what = "nothing that a run has left";
            if is_ours {
                Ok(())
            } else {
                Err(RecordError::PathOccupied { path, what }.into())
            }
        }
        made => Ok(made.map_err(WriteError::for_path(part))?),
    }
}

fn lock_shard(part: &Path) -> Result<File, ShardError> {
    let path = part.join(FOLDER).join(LOCK);
    let opened = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path);
    let file = opened.map_err(WriteError::for_path(&path))?;
    if file_lock::try_lock(&file) == LockAttempt::InUse {
        return Err(in_use_error(part));
    }
    // Whoever held it may have finished the piece just now.
    match file_identity(file.metadata()) == file_identity(fs::metadata(&path)) {
        true => Ok(file),
        false => Err(in_use_error(part)),
    }
}

fn in_use_error(part: &Path) -> ShardError {
    ShardError::InUse {
        part: part.to_owned(),
    }
}

fn file_identity(found: io::Result<fs::Metadata>) -> Option<(u64, u64)> {
    found.map(|it| (it.dev(), it.ino())).ok()
}

/// Leaves nothing but records, which become those of a stopped run. Reports are made again from them.
fn remove_reports(part: &Path) -> io::Result<()> {
    for entry in fs::read_dir(part)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true if entry.file_name() == FOLDER => {}
            true => fs::remove_dir_all(entry.path())?,
            false => fs::remove_file(entry.path())?,
        }
    }
    let own = part.join(FOLDER);
    ShardManifest::remove_files(part)?;
    match fs::rename(own.join(RECORDS), own.join(format!("{RUN}{RECORDS}"))) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        renamed => renamed,
    }
}

fn is_taken(error: &io::Error) -> bool {
    use io::ErrorKind::{AlreadyExists, DirectoryNotEmpty, NotADirectory};
    matches!(
        error.kind(),
        AlreadyExists | DirectoryNotEmpty | NotADirectory
    )
}
