//! `grader worksheet`: what a person has to judge goes out as a table, and comes back as overrides.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::arguments::Arguments;
use super::failure::{self, Failure};
use super::judging::WorksheetArguments;
use super::last_records::last_records;
use super::overrides::{load_if_there, overrides_file};
use super::programs::programs;
use super::setup::{course_of, rubric_of};
use super::summary::say;
use crate::course;
use crate::intake::Scratch;
use crate::model::{Games, SubmissionName};
use crate::report;
use crate::score::Overridden;
use crate::whole_file;

pub(super) fn run(
    arguments: &Arguments,
    games: &Games,
    asked: &WorksheetArguments,
) -> Result<ExitCode, Failure> {
    let overrides = overrides_file(&rubric_of(arguments)?);
    match (&asked.read, &asked.by) {
        (Some(table), Some(by)) => take_in(arguments, games, (table, by), &overrides),
        _ => give_out(arguments, games, asked, &overrides),
    }
}

fn take_in(
    arguments: &Arguments,
    games: &Games,
    (table, by): (&Path, &str),
    overrides: &Path,
) -> Result<ExitCode, Failure> {
    let course = course_of(arguments, games)?;
    // What is there must make sense before anything is added to it.
    let earlier = load_if_there(overrides)?;
    let judged = course::load_worksheet(table, by, &course, &earlier).map_err(Failure::usage)?;
    course::write_overrides(overrides, &judged).map_err(Failure::internal_fault)?;
    say(&format!(
        "{} decisions are in {} now; `grader report --all` makes the reports with them",
        judged.len(),
        overrides.display()
    ));
    Ok(ExitCode::SUCCESS)
}

fn give_out(
    arguments: &Arguments,
    games: &Games,
    asked: &WorksheetArguments,
    overrides: &Path,
) -> Result<ExitCode, Failure> {
    let decided = load_if_there(overrides)?;
    let scratch = Scratch::default();
    let programs = match &asked.submissions {
        Some(folder) => {
            programs(arguments, games, folder, (&asked.layout, &asked.roster), &scratch)?
        }
        None => BTreeMap::new(),
    };
    // What was unpacked is gone when somebody looks.
    let lasts = |path: &&PathBuf| asked.submissions.as_ref().is_some_and(|it| path.starts_with(it));
    let program_of = |name: &SubmissionName| programs.get(name)?.first().filter(lasts).cloned();
    let records = last_records(&asked.reports, "--reports")?;
    let overridden = Overridden::new(&records, &decided)?;
    let table = report::worksheet(&overridden, &asked.reports, program_of);
    let (bytes, rows) = table.map_err(Failure::internal_fault)?;
    whole_file::write(&asked.out, &bytes).map_err(Failure::internal_fault)?;
    let out = asked.out.display();
    say(&format!(
        "{out} has {rows} rows; fill in `points` and `reason`, then `grader worksheet --read {out} --by NAME`"
    ));
    failure::printed(Ok(()))
}
