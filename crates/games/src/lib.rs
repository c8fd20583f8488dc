//! The built-in games: what the grader knows of each beyond its rules, one folder for each.
//!
//! | folder | what it holds |
//! | --- | --- |
//! | `tttn`, `counters` | nothing but their known bugs, which are `shared::tic_tac_toe`'s |
//! | `domineering` | its known bugs, and a game that makes them |
//! | `rowcol` | how rows and columns are numbered, and given as a program asks |
//! | `cpu` | an interactor that follows its games, and the policies that play against it |
//! | `shared` | how boards are drawn; tic-tac-toe by rules that may be wrong |
//!
//! A game is a [`GameSupport`](model::GameSupport). The stages ask that, and know nothing of this folder: it is
//! handed to them from the command line's entry, so that another `main` can have more games (`docs/how-to/games.md`).

#![forbid(unsafe_code)]

mod counters;
mod cpu;
mod domineering;
mod rowcol;
mod shared;
mod tttn;

#[cfg(test)]
mod tests;

use model::GameRegistry;

/// The games of this repository, in the order of the README.
pub fn built_in_games() -> GameRegistry {
    GameRegistry::new(vec![
        &tttn::TttnSupport,
        &domineering::DomineeringSupport,
        &rowcol::RowcolSupport,
        &cpu::CpuSupport,
        &counters::CountersSupport,
    ])
}
