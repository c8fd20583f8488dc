//! Small faults, planted in a right program to see whether the assignment's cases notice them: what is known of them without a
//! file or a process.
//!
//! A fault is a [`SourceMutant`]: a stretch of a source, and what stands there instead. `operators` find them in the syntax of a source.
//! One program holds nearly all of them, behind a switch (`schema`); which of them is on is a number in the linked program,
//! which `switch` finds and changes. So a mutant costs no compilation, and nothing of how it is run is different from a
//! student's program.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `mutant` | what a fault is, and how it is shown |
//! | `operators` | which faults there are, one file for each kind |
//! | `constant` | what must be constant, so that no switch can stand there |
//! | `schema` | the source with all mutants, and which of them a compiler's complaint is about |
//! | `switch` | the number in a linked program |
//! | `found` | what is told of a program's mutants |
//! | `outcome` | what became of a mutant, and what all of them come to |
//! | `decisions` | what an instructor has decided about survivors |
//! | `sample` | some mutants in place of all, and what they say of all |

mod constant;
mod decisions;
mod found;
mod mutant;
mod operators;
mod outcome;
mod sample;
mod schema;
mod switch;

pub use decisions::{SurvivingMutant, match_decisions};
pub use found::{MutantsOfProgram, TriedMutant};
pub use mutant::{SourceMutant, SourceText};
pub use operators::{MutantFilter, generate_mutants};
pub use outcome::{DistinguishingGame, MutantOutcome, MutantSummary, SanitizerEvidence};
pub use sample::{ConfidenceInterval, sample_indices};
pub use schema::build_schema;
pub use switch::{SWITCH, find_switch, switch_bytes};
