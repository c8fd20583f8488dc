//! The command line of `grader`, which grades C++ console assignments against a reference implementation.
//!
//! [`cli::main`] takes the list of built-in games, so that a program with one more game needs only a `main` of its own
//! (`examples/sixth_game`). Everything else is in the crates of the workspace; ARCHITECTURE.md describes them.

#![forbid(unsafe_code)]

pub mod cli;
mod slurm;
