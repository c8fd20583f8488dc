//! What a rubric says of faults that are planted in its solutions (`grader check --mutants`).

/// What is asked, and what is decided.
#[derive(Debug, Clone, Default)]
pub struct MutantRules {
    /// How many mutants may stay unnoticed; none if that is no gate.
    pub max_survivors: Option<usize>,
    /// Survivors that somebody has looked at.
    pub accepted: Vec<AcceptedMutant>,
}

/// A survivor that an instructor accepts, found again by its text: lines move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedMutant {
    /// The name of its source.
    pub at: String,
    /// The name of the function in which it is; none for any.
    pub within: Option<String>,
    /// The line as it is; none for every line of the function.
    pub was: Option<String>,
    /// The line of the mutant; none for all mutants of the line.
    pub becomes: Option<String>,
    /// Why it is right that no case notices it.
    pub why: String,
    /// The line of the rubric.
    pub line: usize,
}
