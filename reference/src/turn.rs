//! What a program prints, in typed pieces, and a whole game as the terminal would show it: turns, each ended by the line that was read. The
//! comparison must know a prompt from a board.

use serde::Serialize;

use crate::ReferenceGame;
use crate::token::split_tokens;

/// The stretch of a transcript between two reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct GameTurn {
    /// What was printed, in order.
    pub pieces: Vec<OutputPiece>,
    /// The line that was read at the end of the turn; none if the program exited instead.
    pub input: Option<String>,
}

impl GameTurn {
    /// All that was printed, as one text.
    pub fn printed_text(&self) -> String {
        self.pieces.iter().map(OutputPiece::printed_text).collect()
    }
}

/// How many lines were read.
pub fn count_reads(turns: &[GameTurn]) -> usize {
    turns.iter().filter(|turn| turn.input.is_some()).count()
}

/// Plays `lines` and returns the turns up to the end of the game; lines that are never read do not appear.
///
/// A line may hold several tokens (or none): a program reads a line when it needs a token and has none left,
/// exactly as `std::cin` does on a terminal. Running out of lines ends the game.
pub fn play_transcript(game: &mut dyn ReferenceGame, lines: &[String]) -> Vec<GameTurn> {
    let mut turns = Vec::new();
    let mut pieces = game.start_game();
    for line in lines {
        if game.is_over() {
            break;
        }
        turns.push(GameTurn {
            pieces: std::mem::take(&mut pieces),
            input: Some(line.clone()),
        });
        for token in split_tokens(line) {
            pieces.extend(game.feed_token(token));
        }
    }
    turns.push(GameTurn {
        pieces,
        input: None,
    });
    turns
}

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

    /// How many bytes it has as printed.
    pub fn printed_length(&self) -> usize {
        let line_breaks = match self {
            OutputPiece::Board(rows) => rows.len(),
            OutputPiece::Prompt(_) => 0,
            OutputPiece::Message(_) | OutputPiece::Choice { .. } => 1,
        };
        self.byte_length() + line_breaks
    }

    /// The bytes a correct program prints for this piece.
    pub fn printed_text(&self) -> String {
        match self {
            OutputPiece::Board(rows) => {
                let mut text = String::with_capacity(self.printed_length());
                for row in rows {
                    text.push_str(row);
                    text.push('\n');
                }
                text
            }
            OutputPiece::Prompt(prompt) => prompt.text.clone(),
            OutputPiece::Message(text) | OutputPiece::Choice { text, .. } => format!("{text}\n"),
        }
    }
}
