//! Tic-tac-toe by rules that may be wrong.

pub(crate) mod known_bugs;
mod lines;
pub(crate) mod mutant;
