//! What is typed about mutants.

use std::path::PathBuf;

use super::numbers::parse_positive;
use clap::Args;

/// What may be asked about mutants.
#[derive(Debug, Args)]
pub(super) struct MutantArgs {
    /// Plant faults in the solution, and see whether the cases notice them: all, or a sample of so many
    #[arg(long, value_name = "SAMPLE", num_args = 0..=1, require_equals = true, value_parser = parse_positive)]
    pub(super) mutants: Option<Option<usize>>,
    /// How many games to play that no case plays
    #[arg(long, value_name = "N", requires = "mutants", default_value_t = 500)]
    pub(super) games: usize,
    /// What samples and games follow from
    #[arg(long, value_name = "N", requires = "mutants", default_value_t = 1)]
    pub(super) seed: u64,
    /// How many submissions to grade at a time [default: as many as there are processors]
    #[arg(short, long, value_name = "N", value_parser = parse_positive)]
    pub(super) jobs: Option<usize>,
    /// The folder of what is found out about mutants
    #[arg(
        long,
        value_name = "FOLDER",
        requires = "mutants",
        default_value = "mutants"
    )]
    pub(super) out: PathBuf,
    /// Run every mutant in every case as well, and say what that shows of the cases
    #[arg(long, requires = "mutants")]
    pub(super) lint_cases: bool,
    /// What a class has come to, for `--lint-cases`: the folder of its reports
    #[arg(long, value_name = "RESULTS", requires = "lint_cases")]
    pub(super) class: Option<PathBuf>,
    /// Write a case that shows the first fault that no case notices, under this name
    #[arg(long, value_name = "NAME", requires = "mutants")]
    pub(super) write_case: Option<String>,
}
