//! The one surface all games share: a state machine that takes a token and answers with pieces of output.

use crate::OutputPiece;

/// A game in progress. No game does I/O, and none panics whatever it is fed.
pub trait ReferenceGame {
    /// What the program prints before it reads anything. Called once, before the first [`ReferenceGame::feed_token`].
    fn start_game(&mut self) -> Vec<OutputPiece>;

    /// Takes the next token of input and returns what the program prints until it reads again or exits.
    ///
    /// A token that is not a number ends every game at once and silently. After the end nothing is printed.
    fn feed_token(&mut self, token: &str) -> Vec<OutputPiece>;

    /// Whether the program has exited.
    fn is_over(&self) -> bool;

    /// The numbers that would not be refused now, in ascending order: what a terminal offers as a hint and
    /// what a generator of scripts may play. Empty after the end, and where every number would be refused.
    fn legal_inputs(&self) -> Vec<i64> {
        Vec::new()
    }
}
