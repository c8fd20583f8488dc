//! What can be asked of `grader hunt`.

use std::path::PathBuf;

use crate::cli::shared_arguments::{FaultChoice, LayoutArgs, RosterArgs, parse_positive};
use clap::{Args, ValueEnum};

/// `grader hunt`.
#[derive(Debug, Args)]
pub(in crate::cli) struct HuntArgs {
    /// The folder or archive, as for `grader run`
    pub(super) submissions: PathBuf,
    #[command(flatten)]
    pub(super) layout: LayoutArgs,
    #[command(flatten)]
    pub(super) roster: RosterArgs,
    /// Only this assignment (may be repeated)
    #[arg(short, long = "assignment", value_name = "ID")]
    pub(super) assignments: Vec<String>,
    /// How many new inputs to try
    #[arg(long, value_name = "N", value_parser = parse_positive, default_value_t = 2000, hide_short_help = true)]
    pub(super) games: usize,
    /// Seed of samples and inputs
    #[arg(long, value_name = "N", default_value_t = 1, hide_short_help = true)]
    pub(super) seed: u64,
    /// Hunt programs in criteria that they have lost points in, too
    #[arg(long)]
    pub(super) every_criterion: bool,
    /// Write a case with this name for an undetected bug: the first, or what `--which` says
    #[arg(long, value_name = "NAME")]
    pub(super) write_case: Option<String>,
    /// For which undetected bug a case is written: its number in the list, or `all`, which numbers the names of the cases
    #[arg(
        long,
        value_name = "WHICH",
        requires = "write_case",
        default_value = "1",
        hide_short_help = true
    )]
    pub(super) which: FaultChoice,
    /// Output format
    #[arg(long, value_enum, default_value_t = HuntFormat::Text, value_name = "FORM")]
    pub(super) format: HuntFormat,
    /// How many submissions to process at a time [default: as many as there are processors]
    #[arg(short, long, value_name = "N", value_parser = parse_positive)]
    pub(super) jobs: Option<usize>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum HuntFormat {
    /// For a terminal
    Text,
    /// For programs, with the names of those whose programs they are
    Json,
}
