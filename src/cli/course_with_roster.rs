//! The course with the roster that `--roster` names, and where each student's program is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::arguments::CliArgs;
use super::failure::CliFailure;
use super::setup::{install_interrupt, load_course};
use super::shared_arguments::{LayoutArgs, RosterArgs};
use super::summary::print_remark;
use grading::SubmissionSelection;
use lms::intake::IntakeScratch;
use lms::upload;
use model::{Course, GameRegistry, SubmissionContent, SubmissionName};

/// The course, with the roster that the user names in place of `roster.csv`.
///
/// # Errors
///
/// If the course or the roster cannot be read; all mistakes of a file are named with their lines.
pub(super) fn load_course_with_roster(
    arguments: &CliArgs,
    games: &GameRegistry,
    named: &RosterArgs,
) -> Result<Course, CliFailure> {
    replace_roster(load_course(arguments, games)?, named)
}

/// This course, with the roster that the user names in place of `roster.csv`.
///
/// # Errors
///
/// If the roster cannot be read; all mistakes are named with their lines.
pub(super) fn replace_roster(mut course: Course, named: &RosterArgs) -> Result<Course, CliFailure> {
    let Some(path) = &named.roster else {
        return Ok(course);
    };
    let bytes = upload::read_file(path)?;
    let roster = match upload::read_roster(path, &bytes)? {
        Some(roster) => roster,
        None => rubric::load_roster(path, &course).map_err(CliFailure::usage_error)?,
    };
    if let Some(replaced) = &course.roster
        && !is_same_file(&replaced.path, path)
    {
        print_remark(&format!(
            "{} is not used, because --roster names another file; extensions and groups in it do not count",
            replaced.path.display()
        ));
    }
    course.roster = Some(roster);
    Ok(course)
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The files of each submission in `folder`. What had to be unpacked stands in `scratch`.
pub(super) fn find_programs(
    arguments: &CliArgs,
    games: &GameRegistry,
    folder: &Path,
    layout: &LayoutArgs,
    roster: &RosterArgs,
    scratch: &IntakeScratch,
) -> Result<BTreeMap<SubmissionName, Vec<PathBuf>>, CliFailure> {
    let course = load_course_with_roster(arguments, games, roster)?;
    let interrupt = install_interrupt()?;
    let selection = SubmissionSelection::default();
    let found = layout.find_submissions(folder, &course, &selection, scratch, &interrupt)?;
    let mut programs = BTreeMap::new();
    for one in found.submissions {
        if let SubmissionContent::Sources(sources) = &one.content {
            let files = sources.iter().map(|source| source.path()).collect();
            programs.insert(one.name(), files);
        }
    }
    Ok(programs)
}
