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

use crate::board::{Board, Mark, PlacementError};
use crate::token::parse_integer;
use crate::{GameRules, OutputPiece, Prompt, ReferenceGame};
use grid::render_rows;

/// The game by its name.
pub const RULES: &GameRules =
    &GameRules::new("tttn", "N×N tic-tac-toe with an early draw", |_| {
        Box::new(TttnGame::new())
    })
    .with_functions(functions::call_function);

/// A game of N×N tic-tac-toe.
#[derive(Debug, Clone, Default)]
pub struct TttnGame {
    stage: TttnStage,
}

/// How far the game has come.
#[derive(Debug, Clone, Default)]
enum TttnStage {
    /// The next token is the dimension.
    #[default]
    Dimension,
    /// The next token is a square.
    Playing(TttnPosition),
    /// The program has exited.
    Over,
}

/// A board, and whose turn it is.
#[derive(Debug, Clone)]
struct TttnPosition {
    board: Board,
    player: Mark,
}

/// What a token causes: output, and the stage after it.
type TttnStep = (Vec<OutputPiece>, TttnStage);

/// The silent exit.
const QUIT: TttnStep = (Vec::new(), TttnStage::Over);

impl TttnGame {
    /// A game that has not read its dimension yet.
    pub fn new() -> TttnGame {
        TttnGame::default()
    }
}

impl ReferenceGame for TttnGame {
    fn start_game(&mut self) -> Vec<OutputPiece> {
        Vec::new()
    }

    fn feed_token(&mut self, token: &str) -> Vec<OutputPiece> {
        let (pieces, stage) = match (
            std::mem::replace(&mut self.stage, TttnStage::Over),
            parse_integer(token),
        ) {
            (TttnStage::Dimension, Some(dimension)) => start_with_dimension(dimension),
            (TttnStage::Playing(play), Some(square)) => play.play_square(square),
            (TttnStage::Over, _) | (_, None) => QUIT,
        };
        self.stage = stage;
        pieces
    }

    fn is_over(&self) -> bool {
        matches!(self.stage, TttnStage::Over)
    }

    fn legal_inputs(&self) -> Vec<i64> {
        match &self.stage {
            TttnStage::Dimension => DIMENSIONS.collect(),
            TttnStage::Playing(play) => play.board.free_squares().collect(),
            TttnStage::Over => Vec::new(),
        }
    }
}

/// The initial board and the first prompt, if the array can hold such a board.
fn start_with_dimension(dimension: i64) -> TttnStep {
    match usize::try_from(dimension) {
        Ok(rows) if DIMENSIONS.contains(&dimension) => {
            let play = TttnPosition {
                board: Board::new(rows),
                player: Mark::X,
            };
            (
                vec![play.render_board(), play.move_prompt()],
                TttnStage::Playing(play),
            )
        }
        _ => QUIT,
    }
}

impl TttnPosition {
    /// One answer to the prompt.
    fn play_square(mut self, square: i64) -> TttnStep {
        match self.board.place_mark(square, self.player) {
            Ok(()) => self.after_move(),
            Err(PlacementError::Occupied) => (vec![self.move_prompt()], TttnStage::Playing(self)),
            Err(PlacementError::OutOfBounds) => QUIT,
        }
    }

    /// The board, then the result or the other player's prompt.
    fn after_move(mut self) -> TttnStep {
        let board = self.render_board();
        if let Some(result) = self.result_message() {
            return (vec![board, OutputPiece::Message(result)], TttnStage::Over);
        }
        self.player = self.player.opponent();
        (vec![board, self.move_prompt()], TttnStage::Playing(self))
    }

    /// How the player's move ended the game, in the text's words.
    fn result_message(&self) -> Option<String> {
        if self.board.is_won_by(self.player) {
            Some(format!("{} player wins!", self.player.letter()))
        } else if self.board.is_blocked() {
            Some("Draw...game over!".to_owned())
        } else {
            None
        }
    }

    /// The prompt as the text words it, and what the text says any prompt must show.
    fn move_prompt(&self) -> OutputPiece {
        let player = self.player.letter();
        let last = self.board.square_count() - 1;
        OutputPiece::Prompt(Prompt {
            text: format!("Player {player} enter your square choice [0-{last}]: "),
            shows: vec![player.to_string(), "0".to_owned(), last.to_string()],
        })
    }

    fn render_board(&self) -> OutputPiece {
        OutputPiece::Board(render_rows(&self.board))
    }
}
