//! Why records cannot be written, read, or added to.

use std::path::PathBuf;

use super::damage;
use model::SubmissionName;
use support::write_error::WriteError;

/// Why records cannot be written, read, or added to.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The disk.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Something else has the folder's name.
    #[error(
        "{} is {what}, and records are kept in a folder of that name; move it away, or write elsewhere with --out DIR",
        path.display()
    )]
    PathOccupied {
        /// Where it is.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// There are none, although there are reports.
    #[error(
        "{} has reports without the records that they were made from, so nothing can be added to them; grade everybody \
         again, or write elsewhere with --out DIR", folder.display()
    )]
    None {
        /// The folder of reports.
        folder: PathBuf,
    },
    /// Another version made them.
    #[error(
        "{} was written by another version of grader and cannot be read by this one; grade everybody again, or write \
         elsewhere with --out DIR", path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
    },
    /// Not all of them can be read.
    #[error(
        "{} is damaged: {}; grade everybody again with `grader run SUBMISSIONS` (the cache keeps what has not changed), or put back \
         a copy of the file",
        path.display(),
        damage::describe_damage(*readable, lost)
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// How many results can be read.
        readable: usize,
        /// The others, as far as they are known.
        lost: Vec<SubmissionName>,
    },
    /// They were made with another rubric.
    #[error(
        "{} has results for `{assignment}`, which is no assignment of this rubric, so results of some students cannot \
         be added to it; grade everybody again, or write elsewhere with --out DIR", folder.display()
    )]
    OtherCourse {
        /// The folder of reports.
        folder: PathBuf,
        /// The assignment.
        assignment: String,
    },
    /// Programs were confined in another way.
    #[error(
        "{} was made with programs {was}, and now they would be {is}; run it as then, grade everybody again, or write \
         elsewhere with --out DIR", folder.display()
    )]
    OtherConfinement {
        /// The folder of reports.
        folder: PathBuf,
        /// How it was.
        was: String,
        /// How it would be.
        is: String,
    },
}
