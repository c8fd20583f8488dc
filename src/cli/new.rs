//! `grader new`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::arguments::Arguments;
use super::assignment_id;
use super::example::{Example, PLAIN};
use super::failure::{self, Failure};
use super::scaffold::Scaffold;
use super::setup::{interrupt, rubric_of, sandbox};
use crate::course;
use crate::model::Games;
use crate::pipeline::{self, Session};

pub(super) fn run(
    arguments: &Arguments,
    games: &Games,
    id: &str,
    like: Option<Example>,
) -> Result<ExitCode, Failure> {
    let rubric = rubric_of(arguments).unwrap_or_else(|_| PathBuf::from("rubric.toml"));
    let folder = rubric.parent().map(Path::to_owned).unwrap_or_default();
    assignment_id::check(id)?;
    if rubric.exists() {
        let course = course::load(&rubric, games).map_err(Failure::usage)?;
        if course.assignments.iter().any(|assignment| assignment.id == id) {
            return Err(Failure::usage(anyhow::anyhow!(
                "{}: there is an assignment `{id}` already",
                rubric.display()
            )));
        }
    }
    let example = like.map_or(PLAIN, Example::files);
    let scaffold = Scaffold::new(id, &example, &folder, &rubric);
    scaffold.refuse_to_overwrite().map_err(Failure::usage)?;
    let made = scaffold.write().map_err(Failure::internal_fault)?;
    let course = course::load(&rubric, games).map_err(Failure::internal_fault)?;
    let only = course.only(&[id]);
    let interrupt = interrupt()?;
    let sandbox = sandbox(arguments, &only, &interrupt)?;
    let transcripts = pipeline::regenerate(&only, Session::new(&sandbox, &interrupt))?;
    let files = made.iter().chain(transcripts.iter().map(|one| &one.file));
    failure::printed(print(files, id, like, &mut anstream::stdout().lock()))
}

fn print<'f>(
    files: impl Iterator<Item = &'f PathBuf>,
    id: &str,
    like: Option<Example>,
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
