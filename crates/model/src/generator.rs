//! Commands that make inputs.

use std::path::PathBuf;

/// A command of the instructor's, which prints the input of one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputGenerator {
    /// Its words, with the seed in them.
    pub words: Vec<String>,
    /// The file that holds what it prints, to be reviewed.
    pub file: PathBuf,
    /// Where it stands in the rubric, in bytes.
    pub at: usize,
}
