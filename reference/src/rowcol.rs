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

use crate::board::{Board, Mark, Refusal};
use crate::token::read;
use crate::{Game, Piece, Prompt, Rules};

/// The game by its name. The pseudocode counts from 0.
pub const RULES: &Rules =
    &Rules::new("rowcol", "tic-tac-toe, each square given by row and column", |options| {
        Box::new(Rowcol::new(options.base.unwrap_or(0)))
    })
    .with_bases([0, 1]);

/// The pseudocode's `SIZE`.
const SIZE: i64 = 3;

/// A game of tic-tac-toe by row and column.
#[derive(Debug, Clone)]
pub struct Rowcol {
    board: Board,
    base: i64,
    player: Mark,
    row: Option<i64>,
    over: bool,
}

impl Rowcol {
    /// An empty board whose first row and first column have the number `base`.
    ///
    /// The pseudocode counts from 0; many programs count from 1. Any other number works as well.
    pub fn new(base: u8) -> Rowcol {
        Rowcol {
            board: Board::new(3),
            base: i64::from(base),
            player: Mark::X,
            row: None,
            over: false,
        }
    }

    /// One number: a row, or the column that completes a move.
    fn answer(&mut self, number: i64) -> Vec<Piece> {
        match self.row.take() {
            None => {
                self.row = Some(number);
                vec![self.prompt("Column")]
            }
            Some(row) => self.choose(row, number),
        }
    }

    /// A whole move: the board after it, or the error and the first question again.
    fn choose(&mut self, row: i64, column: i64) -> Vec<Piece> {
        let placed = match self.square(row, column) {
            Some(square) => self.board.place(square, self.player),
            None => Err(Refusal::OutOfBounds),
        };
        match placed {
            Ok(()) => self.after_move(),
            Err(Refusal::OutOfBounds) => self.refuse("ERROR: Out of Bounds"),
            Err(Refusal::Occupied) => self.refuse("ERROR: Slot is occupied."),
        }
    }

    /// The square's number on the board, if row and column are both on it.
    fn square(&self, row: i64, column: i64) -> Option<i64> {
        let index = |number: i64| number.checked_sub(self.base).filter(|n| (0..SIZE).contains(n));
        Some(index(row)? * SIZE + index(column)?)
    }

    fn refuse(&self, error: &str) -> Vec<Piece> {
        vec![Piece::Message(error.to_owned()), self.prompt("Row")]
    }

    fn after_move(&mut self) -> Vec<Piece> {
        let mut pieces = vec![self.shown()];
        let result = self.result();
        self.over = !result.is_empty();
        pieces.extend(result.into_iter().map(Piece::Message));
        if !self.over {
            self.player = self.player.other();
            pieces.push(self.prompt("Row"));
        }
        pieces
    }

    /// The lines that end the game, or none if it goes on.
    fn result(&self) -> Vec<String> {
        let (letter, name) = (self.player.letter(), name(self.player));
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
    fn prompt(&self, what: &str) -> Piece {
        let (letter, name) = (self.player.letter(), name(self.player));
        Piece::Prompt(Prompt {
            text: format!("Please enter {what} for {name} ({letter}): "),
            shows: vec![letter.to_string()],
        })
    }

    /// The board as the pseudocode concatenates it: tiles of three characters, nothing between them.
    fn shown(&self) -> Piece {
        let letter = |square: &Option<Mark>| square.map_or("*", Mark::letter);
        let row =
            |row: &[Option<Mark>]| row.iter().map(|tile| format!(" {} ", letter(tile))).collect();
        Piece::Board(self.board.rows().map(row).collect())
    }
}

/// The requirement's name for who plays a mark.
fn name(player: Mark) -> &'static str {
    match player {
        Mark::X => "Player 1",
        Mark::O => "Player 2",
    }
}

impl Game for Rowcol {
    fn open(&mut self) -> Vec<Piece> {
        vec![self.shown(), self.prompt("Row")]
    }

    fn feed(&mut self, token: &str) -> Vec<Piece> {
        read(token, &mut self.over).map(|number| self.answer(number)).unwrap_or_default()
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn legal(&self) -> Vec<i64> {
        let is_free = |row, column| {
            self.square(row, column)
                .is_some_and(|wanted| self.board.free().any(|free| free == wanted))
        };
        let numbers = self.base..self.base + SIZE;
        let fits = |number: &i64| match self.row {
            Some(row) => is_free(row, *number),
            None => numbers.clone().any(|column| is_free(*number, column)),
        };
        if self.over { Vec::new() } else { numbers.clone().filter(fits).collect() }
    }
}
