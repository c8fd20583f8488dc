//! Reference implementations of the course's games.
//!
//! Every game is a pure state machine (see [`Game`]): it takes one token of input and returns the output it
//! causes as typed [`Piece`]s. [`transcript`] plays a script; [`console`] plays on a terminal or a pipe.

mod board;
pub mod console;
pub mod counters;
pub mod cpu;
pub mod domineering;
mod function;
mod game;
mod games;
mod piece;
pub mod rowcol;
mod rules;
mod token;
pub mod tttn;
mod turn;
mod value;

pub use board::Mark;
pub use function::Effect;
pub use game::Game;
pub use games::GAMES;
pub use piece::{Piece, Prompt};
pub use rules::{GameOptions, Rules};
pub use token::{integer, tokens};
pub use turn::{Turn, reads, transcript};
pub use value::Value;
