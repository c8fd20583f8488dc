//! `domineering`: the game by rules that may be wrong.

pub(crate) mod mutant;
