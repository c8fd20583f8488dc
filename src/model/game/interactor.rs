//! Judging a program that makes choices of its own: its game is followed by the rules, not compared with another.

use std::fmt;

use regex::Regex;

use crate::model::{Difference, Observation};

/// Follows a program's game and holds it against the rules.
pub trait Interactor: fmt::Debug + Send + Sync {
    /// The words that it understands.
    fn words(&self) -> &RefereeWords;

    /// Judges what was seen of a run. `texts` are the outputs of its turns, white space collapsed.
    fn judge(&self, seen: &Observation, texts: &[String]) -> Followed;
}

/// What following a game came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Followed {
    /// What is against the rules; none if nothing is.
    pub fault: Option<Difference>,
    /// Whether the game could not be followed, so that `fault` rests on the words at its end alone. The rubric's patterns
    /// then know better.
    pub by_words_alone: bool,
    /// What the report should mention.
    pub remarks: Vec<String>,
}

/// What an interactor must understand of a program's words; its rules are the game's and need no setting. The rubric
/// calls it a referee.
#[derive(Debug, Clone)]
pub struct RefereeWords {
    /// A line that announces what the program chose; its group `square` is the number.
    pub choice: Regex,
    /// The human has won.
    pub won: Regex,
    /// The program has won.
    pub lost: Regex,
    /// Nobody has won.
    pub drawn: Regex,
}
