//! Expected transcripts as files: are they fresh, and making them so.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::freshness::{Freshness, freshness};
use super::references::Oracle;
use super::{PipelineError, Session};
use crate::model::{Assignment, Course};

/// One expected transcript, as it stands and as it should.
#[derive(Debug, Clone)]
pub(crate) struct Staleness {
    /// Its file.
    pub file: PathBuf,
    /// Its state.
    pub state: Freshness,
    /// What the file should hold; nothing for an orphan.
    pub bytes: Vec<u8>,
}

/// Holds every expected transcript of `course` against its reference.
///
/// # Errors
///
/// If a reference cannot be asked.
pub(crate) fn inspect(
    course: &Course,
    session: Session<'_>,
) -> Result<Vec<Staleness>, PipelineError> {
    let folder = course.folder();
    let mut all = Vec::new();
    for assignment in &course.assignments {
        let mut oracle = Oracle::prepare(assignment, &folder, session)?;
        for case in &assignment.cases {
            let bytes = oracle.answer(assignment, case)?.bytes(case).into_owned();
            let state = freshness(case, &bytes);
            all.push(Staleness { file: case.expected_file.clone(), state, bytes });
        }
        all.extend(orphans(assignment));
    }
    Ok(all)
}

/// Writes every expected transcript that is missing or stale; returns what was found before.
///
/// # Errors
///
/// If a reference cannot be asked, or a file cannot be written.
pub(crate) fn regenerate(
    course: &Course,
    session: Session<'_>,
) -> Result<Vec<Staleness>, RegenerateError> {
    let all = inspect(course, session)?;
    for one in all.iter().filter(|one| matches!(one.state, Freshness::Missing | Freshness::Stale)) {
        write_beside(&one.file, &one.bytes)
            .map_err(|source| RegenerateError::Write { file: one.file.clone(), source })?;
    }
    Ok(all)
}

/// Expected transcripts could not be made or written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RegenerateError {
    /// They could not be made.
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    /// One could not be written; the ones before it were.
    #[error("cannot write `{}`; the file is as it was before", file.display())]
    Write {
        /// Its file.
        file: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

fn orphans(assignment: &Assignment) -> Vec<Staleness> {
    let Ok(entries) = fs::read_dir(&assignment.testcases) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| {
        file.extension().is_some_and(|ending| ending == "expected" || ending == "ans")
            && !assignment
                .cases
                .iter()
                .any(|case| case.expected_file.file_name() == file.file_name())
    });
    files.sort();
    files
        .into_iter()
        .map(|file| Staleness { file, state: Freshness::Orphan, bytes: Vec::new() })
        .collect()
}

/// Writes beside the file, then renames: a reader sees the old text or the new one.
fn write_beside(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut temporary = tempfile::Builder::new().prefix(".expected-").tempfile_in(folder)?;
    temporary.write_all(bytes)?;
    temporary.persist(file).map_err(|error| error.error)?;
    Ok(())
}
