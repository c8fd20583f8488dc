//! `rowcol`: tic-tac-toe where a square is given by its row and its column ("#10. Tic-Tac-Toe Game").
//!
//! The text is a requirement followed by pseudocode, and the two differ. Where they do, the requirement
//! decides: free squares show `*` (the pseudocode draws `_`), players are called 1 and 2 besides X and O, and a
//! tie is declared (the pseudocode only stops). Prompts, errors, tiles and `GAME OVER!` are the pseudocode's.
//! Two of its slips are mended: it forgets to look for a winner after the ninth move, and it announces a move
//! that completes two lines twice.
//!
//! The row is only checked once the column is known, as in the pseudocode's loop: a wrong row still asks for
//! a column, and then both are asked again.

use crate::board::{Board, Mark, PlacementError};
use crate::token::read_number;
use crate::{GameRules, OutputPiece, Prompt, ReferenceGame};

/// The game by its name. The pseudocode counts from 0.
pub const RULES: &GameRules = &GameRules::new(
    "rowcol",
    "tic-tac-toe, each square given by row and column",
    |options| Box::new(RowcolGame::new(options.base.unwrap_or(0))),
)
.with_bases([0, 1]);

/// The pseudocode's `SIZE`.
const SIZE: i64 = 3;

/// A game of tic-tac-toe by row and column.
#[derive(Debug, Clone)]
pub struct RowcolGame {
    board: Board,
    base: i64,
    player: Mark,
    row: Option<i64>,
    over: bool,
}

impl RowcolGame {
    /// An empty board whose first row and first column have the number `base`.
    ///
    /// The pseudocode counts from 0; many programs count from 1. Any other number works as well.
    pub fn new(base: u8) -> RowcolGame {
        RowcolGame {
            board: Board::new(3),
            base: i64::from(base),
            player: Mark::X,
            row: None,
            over: false,
        }
    }

    /// One number: a row, or the column that completes a move.
    fn play_number(&mut self, number: i64) -> Vec<OutputPiece> {
        match self.row.take() {
            None => {
                self.row = Some(number);
                vec![self.move_prompt("Column")]
            }
            Some(row) => self.play_square(row, number),
        }
    }

    /// A whole move: the board after it, or the error and the first question again.
    fn play_square(&mut self, row: i64, column: i64) -> Vec<OutputPiece> {
        let placed = match self.square_number(row, column) {
            Some(square) => self.board.place_mark(square, self.player),
            None => Err(PlacementError::OutOfBounds),
        };
        match placed {
            Ok(()) => self.after_move(),
            Err(PlacementError::OutOfBounds) => self.reject_move("ERROR: Out of Bounds"),
            Err(PlacementError::Occupied) => self.reject_move("ERROR: Slot is occupied."),
        }
    }

    /// The square's number on the board, if row and column are both on it.
    fn square_number(&self, row: i64, column: i64) -> Option<i64> {
        Some(self.to_index(row)? * SIZE + self.to_index(column)?)
    }

    fn is_free(&self, row: i64, column: i64) -> bool {
        self.square_number(row, column)
            .is_some_and(|wanted| self.board.free_squares().any(|free| free == wanted))
    }

    fn reject_move(&self, error: &str) -> Vec<OutputPiece> {
        vec![
            OutputPiece::Message(error.to_owned()),
            self.move_prompt("Row"),
        ]
    }

    fn to_index(&self, number: i64) -> Option<i64> {
        number
            .checked_sub(self.base)
            .filter(|n| (0..SIZE).contains(n))
    }

    fn after_move(&mut self) -> Vec<OutputPiece> {
        let mut pieces = vec![self.render_board()];
        let result = self.result_messages();
        self.over = !result.is_empty();
        pieces.extend(result.into_iter().map(OutputPiece::Message));
        if !self.over {
            self.player = self.player.opponent();
            pieces.push(self.move_prompt("Row"));
        }
        pieces
    }

    /// The lines that end the game, or none if it goes on.
    fn result_messages(&self) -> Vec<String> {
        let letter = self.player.letter();
        let name = player_name(self.player);
        let mut lines = if self.board.is_won_by(self.player) {
            vec![format!("{letter} wins"), format!("{name} wins!")]
        } else if self.board.is_full() {
            vec!["It is a tie!".to_owned()]
        } else {
            return Vec::new();
        };
        lines.push("GAME OVER!".to_owned());
        lines
    }

    /// The prompt. The pseudocode's own prompt names the player by tile, so the tile is what it must show.
    fn move_prompt(&self, what: &str) -> OutputPiece {
        let letter = self.player.letter();
        let name = player_name(self.player);
        OutputPiece::Prompt(Prompt {
            text: format!("Please enter {what} for {name} ({letter}): "),
            shows: vec![letter.to_string()],
        })
    }

    /// The board as the pseudocode concatenates it: tiles of three characters, nothing between them.
    fn render_board(&self) -> OutputPiece {
        let row = |row: &[Option<Mark>]| {
            row.iter()
                .map(|tile| format!(" {} ", square_letter(tile)))
                .collect()
        };
        OutputPiece::Board(self.board.rows().map(row).collect())
    }
}

fn square_letter(square: &Option<Mark>) -> &str {
    square.map_or("*", Mark::letter)
}

/// The requirement's name for who plays a mark.
fn player_name(player: Mark) -> &'static str {
    match player {
        Mark::X => "Player 1",
        Mark::O => "Player 2",
    }
}

impl ReferenceGame for RowcolGame {
    fn start_game(&mut self) -> Vec<OutputPiece> {
        vec![self.render_board(), self.move_prompt("Row")]
    }

    fn feed_token(&mut self, token: &str) -> Vec<OutputPiece> {
        read_number(token, &mut self.over)
            .map(|number| self.play_number(number))
            .unwrap_or_default()
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn legal_inputs(&self) -> Vec<i64> {
        let numbers = self.base..self.base + SIZE;
        let fits = |number: &i64| match self.row {
            Some(row) => self.is_free(row, *number),
            None => numbers.clone().any(|column| self.is_free(*number, column)),
        };
        if self.over {
            Vec::new()
        } else {
            numbers.clone().filter(fits).collect()
        }
    }
}
