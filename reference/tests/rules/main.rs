//! Every game against an independent, slower statement of its rules.
//!
//! The oracles share no code with the games: squares are coordinates, lines are sets written out, grids are
//! tables of characters, and expected output is built as one text.

mod agreement;
mod common;
mod console;
mod counters;
mod cpu;
mod domineering;
mod functions;
mod robustness;
mod rowcol;
mod tttn;
mod turns;
