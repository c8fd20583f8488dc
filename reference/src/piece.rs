//! What a program prints, in typed pieces: the comparison must know a prompt from a board.

use serde::Serialize;

/// One piece of a program's output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum OutputPiece {
    /// A board: its rows from top to bottom, each without the newline that ends it.
    Board(Vec<String>),
    /// What stands on the cursor's line when the program reads; no newline follows it.
    Prompt(Prompt),
    /// A line that tells the players something, without the newline that ends it.
    Message(String),
    /// A line that announces what a program chose by itself, without the newline that ends it.
    Choice {
        /// The square that was chosen, numbered as the program's text numbers squares.
        square: i64,
        /// The line as printed.
        text: String,
    },
}

/// A question to the player.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Prompt {
    /// The words as the reference prints them.
    pub text: String,
    /// What another wording must show all the same: `X`, `0`, `8`. Each stands in the prompt as a word
    /// or a number of its own, so `18` does not show `8`.
    pub shows: Vec<String>,
}

impl OutputPiece {
    /// How many bytes it has, line breaks aside.
    pub fn byte_length(&self) -> usize {
        match self {
            OutputPiece::Board(rows) => rows.iter().map(String::len).sum(),
            OutputPiece::Prompt(prompt) => prompt.text.len(),
            OutputPiece::Message(text) | OutputPiece::Choice { text, .. } => text.len(),
        }
    }

    /// The bytes a correct program prints for this piece.
    pub fn printed_text(&self) -> String {
        match self {
            OutputPiece::Board(rows) => rows.iter().map(|row| format!("{row}\n")).collect(),
            OutputPiece::Prompt(prompt) => prompt.text.clone(),
            OutputPiece::Message(text) | OutputPiece::Choice { text, .. } => format!("{text}\n"),
        }
    }
}
