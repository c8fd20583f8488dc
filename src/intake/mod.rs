//! From a folder to submissions: what did each student hand in for which assignment?
//!
//! Two layouts are understood, `<student>/<files>` and `<assignment>/<student>/<files>`; in both, a single file may
//! stand in place of a student's folder, and a folder that itself holds a program's sources is one student's.
//! Nothing is opened here, links are never followed, and whatever is odd becomes a value with a reason.

mod choice;
mod entries;
mod error;
mod files;
mod glob_words;
mod left_out;
mod level;
mod listed;
mod name;
mod nothing;
mod sources;
mod wanted;

use std::path::Path;

use self::entries::{Entry, Listing, list, the_folder_itself};
pub(crate) use self::error::IntakeError;
use self::error::what_to_do;
use self::files::LookError;
use self::level::Inner;
pub(crate) use self::name::printable;
use self::sources::{Sources, Taken};
use crate::model::{Assignment, Course, Found, HandedIn, Submission};

/// Finds what was handed in for `assignments` in `folder`. If `whole`, all of the class is wanted, and a folder that only
/// holds the one with the class is a mistake.
///
/// # Errors
///
/// If the folder cannot be listed, holds nothing, or does not say what belongs to which assignment.
pub(crate) fn find(
    folder: &Path,
    course: &Course,
    assignments: &[&Assignment],
    whole: bool,
) -> Result<HandedIn, IntakeError> {
    if folder.is_file() {
        return Err(IntakeError::NotAFolder { file: folder.to_owned() });
    }
    let listing = list(folder, Path::new(""))?;
    let inner = whole.then(|| level::inner(folder, course, &listing.entries)).flatten();
    if let Some(Inner::Meant(meant)) = inner {
        let student = meant.file_name().map(printable).unwrap_or_default();
        return Err(IntakeError::TooHigh { folder: folder.to_owned(), meant, student });
    }
    let is_assignment =
        |entry: &&Entry| course.assignments.iter().any(|one| one.id == entry.student);
    let mut folders = listing.entries.iter().filter(|entry| entry.place.kind.is_dir());
    let mut class = if folders.any(|entry| is_assignment(&entry)) {
        by_assignment(folder, course, assignments, &listing)?
    } else {
        by_student(folder, course, assignments, &listing)?
    };
    if class.submissions.is_empty() {
        return Err(nothing(folder, assignments, &listing));
    }
    if let Some(Inner::Perhaps(meant, students)) = inner {
        class.remarks.push(format!(
            "`{0}` was graded as one student's, and holds {students} folders with a program each; if these are students, \
             give the folder `{0}`",
            meant.display()
        ));
    }
    Ok(class)
}

fn nothing(folder: &Path, assignments: &[&Assignment], listing: &Listing) -> IntakeError {
    IntakeError::Nothing(format!(
        "nothing in `{}` was handed in for any assignment; {}; {}",
        folder.display(),
        nothing::looked_for(assignments),
        nothing::found_instead(&listing.entries, &listing.left_out)
    ))
}

/// `<assignment>/<student>/<files>`: everybody in an assignment's folder is expected to have handed it in.
fn by_assignment(
    folder: &Path,
    course: &Course,
    assignments: &[&Assignment],
    listing: &Listing,
) -> Result<HandedIn, IntakeError> {
    let is_assignment =
        |entry: &&Entry| course.assignments.iter().any(|one| one.id == entry.student);
    let (folders, files): (Vec<&Entry>, Vec<&Entry>) =
        listing.entries.iter().partition(|entry| entry.place.kind.is_dir());
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
    let mut class = HandedIn::default();
    let mut nobodys: Vec<String> =
        files.iter().map(|entry| printable(&entry.place.below)).collect();
    nobodys.extend_from_slice(&listing.left_out);
    nobodys.sort();
    class.remarks.extend(left_out::remarks(folder, &nobodys));
    for assignment in assignments {
        if !folders.iter().any(|entry| entry.student == assignment.id) {
            continue;
        }
        let Listing { entries, left_out } = list(folder, Path::new(&assignment.id))?;
        class.remarks.extend(left_out::remarks(&folder.join(&assignment.id), &left_out));
        let sources = Sources::new(assignment, course);
        class.submissions.extend(entries.iter().map(|entry| submission(entry, &sources, true)));
    }
    Ok(class)
}

/// `<student>/<files>`: an assignment counts as handed in if anybody has a file with a name that is its own.
fn by_student(
    folder: &Path,
    course: &Course,
    assignments: &[&Assignment],
    listing: &Listing,
) -> Result<HandedIn, IntakeError> {
    let all: Vec<Sources<'_>> =
        assignments.iter().map(|assignment| Sources::new(assignment, course)).collect();
    let mut class = HandedIn::default();
    let itself;
    let entries = if all.iter().any(|sources| sources.stand_in(folder)) {
        itself = [the_folder_itself(folder)?];
        itself.as_slice()
    } else {
        class.remarks = left_out::remarks(folder, &listing.left_out);
        listing.entries.as_slice()
    };
    let handed_in: Vec<&Sources<'_>> = match all.as_slice() {
        [only] => vec![only],
        _ => all
            .iter()
            .filter(|sources| entries.iter().any(|entry| sources.named_in(&entry.place)))
            .collect(),
    };
    if let (true, Some(entry)) = (handed_in.is_empty(), entries.first()) {
        return Err(which_assignment(folder, entry, entries, assignments));
    }
    let choice = handed_in.len() == 1;
    for sources in handed_in {
        let submissions: Vec<Submission> =
            entries.iter().map(|entry| submission(entry, sources, choice)).collect();
        // Nobody handed it in: the assignment is left out.
        if submissions.iter().any(|submission| !matches!(submission.found, Found::Missing(_))) {
            class.submissions.extend(submissions);
        }
    }
    Ok(class)
}

/// No name says it. Where we may not look, that may be the reason.
fn which_assignment(
    folder: &Path,
    first: &Entry,
    entries: &[Entry],
    assignments: &[&Assignment],
) -> IntakeError {
    for entry in entries {
        if let Err(LookError { folder, source }) = files::look(&entry.place) {
            return IntakeError::Unreadable { folder, source };
        }
    }
    let ids: Vec<&str> = assignments.iter().map(|assignment| assignment.id.as_str()).collect();
    IntakeError::WhichAssignment {
        folder: folder.to_owned(),
        file: first.student.clone(),
        looked_for: nothing::looked_for(assignments),
        assignments: ids.join(", "),
    }
}

fn submission(entry: &Entry, sources: &Sources<'_>, may_accept: bool) -> Submission {
    let Entry { student, place } = entry;
    let kind = place.kind;
    let taken = if kind.is_dir() || kind.is_file() {
        sources
            .find(place, may_accept)
            .unwrap_or_else(|error| Taken::nothing(Found::Unreadable(unreadable(student, &error))))
    } else {
        let what = files::kind(kind);
        Taken::nothing(Found::Refused(format!("{what} stands in place of a folder or file")))
    };
    Submission {
        student: student.clone(),
        assignment: sources.assignment.id.clone(),
        found: taken.found,
        remarks: taken.remarks,
        not_compiled: taken.not_compiled,
    }
}

fn unreadable(student: &str, LookError { folder, source }: &LookError) -> String {
    format!(
        "the folder `{}` of `{student}` cannot be read{}: {source}. Then grade again with `--student '{student}'`",
        printable(folder),
        what_to_do(folder, source)
    )
}
