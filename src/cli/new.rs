//! `grader new`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::arguments::CliArgs;
use super::example::{ExampleCourse, ExampleFile, ExampleFiles};
use super::failure::{self, CliFailure};
use super::setup::{self, install_interrupt, open_cache, prepare_sandbox, require_rubric};
use grading::{RunCache, Session};
use model::GameRegistry;
use support::file_writing;

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    id: &str,
    like: ExampleCourse,
) -> Result<ExitCode, CliFailure> {
    let rubric = require_rubric(arguments).unwrap_or_else(|_| PathBuf::from("rubric.toml"));
    let folder = rubric.parent().map(Path::to_owned).unwrap_or_default();
    setup::check_assignment_id(id)?;
    if rubric.exists() {
        let course = rubric::load_course(&rubric, games).map_err(CliFailure::usage_error)?;
        if course
            .assignments
            .iter()
            .any(|assignment| assignment.id == id)
        {
            return Err(CliFailure::usage_error(anyhow::anyhow!(
                "{}: there is an assignment `{id}` already",
                rubric.display()
            )));
        }
    }
    let example = like.example_files();
    let scaffold = Scaffold::new(id, &example, &folder, &rubric);
    scaffold
        .refuse_to_overwrite()
        .map_err(CliFailure::usage_error)?;
    let made = scaffold.write_files().map_err(CliFailure::internal_error)?;
    let course = rubric::load_course(&rubric, games).map_err(CliFailure::internal_error)?;
    let only = course.with_assignments(&[id]);
    let interrupt = install_interrupt()?;
    let sandbox = prepare_sandbox(arguments, &only, &interrupt)?;
    let cache = RunCache::from_cache_folder(&open_cache(arguments));
    let session = Session::new(&sandbox, &interrupt).with_cache(&cache);
    let transcripts = grading::regenerate_expected(&only, session)?;
    let files = made.iter().chain(transcripts.iter().map(|one| &one.file));
    failure::finish_printing(print_new_files(files, id, &mut anstream::stdout().lock()))
}

fn print_new_files<'f>(
    files: impl Iterator<Item = &'f PathBuf>,
    id: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    for file in files {
        writeln!(out, "wrote {}", file.display())?;
    }
    let grade = format!("grader run submissions/{id} --assignment {id}");
    let width = grade.len();
    writeln!(
        out,
        "\nThis assignment works as it is. Try it:\n\n    \
         {:width$}   # tests the rubric, the cases and the faulty programs\n    \
         {grade}   # grades the sample submissions\n\n\
         Then make {id}.md, the solution, the cases and the rubric your own.",
        "grader check",
    )
}

/// What VS Code can run in a course, and how it finds places in messages.
const EDITOR_TASKS: &str = include_str!("examples/tasks.json");

/// The files that a new assignment starts with.
pub(super) struct Scaffold {
    rubric: PathBuf,
    section: String,
    files: Vec<(PathBuf, String)>,
}

/// A new assignment could not be written.
#[derive(Debug, thiserror::Error)]
pub(super) enum ScaffoldError {
    /// Something of that name is there already.
    #[error("`{}` is there already; nothing was written", _0.display())]
    Exists(PathBuf),
    /// A file could not be written.
    #[error("cannot write `{}`", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl Scaffold {
    /// The files of the assignment `id` in the course's `folder`.
    pub(super) fn new(id: &str, example: &ExampleFiles, folder: &Path, rubric: &Path) -> Scaffold {
        let named = |text: &str| text.replace("ASSIGNMENT", id);
        let file = |(path, text): &ExampleFile| {
            let path = named(path);
            let path = match path.split_once('/') {
                Some((first, rest)) => folder.join(first).join(id).join(rest),
                None => folder.join(path),
            };
            let is_case = path.starts_with(folder.join("testcases"))
                && path.extension().is_some_and(|ending| ending == "toml");
            let schema = if is_case {
                rubric::CASE_SCHEMA_LINE
            } else {
                ""
            };
            (path, format!("{schema}{}", named(text)))
        };
        Scaffold {
            rubric: rubric.to_owned(),
            section: named(example.section),
            files: example.files.iter().map(file).collect(),
        }
    }

    /// Makes sure that nothing of the instructor's would be lost.
    pub(super) fn refuse_to_overwrite(&self) -> Result<(), ScaffoldError> {
        // What `grader regenerate` would write beside cases.
        let expected = self.files.iter().flat_map(|(path, _)| {
            ["expected", "ans", "expected.stderr"].map(|ending| path.with_extension(ending))
        });
        let made = self
            .files
            .iter()
            .map(|(path, _)| path.clone())
            .chain(expected);
        match made
            .into_iter()
            .find(|path| path.symlink_metadata().is_ok())
        {
            Some(path) => Err(ScaffoldError::Exists(path)),
            None => Ok(()),
        }
    }

    /// Writes the files, the rubric last: until it is written, the course is what it was. Schemas and tasks of an editor that are there already
    /// stay.
    pub(super) fn write_files(&self) -> Result<Vec<PathBuf>, ScaffoldError> {
        let folder = self.rubric.parent().unwrap_or(Path::new(""));
        let mut written = Vec::new();
        let tasks = (".vscode/tasks.json", EDITOR_TASKS.to_owned());
        for (path, text) in rubric::schema_files().into_iter().chain([tasks]) {
            let path = folder.join(path);
            if path.symlink_metadata().is_err() {
                write_new_file(&path, &text)?;
                written.push(path);
            }
        }
        for (path, text) in &self.files {
            write_new_file(path, text)?;
        }
        let old = match fs::read_to_string(&self.rubric) {
            Ok(old) => old,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                format!("{}\n{COURSE_LINE}", rubric::RUBRIC_SCHEMA_LINE)
            }
            Err(source) => {
                return Err(ScaffoldError::Write {
                    path: self.rubric.clone(),
                    source,
                });
            }
        };
        let gap = if old.is_empty() || old.ends_with("\n\n") {
            ""
        } else {
            "\n"
        };
        write_new_file(&self.rubric, &format!("{old}{gap}{}", self.section))?;
        written.extend(self.files.iter().map(|(path, _)| path.clone()));
        written.push(self.rubric.clone());
        Ok(written)
    }
}

/// The optional key at the top of a new rubric.
const COURSE_LINE: &str =
    "# course = \"Introduction to Programming\"   # the course's name on the pages of reports\n";

fn write_new_file(path: &Path, text: &str) -> Result<(), ScaffoldError> {
    file_writing::write_course_file(path, text.as_bytes()).map_err(|source| ScaffoldError::Write {
        path: path.to_owned(),
        source,
    })
}
