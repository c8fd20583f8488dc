//! `grader review --table` and `--read`: what a person has to judge goes out as a table, and comes back as overrides.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::arguments::CliArgs;
use super::course_with_roster::find_programs;
use super::failure::{self, CliFailure};
use super::overrides::{load_if_present, overrides_file};
use super::setup::{load_course, require_rubric};
use super::shared_arguments::WorksheetArgs;
use super::summary::{load_last_records, print_remark};
use judging::score::OverriddenGradebook;
use lms::intake::IntakeScratch;
use model::{GameRegistry, OverrideKind, SubmissionName};
use support::file_writing;

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    asked: &WorksheetArgs,
) -> Result<ExitCode, CliFailure> {
    let overrides = overrides_file(&require_rubric(arguments)?);
    match (&asked.read, &asked.by) {
        (Some(table), Some(by)) => import_worksheet(arguments, games, table, by, &overrides),
        _ => export_worksheet(arguments, games, asked, &overrides),
    }
}

fn import_worksheet(
    arguments: &CliArgs,
    games: &GameRegistry,
    table: &Path,
    by: &str,
    overrides: &Path,
) -> Result<ExitCode, CliFailure> {
    let course = load_course(arguments, games)?;
    // What is there must make sense before anything is added to it.
    let earlier = load_if_present(overrides)?;
    let judged =
        rubric::load_worksheet(table, by, &course, &earlier).map_err(CliFailure::usage_error)?;
    rubric::write_overrides(overrides, &judged).map_err(CliFailure::internal_error)?;
    print_remark(&format!(
        "{} decisions are in {} now; `grader report --all` makes the reports with them",
        judged.len(),
        overrides.display()
    ));
    Ok(ExitCode::SUCCESS)
}

fn export_worksheet(
    arguments: &CliArgs,
    games: &GameRegistry,
    asked: &WorksheetArgs,
    overrides: &Path,
) -> Result<ExitCode, CliFailure> {
    let mut decided = load_if_present(overrides)?;
    // What is read back are decisions, and points of comments are added to them.
    decided.retain(|one| one.kind == OverrideKind::Decision);
    let scratch = IntakeScratch::default();
    let programs = match &asked.submissions {
        Some(folder) => find_programs(
            arguments,
            games,
            folder,
            &asked.layout,
            &asked.roster,
            &scratch,
        )?,
        None => BTreeMap::new(),
    };
    // What was unpacked is gone when somebody looks.
    let lasts = |path: &&PathBuf| {
        asked
            .submissions
            .as_ref()
            .is_some_and(|it| path.starts_with(it))
    };
    let program_of = |name: &SubmissionName| programs.get(name)?.first().filter(lasts).cloned();
    let records = load_last_records(&asked.reports, "--reports")?;
    let overridden = OverriddenGradebook::new(&records, &decided)?;
    let table = report::build_worksheet(&overridden, &asked.reports, program_of);
    let (bytes, rows) = table.map_err(CliFailure::internal_error)?;
    file_writing::write_file(&asked.out, &bytes).map_err(CliFailure::internal_error)?;
    let out = asked.out.display();
    print_remark(&format!(
        "{out} has {rows} rows; fill in `points` and `reason`, then `grader review --read {out} --by NAME`"
    ));
    failure::finish_printing(Ok(()))
}
