//! A folder for one submission: where its sources are put, its program is made, and its root is mounted.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;

use super::supervisor::NOBODY;

/// The folder, removed when this value goes.
///
/// ```text
/// source/   what the student handed in: a compiler reads it
/// out/      the compiler writes the program here, and the program can read itself
/// tmp/      the compiler's temporary files
/// root/     where the supervisor mounts a root, seen by nobody else
/// ```
#[derive(Debug)]
pub(super) struct Workplace {
    folder: TempDir,
}

impl Workplace {
    /// Makes the folder. Where compilers run under an account without rights, `out` and `tmp` belong to it.
    ///
    /// # Errors
    ///
    /// If the temporary folder is full or cannot be written.
    pub(super) fn new() -> io::Result<Workplace> {
        let folder = tempfile::Builder::new().prefix("grader-").tempdir()?;
        // Others may pass through, but not look around: the account without rights must reach `source`.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o711))?;
        for name in ["source", "out", "tmp", "root"] {
            let inner = folder.path().join(name);
            fs::create_dir(&inner)?;
            fs::set_permissions(&inner, Permissions::from_mode(0o755))?;
        }
        if rustix::process::geteuid().is_root() {
            for name in ["out", "tmp"] {
                std::os::unix::fs::chown(folder.path().join(name), Some(NOBODY), Some(NOBODY))?;
            }
        }
        Ok(Workplace { folder })
    }

    /// The folder itself.
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}
