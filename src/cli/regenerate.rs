//! `grader regenerate`.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use super::arguments::CliArgs;
use super::failure::{self, CliFailure};
use super::file_diff::print_file_diff;
use super::setup::{
    check_assignment_ids, install_interrupt, load_course, open_cache, prepare_sandbox,
    require_rubric,
};
use grading::{FileFreshness, Freshness, PipelineError, RegenerateError, RunCache, Session};
use model::{Course, GameRegistry};

/// How many files are printed with their differences.
const MOST_DIFFS: usize = 20;

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    check: bool,
    assignments: &[String],
) -> Result<ExitCode, CliFailure> {
    let cache = RunCache::from_cache_folder(&open_cache(arguments));
    let use_of = if check {
        ExpectedUse::Compare
    } else {
        ExpectedUse::Accept
    };
    let inputs = use_of.generate_inputs(arguments, &cache, assignments)?;
    let course = load_course(arguments, games)?;
    check_assignment_ids(&course, assignments)?;
    let interrupt = install_interrupt()?;
    // What is hidden from programs is hidden whatever is written.
    let sandbox = prepare_sandbox(arguments, &course, &interrupt)?;
    let course = if assignments.is_empty() {
        course
    } else {
        course.with_assignments(assignments)
    };
    let session = Session::new(&sandbox, &interrupt).with_cache(&cache);
    let all = use_of.check_course(&course, session, inputs)?;
    failure::finish_printing(use_of.print_files(&all, &mut anstream::stdout().lock()))?;
    let failed = match use_of {
        ExpectedUse::Compare => all.iter().any(|one| one.state != Freshness::Fresh),
        ExpectedUse::Accept => all.iter().any(|one| one.state == Freshness::Edited),
    };
    Ok(ExitCode::from(u8::from(failed)))
}

/// What a command does with expected files that are not what the reference prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExpectedUse {
    /// Shows the differences.
    Compare,
    /// Shows the differences, and writes what the reference prints. Files that were edited by hand stay as they are.
    Accept,
}

impl ExpectedUse {
    /// Writes what generators make, if that is wanted. The course may not be complete before.
    pub(super) fn generate_inputs(
        self,
        arguments: &CliArgs,
        cache: &RunCache,
        assignments: &[String],
    ) -> Result<Vec<FileFreshness>, CliFailure> {
        if self == ExpectedUse::Compare {
            return Ok(Vec::new());
        }
        let rubric = require_rubric(arguments)?;
        let generators =
            rubric::load_generators(&rubric, assignments).map_err(CliFailure::usage_error)?;
        let folder = rubric.parent().unwrap_or(Path::new(""));
        let mut inputs = grading::generate_inputs(&generators, folder, cache.written_files())?;
        inputs.retain(|one| one.state != Freshness::Fresh);
        Ok(inputs)
    }

    /// The expected files and the inputs of generators as they were, of which `inputs` were looked at before.
    pub(super) fn check_course(
        self,
        course: &Course,
        session: Session<'_>,
        inputs: Vec<FileFreshness>,
    ) -> Result<Vec<FileFreshness>, CliFailure> {
        let mut all = match self {
            ExpectedUse::Compare => grading::check_expected_files(course, session)?,
            ExpectedUse::Accept => grading::regenerate_expected(course, session)?,
        };
        all.retain(|one| !inputs.iter().any(|it| it.file == one.file));
        all.splice(0..0, inputs);
        Ok(all)
    }

    /// Prints each file that is not fresh with its differences, and a count.
    pub(super) fn print_files(self, all: &[FileFreshness], out: &mut dyn Write) -> io::Result<()> {
        let mut printed = 0;
        for one in all.iter().filter(|one| one.state != Freshness::Fresh) {
            let state = match (self, one.state) {
                (ExpectedUse::Accept, Freshness::Missing) => "new, written",
                (ExpectedUse::Accept, Freshness::Stale) => "written",
                (ExpectedUse::Accept, Freshness::Edited) => {
                    "edited by hand, so it was not written; the reference prints the lines with `+`"
                }
                (ExpectedUse::Compare, Freshness::Stale) => {
                    "stale: the reference prints the lines with `+` now"
                }
                (ExpectedUse::Compare, Freshness::Edited) => {
                    "edited by hand: the reference prints the lines with `+`"
                }
                (_, state) => state.describe(),
            };
            writeln!(out, "{}: {state}", one.file.display())?;
            let is_shown = match one.state {
                Freshness::Fresh | Freshness::Orphan => false,
                Freshness::Missing => self == ExpectedUse::Accept,
                Freshness::Stale | Freshness::Edited => true,
            };
            if is_shown && printed < MOST_DIFFS {
                print_file_diff(&one.found, &one.bytes, out)?;
                printed += 1;
            }
        }
        self.print_count(all, out)
    }

    fn print_count(self, all: &[FileFreshness], out: &mut dyn Write) -> io::Result<()> {
        let count =
            |is_meant: fn(Freshness) -> bool| all.iter().filter(|one| is_meant(one.state)).count();
        let fresh = count(|state| state == Freshness::Fresh);
        let outdated = count(Freshness::is_outdated);
        let edited = count(|state| state == Freshness::Edited);
        let orphans = count(|state| state == Freshness::Orphan);
        if edited > 0 {
            writeln!(
                out,
                "Files that you edited are not overwritten: change the reference so that it prints the same, or delete the file and \
                 accept what the reference prints."
            )?;
        }
        let mut parts = vec![format!("{fresh} fresh")];
        match (outdated, self) {
            (0, _) => {}
            (_, ExpectedUse::Compare) => {
                parts.push(format!(
                    "{outdated} not; `grader check --accept` writes them"
                ));
            }
            (_, ExpectedUse::Accept) => {
                parts.push(format!(
                    "{outdated} written; review the changes and commit them"
                ));
            }
        }
        if edited > 0 {
            parts.push(format!("{edited} edited by hand"));
        }
        match orphans {
            0 => {}
            1 => parts.push("1 left over: delete it".to_owned()),
            many => parts.push(format!("{many} left over: delete them")),
        }
        writeln!(out, "expected transcripts: {}", parts.join(", "))
    }
}

impl From<RegenerateError> for CliFailure {
    fn from(error: RegenerateError) -> CliFailure {
        match error {
            RegenerateError::Pipeline(error) => PipelineError::into(error),
            RegenerateError::Write { .. } => CliFailure::internal_error(error),
        }
    }
}
