//! A whole game as the terminal would show it: turns, each ended by the line that was read.

use crate::token::tokens;
use crate::{Game, Piece};

/// The stretch of a transcript between two reads.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Turn {
    /// What was printed, in order.
    pub pieces: Vec<Piece>,
    /// The line that was read at the end of the turn; none if the program exited instead.
    pub input: Option<String>,
}

impl Turn {
    /// All that was printed, as one text.
    pub fn printed(&self) -> String {
        self.pieces.iter().map(Piece::printed).collect()
    }
}

/// How many lines were read.
pub fn reads(turns: &[Turn]) -> usize {
    turns.iter().filter(|turn| turn.input.is_some()).count()
}

/// Plays `lines` and returns the turns up to the end of the game; lines that are never read do not appear.
///
/// A line may hold several tokens (or none): a program reads a line when it needs a token and has none left,
/// exactly as `std::cin` does on a terminal. Running out of lines ends the game.
pub fn transcript(game: &mut dyn Game, lines: &[String]) -> Vec<Turn> {
    let mut turns = Vec::new();
    let mut pieces = game.open();
    for line in lines {
        if game.is_over() {
            break;
        }
        turns.push(Turn { pieces: std::mem::take(&mut pieces), input: Some(line.clone()) });
        for token in tokens(line) {
            pieces.extend(game.feed(token));
        }
    }
    turns.push(Turn { pieces, input: None });
    turns
}
