//! A folder that holds the folder of the class, given in its place.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::entries::{Entry, list};
use super::files::{self, File, Seen};
use super::sources::Sources;
use crate::model::{Assignment, Course, ProvidedFile, Reference};

/// The folder that holds a class.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Inner {
    /// It surely was meant.
    Meant(PathBuf),
    /// It looks like a class, and may be one student with so many drafts.
    Perhaps(PathBuf, usize),
}

/// No student is called that.
const NAMES: [&str; 4] = ["submission", "submissions", "handins", "abgaben"];

/// The folder below `folder` that holds a class, if `folder` itself holds none.
pub(super) fn inner(folder: &Path, course: &Course, entries: &[Entry]) -> Option<Inner> {
    let all: Vec<Sources<'_>> =
        course.assignments.iter().map(|assignment| Sources::new(assignment, course)).collect();
    if all.iter().any(|sources| sources.stand_in(folder)) {
        return None;
    }
    let home = course.folder();
    let (top, course_folder) = (resolved(folder), resolved(&home));
    let is_student = |entry: &Entry| holds_program(&look(entry), &all);
    let has_students =
        entries.iter().any(|entry| !is_the_courses(entry, course) && is_student(entry));
    if course_folder != top && course_folder.starts_with(&top) && !has_students {
        // The course is somewhere below, and so is its class.
        let listing = list(&home, Path::new("")).ok()?;
        return inner(&home, course, &listing.entries);
    }
    let folders: Vec<&Entry> = entries
        .iter()
        .filter(|entry| entry.place.kind.is_dir() && !is_the_courses(entry, course))
        .collect();
    for entry in &folders {
        let name = entry.student.to_lowercase();
        let is_named = NAMES.contains(&name.as_str());
        let may_hold_a_class =
            is_named || folders.len() == 1 || (course_folder == top && !has_students);
        if !may_hold_a_class {
            // Not looked into: of a class, every folder would be listed twice.
            continue;
        }
        let students = students_in(entry, &all, &course.assignments, is_named);
        let path = shown(folder, entry);
        match students {
            1.. if is_named => return Some(Inner::Meant(path)),
            2.. if course_folder == top && !has_students => return Some(Inner::Meant(path)),
            3.. if folders.len() == 1 && !is_assignment(&entry.student, &course.assignments) => {
                return Some(Inner::Perhaps(path, students));
            }
            _ => {}
        }
    }
    None
}

/// What is in an entry; nothing if we may not look.
fn look(entry: &Entry) -> Seen {
    files::look(&entry.place).unwrap_or_default()
}

fn is_wanted(file: &File, all: &[Sources<'_>]) -> bool {
    all.iter().any(|sources| sources.is_wanted(file))
}

/// Whether a program stands at the top.
fn holds_program(seen: &Seen, all: &[Sources<'_>]) -> bool {
    seen.files.iter().any(|file| file.inside.iter().count() == 1 && is_wanted(file, all))
}

/// How many different students' folders there seem to be in an entry; none if it holds a program itself.
fn students_in(
    entry: &Entry,
    all: &[Sources<'_>],
    assignments: &[Assignment],
    with_files: bool,
) -> usize {
    let seen = look(entry);
    if holds_program(&seen, all) {
        return 0;
    }
    let mut students: BTreeSet<OsString> = BTreeSet::new();
    for file in seen.files.iter().filter(|file| file.kind.is_file()) {
        let mut parts = file.inside.iter().peekable();
        parts.next_if(|first| is_assignment(&first.to_string_lossy(), assignments));
        let Some(first) = parts.next() else { continue };
        // A folder of a student, or a file in its place.
        let is_students = if parts.peek().is_some() {
            is_wanted(file, all)
        } else {
            with_files && files::is_source(&file.inside)
        };
        if is_students {
            students.insert(first.to_owned());
        }
    }
    students.len()
}

fn is_assignment(name: &str, assignments: &[Assignment]) -> bool {
    assignments.iter().any(|assignment| assignment.id == name)
}

/// Whether cases or programs of the instructor's stand in the folder.
fn is_the_courses(entry: &Entry, course: &Course) -> bool {
    let folder = resolved(&entry.place.folder.join(&entry.place.below));
    course.assignments.iter().any(|assignment| {
        let programs = assignment.calibrations.iter().flat_map(|one| &one.sources);
        let reference = match &assignment.reference {
            Reference::Sources(sources) => sources.as_slice(),
            Reference::Game(..) | Reference::Command(_) | Reference::Answers => &[],
        };
        let provided: Vec<PathBuf> = assignment.provided.iter().map(ProvidedFile::path).collect();
        let files = [&assignment.testcases].into_iter().chain(programs).chain(reference);
        files.chain(&provided).any(|file| resolved(file).starts_with(&folder))
    })
}

fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// As it would be typed.
fn shown(folder: &Path, entry: &Entry) -> PathBuf {
    folder.strip_prefix(".").unwrap_or(folder).join(&entry.place.below)
}
