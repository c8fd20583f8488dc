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
//! The CPU's choice comes from a [`Chooser`], so that a game can be random or replayed. A [`Player`] is the human where
//! no script can be. Whoever referees another program keeps a [`Position`].

mod chooser;
mod player;
mod position;

pub use chooser::{Chooser, Seeded};
pub use player::{Player, Policy};
pub use position::{Ending, Position};

use crate::board::Mark;
use crate::token::read;
use crate::{Game, Piece, Prompt, Rules, Turn};

/// The game by its name.
pub const RULES: &Rules =
    &Rules::new("cpu", "tic-tac-toe against a CPU that picks free squares at random", |options| {
        Box::new(Cpu::seeded(options.seed.unwrap_or(0)))
    })
    .with_seed();

/// A game against the CPU.
#[derive(Debug, Clone)]
pub struct Cpu<C = Seeded> {
    position: Position,
    chooser: C,
    over: bool,
}

impl Cpu<Seeded> {
    /// A CPU whose choices follow from the seed, the same on every machine.
    pub fn seeded(seed: u64) -> Cpu<Seeded> {
        Cpu::with(Seeded::new(seed))
    }
}

impl<C: Chooser> Cpu<C> {
    /// A CPU that asks `chooser` for its squares.
    pub fn with(chooser: C) -> Cpu<C> {
        Cpu { position: Position::new(), chooser, over: false }
    }

    /// Plays a whole game: these lines first, then what `player` answers. The turns are those of
    /// [`transcript`](crate::transcript).
    pub fn play(mut self, lines: &[String], mut player: Player) -> Vec<Turn> {
        let mut turns = Vec::new();
        let mut pieces = self.open();
        let mut lines = lines.iter().cloned();
        while !self.over {
            let input =
                lines.next().or_else(|| player.answer(&self.position).map(|it| it.to_string()));
            let Some(line) = input else { break };
            let answered = self.feed(&line);
            let pieces = std::mem::replace(&mut pieces, answered);
            turns.push(Turn { pieces, input: Some(line) });
        }
        turns.push(Turn { pieces, input: None });
        turns
    }

    /// One answer to the prompt.
    fn answer(&mut self, number: i64) -> Vec<Piece> {
        let mut pieces = Vec::new();
        if (1..=9).contains(&number) {
            pieces.push(Piece::Message(format!("Player: {number}")));
        }
        if self.position.take(number, Mark::X) {
            self.finish_round(&mut pieces);
        } else {
            pieces.push(Piece::Message("Invalid Position, Please Try Again".to_owned()));
            pieces.push(prompt());
        }
        pieces
    }

    /// The rest of a round: the CPU's turn unless the game has ended, the board, and what follows it.
    fn finish_round(&mut self, pieces: &mut Vec<Piece>) {
        if self.position.ending().is_none() {
            pieces.extend(self.move_cpu());
        }
        pieces.push(self.shown());
        match self.position.ending() {
            None => pieces.push(prompt()),
            Some(ending) => {
                self.over = true;
                pieces.push(Piece::Message("Game Over!".to_owned()));
                pieces.push(Piece::Message(format!("Winner: {}", winner(ending))));
            }
        }
    }

    /// The CPU's turn. A chooser that names a square which is not free gets the first free one instead.
    fn move_cpu(&mut self) -> Option<Piece> {
        let free = self.legal();
        let wanted = self.chooser.choose(&free);
        let square = if free.contains(&wanted) { wanted } else { *free.first()? };
        self.position.take(square, Mark::O);
        Some(Piece::Choice { square, text: format!("CPU: {square}") })
    }

    /// The board in five lines.
    fn shown(&self) -> Piece {
        let mut rows = Vec::new();
        for row in self.position.rows() {
            if !rows.is_empty() {
                rows.push("-+-+-".to_owned());
            }
            rows.push(row);
        }
        Piece::Board(rows)
    }
}

/// How the text names the winner.
fn winner(ending: Ending) -> &'static str {
    match ending {
        Ending::Won(Mark::X) => "Player",
        Ending::Won(Mark::O) => "CPU",
        Ending::Draw => "Draw",
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
        if self.over { Vec::new() } else { self.position.free() }
    }
}
