//! The folder of one supervisor: where sources are put, a program is made of them, and a root is mounted.

use std::fs::{self, DirEntry, Permissions};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::accounts::AccountPair;
use crate::own_folder::{self, FolderLock, lock_folder};
use tempfile::TempDir;

/// How names of such folders begin.
const PREFIX: &str = "sandbox-run-";

/// The folders in it.
const FOLDERS: [&str; 6] = ["source", "out", "tmp", "build", "run", "root"];

/// The folder, removed when this value goes.
///
/// ```text
/// source/   what a compiler makes a program of; or the files that a consumer reads
/// out/      the compiler writes the program here, and the program can read itself, but never write
/// tmp/      temporary files of the compiler, or of a consumer
/// build/    all that a build system may write; in memory where the root is our own
/// run/      the files of one run, see `own_folder`
/// root/     where the supervisor mounts a root, seen by nobody else
/// ```
#[derive(Debug)]
pub(super) struct SupervisorFolder {
    folder: TempDir,
    /// As long as it is held, nobody takes the folder for a dead owner's. It goes after the folder.
    _lock: Option<OwnedFd>,
}

/// What programs with a root of their own call the folder: `/work`, or the first name like it below which no tool
/// is. The same for every run on a machine, because programs may print it.
pub(super) fn name_inside(toolchain: &[PathBuf]) -> PathBuf {
    let mut name = "/work".to_owned();
    while toolchain.iter().any(|path| path.starts_with(&name)) {
        name.push('_');
    }
    name.into()
}

impl SupervisorFolder {
    /// Makes the folder. Where root runs tools under another account, `out`, `tmp` and `build` belong to that.
    ///
    /// # Errors
    ///
    /// If the temporary folder is full or cannot be written.
    pub(super) fn new(accounts: Option<AccountPair>) -> io::Result<SupervisorFolder> {
        SupervisorFolder::new_in(&std::env::temp_dir(), accounts)
    }

    /// The same in a given place.
    pub(super) fn new_in(
        place: &Path,
        accounts: Option<AccountPair>,
    ) -> io::Result<SupervisorFolder> {
        let (folder, lock) = create_locked_folder(place)?;
        // Others may pass through, but not look around: the account without rights must reach `source`.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o711))?;
        for name in FOLDERS {
            let inner = folder.path().join(name);
            fs::create_dir(&inner)?;
            fs::set_permissions(&inner, Permissions::from_mode(0o755))?;
        }
        if let Some(AccountPair { tools, .. }) = accounts {
            for name in ["out", "tmp", "build"] {
                std::os::unix::fs::chown(folder.path().join(name), Some(tools), Some(tools))?;
            }
        }
        Ok(SupervisorFolder {
            folder,
            _lock: lock,
        })
    }

    /// The folder itself.
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A new folder and its lock. Whoever sweeps may come between the two, and then there is another folder to make.
fn create_locked_folder(place: &Path) -> io::Result<(TempDir, Option<OwnedFd>)> {
    loop {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(place)?;
        match own_folder::lock_folder(folder.path())? {
            FolderLock::Held(lock) => return Ok((folder, Some(lock))),
            FolderLock::Unknown => return Ok((folder, None)),
            FolderLock::Taken => {}
        }
    }
}

/// Removes from `place` what owners of this account left there. What cannot be removed stays; no run fails for it.
///
/// Nobody else can remove the folders of owners that were killed, so the next owner does. A living owner holds a lock on each
/// of its folders.
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

    #[test]
    fn the_name_inside_hides_no_tool() {
        for (toolchain, name) in [
            (&[][..], "/work"),
            (&["/opt/gcc", "/workshop/gcc", "/home/work"], "/work"),
            (&["/work/gcc"], "/work_"),
            (&["/work_/bin/g++", "/work"], "/work__"),
        ] {
            let toolchain: Vec<PathBuf> = toolchain.iter().map(PathBuf::from).collect();
            assert_eq!(name_inside(&toolchain), Path::new(name), "{toolchain:?}");
        }
    }

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
