//! Tic-tac-toe by rules that may be wrong: the known bugs of all games that are some form of it.

mod decides;
mod known_bugs;
mod lines;
mod mutant;
mod script;

pub(in crate::games) use decides::decides;
pub(in crate::games) use known_bugs::known_bugs;
pub(in crate::games) use mutant::Reading;
pub(in crate::games) use script::script;
