//! The programs and the base code of an assignment, read from disk.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use crate::cli::failure::CliFailure;
use crate::cli::summary::print_remark;
use model::{Assignment, CriterionEvidence, RubricRule, SourceFile, Submission, SubmissionContent};
use model::{has_header_ending, has_source_ending};
use similarity::ProgramSource;
use walkdir::WalkDir;

/// How much of a file is read, in bytes, and how many files of a program. What is longer is too large to be compared.
const MOST_BYTES: u64 = 300 << 10;
const MOST_FILES: usize = 200;

/// The programs of a class for one assignment.
pub(in crate::cli) fn read_class(
    submissions: &[Submission],
    assignment: &str,
    archive: Option<&str>,
) -> Vec<ProgramSource> {
    let mut programs = Vec::new();
    for one in submissions {
        let SubmissionContent::Sources(sources) = &one.content else {
            continue;
        };
        if one.assignment != assignment {
            continue;
        }
        match read_submission(sources) {
            Ok(files) => programs.push(ProgramSource {
                name: one.student.clone(),
                archive: archive.map(str::to_owned),
                files,
                provided: sources
                    .iter()
                    .filter(|source| source.is_provided)
                    .map(|source| source.name.clone())
                    .collect(),
            }),
            Err(error) => {
                let student = report::escape_lines(&one.student);
                print_remark(&format!(
                    "{student} is left out, because a file cannot be read: {error}"
                ));
            }
        }
    }
    programs
}

/// A student's files, by name. No link on the way to them is followed.
fn read_submission(sources: &[SourceFile]) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for source in sources.iter().take(MOST_FILES) {
        if let Some(bytes) = toolchain::read_head(source, MOST_BYTES)? {
            files.push((source.name.clone(), bytes));
        }
    }
    Ok(files)
}

fn read_bounded(file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What everybody was given: files and folders that the instructor names, and the provided files of the assignment.
pub(super) fn read_bases(
    bases: &[impl AsRef<Path>],
    assignment: &Assignment,
) -> Result<Vec<ProgramSource>, CliFailure> {
    let mut programs = Vec::new();
    for base in bases {
        let base = base.as_ref();
        let mut files = Vec::new();
        for entry in WalkDir::new(base).sort_by_file_name() {
            let entry = entry.map_err(|error| unreadable_base(base, error))?;
            let path = entry.path();
            let is_code = has_source_ending(path) || has_header_ending(path);
            if entry.file_type().is_file() && (is_code || path == base) {
                let bytes = File::open(path).and_then(read_bounded);
                let bytes = bytes.map_err(|error| unreadable_base(path, error))?;
                files.push((path.display().to_string(), bytes));
            }
        }
        if files.is_empty() {
            let base = base.display();
            return Err(CliFailure::usage_error(anyhow::anyhow!(
                "`{base}` has no source files (.cpp, .cc, .cxx, .c++, .c or headers), so it is no base code"
            )));
        }
        programs.push(ProgramSource {
            files,
            ..ProgramSource::default()
        });
    }
    for provided in &assignment.provided {
        let path = provided.path();
        let bytes = File::open(&path).and_then(read_bounded);
        let bytes = bytes.map_err(|error| unreadable_base(&path, error))?;
        programs.push(ProgramSource {
            files: vec![(provided.name.clone(), bytes)],
            ..ProgramSource::default()
        });
    }
    Ok(programs)
}

fn unreadable_base(path: &Path, error: impl std::fmt::Display) -> CliFailure {
    CliFailure::usage_error(anyhow::anyhow!(
        "`{}` cannot be read as base code: {error}",
        path.display()
    ))
}

/// The prototypes that the rubric dictates, each once.
pub(super) fn dictated_prototypes(assignment: &Assignment) -> Vec<String> {
    let mut texts = BTreeSet::new();
    for case in &assignment.cases {
        for prototype in case
            .function
            .iter()
            .flat_map(|function| &function.prototypes)
        {
            texts.insert(prototype.text.clone());
        }
    }
    for criterion in &assignment.criteria {
        if let CriterionEvidence::Rule(RubricRule::RequiredFunctions { functions, .. }) =
            &criterion.evidence
        {
            texts.extend(functions.iter().flatten().cloned());
        }
    }
    texts.into_iter().collect()
}
