//! Why a folder of submissions cannot be graded, with what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use crate::model::bounds::MOST_STUDENTS;

/// Why no submission could be taken from a folder.
#[derive(Debug, thiserror::Error)]
pub(crate) enum IntakeError {
    /// The folder cannot be listed.
    #[error("cannot read the folder of submissions `{}`{}", folder.display(), what_to_do(folder, source))]
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
    /// Nothing was handed in; the sentence says what was looked for, and what is there.
    #[error("{0}")]
    Nothing(String),
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
pub(super) fn what_to_do(folder: &Path, error: &io::Error) -> String {
    if error.kind() != io::ErrorKind::PermissionDenied {
        return String::new();
    }
    format!(
        ", because the user who runs the grader may not look into it; allow it, for instance with `chmod -R u+rX '{}'`",
        folder.display()
    )
}
