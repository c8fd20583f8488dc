//! Why a folder of submissions cannot be graded, with what to do about it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::layout::LayoutCandidate;
use model::SubmissionLayout;
use model::bounds::MOST_STUDENTS;
use support::nearest;
use support::printable::to_printable;

/// Why no submission could be taken from a folder.
#[derive(Debug, thiserror::Error)]
pub enum IntakeError {
    /// The folder cannot be listed.
    #[error("cannot read the folder of submissions `{}`{}", folder.display(), permission_hint(folder, source))]
    Unreadable {
        /// The folder as it was given.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There is no such folder.
    #[error(
        "there is no folder `{}`; expected the folder of submissions, with a folder for each student, or a system's download{}",
        folder.display(), suggest_sibling(folder)
    )]
    Absent {
        /// The folder as it was given.
        folder: PathBuf,
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
        "`{}` is a file; expected a folder of submissions, such as the folder that holds it, or a system's download as a \
         `.zip`, `.tar`, `.tar.gz` or `.tgz`", file.display()
    )]
    NotAFolder {
        /// The file as it was given.
        file: PathBuf,
    },
    /// The folder of the class stands in the folder that was given.
    #[error(
        "`{}` is one folder too high: the class is in `{}`; give that folder. If it is really one student's, add \
         `--student {student}`", folder.display(), meant.display()
    )]
    TooHigh {
        /// The folder as it was given.
        folder: PathBuf,
        /// The folder of the class.
        meant: PathBuf,
        /// The student whose folder it would be.
        student: String,
    },
    /// A source stands beside the folders of a class, as if it were one student's folder.
    #[error(
        "`{file}` stands beside folders that look like students: {count} of them hold a `{program}` ({students}). If they are \
         students, move the file away; if `{folder}` is one student's, add `--student {student}`",
        file = folder.join(file).display(), count = students.len(), students = join_quoted(students), folder = folder.display(),
        student = quote_shell_word(Path::new(student))
    )]
    StraySource {
        /// The folder as it was given.
        folder: PathBuf,
        /// The name of the source in it.
        file: String,
        /// The name of the file that each of the folders holds.
        program: String,
        /// The names of the folders, sorted.
        students: Vec<String>,
        /// The student whose folder it would be.
        student: String,
    },
    /// A class stands in the place of a student.
    #[error("{}", found.to_message(folder))]
    NestedClass {
        /// The folder as it was given.
        folder: PathBuf,
        /// The entry that holds a class.
        found: Box<NestedClass>,
    },
    /// A folder has the id of an assignment in another spelling.
    #[error(
        "`{}` is not the id of an assignment: rename the folder to `{id}`, or add `--layout students` if `{name}` is a student",
        folder.join(name).display()
    )]
    AssignmentSpelling {
        /// The folder as it was given.
        folder: PathBuf,
        /// The name of the folder in it.
        name: String,
        /// The id that was most likely meant.
        id: String,
    },
    /// Most hand-ins match no row of the roster.
    #[error(
        "{unmatched} of {of} students who handed in match no row of {}, such as `{example}`; {what_to_do}. To grade without a roster, \
         move the file away", roster.display()
    )]
    NotOnRoster {
        /// The roster as it was given.
        roster: PathBuf,
        /// How many students match no row.
        unmatched: usize,
        /// How many handed in.
        of: usize,
        /// One who matches none.
        example: String,
        /// The rest of the sentence.
        what_to_do: &'static str,
    },
    /// The archive of a whole class cannot be unpacked.
    #[error("`{}` {why}; download it once more, or give a folder with what is in it", file.display())]
    Archive {
        /// The archive as it was given.
        file: PathBuf,
        /// The rest of the sentence.
        why: String,
    },
    /// It is not clear which system a download comes from.
    #[error(
        "cannot tell how `{}` is laid out: {}. Name the layout with `--layout {}`, or `--layout students` for a folder or file \
         for each student", folder.display(), describe_candidates(candidates), first_layout_name(candidates)
    )]
    UnclearLayout {
        /// The download as it was given.
        folder: PathBuf,
        /// The systems that it may come from.
        candidates: Vec<LayoutCandidate>,
    },
    /// Nothing says which of a student's attempts is the latest.
    #[error(
        "the names in `{}` do not say which attempt of `{student}` is the latest ({}), because their dates cannot be read. \
         Download only the latest attempts, or say what names mean with `--pattern REGEX`, which has a group `time` or `attempt`",
        folder.display(), join_quoted(attempts)
    )]
    Undated {
        /// The download as it was given.
        folder: PathBuf,
        /// A student with several attempts, for example.
        student: String,
        /// The names of the attempts.
        attempts: Vec<String>,
    },
    /// The user names a layout that the download does not have.
    #[error(
        "nothing in `{}` has a name as `{}` gives it{}; leave `--layout` away, or say what names mean with `--pattern REGEX`",
        folder.display(), layout.name(), example_hint(found.as_deref())
    )]
    LayoutMismatch {
        /// The download as it was given.
        folder: PathBuf,
        /// The layout.
        layout: SubmissionLayout,
        /// A name, for example.
        found: Option<String>,
    },
    /// The user's pattern matches nothing.
    #[error(
        "no file in `{}` has a path that `--pattern '{pattern}'` matches{}; the pattern must match all of the path below that folder",
        folder.display(), example_hint(example.as_deref())
    )]
    NoMatch {
        /// The download as it was given.
        folder: PathBuf,
        /// The pattern as it was typed.
        pattern: String,
        /// A path, for example.
        example: Option<String>,
    },
    /// The user's pattern finds the name of an assignment that is none.
    #[error(
        "`--pattern` finds the assignment `{found}`, which the rubric does not have; expected one of {assignments}{hint}"
    )]
    NoSuchAssignment {
        /// What was found.
        found: String,
        /// The assignments to choose from.
        assignments: String,
        /// The name that may be meant.
        hint: String,
    },
    /// The temporary folder cannot be written.
    #[error(transparent)]
    Scratch(io::Error),
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// Nothing was handed in; the sentence says what was looked for, and what is there.
    #[error("{0}")]
    NothingHandedIn(String),
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
         {looked_for}. Name the assignment with `--assignment ID` (one of {assignments})", folder.display()
    )]
    WhichAssignment {
        /// The folder as it was given.
        folder: PathBuf,
        /// A file, for example.
        file: String,
        /// The names that it might have.
        looked_for: String,
        /// The assignments to choose from.
        assignments: String,
    },
}

/// What helps where the right to look is missing; nothing for other errors.
pub(super) fn permission_hint(folder: &Path, error: &io::Error) -> String {
    if error.kind() != io::ErrorKind::PermissionDenied {
        return String::new();
    }
    format!(
        ", because the user who runs the grader may not look into it; allow it, for instance with `chmod -R u+rX '{}'`",
        folder.display()
    )
}

fn describe_candidates(candidates: &[LayoutCandidate]) -> String {
    let each = candidates.iter().map(
        |LayoutCandidate {
             layout,
             matching,
             of,
         }| {
            format!(
                "{matching} of {of} names are as `{}` gives them",
                layout.name()
            )
        },
    );
    each.collect::<Vec<_>>().join(", ")
}

fn first_layout_name(candidates: &[LayoutCandidate]) -> &'static str {
    candidates
        .first()
        .map_or("NAME", |candidate| candidate.layout.name())
}

fn example_hint(found: Option<&str>) -> String {
    found.map_or_else(
        || ", because there is nothing in it".to_owned(),
        |found| format!("; there is `{}`, for example", to_printable(found)),
    )
}

/// The folder or archive beside `folder` whose name is close to its own.
fn suggest_sibling(folder: &Path) -> String {
    let parent = match folder.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let typed = folder.file_name().unwrap_or_default().to_string_lossy();
    let listed = fs::read_dir(parent).into_iter().flatten();
    let names: Vec<String> = listed
        .take(MOST_STUDENTS)
        .filter_map(|entry| Some(to_printable(entry.ok()?.file_name())))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    nearest::describe_suggestion(&typed, &names)
}

impl IntakeError {
    /// Why the folder that the user named cannot be listed.
    pub(super) fn for_listing(folder: PathBuf, source: io::Error) -> IntakeError {
        match source.kind() {
            io::ErrorKind::NotFound => IntakeError::Absent { folder },
            _ => IntakeError::Unreadable { folder, source },
        }
    }

    /// The same, said of what the user named instead of where it was unpacked.
    pub(super) fn with_original_path(self, shown: &Path, unpacked: &Path) -> IntakeError {
        match self {
            IntakeError::Unreadable { folder, source } => IntakeError::Unreadable {
                folder: replace_prefix(unpacked, shown, folder),
                source,
            },
            IntakeError::TooMany { folder } => IntakeError::TooMany {
                folder: replace_prefix(unpacked, shown, folder),
            },
            IntakeError::MixedLayout {
                folder,
                known,
                unknown,
            } => IntakeError::MixedLayout {
                folder: replace_prefix(unpacked, shown, folder),
                known,
                unknown,
            },
            IntakeError::WhichAssignment {
                folder,
                file,
                looked_for,
                assignments,
            } => IntakeError::WhichAssignment {
                folder: replace_prefix(unpacked, shown, folder),
                file,
                looked_for,
                assignments,
            },
            IntakeError::NestedClass { folder, mut found } => {
                found.is_packed = true;
                IntakeError::NestedClass {
                    folder: replace_prefix(unpacked, shown, folder),
                    found,
                }
            }
            IntakeError::StraySource {
                folder,
                file,
                program,
                students,
                student,
            } => IntakeError::StraySource {
                folder: replace_prefix(unpacked, shown, folder),
                file,
                program,
                students,
                student,
            },
            IntakeError::AssignmentSpelling { folder, name, id } => {
                IntakeError::AssignmentSpelling {
                    folder: replace_prefix(unpacked, shown, folder),
                    name,
                    id,
                }
            }
            IntakeError::NothingHandedIn(sentence) => {
                IntakeError::NothingHandedIn(replace_unpacked_path(&sentence, shown, unpacked))
            }
            error => error,
        }
    }
}

fn replace_prefix(unpacked: &Path, shown: &Path, path: PathBuf) -> PathBuf {
    match path.strip_prefix(unpacked) {
        Ok(below) => shown.join(below).components().collect(),
        Err(_) => path,
    }
}

/// A sentence about what was unpacked, said of what the user named.
pub(super) fn replace_unpacked_path(sentence: &str, shown: &Path, unpacked: &Path) -> String {
    sentence.replace(&*unpacked.to_string_lossy(), &shown.to_string_lossy())
}

/// How many names a sentence has at most.
const MOST: usize = 5;

/// `` `a`, `b` and 3 more``.
pub(super) fn join_quoted<S: AsRef<str>>(names: &[S]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(MOST)
        .map(|name| format!("`{}`", name.as_ref()))
        .collect();
    let shown = shown.join(", ");
    match names.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// An entry in place of one student whose folders look like students: several hold the same file of one assignment.
#[derive(Debug, PartialEq, Eq)]
pub struct NestedClass {
    /// The entry's path below the folder that was named.
    pub(super) below: PathBuf,
    /// The names of the folders in it, sorted.
    pub(super) students: Vec<String>,
    /// The name of the file that each of them holds.
    pub(super) file: String,
    /// The ids of all assignments.
    pub(super) ids: Vec<String>,
    /// How the folder was read. `--layout` with this name says that it was right.
    pub(super) layout: SubmissionLayout,
    /// Whether the folder was unpacked from an archive, so that no command can name it.
    pub(super) is_packed: bool,
}

impl NestedClass {
    /// What was found in `folder`, and which commands read it as what it may be.
    pub(super) fn to_message(&self, folder: &Path) -> String {
        let NestedClass {
            below,
            students,
            file,
            ids,
            layout,
            is_packed,
        } = self;
        let path = folder.join(below);
        let name = to_printable(below.file_name().unwrap_or_default());
        let all_ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let unpacked = if *is_packed {
            "unpack the archive and "
        } else {
            ""
        };
        let with_id = match layout {
            SubmissionLayout::Assignments => String::new(),
            _ => format!(" (or rename `{name}` to the assignment's id)"),
        };
        let parent = path.parent().unwrap_or(folder);
        let command = format!("{unpacked}run `grader run {}`", quote_shell_word(&path));
        format!(
            "`{path}` looks like a class, not like one student: {count} of its folders hold a `{file}` ({students}). `{name}` is not \
         the id of an assignment ({ids}){hint}. If these folders are students, {command}{with_id}; if \
         the folders in `{parent}` are sections, {sections}; if `{name}` is one student, add `--layout {layout}`",
            path = path.display(),
            count = students.len(),
            students = join_quoted(students),
            ids = join_quoted(ids),
            hint = nearest::describe_suggestion(&name, &all_ids),
            sections = match layout {
                SubmissionLayout::Assignments => format!(
                    "{unpacked}run `grader run {} --layout sections`",
                    quote_shell_word(parent)
                ),
                _ => "add `--layout sections`".to_owned(),
            },
            parent = parent.display(),
            layout = layout.name(),
        )
    }
}

/// A path as one word of a shell's command.
fn quote_shell_word(path: &Path) -> String {
    let path = path.to_string_lossy();
    shlex::try_quote(&path).map_or_else(|_| path.to_string(), std::borrow::Cow::into_owned)
}

/// Why the files of one student cannot be listed or unpacked.
#[derive(Debug)]
pub(super) enum HandInError {
    /// The submission is refused, for this reason.
    Refused(String),
    /// The grader or the machine failed, or the user wants to stop.
    Intake(IntakeError),
}

impl From<IntakeError> for HandInError {
    fn from(error: IntakeError) -> HandInError {
        HandInError::Intake(error)
    }
}
