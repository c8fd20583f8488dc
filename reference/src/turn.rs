//! A whole game as the terminal would show it: turns, each ended by the line that was read.

use serde::Serialize;

use crate::token::split_tokens;
use crate::{OutputPiece, ReferenceGame};

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
