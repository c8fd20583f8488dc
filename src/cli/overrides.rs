//! `overrides.toml`: a person's word on points, which every report is made with.

use std::path::{Path, PathBuf};

use clap::Args;

use super::failure::CliFailure;
use super::summary::print_remark;

use judging::score::{OverriddenGradebook, OverrideError};
use model::{GradeOverride, Gradebook};

/// The file beside the rubric.
const OVERRIDES: &str = "overrides.toml";

#[derive(Debug, Clone, Default, Args)]
pub(super) struct OverrideArgs {
    /// File with manual corrections of points [default: overrides.toml beside the rubric, if it is there]
    #[arg(long, value_name = "FILE")]
    overrides: Option<PathBuf>,
}

impl OverrideArgs {
    /// Reads the file that was named, or the one beside this rubric.
    pub(super) fn load_overrides(
        &self,
        rubric: Option<&Path>,
    ) -> Result<Vec<GradeOverride>, CliFailure> {
        match (&self.overrides, rubric.map(overrides_file)) {
            (Some(path), _) => rubric::load_overrides(path).map_err(CliFailure::usage_error),
            (None, Some(usual)) => load_if_present(&usual),
            (None, None) => Ok(Vec::new()),
        }
    }
}

/// Reads what stands in this file; nothing if it is not there.
pub(super) fn load_if_present(path: &Path) -> Result<Vec<GradeOverride>, CliFailure> {
    rubric::load_overrides_if_present(path).map_err(CliFailure::usage_error)
}

/// Where overrides stand.
pub(super) fn overrides_file(rubric: &Path) -> PathBuf {
    rubric.with_file_name(OVERRIDES)
}

impl From<OverrideError> for CliFailure {
    fn from(error: OverrideError) -> CliFailure {
        match error {
            OverrideError::AboveMaximum(_) => CliFailure::usage_error(error),
            OverrideError::Grade(_) => CliFailure::internal_error(error),
        }
    }
}

/// Says which overrides changed nothing, or were written for other points.
pub(super) fn warn_of_stale(overridden: &OverriddenGradebook<'_, impl Gradebook + ?Sized>) {
    for remark in overridden.stale_overrides() {
        print_remark(&remark);
    }
}
