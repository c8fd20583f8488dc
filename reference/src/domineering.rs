//! `domineering`: dominoes on a 4×4 grid ("Assignment 3: Domineering").
//!
//! Player 1 puts dominoes upright, Player 2 lays them flat; whoever cannot move loses, so there is no draw.
//! A position (1–16, row by row) names a domino's upper or left square.
//!
//! The text forbids arrays and keeps the whole grid in one integer: sixteen decimal digits, position 1 first,
//! 0 for free, 1 for Player 1's `A`, 2 for Player 2's `B`. It also grades four functions on that integer by
//! themselves. They are here under their own names, and answer for arguments that the text rules out, too.

use crate::token::read_number;
use crate::{CallEffect, CppValue};
use crate::{GameRules, OutputPiece, Prompt, ReferenceGame};

/// The game by its name.
pub const RULES: &GameRules = &GameRules::new(
    "domineering",
    "vertical against horizontal dominoes on a 4×4 grid",
    |_| Box::new(DomineeringGame::new()),
)
.with_functions(call_function);

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

/// Calls one of the four.
pub(crate) fn call_function(name: &str, arguments: &[CppValue]) -> Option<CallEffect> {
    let numbers: Vec<i64> = arguments
        .iter()
        .map(CppValue::as_integer)
        .collect::<Option<_>>()?;
    match (name, numbers.as_slice()) {
        ("gridState", &[grid, position]) => {
            let state = CppValue::Integer(grid_state(grid, position).into());
            Some(CallEffect::from_return_value(state, arguments))
        }
        ("printGrid", &[grid]) => Some(CallEffect::from_printed_lines(print_grid(grid), arguments)),
        ("isPlaceable", &[grid, position, player]) => {
            let fits = CppValue::Boolean(is_placeable(grid, position, player));
            Some(CallEffect::from_return_value(fits, arguments))
        }
        ("putToGrid", &[mut grid, position, player]) => {
            place_domino(&mut grid, position, player);
            let mut effect = CallEffect::from_printed_lines(Vec::new(), arguments);
            effect.after[0] = CppValue::Integer(grid.into());
            Some(effect)
        }
        _ => None,
    }
}

/// The grid's positions.
const POSITIONS: std::ops::RangeInclusive<i64> = 1..=16;

/// The text's `gridState`: what is at a position, 0 for nothing, 1 for `A`, 2 for `B`.
///
/// The text assumes a position from 1 to 16; any other holds nothing.
pub fn grid_state(grid: i64, position: i64) -> i64 {
    position_weight(position).map_or(0, |weight| grid / weight % 10)
}

/// The text's `printGrid`: the rows it prints, without a blank at their ends.
pub fn print_grid(grid: i64) -> Vec<String> {
    let row = |first| (first..first + 4).map(|position| state_symbol(grid_state(grid, position)));
    [1, 5, 9, 13]
        .map(|first| row(first).collect::<Vec<_>>().join(" "))
        .into()
}

/// The text's `isPlaceable`: whether the player's domino fits at a position.
///
/// As the text demands, the answer is no for a position outside 1–16 and for a player other than 1 and 2.
pub fn is_placeable(grid: i64, position: i64, player: i64) -> bool {
    domino_squares(position, player).is_some_and(|domino| {
        domino
            .into_iter()
            .all(|square| grid_state(grid, square) == 0)
    })
}

/// The text's `putToGrid`: sets both squares of the player's domino.
///
/// The text assumes that the squares are free. A domino that does not lie on the grid is not put at all.
pub fn place_domino(grid: &mut i64, position: i64, player: i64) {
    for square in domino_squares(position, player).into_iter().flatten() {
        let change = player - grid_state(*grid, square);
        *grid = grid.saturating_add(change * position_weight(square).unwrap_or(0));
    }
}

/// The two squares of a player's domino, if it lies on the grid.
fn domino_squares(position: i64, player: i64) -> Option<[i64; 2]> {
    let on_grid = POSITIONS.contains(&position);
    match player {
        1 if on_grid && position <= 12 => Some([position, position + 4]),
        2 if on_grid && position % 4 != 0 => Some([position, position + 1]),
        _ => None,
    }
}

/// What one unit at a position adds to the grid's integer.
fn position_weight(position: i64) -> Option<i64> {
    if !POSITIONS.contains(&position) {
        return None;
    }
    let digits_after = u32::try_from(16 - position).ok()?;
    10_i64.checked_pow(digits_after)
}

/// How a state is printed; `?` only for a digit that no grid of this game holds.
fn state_symbol(state: i64) -> &'static str {
    match state {
        0 => ".",
        1 => "A",
        2 => "B",
        _ => "?",
    }
}
