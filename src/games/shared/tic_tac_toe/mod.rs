//! Tic-tac-toe by rules that may be wrong: the known bugs of all games that are some form of it.

mod decides;
mod known_bugs;
mod lines;
mod mutant;
mod script;

pub(in crate::games) use decides::describe_decision;
pub(in crate::games) use known_bugs::known_bugs;
pub(in crate::games) use mutant::SquareInput;
pub(in crate::games) use script::generate_script;
