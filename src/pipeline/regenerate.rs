//! Expected transcripts as files: are they fresh, and making them so.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::PipelineError;
use super::references::Oracle;
use crate::model::{Assignment, Case, Course};
use crate::sandbox::{Interrupt, Sandbox};

/// The state of one expected transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// The file is what the reference prints.
    Fresh,
    /// There is no file.
    Missing,
    /// The file is not what the reference prints now.
    Stale,
    /// The file belongs to no case.
    Orphan,
}

impl Freshness {
    /// What to tell the instructor.
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Freshness::Fresh => "fresh",
            Freshness::Missing => "missing",
            Freshness::Stale => "stale: the reference or the case changed since it was written",
            Freshness::Orphan => "left over: there is no case of that name",
        }
    }
}

/// One expected transcript, as it stands and as it should.
#[derive(Debug, Clone)]
pub(crate) struct Staleness {
    /// Its file.
    pub file: PathBuf,
    /// Its state.
    pub state: Freshness,
    /// What the file should hold; nothing for an orphan.
    pub text: String,
}

/// Holds every expected transcript of `course` against its reference.
///
/// # Errors
///
/// If a reference cannot be asked.
pub(crate) fn inspect(
    course: &Course,
    sandbox: &Sandbox,
    interrupt: &Interrupt,
) -> Result<Vec<Staleness>, PipelineError> {
    let folder = course.folder();
    let mut all = Vec::new();
    for assignment in &course.assignments {
        let mut oracle = Oracle::of(assignment, &folder, sandbox, interrupt)?;
        for case in &assignment.cases {
            let text = oracle.answer(assignment, case, interrupt)?.text(case);
            let state = freshness(case, &text);
            all.push(Staleness { file: case.expected_file.clone(), state, text });
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
    sandbox: &Sandbox,
    interrupt: &Interrupt,
) -> Result<Vec<Staleness>, RegenerateError> {
    let all = inspect(course, sandbox, interrupt)?;
    for one in all.iter().filter(|one| matches!(one.state, Freshness::Missing | Freshness::Stale)) {
        write_beside(&one.file, &one.text)
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

/// Whether the case's file says what the reference says.
pub(super) fn freshness(case: &Case, text: &str) -> Freshness {
    match fs::read(&case.expected_file) {
        Ok(bytes) if bytes == text.as_bytes() => Freshness::Fresh,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Freshness::Missing,
        Ok(_) | Err(_) => Freshness::Stale,
    }
}

fn orphans(assignment: &Assignment) -> Vec<Staleness> {
    let Ok(entries) = fs::read_dir(&assignment.testcases) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| {
        file.extension().is_some_and(|ending| ending == "expected")
            && !assignment
                .cases
                .iter()
                .any(|case| case.expected_file.file_name() == file.file_name())
    });
    files.sort();
    files
        .into_iter()
        .map(|file| Staleness { file, state: Freshness::Orphan, text: String::new() })
        .collect()
}

/// Writes beside the file, then renames: a reader sees the old text or the new one.
fn write_beside(file: &Path, text: &str) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut temporary = tempfile::Builder::new().prefix(".expected-").tempfile_in(folder)?;
    temporary.write_all(text.as_bytes())?;
    temporary.persist(file).map_err(|error| error.error)?;
    Ok(())
}
