//! `cpu`: tic-tac-toe against a CPU that plays at random ("Writing a CPU Random TicTacToe Game").
//!
//! The text publishes a whole program; this is what it prints, without its defects:
//!
//! - its index into the free squares runs past their end and never picks the first one; here every free
//!   square is equally likely;
//! - it records a taken square as a move; here a refused square changes nothing;
//! - it lets a number outside 1–9 pass as a turn, although its own heading says that such a number is a wrong
//!   turn; here it is one;
//! - it lets the CPU move after the player has won or filled the board; here the game is over.
//!
//! One oddity is kept because it is what the program shows: `Player: 5` is printed before the square is
//! looked at, so for a taken square as well.
//!
//! The CPU's choice comes from a [`Chooser`], so that a game can be random, replayed, or made to follow the
//! choices that another program announced.

mod chooser;

pub use chooser::{Announced, Chooser, Seeded};

use crate::board::{Board, Mark};
use crate::token::read;
use crate::{Game, Piece, Prompt};

/// A game against the CPU.
#[derive(Debug, Clone)]
pub struct Cpu<C = Seeded> {
    board: Board,
    chooser: C,
    over: bool,
}

impl Cpu<Seeded> {
    /// A CPU whose choices follow from the seed, the same on every machine.
    pub fn seeded(seed: u64) -> Cpu<Seeded> {
        Cpu::with(Seeded::new(seed))
    }
}

impl Cpu<Announced> {
    /// A CPU that makes the choices another program announced, as far as they are legal (see [`Announced`]).
    pub fn following(squares: impl IntoIterator<Item = i64>) -> Cpu<Announced> {
        Cpu::with(Announced::new(squares))
    }
}

impl<C: Chooser> Cpu<C> {
    /// A CPU that asks `chooser` for its squares.
    pub fn with(chooser: C) -> Cpu<C> {
        Cpu { board: Board::new(3), chooser, over: false }
    }

    /// One answer to the prompt.
    fn answer(&mut self, number: i64) -> Vec<Piece> {
        let mut pieces = Vec::new();
        if (1..=9).contains(&number) {
            pieces.push(Piece::Message(format!("Player: {number}")));
        }
        match self.board.place(number.saturating_sub(1), Mark::X) {
            Ok(()) => self.finish_round(&mut pieces),
            Err(_) => {
                pieces.push(Piece::Message("Invalid Position, Please Try Again".to_owned()));
                pieces.push(prompt());
            }
        }
        pieces
    }

    /// The rest of a round: the CPU's turn unless the game has ended, the board, and what follows it.
    fn finish_round(&mut self, pieces: &mut Vec<Piece>) {
        if self.winner().is_none() {
            pieces.extend(self.move_cpu());
        }
        pieces.push(self.shown());
        match self.winner() {
            None => pieces.push(prompt()),
            Some(winner) => {
                self.over = true;
                pieces.push(Piece::Message("Game Over!".to_owned()));
                pieces.push(Piece::Message(format!("Winner: {winner}")));
            }
        }
    }

    /// The CPU's turn. A chooser that names a square which is not free gets the first free one instead.
    fn move_cpu(&mut self) -> Option<Piece> {
        let free = self.legal();
        let wanted = self.chooser.choose(&free);
        let square = if free.contains(&wanted) { wanted } else { *free.first()? };
        self.board.place(square - 1, Mark::O).ok()?;
        Some(Piece::Choice { square, text: format!("CPU: {square}") })
    }

    /// Who won, in the text's words, once the game has ended.
    fn winner(&self) -> Option<&'static str> {
        if self.board.is_won_by(Mark::X) {
            Some("Player")
        } else if self.board.is_won_by(Mark::O) {
            Some("CPU")
        } else {
            self.board.is_full().then_some("Draw")
        }
    }

    /// The board in five lines; a free square is a blank.
    fn shown(&self) -> Piece {
        let mut rows = Vec::new();
        for row in self.board.rows() {
            if !rows.is_empty() {
                rows.push("-+-+-".to_owned());
            }
            let letters: Vec<_> = row.iter().map(|mark| mark.map_or(" ", Mark::letter)).collect();
            rows.push(letters.join("|"));
        }
        Piece::Board(rows)
    }
}

fn prompt() -> Piece {
    Piece::Prompt(Prompt {
        text: "Please Enter a Position [1-9]: ".to_owned(),
        shows: vec!["1".to_owned(), "9".to_owned()],
    })
}

impl<C: Chooser> Game for Cpu<C> {
    fn open(&mut self) -> Vec<Piece> {
        vec![Piece::Message("Welcome to TicTacToe in C++".to_owned()), self.shown(), prompt()]
    }

    fn feed(&mut self, token: &str) -> Vec<Piece> {
        read(token, &mut self.over).map(|number| self.answer(number)).unwrap_or_default()
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn legal(&self) -> Vec<i64> {
        if self.over { Vec::new() } else { self.board.free().map(|square| square + 1).collect() }
    }
}
