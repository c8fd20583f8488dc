//! Mutants of an assignment's solutions: built, run on the cases, and where no case notices them, looked at until it is known why.
//!
//! A mutant runs confined as a student's program does, and is judged as one is: by the cases, with the comparisons of the
//! criteria. It is noticed where it would lose points. What a person judges, rules about source, and the build cost it none.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `program` | which programs are mutated, and the order of it all |
//! | `subject` | the sources of a program, how it is built, what it does in the cases |
//! | `linked` | a build as bytes that can be run anywhere, and the switch in it |
//! | `switched` | whether the program behaves like the solution while all mutants are off |
//! | `tester` | which case kills a mutant, the likeliest first |
//! | `attempts` | all mutants on the cases |
//! | `games` | games that no case plays, and broken ones |
//! | `sanitizers` | the cases and some games, with sanitizers |
//! | `survivor`, `survivors` | why a mutant survived, in the order in which that is found out |
//! | `lints` | what the mutants say about the cases |

mod attempts;
mod games;
mod linked;
mod lints;
mod program;
mod sanitizers;
mod subject;
mod survivor;
mod survivors;
mod switched;
mod tester;

pub use program::test_course_mutants;

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub struct MutantOptions {
    /// How many mutants of each program; none for all.
    pub sample: Option<usize>,
    /// How many games each survivor must play.
    pub games: usize,
    /// What samples and games follow from.
    pub seed: u64,
    /// Whether to run each mutant in all cases, for what that says of the cases.
    pub lints: bool,
}
