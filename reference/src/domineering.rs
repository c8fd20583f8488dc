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

pub use grid::{grid_state, is_placeable, place_domino, print_grid};

use crate::token::read_number;
use crate::{GameRules, OutputPiece, Prompt, ReferenceGame};
use grid::POSITIONS;

/// The game by its name.
pub const RULES: &GameRules = &GameRules::new(
    "domineering",
    "vertical against horizontal dominoes on a 4×4 grid",
    |_| Box::new(DomineeringGame::new()),
)
.with_functions(functions::call_function);

/// A game of Domineering.
#[derive(Debug, Clone)]
pub struct DomineeringGame {
    grid: i64,
    player: i64,
    over: bool,
}

impl DomineeringGame {
    /// The empty grid, Player 1 to move.
    pub fn new() -> DomineeringGame {
        DomineeringGame {
            grid: 0,
            player: 1,
            over: false,
        }
    }

    /// Steps 3 to 6 of the text's program flow.
    fn play_position(&mut self, position: i64) -> Vec<OutputPiece> {
        if !is_placeable(self.grid, position, self.player) {
            return vec![
                OutputPiece::Message("Invalid! Try again.".to_owned()),
                self.move_prompt(),
            ];
        }
        place_domino(&mut self.grid, position, self.player);
        let mover = self.player;
        self.player = 3 - mover;
        self.over = self.legal_inputs().is_empty();
        let next = if self.over {
            OutputPiece::Message(format!("Player {mover} wins!"))
        } else {
            self.move_prompt()
        };
        vec![OutputPiece::Board(print_grid(self.grid)), next]
    }

    fn move_prompt(&self) -> OutputPiece {
        let player = self.player.to_string();
        OutputPiece::Prompt(Prompt {
            text: format!("Player {player}'s move: "),
            shows: vec![player],
        })
    }
}

impl Default for DomineeringGame {
    fn default() -> DomineeringGame {
        DomineeringGame::new()
    }
}

impl ReferenceGame for DomineeringGame {
    fn start_game(&mut self) -> Vec<OutputPiece> {
        vec![
            OutputPiece::Board(print_grid(self.grid)),
            self.move_prompt(),
        ]
    }

    fn feed_token(&mut self, token: &str) -> Vec<OutputPiece> {
        read_number(token, &mut self.over)
            .map(|position| self.play_position(position))
            .unwrap_or_default()
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn legal_inputs(&self) -> Vec<i64> {
        let placeable = |position: &i64| is_placeable(self.grid, *position, self.player);
        if self.over {
            Vec::new()
        } else {
            POSITIONS.filter(placeable).collect()
        }
    }
}
