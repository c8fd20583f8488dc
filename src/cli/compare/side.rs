//! What OLD and NEW may be.

use std::path::{Path, PathBuf};

use crate::cli::failure::CliFailure;

/// One of the two that are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CompareSide {
    /// The folder of a run's reports, or its `results.json`.
    Results(PathBuf),
    /// A course, by its rubric.
    Course(PathBuf),
}

impl CompareSide {
    /// What stands at a path.
    pub(super) fn from_path(path: &Path) -> Result<CompareSide, CliFailure> {
        let is_called = |ending: &str| path.extension().is_some_and(|found| found == ending);
        let rubric = path.join("rubric.toml");
        if path.is_file() && is_called("toml") {
            return Ok(CompareSide::Course(path.to_owned()));
        }
        if path.is_file() && is_called("json") || report::has_results(path) {
            return Ok(CompareSide::Results(path.to_owned()));
        }
        if rubric.is_file() {
            return Ok(CompareSide::Course(rubric));
        }
        let found = if path.exists() {
            "neither results nor a course"
        } else {
            "nothing"
        };
        Err(CliFailure::usage_error(anyhow::anyhow!(
            "{}: found {found}, expected the folder of a run's reports, a `results.json`, a folder with `rubric.toml`, or a rubric",
            path.display()
        )))
    }
}
