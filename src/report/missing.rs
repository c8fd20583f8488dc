//! `missing.txt`: whom a merge found no grade for, in the form that `grader run --only` reads.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::entry::Entry;
use super::places::MISSING;
use super::replacement::place;
use crate::model::SubmissionName;
use crate::write_error::WriteError;

/// Where it stands in a folder of reports.
pub(crate) fn missing_file(folder: &Path) -> PathBuf {
    folder.join(MISSING)
}

/// Writes it; where nobody is missing, there is none.
///
/// # Errors
///
/// If it cannot be written.
pub(crate) fn write_missing(folder: &Path, names: &[SubmissionName]) -> Result<(), WriteError> {
    let path = missing_file(folder);
    if !names.is_empty() {
        let text: String = names.iter().map(|name| format!("{name}\n")).collect();
        return place(folder, &path, text.as_bytes());
    }
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(WriteError::at(&path)(error)),
        _ => Ok(()),
    }
}

/// Takes those out of it who have a grade by now, if there is such a file.
///
/// # Errors
///
/// If it cannot be written.
pub(crate) fn no_longer_missing(folder: &Path, entries: &[Entry]) -> Result<(), WriteError> {
    let Ok(text) = fs::read_to_string(missing_file(folder)) else { return Ok(()) };
    let graded = entries.iter().filter(|entry| entry.graded);
    let graded: BTreeSet<SubmissionName> = graded.map(Entry::name).collect();
    let names = text.lines().filter_map(SubmissionName::parse);
    let missing: Vec<SubmissionName> = names.filter(|name| !graded.contains(name)).collect();
    write_missing(folder, &missing)
}
