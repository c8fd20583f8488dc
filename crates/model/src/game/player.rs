//! Who answers the program that is tested and in which convention, and who judges one that makes choices of its own: its game is followed by
//! the rules, not compared with another.

use std::fmt;
use std::sync::Arc;

use crate::comparison::serialize_pattern;
use crate::{Observation, SharedRegex, TranscriptDifference};
use reference::{GameOptions, GameTurn};
use serde::Serialize;

/// Where the lines come from that a program reads.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub enum CasePlayer {
    /// The case's input, line by line, whatever the program prints.
    #[default]
    Script,
    /// The case's input, given as the program asks for it, by a player of the game's that has this name.
    Prompted(&'static str),
    /// The case's input, and after it a policy that answers what the program really did.
    Policy {
        /// The game's name for how it chooses.
        name: &'static str,
        /// One game is played for each; the policy's chance follows from it.
        seeds: Vec<u64>,
    },
}

/// What a game's own player does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerKind {
    /// Gives the case's input as the program asks for it.
    Prompted,
    /// Goes on after the case's input by itself; somebody must follow the game for it.
    Policy,
}

/// What a live player is given to play one game.
#[derive(Debug, Clone, Copy)]
pub struct PlayerSetup<'a> {
    /// Its name in the rubric.
    pub name: &'static str,
    /// What its chance follows from.
    pub seed: u64,
    /// The case's input.
    pub script: &'a [String],
    /// How the program numbers and reads its input.
    pub convention: &'a InputConvention,
    /// How the program's words are understood, where the rubric says.
    pub words: Option<&'a RefereeWords>,
}

/// Answers a program while it runs.
pub trait LivePlayer {
    /// The next line; none at the end. `printed` is what the program printed since the last one.
    fn next_line(&mut self, printed: &[u8]) -> Option<String>;

    /// The lines of the script that were not given.
    fn unused_lines(&self) -> &[String] {
        &[]
    }

    /// The expected turns as they are when the lines are read that were given.
    fn expected_turns(&self, turns: &Arc<Vec<GameTurn>>) -> Arc<Vec<GameTurn>> {
        Arc::clone(turns)
    }
}

/// Follows a program's game and holds it against the rules.
pub trait Referee: fmt::Debug + Send + Sync {
    /// The words that it understands.
    fn words(&self) -> &RefereeWords;

    /// The parts of its rules that it can judge apart, by the words that a rubric names them with.
    fn aspects(&self) -> &'static [&'static str];

    /// Judges what was seen of a run. `texts` are the outputs of its turns, white space collapsed.
    fn judge_run(&self, seen: &Observation, texts: &[String]) -> RefereeReport;
}

/// The remark on a game of which only the words at its end are judged.
pub const UNFOLLOWED_GAME: &str = "The game could not be followed: neither a board nor an announced choice was recognised. Only the \
    words at its end were judged; look at what the program printed.";

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

/// One way in which a program may number and read its input. A submission is graded in the one that suits it best.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InputConvention {
    /// The game's options for programs that read so.
    pub options: GameOptions,
    /// What stands between the numbers of a move that are read from one line, or `(,)` where they are in parentheses; none where each has
    /// its own line, or as the program asks.
    pub joined_by: Option<&'static str>,
    /// What such a program does, for its report: "numbers rows and columns from 1". None where it does as the scripts do.
    pub description: Option<String>,
    /// Whether few programs read so without saying it: tried only where nothing else made a program right anywhere.
    pub is_last_resort: bool,
}
