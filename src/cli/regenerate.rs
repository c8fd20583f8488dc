//! `grader regenerate`.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use super::arguments::Arguments;
use super::failure::{self, Failure};
use super::setup::{course_of, interrupt, rubric_of, sandbox};
use crate::course;
use crate::model::Games;
use crate::pipeline::{self, Freshness, PipelineError, RegenerateError, Session, Staleness};

pub(super) fn run(arguments: &Arguments, games: &Games, check: bool) -> Result<ExitCode, Failure> {
    let rubric = rubric_of(arguments)?;
    let generators = course::generators_of(&rubric).map_err(Failure::usage)?;
    // Their cases may not be there before.
    let mut written = Vec::new();
    if !check {
        let folder = rubric.parent().unwrap_or(Path::new(""));
        written = pipeline::generate(&generators, folder)?;
        written.retain(|one| one.state != Freshness::Fresh);
    }
    let course = course_of(arguments, games)?;
    let interrupt = interrupt()?;
    let sandbox = sandbox(arguments, &course, &interrupt)?;
    let session = Session::new(&sandbox, &interrupt);
    let mut all = if check {
        pipeline::inspect(&course, session)?
    } else {
        pipeline::regenerate(&course, session)?
    };
    all.retain(|one| !written.iter().any(|it| it.file == one.file));
    all.splice(0..0, written);
    failure::printed(print(&all, check, &mut anstream::stdout().lock()))?;
    let failed = check && all.iter().any(|one| one.state != Freshness::Fresh);
    Ok(ExitCode::from(u8::from(failed)))
}

impl From<RegenerateError> for Failure {
    fn from(error: RegenerateError) -> Failure {
        match error {
            RegenerateError::Pipeline(error) => PipelineError::into(error),
            RegenerateError::Write { .. } => Failure::internal_fault(error),
        }
    }
}

/// One line for each transcript that is not fresh, and a count.
pub(super) fn print(all: &[Staleness], check: bool, out: &mut dyn Write) -> std::io::Result<()> {
    for one in all.iter().filter(|one| one.state != Freshness::Fresh) {
        let done = match one.state {
            Freshness::Missing | Freshness::Stale if !check => "written",
            state => state.in_words(),
        };
        writeln!(out, "{}: {done}", one.file.display())?;
    }
    let fresh = all.iter().filter(|one| one.state == Freshness::Fresh).count();
    let rest =
        all.iter().filter(|one| matches!(one.state, Freshness::Missing | Freshness::Stale)).count();
    let orphans = all.iter().filter(|one| one.state == Freshness::Orphan).count();
    writeln!(
        out,
        "expected transcripts: {fresh} fresh{}{}",
        rest_in_words(rest, check),
        left_over(orphans)
    )
}

fn rest_in_words(rest: usize, check: bool) -> String {
    match (rest, check) {
        (0, _) => String::new(),
        (rest, true) => format!(", {rest} not; run `grader regenerate`"),
        (rest, false) => format!(", {rest} written; review the changes and commit them"),
    }
}

fn left_over(orphans: usize) -> String {
    match orphans {
        0 => String::new(),
        1 => ", 1 left over: delete it".to_owned(),
        many => format!(", {many} left over: delete them"),
    }
}
