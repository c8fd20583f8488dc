//! What can be asked of `grader compare`.

use std::path::{Path, PathBuf};

use crate::cli::failure::CliFailure;
use crate::cli::shared_arguments::{LayoutArgs, RosterArgs};
use clap::{Args, ValueEnum};

/// `grader compare`.
#[derive(Debug, Args)]
pub(in crate::cli) struct CompareArgs {
    /// OLD and NEW: the folder of a run's reports, a `results.json`, a course's folder or its rubric. With `--against`, NEW alone
    #[arg(value_name = "OLD NEW", num_args = 0..=2)]
    pub(super) sides: Vec<PathBuf>,
    /// OLD is the course as git has it at this revision [NEW: this course]
    #[arg(long, value_name = "REV")]
    pub(super) against: Option<String>,
    /// Submissions to grade with both courses, as for `grader run` [default: NEW's calibration programs]
    #[arg(long, value_name = "DIR")]
    pub(super) submissions: Option<PathBuf>,
    #[command(flatten)]
    pub(super) layout: LayoutArgs,
    #[command(flatten)]
    pub(super) roster: RosterArgs,
    /// Only this assignment (may be repeated)
    #[arg(short, long = "assignment", value_name = "ID")]
    pub(super) assignments: Vec<String>,
    /// Exit with 1 if some submission has lower points, or any others
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) fail_on: Option<FailOn>,
    /// Output format
    #[arg(long, value_enum, default_value_t = CompareFormat::Text, value_name = "FORM")]
    pub(super) format: CompareFormat,
    /// Also list students whose points changed
    #[arg(long)]
    pub(super) students: bool,
}

/// What makes it fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FailOn {
    /// Somebody has fewer points
    Lower,
    /// Somebody has other points
    Any,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum CompareFormat {
    /// For a terminal
    Text,
    /// For a comment on a pull request
    Md,
    /// For programs
    Json,
}

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
