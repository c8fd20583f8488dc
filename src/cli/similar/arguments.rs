//! What can be asked of `grader similar`.

use std::path::PathBuf;

use crate::cli::shared_arguments::{LayoutArgs, RosterArgs, parse_positive};
use clap::Args;

/// What the help ends with.
pub(in crate::cli) const CAVEAT: &str = "\
The ranking is for people who read the programs. It is no proof, changes no grade and no exit code, and is in no report for students.";

/// `grader similar`.
#[derive(Debug, Args)]
pub(in crate::cli) struct SimilarArgs {
    /// The folder or archive, as for `grader run`
    #[arg(required_unless_present = "forget")]
    pub(super) submissions: Option<PathBuf>,
    #[command(flatten)]
    pub(super) layout: LayoutArgs,
    #[command(flatten)]
    pub(super) roster: RosterArgs,
    /// Only this assignment (may be repeated)
    #[arg(short, long = "assignment", value_name = "ID")]
    pub(super) assignments: Vec<String>,
    /// An earlier class to compare with, as for `grader run` (may be repeated)
    #[arg(long = "archive", value_name = "DIR")]
    pub(super) archives: Vec<PathBuf>,
    /// A file or folder that all students were given: it is ignored in the comparison (may be repeated)
    #[arg(long = "base", value_name = "DIR")]
    pub(super) bases: Vec<PathBuf>,
    /// How many pairs of an assignment to explain on the page
    #[arg(long, value_name = "N", value_parser = parse_positive, default_value_t = 50)]
    pub(super) top: usize,
    /// Show codes in place of names; the same SEED gives the same codes
    #[arg(
        long,
        value_name = "SEED",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = ""
    )]
    pub(super) anonymous: Option<String>,
    /// Mark a pair as explained, with --reason: its two names as the ranking shows them
    #[arg(long, num_args = 2, value_names = ["NAME", "NAME"], requires = "reason")]
    pub(super) explain: Option<Vec<String>>,
    /// Why the two programs of --explain are alike
    #[arg(long, value_name = "TEXT", requires = "explain")]
    pub(super) reason: Option<String>,
    /// Keep the programs of this class in a new folder, for --archive
    #[arg(long, value_name = "DIR")]
    pub(super) keep: Option<PathBuf>,
    /// Remove a folder that --keep wrote, and what is explained of its programs
    #[arg(long, value_name = "DIR", conflicts_with_all = ["submissions", "keep", "explain"])]
    pub(super) forget: Option<PathBuf>,
    /// How many submissions to process at a time [default: as many as there are processors]
    #[arg(short, long, value_name = "N", value_parser = parse_positive)]
    pub(super) jobs: Option<usize>,
    /// The folder of the reports
    #[arg(short, long, value_name = "DIR", default_value = "similarity")]
    pub(super) out: PathBuf,
}
