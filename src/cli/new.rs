//! `grader new`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::arguments::Arguments;
use super::failure::{self, Failure};
use super::scaffold::Scaffold;
use super::setup::{interrupt, rubric_of, sandbox};
use crate::course;
use crate::model::Games;
use crate::pipeline::{self, Session};

pub(super) fn run(arguments: &Arguments, games: &Games, id: &str) -> Result<ExitCode, Failure> {
    let rubric = rubric_of(arguments).unwrap_or_else(|_| PathBuf::from("rubric.toml"));
    let folder = rubric.parent().map(Path::to_owned).unwrap_or_default();
    check_id(id)?;
    if rubric.exists() {
        let course = course::load(&rubric, games).map_err(Failure::usage)?;
        if course.assignments.iter().any(|assignment| assignment.id == id) {
            return Err(Failure::usage(anyhow::anyhow!(
                "{}: there is an assignment `{id}` already",
                rubric.display()
            )));
        }
    }
    let scaffold = Scaffold::new(id, &folder, &rubric);
    scaffold.refuse_to_overwrite().map_err(Failure::usage)?;
    let made = scaffold.write().map_err(Failure::internal_fault)?;
    let course = course::load(&rubric, games).map_err(Failure::internal_fault)?;
    let only = course.only(&[id]);
    let interrupt = interrupt()?;
    let sandbox = sandbox(arguments, &only, &interrupt)?;
    let transcripts = pipeline::regenerate(&only, Session::new(&sandbox, &interrupt))?;
    let files = made.iter().chain(transcripts.iter().map(|one| &one.file));
    failure::printed(print(files, id, &mut anstream::stdout().lock()))
}

fn print<'f>(
    files: impl Iterator<Item = &'f PathBuf>,
    id: &str,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    for file in files {
        writeln!(out, "wrote {}", file.display())?;
    }
    writeln!(
        out,
        "`grader check` proves that `{id}` is sound; then make the solution, the cases and the rubric your own"
    )
}

/// As the rubric's reader demands of an assignment's name.
fn check_id(id: &str) -> Result<(), Failure> {
    let fits = |character: char| {
        character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-'
    };
    if id.starts_with(|first: char| first.is_ascii_lowercase()) && id.chars().all(fits) {
        return Ok(());
    }
    Err(Failure::usage(anyhow::anyhow!(
        "`{id}` cannot name an assignment; expected lower-case letters, digits and `-`, beginning with a letter"
    )))
}
