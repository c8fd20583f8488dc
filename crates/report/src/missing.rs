//! `missing.txt`: what was handed in and has no grade in these reports, in the form that `grader run --only` reads. A merge
//! finds some, and so does a run of a part of the class.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::entry::ReportEntry;
use super::places::MISSING;
use super::replacement::replace_file;
use model::SubmissionName;
use support::write_error::WriteError;

/// Where it stands in a folder of reports.
pub fn missing_file(folder: &Path) -> PathBuf {
    folder.join(MISSING)
}

/// Whether it names a submission of this assignment, or one that cannot be read.
pub fn has_missing(folder: &Path, assignment: &str) -> bool {
    let is_meant =
        |line: &str| SubmissionName::parse(line).is_none_or(|name| name.assignment == assignment);
    match fs::read_to_string(missing_file(folder)) {
        Ok(text) => text.lines().any(is_meant),
        Err(error) => error.kind() != io::ErrorKind::NotFound,
    }
}

/// Writes it; where nobody is missing, there is none.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_missing(folder: &Path, names: &[SubmissionName]) -> Result<(), WriteError> {
    let path = missing_file(folder);
    if !names.is_empty() {
        let text: String = names.iter().map(|name| format!("{name}\n")).collect();
        return replace_file(folder, &path, text.as_bytes());
    }
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(WriteError::for_path(&path)(error))
        }
        _ => Ok(()),
    }
}

/// Takes those out of it who have a grade by now, and adds what is `there` without one: a run may be about a part of the class.
/// After a run of the `whole` class, nobody else is missing.
///
/// # Errors
///
/// If it cannot be written.
pub fn update_missing(
    folder: &Path,
    entries: &[ReportEntry],
    there: &[SubmissionName],
    is_whole: bool,
) -> Result<(), WriteError> {
    let noted = fs::read_to_string(missing_file(folder)).unwrap_or_default();
    let noted: BTreeSet<SubmissionName> = noted.lines().filter_map(SubmissionName::parse).collect();
    let there: BTreeSet<SubmissionName> = there.iter().cloned().collect();
    let reported: BTreeSet<SubmissionName> = entries.iter().map(ReportEntry::name).collect();
    let graded: BTreeSet<SubmissionName> = entries
        .iter()
        .filter(|entry| entry.graded)
        .map(ReportEntry::name)
        .collect();
    let still = noted
        .difference(&graded)
        .filter(|name| !is_whole || there.contains(name));
    let missing: BTreeSet<SubmissionName> =
        still.chain(there.difference(&reported)).cloned().collect();
    write_missing(folder, &missing.into_iter().collect::<Vec<_>>())
}
