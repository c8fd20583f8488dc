//! `domineering`: dominoes on a 4×4 grid ("Assignment 3: Domineering").
//!
//! Player 1 puts dominoes upright, Player 2 lays them flat; whoever cannot move loses, so there is no draw.
//! A position (1–16, row by row) names a domino's upper or left square.
//!
//! The text forbids arrays and keeps the whole grid in one integer: sixteen decimal digits, position 1 first,
//! 0 for free, 1 for Player 1's `A`, 2 for Player 2's `B`. It also grades four functions on that integer by
//! themselves. They are in `grid` under their own names, and answer for arguments that the text rules out, too.

pub(crate) mod functions;
mod grid;

pub use grid::{grid_state, is_placeable, print_grid, put_to_grid};

use crate::token::read;
use crate::{Game, Piece, Prompt, Rules};
use grid::POSITIONS;

/// The game by its name.
pub const RULES: &Rules =
    &Rules::new("domineering", "vertical against horizontal dominoes on a 4×4 grid", |_| {
        Box::new(Domineering::new())
    })
    .with_functions(functions::call);

/// A game of Domineering.
#[derive(Debug, Clone)]
pub struct Domineering {
    grid: i64,
    player: i64,
    over: bool,
}

impl Domineering {
    /// The empty grid, Player 1 to move.
    pub fn new() -> Domineering {
        Domineering { grid: 0, player: 1, over: false }
    }

    /// Steps 3 to 6 of the text's program flow.
    fn choose(&mut self, position: i64) -> Vec<Piece> {
        if !is_placeable(self.grid, position, self.player) {
            return vec![Piece::Message("Invalid! Try again.".to_owned()), self.prompt()];
        }
        put_to_grid(&mut self.grid, position, self.player);
        let mover = self.player;
        self.player = 3 - mover;
        self.over = self.legal().is_empty();
        let next =
            if self.over { Piece::Message(format!("Player {mover} wins!")) } else { self.prompt() };
        vec![Piece::Board(print_grid(self.grid)), next]
    }

    fn prompt(&self) -> Piece {
        let player = self.player.to_string();
        Piece::Prompt(Prompt { text: format!("Player {player}'s move: "), shows: vec![player] })
    }
}

impl Default for Domineering {
    fn default() -> Domineering {
        Domineering::new()
    }
}

impl Game for Domineering {
    fn open(&mut self) -> Vec<Piece> {
        vec![Piece::Board(print_grid(self.grid)), self.prompt()]
    }

    fn feed(&mut self, token: &str) -> Vec<Piece> {
        read(token, &mut self.over).map(|position| self.choose(position)).unwrap_or_default()
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn legal(&self) -> Vec<i64> {
        let placeable = |position: &i64| is_placeable(self.grid, *position, self.player);
        if self.over { Vec::new() } else { POSITIONS.filter(placeable).collect() }
    }
}
