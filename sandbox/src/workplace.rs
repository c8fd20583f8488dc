//! The folder of one supervisor: where sources are put, a program is made of them, and a root is mounted.

use std::fs::{self, Permissions};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::accounts::AccountPair;
use crate::folder_lock::{self, FolderLock};

/// How names of such folders begin.
pub(super) const PREFIX: &str = "sandbox-run-";

/// The folders in it.
pub(super) const FOLDERS: [&str; 6] = ["source", "out", "tmp", "build", "run", "root"];

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
        match folder_lock::lock_folder(folder.path())? {
            FolderLock::Held(lock) => return Ok((folder, Some(lock))),
            FolderLock::Unknown => return Ok((folder, None)),
            FolderLock::Taken => {}
        }
    }
}

#[cfg(test)]
mod tests {
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
}
