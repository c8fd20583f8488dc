//! Where each student's program is, for a person who looks at it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::arguments::CliArgs;
use super::course_with_roster::load_course_with_roster;
use super::failure::CliFailure;
use super::layout::LayoutArgs;
use super::roster::RosterArgs;
use super::setup::install_interrupt;
use grading::SubmissionSelection;
use lms::intake::IntakeScratch;
use model::{GameRegistry, SubmissionContent, SubmissionName};

/// The files of each submission in `folder`. What had to be unpacked stands in `scratch`.
pub(super) fn find_programs(
    arguments: &CliArgs,
    games: &GameRegistry,
    folder: &Path,
    (layout, roster): (&LayoutArgs, &RosterArgs),
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
