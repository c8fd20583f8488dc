//! Why records cannot be written, read, or added to.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use model::SubmissionName;
use serde::Deserialize;
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
        describe_damage(*readable, lost)
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

/// How many names a message has.
const MOST_NAMES: usize = 20;

/// What the run wrote beside its records. It names every submission.
const RESULTS: &str = "results.json";

#[derive(Deserialize)]
struct ResultsListing {
    submissions: Vec<ListedSubmission>,
}

#[derive(Deserialize)]
struct ListedSubmission {
    student: String,
    assignment: String,
}

/// The submissions that `results.json` in a folder of reports lists, but for those that can be read. Empty if that file cannot be read.
pub(crate) fn missing_submissions(
    reports: &Path,
    readable: &BTreeSet<SubmissionName>,
) -> Vec<SubmissionName> {
    let Ok(file) = File::open(reports.join(RESULTS)) else {
        return Vec::new();
    };
    let Ok(results) = serde_json::from_reader::<_, ResultsListing>(BufReader::new(file)) else {
        return Vec::new();
    };
    let names = results.submissions.into_iter().map(
        |ListedSubmission {
             student,
             assignment,
         }| SubmissionName {
            assignment,
            student,
        },
    );
    names.filter(|name| !readable.contains(name)).collect()
}

/// What is lost, in words that follow "is damaged: ".
fn describe_damage(readable: usize, lost: &[SubmissionName]) -> String {
    if lost.is_empty() {
        return format!("{readable} results in it can be read, and nothing lists the others");
    }
    let names: Vec<String> = lost
        .iter()
        .take(MOST_NAMES)
        .map(|name| format!("`{name}`"))
        .collect();
    let more = match lost.len().saturating_sub(MOST_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let count = if lost.len() == 1 {
        "1 result is"
    } else {
        &format!("{} results are", lost.len())
    };
    format!("{count} lost: {}{more}", names.join(", "))
}
