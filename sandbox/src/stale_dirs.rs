//! Folders of owners that were killed: nobody else can remove them, so the next owner does.
//!
//! A living owner holds a lock on each of its folders.

use std::fs::{self, DirEntry};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::folder_lock::{FolderLock, lock_folder};
use crate::own_folder;
use crate::workplace::{FOLDERS, PREFIX};

/// Removes from `place` what owners of this account left there. What cannot be removed stays; no run fails for it.
pub(super) fn remove_stale_dirs(place: &Path) {
    let Ok(entries) = fs::read_dir(place) else {
        return;
    };
    for entry in entries.flatten().filter(is_supervisor_folder) {
        if let Ok(FolderLock::Held(_lock)) = lock_folder(&entry.path()) {
            let _ = own_folder::make_accessible(&entry.path().join("run"));
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// A folder, not a link to one, with our account's number, the name and the looks of a workplace.
fn is_supervisor_folder(entry: &DirEntry) -> bool {
    let own = rustix::process::geteuid().as_raw();
    let named = entry
        .file_name()
        .as_encoded_bytes()
        .starts_with(PREFIX.as_bytes());
    named
        && fs::symlink_metadata(entry.path()).is_ok_and(|data| data.is_dir() && data.uid() == own)
        && fs::read_dir(entry.path()).is_ok_and(|mut inner| {
            inner.all(|inner| inner.is_ok_and(|inner| is_supervisor_subfolder(&inner)))
        })
}

fn is_supervisor_subfolder(entry: &DirEntry) -> bool {
    FOLDERS.iter().any(|&name| entry.file_name() == name)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;
    use crate::workplace::SupervisorFolder;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn only_folders_of_dead_owners_are_swept() {
        let place = tempfile::tempdir().unwrap();
        let living = SupervisorFolder::new_in(place.path(), None).unwrap();
        fs::create_dir_all(place.path().join("sandbox-run-dead/out/deeper")).unwrap();
        let locked = place.path().join("sandbox-run-dead/run");
        fs::create_dir_all(locked.join("deeper")).unwrap();
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
        fs::create_dir_all(place.path().join("sandbox-run-half-removed")).unwrap();
        fs::create_dir_all(place.path().join("sandbox-run-of-somebody/letters")).unwrap();
        fs::create_dir_all(place.path().join("elsewhere/out")).unwrap();
        fs::write(place.path().join("sandbox-run-file"), "").unwrap();
        symlink(
            place.path().join("elsewhere"),
            place.path().join("sandbox-run-link"),
        )
        .unwrap();
        remove_stale_dirs(place.path());
        let name = living
            .path()
            .file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        let mut kept = [
            "elsewhere",
            "sandbox-run-file",
            "sandbox-run-link",
            "sandbox-run-of-somebody",
            &name,
        ];
        kept.sort_unstable();
        assert_eq!(names(place.path()), kept);
        assert_eq!(
            names(living.path()),
            ["build", "out", "root", "run", "source", "tmp"]
        );
        drop(living);
        assert_eq!(names(place.path()).len(), kept.len() - 1);
    }
}
