//! `grader` grades C++ console assignments against a reference implementation.
//!
//! One submission goes through the house in one direction:
//!
//! 1. [`course`] reads `rubric.toml` and the test cases into a [`model::Course`];
//! 2. `intake` finds in a folder what each student handed in;
//! 3. `build` makes a program of it with the assignment's compiler;
//! 4. `execute` runs the program on a case's script, inside the [`sandbox`] (a crate of its own), and records what was seen;
//! 5. [`compare`] holds the transcript against the expected one;
//! 6. `judge` turns what was seen and compared into a verdict;
//! 7. `score` turns verdicts, and what [`source`] found in the program's text, into points by the rubric;
//! 8. `record` puts down the grade, and when all are there, `report` makes files of them, and `upload` what a
//!    learning-management system takes back.
//!
//! `pipeline` alone knows that order, and [`cli`] turns a command line into a call of it. What only one built-in game knows is in
//! [`games`], above all stages: they ask it through [`model::GameSupport`].

#![forbid(unsafe_code)]

pub mod cli;
mod slurm;
