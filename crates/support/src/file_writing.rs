//! Files that others wait for or go on with: each is whole or not there, even if the machine goes down.

use std::fs::{self, File, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use tempfile::NamedTempFile;

use crate::write_error::WriteError;

/// Writes a file beside its place, has the disk keep it, and moves it there. Only its owner can read it.
///
/// # Errors
///
/// If the disk does not let us; what was in its place is as it was.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    write_file_with(path, |file| {
        file.write_all(bytes).map_err(WriteError::for_path(path))
    })
}

/// The same with whatever `fill` writes.
///
/// # Errors
///
/// If the disk does not let us, or `fill` fails; what was in its place is as it was.
pub fn write_file_with<E: From<WriteError>>(
    path: &Path,
    fill: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let mut file =
        NamedTempFile::new_in(parent_folder(path)).map_err(WriteError::for_path(path))?;
    fill(file.as_file_mut())?;
    file.as_file()
        .sync_all()
        .map_err(WriteError::for_path(path))?;
    file.persist(path)
        .map_err(|error| WriteError::for_path(path)(error.error))?;
    Ok(())
}

/// The folder that a file is in: `.` for a name alone.
pub fn parent_folder(path: &Path) -> &Path {
    let folder = path.parent();
    folder
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Writes a file of a course, which others may read as far as the user's umask lets them. A file that is replaced keeps its mode. Folders
/// that are missing are made.
///
/// # Errors
///
/// If the disk does not let us; what was in its place is as it was.
pub fn write_course_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = parent_folder(path);
    fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new()
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder)?;
    file.write_all(bytes)?;
    if let Ok(replaced) = fs::metadata(path) {
        file.as_file().set_permissions(replaced.permissions())?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
