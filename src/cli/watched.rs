//! What can be typed after `grader watch`.

use std::path::PathBuf;

use clap::Args;

use super::layout::LayoutArguments;
use super::numbers::positive;
use super::roster::RosterArguments;

#[derive(Debug, Args)]
pub(super) struct Watched {
    /// The folder or archive, as for `grader run`
    pub(super) submissions: PathBuf,
    #[command(flatten)]
    pub(super) layout: LayoutArguments,
    #[command(flatten)]
    pub(super) roster: RosterArguments,
    /// How many submissions to grade at a time [default: as many as there are processors]
    #[arg(short, long, value_name = "N", value_parser = positive)]
    pub(super) jobs: Option<usize>,
    /// The folder of the reports
    #[arg(short, long, value_name = "DIR", default_value = "reports")]
    pub(super) out: PathBuf,
}
