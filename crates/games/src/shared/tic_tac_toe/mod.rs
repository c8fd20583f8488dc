//! Tic-tac-toe by rules that may be wrong: the known bugs of all games that are some form of it.

mod known_bugs;
mod lines;
mod mutant;
mod script;

pub(crate) use known_bugs::known_bugs;
pub(crate) use mutant::SquareInput;
pub(crate) use script::{describe_decision, generate_script};
