//! `grader regenerate`.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use super::arguments::CliArgs;
use super::failure::{self, CliFailure};
use super::setup::{install_interrupt, load_course, prepare_sandbox, require_rubric};

use grading::{FileFreshness, Freshness, PipelineError, RegenerateError, Session};
use model::GameRegistry;

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    check: bool,
) -> Result<ExitCode, CliFailure> {
    let rubric = require_rubric(arguments)?;
    let generators = rubric::load_generators(&rubric).map_err(CliFailure::usage_error)?;
    // Their cases may not be there before.
    let mut written = Vec::new();
    if !check {
        let folder = rubric.parent().unwrap_or(Path::new(""));
        written = grading::generate_inputs(&generators, folder)?;
        written.retain(|one| one.state != Freshness::Fresh);
    }
    let course = load_course(arguments, games)?;
    let interrupt = install_interrupt()?;
    let sandbox = prepare_sandbox(arguments, &course, &interrupt)?;
    let session = Session::new(&sandbox, &interrupt);
    let mut all = if check {
        grading::check_expected_files(&course, session)?
    } else {
        grading::regenerate_expected(&course, session)?
    };
    all.retain(|one| !written.iter().any(|it| it.file == one.file));
    all.splice(0..0, written);
    failure::finish_printing(print_staleness(&all, check, &mut anstream::stdout().lock()))?;
    let failed = check && all.iter().any(|one| one.state != Freshness::Fresh);
    Ok(ExitCode::from(u8::from(failed)))
}

impl From<RegenerateError> for CliFailure {
    fn from(error: RegenerateError) -> CliFailure {
        match error {
            RegenerateError::Pipeline(error) => PipelineError::into(error),
            RegenerateError::Write { .. } => CliFailure::internal_error(error),
        }
    }
}

/// One line for each transcript that is not fresh, and a count.
pub(super) fn print_staleness(
    all: &[FileFreshness],
    check: bool,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    for one in all.iter().filter(|one| one.state != Freshness::Fresh) {
        let done = match one.state {
            Freshness::Missing | Freshness::Stale if !check => "written",
            state => state.describe(),
        };
        writeln!(out, "{}: {done}", one.file.display())?;
    }
    let fresh = all
        .iter()
        .filter(|one| one.state == Freshness::Fresh)
        .count();
    let rest = all
        .iter()
        .filter(|one| matches!(one.state, Freshness::Missing | Freshness::Stale))
        .count();
    let orphans = all
        .iter()
        .filter(|one| one.state == Freshness::Orphan)
        .count();
    writeln!(
        out,
        "expected transcripts: {fresh} fresh{}{}",
        describe_rest(rest, check),
        describe_orphans(orphans)
    )
}

fn describe_rest(rest: usize, check: bool) -> String {
    match (rest, check) {
        (0, _) => String::new(),
        (rest, true) => format!(", {rest} not; run `grader regenerate`"),
        (rest, false) => format!(", {rest} written; review the changes and commit them"),
    }
}

fn describe_orphans(orphans: usize) -> String {
    match orphans {
        0 => String::new(),
        1 => ", 1 left over: delete it".to_owned(),
        many => format!(", {many} left over: delete them"),
    }
}
