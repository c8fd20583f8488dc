//! Tic-tac-toe by rules that may be wrong: the known bugs of all games that are some form of it.

mod known_bugs;
mod lines;
mod mutant;

pub(in crate::games) use known_bugs::known_bugs;
pub(in crate::games) use mutant::Reading;
