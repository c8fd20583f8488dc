//! Where each student's program is, for a person who looks at it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::arguments::Arguments;
use super::course_with_roster::course_with_roster;
use super::failure::Failure;
use super::layout::LayoutArguments;
use super::roster::RosterArguments;
use super::setup::interrupt;
use crate::intake::Scratch;
use crate::model::{Found, Games, SubmissionName};
use crate::pipeline::{self, Selection};

/// The files of each submission in `folder`. What had to be unpacked stands in `scratch`.
pub(super) fn programs(
    arguments: &Arguments,
    games: &Games,
    folder: &Path,
    (layout, roster): (&LayoutArguments, &RosterArguments),
    scratch: &Scratch,
) -> Result<BTreeMap<SubmissionName, Vec<PathBuf>>, Failure> {
    let course = course_with_roster(arguments, games, roster)?;
    let interrupt = interrupt()?;
    let stop = || interrupt.is_raised();
    let source = layout.source(folder, scratch, &stop);
    let found = pipeline::find(&course, &source, &Selection::default())?;
    let mut programs = BTreeMap::new();
    for one in found.submissions {
        if let Found::Sources(sources) = &one.found {
            let files = sources.iter().map(|source| source.path()).collect();
            programs.insert(one.name(), files);
        }
    }
    Ok(programs)
}
