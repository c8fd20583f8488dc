//! Expected transcripts as files: whether they are fresh, and how they are written again.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::expectations::answer_cases;
use crate::generated::{FileFreshness, Freshness, inspect_generated};
use crate::written_files::WrittenFiles;
use crate::{PipelineError, Session};
use model::{Assignment, Course, InputGenerator};
use support::file_writing;
use walkdir::{DirEntry, WalkDir};

/// Holds every expected transcript of `course` against its reference.
///
/// # Errors
///
/// If a reference cannot be asked.
pub fn check_expected_files(
    course: &Course,
    session: Session<'_>,
) -> Result<Vec<FileFreshness>, PipelineError> {
    let folder = course.folder();
    let mut all = Vec::new();
    for assignment in &course.assignments {
        for (_, files) in answer_cases(assignment, &folder, session)? {
            all.extend(files);
        }
        all.extend(find_orphans(assignment));
        let generators = &assignment.generators;
        all.extend(inspect_generated(
            generators,
            &folder,
            session.written_files(),
        )?);
    }
    record_files(&all, session.written_files(), |state| {
        state == Freshness::Fresh
    });
    Ok(all)
}

/// Writes every expected transcript that is missing or out of date, but none that was edited; returns what was found before.
///
/// # Errors
///
/// If a reference cannot be asked, or a file cannot be written.
pub fn regenerate_expected(
    course: &Course,
    session: Session<'_>,
) -> Result<Vec<FileFreshness>, RegenerateError> {
    let all = check_expected_files(course, session)?;
    write_outdated(&all, session.written_files())?;
    Ok(all)
}

/// Writes every input that is missing or not what its generator makes now, but none that was edited; returns what was found before.
///
/// # Errors
///
/// If a generator fails, or a file cannot be written.
pub fn generate_inputs(
    generators: &[InputGenerator],
    course_folder: &Path,
    written: &WrittenFiles,
) -> Result<Vec<FileFreshness>, RegenerateError> {
    let all = inspect_generated(generators, course_folder, Some(written));
    let all = all.map_err(PipelineError::from)?;
    write_outdated(&all, Some(written))?;
    Ok(all)
}

fn write_outdated(
    all: &[FileFreshness],
    written: Option<&WrittenFiles>,
) -> Result<(), RegenerateError> {
    for one in all.iter().filter(|one| one.state.is_outdated()) {
        file_writing::write_course_file(&one.file, &one.bytes).map_err(|source| {
            RegenerateError::Write {
                file: one.file.clone(),
                source,
            }
        })?;
    }
    record_files(all, written, Freshness::is_outdated);
    Ok(())
}

/// Remembers that the files in these states are what the reference prints.
fn record_files(
    all: &[FileFreshness],
    written: Option<&WrittenFiles>,
    is_meant: fn(Freshness) -> bool,
) {
    let Some(written) = written else { return };
    for one in all.iter().filter(|one| is_meant(one.state)) {
        written.record(&one.file, &one.bytes);
    }
}

/// Expected transcripts could not be made or written.
#[derive(Debug, thiserror::Error)]
pub enum RegenerateError {
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

/// Files that look like a case's expectations and belong to none.
fn find_orphans(assignment: &Assignment) -> Vec<FileFreshness> {
    let cases = assignment.cases.iter();
    let known: BTreeSet<PathBuf> = cases
        .flat_map(|case| {
            let products = case.side_outputs().into_iter().map(|(_, file)| file);
            let answer = case.interaction.as_ref().map(|_| case.answer_file());
            std::iter::once(case.expected_file.clone())
                .chain(products)
                .chain(answer)
        })
        .collect();
    let mut files = Vec::new();
    for path in list_folder(&assignment.testcases) {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        if name_ends_with(&name, ".expected")
            || name_ends_with(&name, ".ans")
            || name_ends_with(&name, ".expected.stderr")
        {
            files.push(path);
        } else if name_ends_with(&name, ".expected.d")
            && path.symlink_metadata().is_ok_and(|it| it.is_dir())
        {
            let below = WalkDir::new(&path).into_iter().flatten();
            let found = below.filter(|entry| !entry.file_type().is_dir());
            files.extend(found.map(DirEntry::into_path));
        }
    }
    files.retain(|file| !known.contains(file));
    files.sort();
    files
        .into_iter()
        .map(|file| FileFreshness {
            file,
            state: Freshness::Orphan,
            found: Vec::new(),
            bytes: Vec::new(),
        })
        .collect()
}

fn name_ends_with(name: &Option<String>, ending: &str) -> bool {
    name.as_ref().is_some_and(|name| name.ends_with(ending))
}

fn list_folder(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    entries.flatten().map(|entry| entry.path()).collect()
}
