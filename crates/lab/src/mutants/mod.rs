//! Mutants of an assignment's solutions: built, run on the cases, and explained if no case kills them.
//!
//! A mutant runs in the sandbox and is judged like a student's program: by the cases, with the comparisons of the criteria. A case
//! kills it if it would lose points there. Manual criteria, rules about the source and the build do not count.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `program` | which programs are mutated, and the order of it all |
//! | `subject` | the sources of a program, how it is built, what it does in the cases |
//! | `tester` | which case kills a mutant, the likeliest first |
//! | `attempts` | all mutants on the cases, and whether the program behaves like the solution while all are off |
//! | `games` | games that no case plays, and broken ones |
//! | `sanitizers` | the cases and some games, with sanitizers |
//! | `survivor`, `survivors` | why a mutant survived, in the order in which that is found out |
//! | `lints` | what the mutants say about the cases |

mod attempts;
mod games;
mod inputs;
mod lints;
mod program;
mod sanitizers;
mod subject;
mod survivor;
mod survivors;
mod tester;

pub use program::test_course_mutants;

/// The options of mutation testing.
#[derive(Debug, Clone, Copy)]
pub struct MutantOptions {
    /// How many mutants of each program; none for all.
    pub sample: Option<usize>,
    /// How many games each survivor plays.
    pub games: usize,
    /// The seed of samples and games.
    pub seed: u64,
    /// Whether to run each mutant in all cases, for lints about the cases.
    pub lints: bool,
}
