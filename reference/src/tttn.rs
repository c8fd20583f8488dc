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
//!
//! The six functions of the text are graded one by one. They take the grid as the text does: a letter per square, row by row, `?` for a blank one. Each answers none where
//! the text promises nothing: a grid of another size, other letters, an index that is not on the grid.

use crate::board::{Board, Mark, PlacementError};
use crate::token::parse_integer;
use crate::{CallEffect, CppValue};
use crate::{GameRules, OutputPiece, Prompt, ReferenceGame};

/// The game by its name.
pub const RULES: &GameRules =
    &GameRules::new("tttn", "N×N tic-tac-toe with an early draw", |_| {
        Box::new(TttnGame::new())
    })
    .with_functions(call_function);

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
            TttnStage::Dimension => DIMENSIONS_OF_TEXT.to_vec(),
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

/// The text's `checkForWinner`: 1 if X fills a line, 2 if O does, 0 if nobody does.
///
/// The numbers are the handout's. A grid that both have won is no grid of this game.
pub fn check_for_winner(grid: &[u8], dimension: i64) -> Option<i64> {
    let board = parse_board(grid, dimension)?;
    match [Mark::X, Mark::O].map(|mark| board.is_won_by(mark)) {
        [false, false] => Some(0),
        [true, false] => Some(1),
        [false, true] => Some(2),
        [true, true] => None,
    }
}

/// The text's `checkForDraw`: whether every row, column and diagonal holds an X and an O.
pub fn check_for_draw(grid: &[u8], dimension: i64) -> Option<bool> {
    parse_board(grid, dimension).map(|board| board.is_blocked())
}

/// The text's `printTTT`: the rows of the grid, with dashes between them.
pub fn print_ttt(grid: &[u8], dimension: i64) -> Option<Vec<String>> {
    parse_board(grid, dimension).map(|board| render_rows(&board))
}

/// The text's `getEntryAtRC`: the letter in a row and a column.
pub fn entry_at(grid: &[u8], dimension: i64, row: i64, column: i64) -> Option<u8> {
    let on_grid = |place: &i64| (0..dimension).contains(place);
    let index = on_grid(&row).then_some(row)? * dimension + on_grid(&column).then_some(column)?;
    grid.get(usize::try_from(index).ok()?).copied()
}

/// The text's `idxToRow` with the dimension that its prose passes.
pub fn index_to_row(index: i64, dimension: i64) -> Option<i64> {
    is_on_grid(index, dimension).then(|| index / dimension)
}

/// The text's `idxToCol` with the dimension that its prose passes.
pub fn index_to_column(index: i64, dimension: i64) -> Option<i64> {
    is_on_grid(index, dimension).then(|| index % dimension)
}

/// Calls one of the six by the text's name.
pub(crate) fn call_function(name: &str, arguments: &[CppValue]) -> Option<CallEffect> {
    let returning = |value| Some(CallEffect::from_return_value(value, arguments));
    match (name, arguments) {
        ("idxToRow", [index, dim]) => returning(integer_value(index_to_row(
            index.as_integer()?,
            dim.as_integer()?,
        )?)),
        ("idxToCol", [index, dim]) => returning(integer_value(index_to_column(
            index.as_integer()?,
            dim.as_integer()?,
        )?)),
        (_, [grid, dim, rest @ ..]) => {
            let grid = grid.as_characters()?;
            let dim = dim.as_integer()?;
            match (name, rest) {
                ("checkForWinner", []) => returning(integer_value(check_for_winner(&grid, dim)?)),
                ("checkForDraw", []) => returning(CppValue::Boolean(check_for_draw(&grid, dim)?)),
                ("printTTT", []) => Some(CallEffect::from_printed_lines(
                    print_ttt(&grid, dim)?,
                    arguments,
                )),
                ("getEntryAtRC", [row, column]) => {
                    let entry = entry_at(&grid, dim, row.as_integer()?, column.as_integer()?)?;
                    returning(CppValue::Character(entry))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn integer_value(number: i64) -> CppValue {
    CppValue::Integer(number.into())
}

fn is_on_grid(index: i64, dimension: i64) -> bool {
    DIMENSIONS.contains(&dimension) && (0..dimension * dimension).contains(&index)
}

/// The board that a grid of letters stands for.
fn parse_board(grid: &[u8], dimension: i64) -> Option<Board> {
    let rows = usize::try_from(dimension)
        .ok()
        .filter(|_| DIMENSIONS.contains(&dimension))?;
    let squares: Vec<Option<Mark>> = grid.iter().map(parse_mark).collect::<Option<_>>()?;
    (squares.len() == rows * rows).then(|| Board::from_squares(rows, squares))
}

fn parse_mark(letter: &u8) -> Option<Option<Mark>> {
    match letter {
        b'X' => Some(Some(Mark::X)),
        b'O' => Some(Some(Mark::O)),
        b'?' => Some(None),
        _ => None,
    }
}

/// The dimensions that can be played: the handout's array holds 121 squares, and the rules work for any board.
pub const DIMENSIONS: std::ops::RangeInclusive<i64> = 1..=11;

/// The dimensions that the text promises. A program may refuse all others, so no test plays them.
pub const DIMENSIONS_OF_TEXT: [i64; 5] = [3, 5, 7, 9, 11];

/// The board's lines: a blank before and after each letter, and a row of dashes between rows.
fn render_rows(board: &Board) -> Vec<String> {
    let mut rows = Vec::new();
    for row in board.rows() {
        if !rows.is_empty() {
            rows.push("-".repeat(row.len() * 4 - 1));
        }
        let letters: Vec<_> = row
            .iter()
            .map(|mark| mark.map_or("?", Mark::letter))
            .collect();
        rows.push(format!(" {} ", letters.join(" | ")));
    }
    rows
}
