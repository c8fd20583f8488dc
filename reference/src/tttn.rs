//! `tttn`: tic-tac-toe on an N×N board (the course's "NxN Tic-Tac-Toe").
//!
//! What the text leaves to its handout is known from the course's public materials: the dimension is read
//! without a prompt, and the board is printed before the first move and after every move.
//!
//! Two refusals look alike and are not. A taken square asks again, with the same prompt and nothing else, as
//! often as needed. A square outside the board ends the program without a word, and so do a dimension that
//! the handout's array of 121 squares cannot hold and a token that is not a number.
//!
//! A draw is declared early: as soon as every line holds both letters, whether or not squares are free. The
//! win is checked first; after one move both cannot be true anyway.

pub mod functions;
mod grid;

pub use grid::DIMENSIONS;

use crate::board::{Board, Mark, Refusal};
use crate::token::integer;
use crate::{Game, Piece, Prompt, Rules};
use grid::rows_shown;

/// The game by its name.
pub const RULES: &Rules =
    &Rules::new("tttn", "N×N tic-tac-toe with an early draw", |_| Box::new(Tttn::new()))
        .with_functions(functions::call);

/// A game of N×N tic-tac-toe.
#[derive(Debug, Clone, Default)]
pub struct Tttn {
    stage: Stage,
}

/// How far the game has come.
#[derive(Debug, Clone, Default)]
enum Stage {
    /// The next token is the dimension.
    #[default]
    Dimension,
    /// The next token is a square.
    Playing(Play),
    /// The program has exited.
    Over,
}

/// A board, and whose turn it is.
#[derive(Debug, Clone)]
struct Play {
    board: Board,
    player: Mark,
}

/// What a token causes: output, and the stage after it.
type Step = (Vec<Piece>, Stage);

/// The silent exit.
const QUIT: Step = (Vec::new(), Stage::Over);

impl Tttn {
    /// A game that has not read its dimension yet.
    pub fn new() -> Tttn {
        Tttn::default()
    }
}

impl Game for Tttn {
    fn open(&mut self) -> Vec<Piece> {
        Vec::new()
    }

    fn feed(&mut self, token: &str) -> Vec<Piece> {
        let (pieces, stage) =
            match (std::mem::replace(&mut self.stage, Stage::Over), integer(token)) {
                (Stage::Dimension, Some(dimension)) => start(dimension),
                (Stage::Playing(play), Some(square)) => play.choose(square),
                (Stage::Over, _) | (_, None) => QUIT,
            };
        self.stage = stage;
        pieces
    }

    fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    fn legal(&self) -> Vec<i64> {
        match &self.stage {
            Stage::Dimension => DIMENSIONS.collect(),
            Stage::Playing(play) => play.board.free().collect(),
            Stage::Over => Vec::new(),
        }
    }
}

/// The initial board and the first prompt, if the array can hold such a board.
fn start(dimension: i64) -> Step {
    match usize::try_from(dimension) {
        Ok(rows) if DIMENSIONS.contains(&dimension) => {
            let play = Play { board: Board::new(rows), player: Mark::X };
            (vec![play.shown(), play.prompt()], Stage::Playing(play))
        }
        _ => QUIT,
    }
}

impl Play {
    /// One answer to the prompt.
    fn choose(mut self, square: i64) -> Step {
        match self.board.place(square, self.player) {
            Ok(()) => self.after_move(),
            Err(Refusal::Occupied) => (vec![self.prompt()], Stage::Playing(self)),
            Err(Refusal::OutOfBounds) => QUIT,
        }
    }

    /// The board, then the result or the other player's prompt.
    fn after_move(mut self) -> Step {
        let board = self.shown();
        if let Some(result) = self.result() {
            return (vec![board, Piece::Message(result)], Stage::Over);
        }
        self.player = self.player.other();
        (vec![board, self.prompt()], Stage::Playing(self))
    }

    /// How the player's move ended the game, in the text's words.
    fn result(&self) -> Option<String> {
        if self.board.is_won_by(self.player) {
            Some(format!("{} player wins!", self.player.letter()))
        } else if self.board.is_blocked() {
            Some("Draw...game over!".to_owned())
        } else {
            None
        }
    }

    /// The prompt as the text words it, and what the text says any prompt must show.
    fn prompt(&self) -> Piece {
        let (player, last) = (self.player.letter(), self.board.size() - 1);
        Piece::Prompt(Prompt {
            text: format!("Player {player} enter your square choice [0-{last}]: "),
            shows: vec![player.to_string(), "0".to_owned(), last.to_string()],
        })
    }

    fn shown(&self) -> Piece {
        Piece::Board(rows_shown(&self.board))
    }
}
