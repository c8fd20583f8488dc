//! Folders at the wrong level: one that holds the folder of the class, and one that holds a class in place of one student.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::attempts::are_attempts;
use super::entries::{StudentEntry, list_entries};
use super::error::NestedClass;
use super::files::{self, SubmissionFile, SubmissionListing};
use super::sources::SourceSelector;
use model::{Assignment, Course, ProvidedFile, ReferenceSolution, SubmissionLayout};
use support::printable::to_printable;

/// No student is called that.
const NAMES: [&str; 4] = ["submission", "submissions", "handins", "abgaben"];

/// The folder below `folder` that holds a class, if `folder` itself holds none.
pub(super) fn find_inner_class(
    folder: &Path,
    course: &Course,
    entries: &[StudentEntry],
) -> Option<PathBuf> {
    let all: Vec<SourceSelector<'_>> = course
        .assignments
        .iter()
        .map(|assignment| SourceSelector::new(assignment, course))
        .collect();
    if all.iter().any(|sources| sources.has_source_in(folder)) {
        return None;
    }
    let home = course.folder();
    let top = canonical_path(folder);
    let course_folder = canonical_path(&home);
    let has_students = entries
        .iter()
        .any(|entry| !is_course_folder(entry, course) && is_student_folder(&all, entry));
    if course_folder != top && course_folder.starts_with(&top) && !has_students {
        // The course is somewhere below, and so is its class.
        let listing = list_entries(&home, Path::new("")).ok()?;
        return find_inner_class(&home, course, &listing.entries);
    }
    let folders: Vec<&StudentEntry> = entries
        .iter()
        .filter(|entry| entry.place.kind.is_dir() && !is_course_folder(entry, course))
        .collect();
    for entry in &folders {
        let name = entry.student.to_lowercase();
        let is_named = NAMES.contains(&name.as_str());
        let may_hold_a_class = is_named || (course_folder == top && !has_students);
        if !may_hold_a_class {
            // Not looked into: of a class, every folder would be listed twice.
            continue;
        }
        let students = count_students(entry, &all, &course.assignments, is_named);
        let path = display_path(folder, entry);
        match students {
            1.. if is_named => return Some(path),
            2.. if course_folder == top && !has_students => return Some(path),
            _ => {}
        }
    }
    None
}

fn is_student_folder(all: &[SourceSelector<'_>], entry: &StudentEntry) -> bool {
    holds_program(&list_entry_files(entry), all)
}

/// What is in an entry; nothing if we may not look.
fn list_entry_files(entry: &StudentEntry) -> SubmissionListing {
    files::list_files(&entry.place).unwrap_or_default()
}

fn is_accepted_file(file: &SubmissionFile, all: &[SourceSelector<'_>]) -> bool {
    all.iter().any(|sources| sources.is_accepted(file))
}

fn is_required_file(file: &SubmissionFile, all: &[SourceSelector<'_>]) -> bool {
    all.iter().any(|sources| sources.is_required(file))
}

/// Whether a program stands at the top.
fn holds_program(seen: &SubmissionListing, all: &[SourceSelector<'_>]) -> bool {
    seen.files
        .iter()
        .any(|file| file.inside.iter().count() == 1 && is_required_file(file, all))
}

/// How many different students' folders there seem to be in an entry; none if it holds a program itself.
fn count_students(
    entry: &StudentEntry,
    all: &[SourceSelector<'_>],
    assignments: &[Assignment],
    with_files: bool,
) -> usize {
    let seen = list_entry_files(entry);
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
            is_required_file(file, all)
        } else {
            with_files && files::is_source(&file.inside)
        };
        if is_students {
            students.insert(first.to_owned());
        }
    }
    students.len()
}

/// From how many folders on an entry cannot be one student's with two drafts, unless the names of the folders say so.
const SURELY_STUDENTS: usize = 3;

/// The first entry that holds a class, if entries are at the wrong level: most of those with a program hold a class, or one of
/// them holds folders whose names are not those of drafts.
pub(super) fn find_nested_class(
    entries: &[StudentEntry],
    all: &[SourceSelector<'_>],
    assignments: &[Assignment],
    layout: SubmissionLayout,
) -> Option<NestedClass> {
    let mut found: Vec<NestedClass> = Vec::new();
    let mut with_program = 0;
    for entry in entries.iter().filter(|entry| entry.known.outcome.is_none()) {
        let seen = list_entry_files(entry);
        if seen
            .files
            .iter()
            .any(|file| is_required_file(file, all) || is_accepted_file(file, all))
        {
            with_program += 1;
        }
        let class = find_class(&seen, all, assignments);
        found.extend(class.map(|(file, students)| NestedClass {
            below: entry.origin.clone(),
            students,
            file,
            ids: assignments.iter().map(|one| one.id.clone()).collect(),
            layout,
            is_packed: false,
        }));
    }
    let is_most = found.len() * 2 > with_program.max(1);
    found.into_iter().find(|one| {
        let named = one.students.iter().filter(|name| !is_draft(name)).count();
        is_most || named >= SURELY_STUDENTS
    })
}

/// The class in one entry: the name of a file that the same assignment needs once, and the names of at least two folders that
/// hold it. A folder named like an assignment may lie between.
fn find_class(
    seen: &SubmissionListing,
    all: &[SourceSelector<'_>],
    assignments: &[Assignment],
) -> Option<(String, Vec<String>)> {
    if holds_program(seen, all) {
        return None;
    }
    let by_name = find_class_by(seen, all, assignments, 2, |sources, file| {
        sources.is_required(file)
    });
    // Any student may have two files of an accepted name.
    by_name.or_else(|| {
        find_class_by(seen, all, assignments, SURELY_STUDENTS, |sources, file| {
            sources.is_accepted(file)
        })
    })
}

/// A source beside folders of students.
pub(super) struct StraySource {
    pub(super) file: String,
    /// The name of the file that each of the folders holds.
    pub(super) program: String,
    pub(super) students: Vec<String>,
}

/// The source that makes `folder` look like one student's, although folders in it hold the same program. Folders of drafts do not
/// count.
pub(super) fn find_stray_source(
    folder: &StudentEntry,
    all: &[SourceSelector<'_>],
    assignments: &[Assignment],
) -> Option<StraySource> {
    let seen = list_entry_files(folder);
    let is_top_source = |file: &&SubmissionFile| {
        file.inside.iter().count() == 1 && file.kind.is_file() && is_required_file(file, all)
    };
    let stray = seen.files.iter().find(is_top_source)?;
    let (program, students) = find_class_by(&seen, all, assignments, 2, |sources, file| {
        sources.is_required(file)
    })?;
    let named = students.iter().filter(|name| !is_draft(name)).count();
    (named >= SURELY_STUDENTS).then(|| StraySource {
        file: to_printable(&stray.inside),
        program,
        students,
    })
}

/// The class in one entry where a file that `is_program` is in at least `fewest` folders under one name.
fn find_class_by(
    seen: &SubmissionListing,
    all: &[SourceSelector<'_>],
    assignments: &[Assignment],
    fewest: usize,
    is_program: fn(&SourceSelector<'_>, &SubmissionFile) -> bool,
) -> Option<(String, Vec<String>)> {
    for sources in all {
        let mut folders_with: BTreeMap<&OsStr, BTreeSet<&OsStr>> = BTreeMap::new();
        let programs = |file: &&SubmissionFile| file.kind.is_file() && is_program(sources, file);
        for file in seen.files.iter().filter(programs) {
            let mut parts = file.inside.iter().peekable();
            parts.next_if(|first| is_assignment(&first.to_string_lossy(), assignments));
            if let (Some(folder), Some(_), Some(name)) =
                (parts.next(), parts.peek(), file.inside.file_name())
            {
                folders_with.entry(name).or_default().insert(folder);
            }
        }
        let most = folders_with
            .into_iter()
            .max_by_key(|(_, folders)| folders.len());
        if let Some((file, folders)) = most.filter(|(_, folders)| folders.len() >= fewest) {
            let names: Vec<String> = folders.iter().map(to_printable).collect();
            // One student's attempts, of which the newest is graded.
            return (!are_attempts(&names)).then(|| (to_printable(file), names));
        }
    }
    None
}

/// Whether a folder's name is usual for one of several drafts of the same student.
fn is_draft(name: &str) -> bool {
    const WORDS: [&str; 14] = [
        "v",
        "version",
        "old",
        "new",
        "backup",
        "copy",
        "draft",
        "final",
        "attempt",
        "try",
        "task",
        "submission",
        "revision",
        "part",
    ];
    let name = name.to_lowercase();
    name.split(|letter: char| !letter.is_alphabetic())
        .filter(|word| !word.is_empty())
        .all(|word| WORDS.contains(&word.strip_suffix('s').unwrap_or(word)))
}

fn is_assignment(name: &str, assignments: &[Assignment]) -> bool {
    assignments.iter().any(|assignment| assignment.id == name)
}

/// Whether cases or programs of the instructor's stand in the folder.
fn is_course_folder(entry: &StudentEntry, course: &Course) -> bool {
    let folder = canonical_path(&entry.place.folder.join(&entry.place.below));
    course.assignments.iter().any(|assignment| {
        let programs = assignment.calibrations.iter().flat_map(|one| &one.sources);
        let reference = match &assignment.reference {
            ReferenceSolution::Sources(sources) => sources.as_slice(),
            ReferenceSolution::Game(..)
            | ReferenceSolution::Command(_)
            | ReferenceSolution::Answers => &[],
        };
        let provided: Vec<PathBuf> = assignment.provided.iter().map(ProvidedFile::path).collect();
        let files = [&assignment.testcases]
            .into_iter()
            .chain(programs)
            .chain(reference);
        files
            .chain(&provided)
            .any(|file| canonical_path(file).starts_with(&folder))
    })
}

fn canonical_path(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// As it would be typed.
fn display_path(folder: &Path, entry: &StudentEntry) -> PathBuf {
    folder
        .strip_prefix(".")
        .unwrap_or(folder)
        .join(&entry.place.below)
}
