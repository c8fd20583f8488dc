//! Usual mistakes in the rules of a game, each as a game that makes it.

use std::fmt;

use reference::ReferenceGame;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameEnding {
    /// The first player has won.
    First,
    /// The second player has won.
    Second,
    /// Nobody has won.
    Draw,
    /// An input ended it.
    Quit,
}

/// A game whose rules may be wrong.
pub trait MutantGame: ReferenceGame {
    /// How it has ended; none if it goes on.
    fn ending(&self) -> Option<GameEnding>;
}

/// Starts a game whose rules may be wrong.
pub type StartMutant = Box<dyn Fn() -> Box<dyn MutantGame> + Send + Sync>;

/// A mistake, and the games that make it in the ways in which programs do.
pub struct KnownBug {
    /// The name of the mistake: results tell it, and it never changes.
    pub mistake: &'static str,
    /// What is wrong, in a sentence that quotes nothing.
    pub sentence: String,
    /// How it is usually mended, in a sentence or two that quote nothing.
    pub remedy: &'static str,
    /// The games that make it.
    pub mutants: Vec<StartMutant>,
    /// Whether programs make it only in part, so that what they do right refutes nothing. It is told only in place of another
    /// mistake that would explain fewer cases.
    pub is_partial: bool,
}

/// The known bugs of one game.
pub struct KnownBugs {
    /// The same game by the right rules.
    pub original: StartMutant,
    /// The bugs, the commonest first: where two explain the same, the first is named.
    pub bugs: Vec<KnownBug>,
}

impl fmt::Debug for KnownBug {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.mistake)
    }
}

impl fmt::Debug for KnownBugs {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(&self.bugs).finish()
    }
}
