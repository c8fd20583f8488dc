//! One test case: a script, and how what it causes is compared.

use std::path::PathBuf;

use super::{Comparison, FunctionCase, KnownQuestion, Player, RunLimits};

/// A test case, as its file and the rubric's defaults together say.
#[derive(Debug, Clone)]
pub struct Case {
    /// The name of its file without the ending, unique within the assignment.
    pub id: String,
    /// One sentence for the report: what happens in this game.
    pub description: String,
    /// The script: each entry is one line of standard input.
    pub input: Vec<String>,
    /// The function that is called, and how; none for a case that plays its script.
    pub function: Option<FunctionCase>,
    /// Who gives the script to the program, and goes on after it.
    pub player: Player,
    /// The questions of a program's own that are answered, beside the script.
    pub answers: Vec<KnownQuestion>,
    /// Free labels, repeated in `results.json`.
    pub tags: Vec<String>,
    /// How much the case counts next to others of its criterion.
    pub weight: u32,
    /// How much of it students are shown.
    pub visibility: Visibility,
    /// How its own verdict is found.
    pub comparison: Comparison,
    /// What a run may use.
    pub limits: RunLimits,
    /// The file it was read from.
    pub file: PathBuf,
    /// Where its expected transcript stands.
    pub expected_file: PathBuf,
}

/// How much of a case the reports for students show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// Everything.
    Full,
    /// That it exists, what it is about, and the verdict.
    Verdict,
    /// Nothing: only the points of its criteria.
    Hidden,
}
