//! What a question of a program's own took from the game.

/// An input of the game that a question of the program's own took for its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsumedInput {
    /// The question, as it was printed.
    pub question: String,
    /// The line that it was given.
    pub input: String,
    /// The number of the turn that ended with it.
    pub turn: usize,
}
