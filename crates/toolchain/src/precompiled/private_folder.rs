//! Folders that nobody else can write into.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::Path;

/// Whoever can write a compiled header tells the compiler what to do.
pub(super) fn is_trusted_folder(folder: &Path) -> bool {
    let own = rustix::process::geteuid().as_raw();
    fs::symlink_metadata(folder)
        .is_ok_and(|data| data.is_dir() && data.uid() == own && data.mode() & 0o022 == 0)
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
