//! From a folder to submissions: what did each student hand in for which assignment?
//!
//! Two layouts are understood, `<student>/<files>` and `<assignment>/<student>/<files>`; in both, a single file may
//! stand in place of a student's folder, and a folder that itself holds a program's sources is one student's.
//! Nothing is opened here, links are never followed, and whatever is odd becomes a value with a reason.

mod choice;
mod files;
mod glob_words;
mod name;
mod sources;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::FileType;

use self::files::SubmissionPath;
pub(crate) use self::name::printable;
use self::sources::Sources;
use crate::beneath::Folder;
use crate::model::bounds::MOST_STUDENTS;
use crate::model::{Assignment, Course, Found, Submission};

/// Why no submission could be taken from a folder.
#[derive(Debug, thiserror::Error)]
pub(crate) enum IntakeError {
    /// The folder cannot be listed.
    #[error("cannot read the folder of submissions `{}`", folder.display())]
    Unreadable {
        /// The folder as it was given.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There are more entries than any class has students.
    #[error(
        "`{}` holds more than {MOST_STUDENTS} students; is it the folder of submissions?", folder.display()
    )]
    TooMany {
        /// The folder as it was given.
        folder: PathBuf,
    },
    /// A file stands where a folder is expected.
    #[error(
        "`{}` is a file; expected a folder of submissions, such as the folder that holds it", file.display()
    )]
    NotAFolder {
        /// The file as it was given.
        file: PathBuf,
    },
    /// Some folders are named like assignments and others are not.
    #[error(
        "`{}` holds folders of assignments ({known}) beside `{unknown}`; expected either one folder per assignment, \
         named as in the rubric, or one folder per student", folder.display()
    )]
    MixedLayout {
        /// The folder as it was given.
        folder: PathBuf,
        /// Names of assignments.
        known: String,
        /// A name that is none.
        unknown: String,
    },
    /// Files do not say which assignment they are for.
    #[error(
        "cannot tell which assignment `{file}` is for: no file in `{}` has the name of an assignment's source; \
         name the assignment with `--assignment ID` (one of {assignments})", folder.display()
    )]
    WhichAssignment {
        /// The folder as it was given.
        folder: PathBuf,
        /// A file, for example.
        file: String,
        /// The assignments to choose from.
        assignments: String,
    },
}

/// One place that belongs to one student: a folder, or a file in place of it.
#[derive(Debug, Clone)]
struct Entry {
    student: String,
    place: SubmissionPath,
}

/// Finds what was handed in for `assignments` in `folder`. The result is sorted by assignment and student.
///
/// # Errors
///
/// If the folder cannot be listed, or it does not say what belongs to which assignment.
pub(crate) fn find(
    folder: &Path,
    course: &Course,
    assignments: &[&Assignment],
) -> Result<Vec<Submission>, IntakeError> {
    if folder.is_file() {
        return Err(IntakeError::NotAFolder { file: folder.to_owned() });
    }
    let entries = list(folder, Path::new(""))?;
    let is_assignment =
        |entry: &&Entry| course.assignments.iter().any(|one| one.id == entry.student);
    let folders: Vec<&Entry> = entries.iter().filter(|entry| entry.place.kind.is_dir()).collect();
    if !folders.iter().any(is_assignment) {
        return by_student(folder, course, assignments, entries);
    }
    let handed_in = |id: &str| folders.iter().any(|entry| entry.student == id);
    if let Some(stranger) = folders.iter().find(|entry| !is_assignment(entry)) {
        let known: Vec<&str> = folders
            .iter()
            .filter(|entry| is_assignment(entry))
            .map(|entry| entry.student.as_str())
            .collect();
        return Err(IntakeError::MixedLayout {
            folder: folder.to_owned(),
            known: known.join(", "),
            unknown: stranger.student.clone(),
        });
    }
    let assignments = assignments.iter().filter(|assignment| handed_in(&assignment.id));
    by_assignment(folder, course, assignments)
}

/// `<assignment>/<student>/<files>`: everybody in an assignment's folder is expected to have handed it in.
fn by_assignment<'a>(
    folder: &Path,
    course: &Course,
    assignments: impl Iterator<Item = &'a &'a Assignment>,
) -> Result<Vec<Submission>, IntakeError> {
    let mut found = Vec::new();
    for assignment in assignments {
        let entries = list(folder, Path::new(&assignment.id))?;
        let sources = Sources::new(assignment, course);
        found.extend(entries.iter().map(|entry| submission(entry, &sources, true)));
    }
    Ok(found)
}

/// `<student>/<files>`: an assignment counts as handed in if anybody has a file with a name that is its own.
fn by_student(
    folder: &Path,
    course: &Course,
    assignments: &[&Assignment],
    entries: Vec<Entry>,
) -> Result<Vec<Submission>, IntakeError> {
    let all: Vec<Sources<'_>> =
        assignments.iter().map(|assignment| Sources::new(assignment, course)).collect();
    let entries = if all.iter().any(|sources| sources.stand_in(folder)) {
        vec![the_folder_itself(folder)?]
    } else {
        entries
    };
    let handed_in: Vec<&Sources<'_>> = match all.as_slice() {
        [only] => vec![only],
        _ => all
            .iter()
            .filter(|sources| entries.iter().any(|entry| sources.named_in(&entry.place)))
            .collect(),
    };
    if let (true, Some(entry)) = (handed_in.is_empty(), entries.first()) {
        return Err(which_assignment(folder, entry, assignments));
    }
    let choice = handed_in.len() == 1;
    let mut found = Vec::new();
    for sources in handed_in {
        let submissions: Vec<Submission> =
            entries.iter().map(|entry| submission(entry, sources, choice)).collect();
        // Nobody handed it in: the assignment is left out.
        if submissions.iter().any(|submission| !matches!(submission.found, Found::Missing(_))) {
            found.extend(submissions);
        }
    }
    Ok(found)
}

fn which_assignment(folder: &Path, entry: &Entry, assignments: &[&Assignment]) -> IntakeError {
    let ids: Vec<&str> = assignments.iter().map(|assignment| assignment.id.as_str()).collect();
    IntakeError::WhichAssignment {
        folder: folder.to_owned(),
        file: entry.student.clone(),
        assignments: ids.join(", "),
    }
}

fn submission(entry: &Entry, sources: &Sources<'_>, may_accept: bool) -> Submission {
    let kind = entry.place.kind;
    let (found, remarks) = if kind.is_dir() || kind.is_file() {
        sources.find(&entry.place, may_accept)
    } else {
        let what = files::kind(kind);
        (Found::Refused(format!("{what} stands in place of a folder or file")), Vec::new())
    };
    Submission {
        student: entry.student.clone(),
        assignment: sources.assignment.id.clone(),
        found,
        remarks,
    }
}

/// The entries of a folder that may be students, sorted by name. The folder stands `below` the one that was named.
fn list(named: &Path, below: &Path) -> Result<Vec<Entry>, IntakeError> {
    let path = || if below.as_os_str().is_empty() { named.to_owned() } else { named.join(below) };
    let unreadable = |source| IntakeError::Unreadable { folder: path(), source };
    let read = || -> io::Result<Option<Vec<Entry>>> {
        let folder = Folder::named(named)?.folder(below)?.ok_or(io::ErrorKind::NotADirectory)?;
        let mut entries = Vec::new();
        for name in folder.names()? {
            let name = name?;
            if files::is_junk(&name) {
                continue;
            }
            let Some(kind) = folder.entry(&name)?.map(|entry| entry.kind) else { continue };
            if kind.is_file() && !files::is_source(Path::new(&name)) {
                continue;
            }
            if entries.len() == MOST_STUDENTS {
                return Ok(None);
            }
            let place = SubmissionPath { folder: named.to_owned(), below: below.join(&name), kind };
            entries.push(Entry { student: printable(name), place });
        }
        Ok(Some(entries))
    };
    let mut entries =
        read().map_err(unreadable)?.ok_or_else(|| IntakeError::TooMany { folder: path() })?;
    entries.sort_by(|left, right| left.place.below.cmp(&right.place.below));
    name_files_by_stem(&mut entries);
    name_apart(&mut entries);
    entries.sort_by(|left, right| left.student.cmp(&right.student));
    Ok(entries)
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
fn name_apart(entries: &mut [Entry]) {
    let mut taken = BTreeSet::new();
    for (number, entry) in entries.iter_mut().enumerate() {
        if !taken.insert(entry.student.clone()) {
            entry.student += &format!("\\~{number}");
        }
    }
}

fn the_folder_itself(folder: &Path) -> Result<Entry, IntakeError> {
    let unreadable = |source| IntakeError::Unreadable { folder: folder.to_owned(), source };
    let folder = folder.canonicalize().map_err(unreadable)?;
    let student = folder.file_name().map_or_else(|| "submission".to_owned(), printable);
    let place = SubmissionPath { folder, below: PathBuf::new(), kind: FileType::Directory };
    Ok(Entry { student, place })
}
