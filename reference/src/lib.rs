//! Reference implementations of the course's games.
//!
//! Every game is a pure state machine (see [`ReferenceGame`]): it takes one token of input and returns the output it
//! causes as typed [`OutputPiece`]s. [`play_transcript`] plays a script; [`console`] plays on a terminal or a pipe.

mod board;
pub mod console;
pub mod counters;
pub mod cpu;
pub mod domineering;
mod game;
mod games;
pub mod rowcol;
mod token;
pub mod tttn;
mod turn;
mod value;

pub use board::Mark;
pub use game::{GameOptions, GameRules, ReferenceGame};
pub use games::GAMES;
pub use token::{parse_integer, split_tokens};
pub use turn::{GameTurn, OutputPiece, Prompt, count_reads, play_transcript};
pub use value::{CallEffect, CppValue};
