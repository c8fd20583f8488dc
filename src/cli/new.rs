//! `grader new`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::arguments::CliArgs;
use super::assignment_id;
use super::example::{ExampleCourse, PLAIN};
use super::failure::{self, CliFailure};
use super::scaffold::Scaffold;
use super::setup::{install_interrupt, prepare_sandbox, require_rubric};

use grading::Session;
use model::GameRegistry;

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    id: &str,
    like: Option<ExampleCourse>,
) -> Result<ExitCode, CliFailure> {
    let rubric = require_rubric(arguments).unwrap_or_else(|_| PathBuf::from("rubric.toml"));
    let folder = rubric.parent().map(Path::to_owned).unwrap_or_default();
    assignment_id::check_assignment_id(id)?;
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
    let example = like.map_or(PLAIN, ExampleCourse::example_files);
    let scaffold = Scaffold::new(id, &example, &folder, &rubric);
    scaffold
        .refuse_to_overwrite()
        .map_err(CliFailure::usage_error)?;
    let made = scaffold.write_files().map_err(CliFailure::internal_error)?;
    let course = rubric::load_course(&rubric, games).map_err(CliFailure::internal_error)?;
    let only = course.with_assignments(&[id]);
    let interrupt = install_interrupt()?;
    let sandbox = prepare_sandbox(arguments, &only, &interrupt)?;
    let transcripts = grading::regenerate_expected(&only, Session::new(&sandbox, &interrupt))?;
    let files = made.iter().chain(transcripts.iter().map(|one| &one.file));
    failure::finish_printing(print_new_files(
        files,
        id,
        like,
        &mut anstream::stdout().lock(),
    ))
}

fn print_new_files<'f>(
    files: impl Iterator<Item = &'f PathBuf>,
    id: &str,
    like: Option<ExampleCourse>,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    for file in files {
        writeln!(out, "wrote {}", file.display())?;
    }
    if like.is_some() {
        writeln!(
            out,
            "`{id}.md` is what students are asked; `grader run submissions/{id} --assignment {id}` grades three made-up ones"
        )?;
    }
    writeln!(
        out,
        "`grader check` proves that `{id}` is sound; then make the solution, the cases and the rubric your own"
    )
}
