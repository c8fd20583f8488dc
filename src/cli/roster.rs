//! `--roster`: who takes the course, by another file than `roster.csv` beside the rubric.

use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::Arguments;
use super::failure::Failure;
use super::setup::course_of;
use super::summary::say;
use crate::course;
use crate::model::{Course, Games};
use crate::upload;

/// What the user says of the roster.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct RosterArguments {
    /// Who takes the course: a roster.csv, or a file of grades that Canvas, Moodle, Blackboard or Brightspace lets you download
    /// [default: roster.csv beside the rubric]
    #[arg(long, value_name = "FILE")]
    pub(super) roster: Option<PathBuf>,
}

impl RosterArguments {
    /// The course, with the roster that the user names.
    pub(super) fn course(&self, arguments: &Arguments, games: &Games) -> Result<Course, Failure> {
        let mut course = course_of(arguments, games)?;
        let Some(path) = &self.roster else { return Ok(course) };
        let bytes = upload::read_file(path)?;
        let of_system = upload::roster(path, &bytes)?;
        let roster = match of_system {
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
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
