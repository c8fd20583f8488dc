//! The files of a build: written so that the compiler may read them, and read so that no link of its making is followed.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::BuildError;
use super::compiler::LARGEST_FILE;
use super::copy;
use crate::runner::InterruptibleRunner;
use model::SourceFile;

/// Writes a new file that the compiler may read, whatever the user's mask. What has its name goes: the compiler may write
/// into the folder, too, and a link that it made is not followed.
pub(super) fn write_file(path: PathBuf, bytes: &[u8]) -> Result<(), BuildError> {
    remove_file(path.clone())?;
    let write = || {
        OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&path)?
            .write_all(bytes)?;
        fs::set_permissions(&path, Permissions::from_mode(0o644))
    };
    write().map_err(|source| BuildError::Write {
        path: path.clone(),
        source,
    })
}

/// Removes a file, if there is one. A link is removed itself.
pub(super) fn remove_file(path: PathBuf) -> Result<(), BuildError> {
    match fs::remove_file(&path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => {
            Err(BuildError::Write { path, source })
        }
        _ => Ok(()),
    }
}

/// Whether the compiler made this file in the folder for output. Never through a link: a compiler may have been talked
/// into making one.
pub(super) fn is_output_file(runner: &InterruptibleRunner, name: &str) -> bool {
    fs::symlink_metadata(runner.path_outside("out").join(name)).is_ok_and(|data| data.is_file())
}

/// The bytes of an object in the folder for output; none if something else has its name.
///
/// # Errors
///
/// If it cannot be read.
pub(super) fn read_output_object(
    runner: &InterruptibleRunner,
    name: &str,
) -> Result<Vec<u8>, BuildError> {
    let path = runner.path_outside("out").join(name);
    read_object(&path).map_err(|source| BuildError::Read { path, source })
}

/// The bytes of an object; none if something else has its name.
///
/// # Errors
///
/// If it cannot be read.
pub fn read_object(path: &Path) -> io::Result<Vec<u8>> {
    Ok(copy::read_regular_file(path, LARGEST_FILE)?.unwrap_or_default())
}

/// The names and bytes of the sources in their folder.
pub(super) fn read_sources(sources: &[SourceFile], folder: &Path) -> Vec<(String, Vec<u8>)> {
    let read = |source: &SourceFile| {
        Some((
            source.name.clone(),
            fs::read(folder.join(&source.name)).ok()?,
        ))
    };
    sources.iter().filter_map(read).collect()
}
