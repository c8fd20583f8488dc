//! The students of a download become entries: each with a name of its own, and with a copy of what was handed in.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::entries::{KnownHandIn, StudentEntry, make_names_unique};
use super::error::{HandInError, IntakeError, join_quoted};
use super::files::{self, ListingError, SubmissionFile, SubmissionPath};
use super::prepare::{MOST, SubmissionCopy, copy_submission};
use super::same_name::are_identical;
use super::scratch::IntakeSource;
use super::sentences::shortened_name_remarks;
use crate::archive;
use crate::layout::{DownloadedStudent, FileOrigin};
use model::{GroupMember, HandIn, IgnoredFile, SubmissionContent, SubmissionLayout};
use rustix::fs::FileType;
use support::beneath::OpenFolder;
use support::count::format_count;
use support::printable::{is_joiner_or_mark, to_printable};

/// How many of a student's files are named.
const MOST_NAMED: usize = 50;

/// The entries of `students`, whose files stand below `root`.
pub(super) fn build_entries(
    students: Vec<DownloadedStudent>,
    root: &Path,
    is_enough: &dyn Fn(&[SubmissionFile]) -> bool,
    source: &IntakeSource<'_>,
) -> Result<Vec<StudentEntry>, IntakeError> {
    let mut same_name: BTreeMap<(Option<String>, String), usize> = BTreeMap::new();
    for student in &students {
        let name = (
            student.assignment.clone(),
            strip_invisible(&student.hand_in.name),
        );
        *same_name.entry(name).or_default() += 1;
    }
    let mut entries = Vec::new();
    for student in students {
        if (source.stop)() {
            return Err(IntakeError::Interrupted);
        }
        let name = (
            student.assignment.clone(),
            strip_invisible(&student.hand_in.name),
        );
        let is_shared = same_name.get(&name).is_some_and(|count| *count > 1);
        entries.push(build_entry(student, is_shared, root, is_enough, source)?);
    }
    entries.sort_by(|one, other| one.student.cmp(&other.student));
    // Of one student there may be an entry for each assignment.
    let mut by_assignment: BTreeMap<Option<String>, Vec<StudentEntry>> = BTreeMap::new();
    for entry in entries {
        by_assignment
            .entry(entry.known.assignment.clone())
            .or_default()
            .push(entry);
    }
    by_assignment
        .values_mut()
        .for_each(|entries| make_names_unique(entries));
    Ok(by_assignment.into_values().flatten().collect())
}

fn build_entry(
    student: DownloadedStudent,
    name_is_shared: bool,
    root: &Path,
    is_enough: &dyn Fn(&[SubmissionFile]) -> bool,
    source: &IntakeSource<'_>,
) -> Result<StudentEntry, IntakeError> {
    let DownloadedStudent {
        mut hand_in,
        assignment,
        origins,
        to_check,
        unclear,
        undated: _,
    } = student;
    let name = student_name(&hand_in, name_is_shared);
    let mut same_name = None;
    let arranged = match list_origin_files(root, &origins) {
        Ok(mut files) => {
            same_name = remove_repeated_names(root, &mut files);
            copy_submission(root, &files, is_enough, source)
        }
        Err(HandInError::Refused(reason)) => {
            SubmissionCopy::new_empty(source).map(|copy| SubmissionCopy {
                refused: Some(reason),
                ..copy
            })
        }
        Err(HandInError::Intake(error)) => Err(error),
    };
    let (arranged, unreadable) = match arranged {
        Err(IntakeError::Unreadable {
            folder,
            source: error,
        }) => {
            let sentence = ListingError::for_folder(&folder, error).to_sentence(&name);
            (
                SubmissionCopy::new_empty(source)?,
                Some(SubmissionContent::Unreadable(sentence)),
            )
        }
        arranged => (arranged?, None),
    };
    let SubmissionCopy {
        place,
        mut remarks,
        mut ignored,
        refused,
    } = arranged;
    let seen = files::list_files(&place).map_err(|error| IntakeError::Scratch(error.source))?;
    remarks.extend(shortened_name_remarks(&seen.files));
    let taken = seen.files.iter().filter(|file| file.kind.is_file());
    make_printable(&mut hand_in);
    hand_in.ignored.append(&mut ignored);
    hand_in.files = taken
        .take(MOST_NAMED)
        .map(|file| to_printable(&file.inside))
        .collect();
    if hand_in.files.is_empty() {
        // Where nothing is left, it is worth saying what there was.
        let lines = hand_in.ignored.iter().take(5);
        remarks.extend(lines.map(|one| format!("`{}` was left out: {}", one.name, one.reason)));
    }
    let found = unreadable
        .or(refused.map(SubmissionContent::Refused))
        .or(unclear.or(same_name).map(SubmissionContent::Ambiguous));
    let hand_in = Some(hand_in);
    let known = KnownHandIn {
        hand_in,
        origins,
        assignment,
        remarks,
        to_check,
        outcome: found,
    };
    Ok(StudentEntry {
        student: name,
        origin: PathBuf::new(),
        place,
        known,
    })
}

/// What was handed in, under the names that it has for its author.
fn list_origin_files(
    root: &Path,
    origins: &[FileOrigin],
) -> Result<Vec<SubmissionFile>, HandInError> {
    let mut all: Vec<SubmissionFile> = Vec::new();
    for origin in origins {
        let unreadable = |source| IntakeError::Unreadable {
            folder: root.join(&origin.below),
            source,
        };
        let below = origin.below.clone();
        let Some(name) = &origin.name else {
            let place = SubmissionPath {
                folder: root.to_owned(),
                below,
                kind: FileType::Directory,
            };
            let seen = files::list_files(&place).map_err(|error| unreadable(error.source))?;
            if let Some(reason) = seen.too_much {
                return Err(HandInError::Refused(reason));
            }
            all.extend(seen.files);
            continue;
        };
        let inside = match archive::parse_entry_path(name) {
            Ok(Some(inside)) => inside,
            Ok(None) => continue,
            Err(_) => {
                return Err(HandInError::Refused(format!(
                    "`{}` is a name that no file can have",
                    to_printable(name)
                )));
            }
        };
        let parent = below.parent().unwrap_or(Path::new(""));
        let folder = OpenFolder::open_trusted(root).and_then(|it| it.open_folder(parent));
        let Some(folder) = folder.map_err(unreadable)? else {
            continue;
        };
        let entry = folder.stat_entry(below.file_name().unwrap_or_default());
        let Some(entry) = entry.map_err(unreadable)? else {
            continue;
        };
        let kind = entry.kind;
        let size = entry.size;
        if kind.is_dir() {
            let folder = root.to_owned();
            let seen = files::list_files(&SubmissionPath {
                folder,
                below,
                kind,
            });
            let seen = seen.map_err(|error| unreadable(error.source))?;
            if let Some(reason) = seen.too_much {
                return Err(HandInError::Refused(reason));
            }
            for file in seen.files {
                all.push(SubmissionFile {
                    inside: inside.join(&file.inside),
                    ..file
                });
            }
            continue;
        }
        all.push(SubmissionFile {
            below,
            inside,
            kind,
            size,
            depth: 0,
        });
    }
    Ok(all)
}

/// Leaves one of the files that have the same name in two folders of a student. The value is a sentence if they differ, because nobody
/// knows which is meant then.
fn remove_repeated_names(root: &Path, all: &mut Vec<SubmissionFile>) -> Option<String> {
    let mut first: BTreeMap<PathBuf, SubmissionFile> = BTreeMap::new();
    let mut unclear = None;
    let place = SubmissionPath::of_folder(root);
    all.retain(|file| {
        if file.kind.is_dir() {
            return true;
        }
        let Some(earlier) = first.get(&file.inside) else {
            first.insert(file.inside.clone(), file.clone());
            return true;
        };
        if unclear.is_none() && !are_identical(&place, &[earlier, file], MOST) {
            unclear = Some(format!(
                "It is not clear which file is meant: `{}` and `{}` differ",
                to_printable(&earlier.below),
                to_printable(&file.below)
            ));
        }
        false
    });
    unclear
}

/// A name without what leaves no trace on paper, so that two names which look the same are the same.
fn strip_invisible(name: &str) -> String {
    name.trim()
        .chars()
        .filter(|letter| !is_joiner_or_mark(*letter))
        .collect()
}

/// A name that is printable, unlike others, and safe as the name of a file.
fn student_name(hand_in: &HandIn, is_shared: bool) -> String {
    let HandIn {
        name,
        id,
        login,
        submission,
        ..
    } = hand_in;
    let own = id
        .as_ref()
        .or(login.as_ref())
        .or(submission.as_ref())
        .filter(|_| is_shared);
    let name = match (name.trim(), own) {
        ("", _) => id
            .as_ref()
            .or(submission.as_ref())
            .map_or("unnamed", |id| id)
            .to_owned(),
        (name, Some(own)) => format!("{name} ({own})"),
        (name, None) => name.to_owned(),
    };
    let name = to_printable(&name).replace('/', "\\x2f");
    match name.strip_prefix('.') {
        Some(rest) => format!("\\x2e{rest}"),
        None => name,
    }
}

/// What systems and students wrote is shown on terminals and in tables. Names stay as they are, because gradebooks are searched
/// for them: whoever shows one makes it printable.
fn make_printable(hand_in: &mut HandIn) {
    let clean_if_any = |text: &mut Option<String>| text.iter_mut().for_each(replace_with_printable);
    let HandIn {
        layout: _,
        section: _,
        name: _,
        id,
        login,
        email,
        submission,
        time,
        late: _,
        attempts: _,
        members,
        files: _,
        ignored,
        entry,
        absent: _,
    } = hand_in;
    [id, login, email, submission, entry]
        .into_iter()
        .for_each(clean_if_any);
    time.iter_mut()
        .for_each(|time| replace_with_printable(&mut time.shown));
    for GroupMember { name: _, id, email } in members {
        [id, email].into_iter().for_each(clean_if_any);
    }
    ignored
        .iter_mut()
        .for_each(|IgnoredFile { name, .. }| replace_with_printable(name));
}

fn replace_with_printable(text: &mut String) {
    *text = to_printable(&*text)
}

/// How a download was understood.
pub(super) fn summarize_download(
    layout: SubmissionLayout,
    students: &[DownloadedStudent],
    path: &Path,
) -> String {
    let late = count_students(students, &|student| student.hand_in.late == Some(true));
    let again = count_students(students, &|student| student.hand_in.attempts > 1);
    let groups = count_students(students, &|student| !student.hand_in.members.is_empty());
    let ignored: usize = students
        .iter()
        .map(|student| student.hand_in.ignored.len())
        .sum();
    let mut parts = vec![format_count(students.len(), "student", "students")];
    for (number, what) in [
        (late, "late"),
        (again, "with several attempts"),
        (groups, "as groups"),
    ] {
        if number > 0 {
            parts.push(format!("{number} {what}"));
        }
    }
    if ignored > 0 {
        parts.push(format!(
            "{} left out",
            format_count(ignored, "file", "files")
        ));
    }
    let path = path.display();
    let name = layout.name();
    let parts = parts.join(", ");
    let understood = match layout {
        SubmissionLayout::Pattern => format!("`{path}` was read by the pattern: {parts}"),
        _ => format!("`{path}` was read as a download of `{name}`: {parts}"),
    };
    format!("{understood} (`grader intake` shows each)")
}

/// What in a download nobody knows; none if all is known.
pub(super) fn describe_strangers(strangers: &[String]) -> Option<String> {
    let named = join_quoted(strangers);
    let sentence = format!("nobody is graded for {named}: no such name is known");
    (!strangers.is_empty()).then_some(sentence)
}

fn count_students(
    students: &[DownloadedStudent],
    holds: &dyn Fn(&DownloadedStudent) -> bool,
) -> usize {
    students.iter().filter(|one| holds(one)).count()
}
