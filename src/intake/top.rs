//! Names of a download, as a system wrote them.

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use super::error::IntakeError;
use crate::archive::decoded;
use crate::beneath::Folder;
use crate::junk::is_junk;
use crate::layout::Listed;
use crate::model::bounds::{DEEPEST, MOST_STUDENTS};

/// The most names of one download: several files of each student.
const MOST: usize = 10 * MOST_STUDENTS;

/// What stands directly in a folder, sorted by name. What systems and editors leave behind, and links, are nothing.
pub(super) fn list(root: &Path) -> Result<Vec<Listed>, IntakeError> {
    let mut found = Vec::new();
    look(root, Path::new(""), 0, &mut found, &|| false)?;
    Ok(found)
}

/// What stands directly in the folder `below` another one, with paths from the other one, and the names alone.
pub(super) fn list_below(root: &Path, below: &Path) -> Result<Vec<Listed>, IntakeError> {
    let mut found = Vec::new();
    look(root, below, 0, &mut found, &|| false)?;
    for entry in &mut found {
        entry.name = text(entry.path.file_name().unwrap_or_default());
    }
    Ok(found)
}

/// All files below a folder, sorted by path.
pub(super) fn every_file(root: &Path, stop: &dyn Fn() -> bool) -> Result<Vec<Listed>, IntakeError> {
    let mut found = Vec::new();
    look(root, Path::new(""), DEEPEST, &mut found, stop)?;
    found.retain(|entry| !entry.is_folder);
    Ok(found)
}

fn look(
    root: &Path,
    below: &Path,
    deeper: usize,
    found: &mut Vec<Listed>,
    stop: &dyn Fn() -> bool,
) -> Result<(), IntakeError> {
    // Joined to nothing, a path ends with `/`.
    let path = || root.join(below).components().collect();
    let unreadable = |source| IntakeError::Unreadable { folder: path(), source };
    if stop() {
        return Err(IntakeError::Interrupted);
    }
    let read = || -> io::Result<Option<Vec<Listed>>> {
        let Some(folder) = Folder::named(root)?.folder(below)? else { return Ok(Some(Vec::new())) };
        let mut entries = Vec::new();
        for name in folder.names()? {
            let name = name?;
            if is_junk(&name) {
                continue;
            }
            let Some(entry) = folder.entry(&name)? else { continue };
            if !entry.kind.is_dir() && !entry.kind.is_file() {
                continue;
            }
            if found.len() + entries.len() == MOST {
                return Ok(None);
            }
            let path = below.join(&name);
            let (name, is_folder) = (text(path.as_os_str()), entry.kind.is_dir());
            entries.push(Listed { name, path, is_folder });
        }
        entries.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Some(entries))
    };
    let entries = read().map_err(unreadable)?;
    let entries = entries.ok_or_else(|| IntakeError::TooMany { folder: root.to_owned() })?;
    for entry in entries {
        let path = entry.is_folder.then(|| entry.path.clone());
        found.push(entry);
        if let Some(path) = path.filter(|_| deeper > 0) {
            look(root, &path, deeper - 1, found, stop)?;
        }
    }
    Ok(())
}

fn text(name: &OsStr) -> String {
    decoded(name.as_bytes())
}
