//! The entries of a folder that may be students, and those that are nobody's.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::FileType;

use super::error::IntakeError;
use super::files::{self, SubmissionPath};
use crate::beneath::Folder;
use crate::junk::is_junk;
use crate::model::bounds::MOST_STUDENTS;
use crate::model::{Found, HandIn};
use crate::printable::printable;

/// One place that belongs to one student: a folder, or a file in place of it.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) student: String,
    pub(super) place: SubmissionPath,
    /// What was said of it before it was looked at.
    pub(super) known: Known,
}

/// What is known of a student's hand-in before anybody asks what of it is for which assignment.
#[derive(Debug, Clone, Default)]
pub(super) struct Known {
    /// What the system says that it was downloaded from.
    pub(super) hand_in: Option<HandIn>,
    /// For which assignment it is, where that was said.
    pub(super) assignment: Option<String>,
    /// What the report should mention.
    pub(super) remarks: Vec<String>,
    /// Choices that staff should check.
    pub(super) to_check: Vec<String>,
    /// What comes of it if it is not looked at any further: refused, or unreadable.
    pub(super) found: Option<Found>,
}

/// What a folder holds.
#[derive(Debug, Clone, Default)]
pub(super) struct Listing {
    /// What may be students, sorted by name.
    pub(super) entries: Vec<Entry>,
    /// The names of files that stand for nobody, sorted.
    pub(super) left_out: Vec<String>,
}

/// What the folder holds that stands `below` the one that was named. What systems and editors leave behind is nothing.
pub(super) fn list(named: &Path, below: &Path) -> Result<Listing, IntakeError> {
    let path = || if below.as_os_str().is_empty() { named.to_owned() } else { named.join(below) };
    let unreadable = |source| IntakeError::Unreadable { folder: path(), source };
    let read = || -> io::Result<Option<Listing>> {
        let folder = Folder::named(named)?.folder(below)?.ok_or(io::ErrorKind::NotADirectory)?;
        let (mut entries, mut left_out) = (Vec::new(), Vec::new());
        for name in folder.names()? {
            let name = name?;
            if is_junk(&name) {
                continue;
            }
            let Some(kind) = folder.entry(&name)?.map(|entry| entry.kind) else { continue };
            if kind.is_file() && !files::is_source(Path::new(&name)) {
                left_out.push(printable(&name));
                continue;
            }
            if entries.len() == MOST_STUDENTS {
                return Ok(None);
            }
            let place = SubmissionPath { folder: named.to_owned(), below: below.join(&name), kind };
            entries.push(Entry { student: printable(name), place, known: Known::default() });
        }
        left_out.sort();
        Ok(Some(Listing { entries, left_out }))
    };
    let found = read().map_err(unreadable)?;
    let Listing { mut entries, left_out } =
        found.ok_or_else(|| IntakeError::TooMany { folder: path() })?;
    entries.sort_by(|left, right| left.place.below.cmp(&right.place.below));
    name_files_by_stem(&mut entries);
    name_apart(&mut entries);
    entries.sort_by(|left, right| left.student.cmp(&right.student));
    Ok(Listing { entries, left_out })
}

/// `bob.cpp` is Bob's, unless somebody else goes by that name already.
fn name_files_by_stem(entries: &mut [Entry]) {
    let mut taken: BTreeSet<String> = entries.iter().map(|entry| entry.student.clone()).collect();
    for entry in entries.iter_mut().filter(|entry| entry.place.kind.is_file()) {
        let Some(stem) = entry.place.below.file_stem().map(printable) else { continue };
        if taken.insert(stem.clone()) {
            entry.student = stem;
        }
    }
}

/// Two long names may be cut to the same. What is appended is part of no printable name.
pub(super) fn name_apart(entries: &mut [Entry]) {
    let mut taken = BTreeSet::new();
    for (number, entry) in entries.iter_mut().enumerate() {
        if !taken.insert(entry.student.clone()) {
            entry.student += &format!("\\~{number}");
        }
    }
}

pub(super) fn the_folder_itself(folder: &Path) -> Result<Entry, IntakeError> {
    let unreadable = |source| IntakeError::Unreadable { folder: folder.to_owned(), source };
    let folder = folder.canonicalize().map_err(unreadable)?;
    let student = folder.file_name().map_or_else(|| "submission".to_owned(), printable);
    let place = SubmissionPath { folder, below: PathBuf::new(), kind: FileType::Directory };
    Ok(Entry { student, place, known: Known::default() })
}
