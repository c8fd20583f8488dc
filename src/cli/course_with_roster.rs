//! The course with the roster that `--roster` names.

use std::path::Path;

use super::arguments::Arguments;
use super::failure::Failure;
use super::roster::RosterArguments;
use super::setup::course_of;
use super::summary::say;
use crate::course;
use crate::model::{Course, Games};
use crate::upload;

/// The course, with the roster that the user names in place of `roster.csv`.
///
/// # Errors
///
/// If the course or the roster cannot be read; all mistakes of a file are named with their lines.
pub(super) fn course_with_roster(
    arguments: &Arguments,
    games: &Games,
    named: &RosterArguments,
) -> Result<Course, Failure> {
    with_roster(course_of(arguments, games)?, named)
}

/// This course, with the roster that the user names in place of `roster.csv`.
///
/// # Errors
///
/// If the roster cannot be read; all mistakes are named with their lines.
pub(super) fn with_roster(mut course: Course, named: &RosterArguments) -> Result<Course, Failure> {
    let Some(path) = &named.roster else { return Ok(course) };
    let bytes = upload::read_file(path)?;
    let roster = match upload::roster(path, &bytes)? {
        Some(roster) => roster,
        None => course::load_roster(path, &course).map_err(Failure::usage)?,
    };
    if let Some(replaced) = &course.roster
        && !is_same(&replaced.path, path)
    {
        say(&format!(
            "{} is not used, because --roster names another file; extensions and groups in it do not count",
            replaced.path.display()
        ));
    }
    course.roster = Some(roster);
    Ok(course)
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
