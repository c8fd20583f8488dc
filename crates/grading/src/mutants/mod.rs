//! Mutants of an assignment's solutions: built, run on the cases, and where no case notices them, looked at until it is known why.
//!
//! A mutant runs confined as a student's program does, and is judged as one is: by the cases, with the comparisons of the
//! criteria. It is noticed where it would lose points. What a person judges, rules about source, and the build cost it none.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `search` | which programs are mutated |
//! | `program` | one program: the order of it all |
//! | `work` | what that is worked on with |
//! | `subject` | its sources, how it is built, what it does in the cases |
//! | `sanity` | whether all mutants behind a switch that is off are the program |
//! | `attempts` | all mutants on the cases |
//! | `survivors` | all that survive, looked at |
//! | `decided` | what the rubric has decided about them |
//! | `linked` | what a build came to, as bytes that can be run anywhere |
//! | `stage` | a runner with such programs, and the switch in them |
//! | `noticed` | which case notices a mutant, the likeliest first |
//! | `unit_tested` | the unit tests of a case with a mutant |
//! | `behind_switch` | the schema, without what does not compile there |
//! | `survivor` | why a mutant was not noticed, in the order in which that is found out |
//! | `same` | whether two programs did the same |
//! | `knob` | what of the rubric forgives a difference |
//! | `games` | games that no case plays |
//! | `plays` | the same, shared among workers |
//! | `ends` | input that ends too early, or holds a word |
//! | `lints` | what the mutants say of the cases |
//! | `matrix` | the cases that were not run because one had noticed a mutant already |
//! | `shown` | what games show and no case does |
//! | `watched` | the same with sanitizers |

mod attempts;
mod behind_switch;
mod decided;
mod ends;
mod games;
mod knob;
mod linked;
mod lints;
mod matrix;
mod noticed;
mod plays;
mod program;
mod same;
mod sanity;
mod search;
mod shown;
mod stage;
mod subject;
mod survivor;
mod survivors;
mod watched;
mod work;

pub use search::test_course_mutants;

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
