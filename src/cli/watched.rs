//! What can be typed after `grader watch`.

use std::path::PathBuf;

use clap::Args;

use super::layout::LayoutArgs;
use super::numbers::parse_positive;
use super::roster::RosterArgs;

#[derive(Debug, Args)]
pub(super) struct WatchArgs {
    /// The folder or archive, as for `grader run`
    pub(super) submissions: PathBuf,
    #[command(flatten)]
    pub(super) layout: LayoutArgs,
    #[command(flatten)]
    pub(super) roster: RosterArgs,
    /// How many submissions to grade at a time [default: as many as there are processors]
    #[arg(short, long, value_name = "N", value_parser = parse_positive)]
    pub(super) jobs: Option<usize>,
    /// The folder of the reports
    #[arg(short, long, value_name = "DIR", default_value = "reports")]
    pub(super) out: PathBuf,
}
