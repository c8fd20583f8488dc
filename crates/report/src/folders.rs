//! The folders in which reports stand.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The folders below `folder` down to `below`, outermost first.
pub(super) fn folders_between(folder: &Path, below: &Path) -> Vec<PathBuf> {
    let inner = below.ancestors().take_while(|part| *part != folder);
    let mut parts: Vec<PathBuf> = inner.map(Path::to_owned).collect();
    parts.reverse();
    parts
}

/// Whether there is a folder; false if there is nothing. The path that somebody typed may lead through links, but below it
/// reports are written nowhere else.
///
/// # Errors
/// If it is something else.
pub(super) fn is_folder(path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
        Ok(found) if found.is_dir() => Ok(true),
        Ok(found) if found.is_symlink() => Err(io::Error::new(
            ErrorKind::NotADirectory,
            "it is a symbolic link, and reports are not written through one",
        )),
        Ok(_) => Err(ErrorKind::NotADirectory.into()),
    }
}
