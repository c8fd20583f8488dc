//! Folders that nobody else can write into.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use support::ownership::belongs_to_user;

/// A compiled header directs the compiler, so only its owner may be able to write it.
pub(super) fn is_trusted_folder(folder: &Path) -> bool {
    fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir() && belongs_to_user(&found))
}

/// Makes a folder that only its owner can write into.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    if !is_trusted_folder(folder) {
        return Err(io::Error::other(
            "the folder is somebody else's, or others can write into it",
        ));
    }
    Ok(())
}
