//! Files that others wait for or go on with: each is whole or not there, even if the machine goes down.

use std::fs::{self, File, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
use std::path::{Path, PathBuf};

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

/// Writes a file of a course, which others may read as far as the user's umask lets them. See [`write_course_file_with`].
///
/// # Errors
///
/// If the disk does not let us; what was in its place is as it was.
pub fn write_course_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_course_file_with(path, |file| file.write_all(bytes))
}

/// The same with whatever `fill` writes. A file that is replaced keeps its mode and group, and through a symbolic link the file
/// is replaced that it leads to. Folders that are missing are made.
///
/// # Errors
///
/// If the disk does not let us, or `fill` fails; what was in its place is as it was.
pub fn write_course_file_with<E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let path = &resolve_link(path);
    let folder = parent_folder(path);
    fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new()
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder)?;
    fill(file.as_file_mut())?;
    if let Ok(replaced) = fs::metadata(path) {
        let owner = Some(replaced.uid());
        let group = Some(replaced.gid());
        // Only root gives files to others. Who is in the group keeps it for the others in it.
        if fchown(file.as_file(), owner, group).is_err() {
            let _ = fchown(file.as_file(), None, group);
        }
        file.as_file().set_permissions(replaced.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Where a file is that a path leads to; the path itself if nothing is there.
pub fn resolve_link(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
