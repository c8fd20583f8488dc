//! `overrides.toml`: a person's word on points, which every report is made with.

use std::path::{Path, PathBuf};

use clap::Args;

use super::failure::Failure;
use super::summary::say;
use crate::course;
use crate::model::{Gradebook, Override};
use crate::score::{Overridden, OverrideError};

/// The file beside the rubric.
const OVERRIDES: &str = "overrides.toml";

#[derive(Debug, Clone, Default, Args)]
pub(super) struct OverrideArguments {
    /// What persons have decided about points [default: overrides.toml beside the rubric, if it is there]
    #[arg(long, value_name = "FILE")]
    overrides: Option<PathBuf>,
}

impl OverrideArguments {
    /// Reads the file that was named, or the one beside this rubric.
    pub(super) fn load(&self, rubric: Option<&Path>) -> Result<Vec<Override>, Failure> {
        match (&self.overrides, rubric.map(overrides_file)) {
            (Some(path), _) => course::load_overrides(path).map_err(Failure::usage),
            (None, Some(usual)) => load_if_there(&usual),
            (None, None) => Ok(Vec::new()),
        }
    }
}

/// Reads what stands in this file; nothing if it is not there.
pub(super) fn load_if_there(path: &Path) -> Result<Vec<Override>, Failure> {
    if path.exists() {
        course::load_overrides(path).map_err(Failure::usage)
    } else {
        Ok(Vec::new())
    }
}

/// Where overrides stand.
pub(super) fn overrides_file(rubric: &Path) -> PathBuf {
    rubric.with_file_name(OVERRIDES)
}

impl From<OverrideError> for Failure {
    fn from(error: OverrideError) -> Failure {
        match error {
            OverrideError::AboveMaximum(_) => Failure::usage(error),
            OverrideError::Grade(_) => Failure::internal_fault(error),
        }
    }
}

/// Says which overrides changed nothing, or were written for other points.
pub(super) fn tell_of_stale(overridden: &Overridden<'_, impl Gradebook + ?Sized>) {
    for remark in overridden.stale() {
        say(&remark);
    }
}
