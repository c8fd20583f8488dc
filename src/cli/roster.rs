//! `--roster`: who takes the course, by another file than `roster.csv` beside the rubric.

use std::path::PathBuf;

use clap::Args;

/// What the user says of the roster.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct RosterArgs {
    /// Who takes the course: a roster.csv, or a file of grades that Canvas, Moodle, Blackboard or Brightspace lets you download
    /// [default: roster.csv beside the rubric]
    #[arg(long, value_name = "FILE")]
    pub(super) roster: Option<PathBuf>,
}
