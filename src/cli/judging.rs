//! What is typed for the commands with which a person judges.

use std::path::PathBuf;

use clap::Args;

use super::layout::LayoutArgs;
use super::roster::RosterArgs;

/// `grader worksheet`.
#[derive(Debug, Args)]
pub(super) struct WorksheetArgs {
    /// What was handed in, so that the table says where each program is
    pub(super) submissions: Option<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "FILE", default_value = "worksheet.csv")]
    pub(super) out: PathBuf,
    /// Take points and reasons from this table, which was filled in, into overrides.toml
    #[arg(long, value_name = "FILE", requires = "by", conflicts_with_all = ["submissions", "out"])]
    pub(super) read: Option<PathBuf>,
    /// Who judges: the name that students see
    #[arg(long, value_name = "NAME")]
    pub(super) by: Option<String>,
    /// Where the reports are
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub(super) reports: PathBuf,
    #[command(flatten)]
    pub(super) layout: LayoutArgs,
    #[command(flatten)]
    pub(super) roster: RosterArgs,
}

/// `grader review`.
#[derive(Debug, Args)]
pub(super) struct ReviewArgs {
    /// What was handed in
    pub(super) submissions: PathBuf,
    /// Who judges: the name that students see
    #[arg(long, value_name = "NAME")]
    pub(super) by: String,
    /// Where the reports are
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub(super) reports: PathBuf,
    #[command(flatten)]
    pub(super) layout: LayoutArgs,
    #[command(flatten)]
    pub(super) roster: RosterArgs,
}
