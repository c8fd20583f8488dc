//! Small faults, planted in a right program to see whether the assignment's cases notice them: what is known of them without a
//! file or a process.
//!
//! A fault is a [`SourceMutant`]: a stretch of a source, and what stands there instead. `operators` find them in the syntax of a source.
//! One program holds nearly all of them, behind a switch (`schema`); which of them is on is a number in the linked program,
//! which is found and changed there. So a mutant costs no compilation, and nothing of how it is run is different from a
//! student's program.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `mutant` | what a fault is, how it is shown, and how some stand for all |
//! | `operators` | which faults there are, one file for each kind |
//! | `constant` | what must be constant, so that no switch can stand there |
//! | `schema` | the source with all mutants, which of them a compiler's complaint is about, and the number in the linked program |
//! | `outcome` | what became of one mutant and of all, and what an instructor has decided about survivors |

mod constant;
mod mutant;
mod operators;
mod outcome;
mod schema;

pub(crate) use constant::may_be_constant;
pub use mutant::{ConfidenceInterval, SourceMutant, SourceText, sample_mutants};
pub use operators::{MutantFilter, generate_mutants};
pub use outcome::{
    DistinguishingGame, MutantOutcome, MutantSummary, MutantsOfProgram, SanitizerEvidence,
    SurvivingMutant, TriedMutant, match_decisions,
};
pub use schema::build_schema;
