//! Judging a program that makes choices of its own: its game is followed by the rules, not compared with another.

use std::fmt;

use serde::Serialize;

use crate::shared_regex::serialize_pattern;
use crate::{Observation, SharedRegex, TranscriptDifference};

/// Follows a program's game and holds it against the rules.
pub trait Referee: fmt::Debug + Send + Sync {
    /// The words that it understands.
    fn words(&self) -> &RefereeWords;

    /// The parts of its rules that it can judge apart, by the words that a rubric names them with.
    fn aspects(&self) -> &'static [&'static str];

    /// Judges what was seen of a run. `texts` are the outputs of its turns, white space collapsed.
    fn judge_run(&self, seen: &Observation, texts: &[String]) -> RefereeReport;
}

/// What following a game came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefereeReport {
    /// The first thing that is against the rules; none if nothing is.
    pub fault: Option<TranscriptDifference>,
    /// What the game says of each aspect; empty where it could not be followed, so that all that is known is `fault`.
    pub aspects: Vec<JudgedAspect>,
    /// Whether the game could not be followed, so that `fault` rests on the words at its end alone. The rubric's patterns
    /// then know better.
    pub by_words_alone: bool,
    /// What the report should mention.
    pub remarks: Vec<String>,
}

/// What one game says of one aspect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedAspect {
    /// The aspect, as a rubric names it.
    pub aspect: &'static str,
    /// What was found.
    pub result: AspectResult,
    /// Whether it stands however the program ended.
    pub regardless_of_exit: bool,
}

/// Whether a program does something right, as far as one game shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AspectResult {
    /// It does.
    Right,
    /// It does not.
    Wrong(TranscriptDifference),
    /// The game did not come to where it would be seen; why not.
    NotReached(TranscriptDifference),
}

/// What an interactor must understand of a program's words; its rules are the game's and need no setting. The rubric
/// calls it a referee.
#[derive(Debug, Clone, Serialize)]
pub struct RefereeWords {
    /// A line that announces what the program chose; its group `square` is the number.
    #[serde(serialize_with = "serialize_pattern")]
    pub choice: SharedRegex,
    /// The human has won.
    #[serde(serialize_with = "serialize_pattern")]
    pub won: SharedRegex,
    /// The program has won.
    #[serde(serialize_with = "serialize_pattern")]
    pub lost: SharedRegex,
    /// Nobody has won.
    #[serde(serialize_with = "serialize_pattern")]
    pub drawn: SharedRegex,
}
