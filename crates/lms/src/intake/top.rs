//! Names of a download, as a system wrote them.

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use super::error::IntakeError;
use crate::archive::decode_name;
use crate::layout::DownloadEntry;
use model::bounds::{DEEPEST, MOST_STUDENTS};
use support::beneath::OpenFolder;
use support::junk::{is_junk, may_be_person};

/// The most names of one download: several files of each student.
const MOST: usize = 10 * MOST_STUDENTS;

/// What stands directly in a folder, sorted by name. What systems and editors leave behind, and links, are nothing.
pub(super) fn list_folder(root: &Path) -> Result<Vec<DownloadEntry>, IntakeError> {
    let mut found = Vec::new();
    collect_entries(root, Path::new(""), 0, &mut found, &|| false)?;
    Ok(found)
}

/// Folders, sources and archives that `list_folder` leaves out although their names may be those of persons, sorted by name.
pub(super) fn list_possible_persons(root: &Path) -> Result<Vec<DownloadEntry>, IntakeError> {
    let entries = read_names(root, Path::new(""), MOST, may_be_person);
    let entries = entries.map_err(|source| IntakeError::Unreadable {
        folder: root.to_owned(),
        source,
    })?;
    entries.ok_or_else(|| IntakeError::TooMany {
        folder: root.to_owned(),
    })
}

/// What stands directly in the folder `below` another one, with paths from the other one, and the names alone.
pub(super) fn list_below(root: &Path, below: &Path) -> Result<Vec<DownloadEntry>, IntakeError> {
    let mut found = Vec::new();
    collect_entries(root, below, 0, &mut found, &|| false)?;
    for entry in &mut found {
        entry.name = to_text(entry.path.file_name().unwrap_or_default());
    }
    Ok(found)
}

/// All files below a folder, sorted by path.
pub(super) fn list_all_files(
    root: &Path,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<DownloadEntry>, IntakeError> {
    let mut found = Vec::new();
    collect_entries(root, Path::new(""), DEEPEST, &mut found, stop)?;
    found.retain(|entry| !entry.is_folder);
    Ok(found)
}

fn collect_entries(
    root: &Path,
    below: &Path,
    deeper: usize,
    found: &mut Vec<DownloadEntry>,
    stop: &dyn Fn() -> bool,
) -> Result<(), IntakeError> {
    if stop() {
        return Err(IntakeError::Interrupted);
    }
    let entries = read_entries(root, below, MOST.saturating_sub(found.len()));
    let entries = entries.map_err(|source| IntakeError::Unreadable {
        // Joined to nothing, a path ends with `/`.
        folder: root.join(below).components().collect(),
        source,
    })?;
    let entries = entries.ok_or_else(|| IntakeError::TooMany {
        folder: root.to_owned(),
    })?;
    for entry in entries {
        let path = entry.is_folder.then(|| entry.path.clone());
        found.push(entry);
        if let Some(path) = path.filter(|_| deeper > 0) {
            collect_entries(root, &path, deeper - 1, found, stop)?;
        }
    }
    Ok(())
}

/// The files and folders in a folder, by name; none if there are more than `most`.
fn read_entries(root: &Path, below: &Path, most: usize) -> io::Result<Option<Vec<DownloadEntry>>> {
    read_names(root, below, most, |name| !is_junk(name))
}

/// The same of the names that are wanted.
fn read_names(
    root: &Path,
    below: &Path,
    most: usize,
    is_wanted: fn(&OsStr) -> bool,
) -> io::Result<Option<Vec<DownloadEntry>>> {
    let Some(folder) = OpenFolder::open_trusted(root)?.open_folder(below)? else {
        return Ok(Some(Vec::new()));
    };
    let mut entries = Vec::new();
    for name in folder.list_names()? {
        let name = name?;
        if !is_wanted(&name) {
            continue;
        }
        let Some(entry) = folder.stat_entry(&name)? else {
            continue;
        };
        if !entry.kind.is_dir() && !entry.kind.is_file() {
            continue;
        }
        if entries.len() == most {
            return Ok(None);
        }
        let path = below.join(&name);
        let name = to_text(path.as_os_str());
        let is_folder = entry.kind.is_dir();
        entries.push(DownloadEntry {
            name,
            path,
            is_folder,
        });
    }
    entries.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Some(entries))
}

fn to_text(name: &OsStr) -> String {
    decode_name(name.as_bytes())
}
