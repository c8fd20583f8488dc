//! Where submissions come from, and the temporary folder for copies of what cannot be read in place.

use std::cell::{Cell, OnceCell};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use crate::layout::StudentPattern;
use model::SubmissionLayout;
use support::file_lock::{self, LockAttempt};
use tempfile::TempDir;

/// How its name begins.
const PREFIX: &str = "grader-intake-";

/// A temporary folder for unpacked archives and converted files. It is made when it is first needed, only its owner may look
/// into it, and it goes with the value, so the value must live as long as submissions are read. What an owner leaves that was
/// killed is removed by the next one.
#[derive(Debug, Default)]
pub struct IntakeScratch {
    folder: OnceCell<LockedTempDir>,
    made: Cell<usize>,
}

/// A folder with a lock, which tells that its owner lives.
#[derive(Debug)]
struct LockedTempDir {
    folder: TempDir,
    _lock: File,
}

impl IntakeScratch {
    /// A new, empty folder.
    pub(super) fn new_folder(&self) -> io::Result<PathBuf> {
        let owned = match self.folder.get() {
            Some(owned) => owned,
            None => {
                let made = create_locked_dir(&std::env::temp_dir())?;
                self.folder.get_or_init(|| made)
            }
        };
        let number = self.made.get() + 1;
        self.made.set(number);
        let path = owned.folder.path().join(number.to_string());
        fs::create_dir(&path)?;
        Ok(path)
    }
}

/// A new folder in `place`, from which those of killed owners are removed.
fn create_locked_dir(place: &Path) -> io::Result<LockedTempDir> {
    loop {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(place)?;
        // Who removes those of others may come before the lock, and then there is another folder to make.
        let lock = match File::open(folder.path()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            opened => opened?,
        };
        let attempt = file_lock::try_lock(&lock);
        if attempt == LockAttempt::InUse || !folder.path().exists() {
            continue;
        }
        // Without locks nobody can tell whose owner is gone, so nothing is removed.
        if attempt == LockAttempt::Held {
            remove_stale_dirs(place, folder.path());
        }
        return Ok(LockedTempDir {
            folder,
            _lock: lock,
        });
    }
}

/// Whether the owner of a folder is gone.
fn is_abandoned(folder: &Path) -> bool {
    File::open(folder).is_ok_and(|folder| file_lock::try_lock(&folder) == LockAttempt::Held)
}

/// Removes the folders of this account whose owners are gone. What cannot be removed stays; no run fails for it.
fn remove_stale_dirs(place: &Path, own: &Path) {
    let Ok(account) = fs::symlink_metadata(own).map(|data| data.uid()) else {
        return;
    };
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_named = entry
            .file_name()
            .as_encoded_bytes()
            .starts_with(PREFIX.as_bytes());
        let is_ours = || {
            let data = fs::symlink_metadata(&path);
            data.is_ok_and(|data| data.is_dir() && data.uid() == account)
        };
        if is_named && path != own && is_ours() && is_abandoned(&path) {
            let _ = fs::remove_dir_all(&path);
        }
    }
}

/// Where submissions come from.
pub struct IntakeSource<'s> {
    /// A folder, or an archive.
    pub path: &'s Path,
    /// The layout that the user names; none if it is to be seen from names.
    pub layout: Option<SubmissionLayout>,
    /// What the user says of the paths of files.
    pub pattern: Option<&'s StudentPattern>,
    /// Where copies may stand.
    pub scratch: &'s IntakeScratch,
    /// Whether the user wants to stop.
    pub stop: &'s dyn Fn() -> bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_of_dead_owners_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let living = create_locked_dir(place.path()).unwrap();
        let dead = place.path().join("grader-intake-dead/1/ann");
        fs::create_dir_all(&dead).unwrap();
        fs::create_dir(place.path().join("other")).unwrap();
        fs::write(place.path().join("grader-intake-file"), "").unwrap();
        let new = create_locked_dir(place.path()).unwrap();
        assert!(!dead.exists() && living.folder.path().exists());
        let path = new.folder.path().to_owned();
        drop((living, new));
        assert!(!path.exists());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 2);
    }
}
