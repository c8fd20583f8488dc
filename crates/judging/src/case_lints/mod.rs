//! Which case fails for which program → what that says of the cases: pure, and never a gate.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `matrix` | the programs, the cases, and where points were lost |
//! | `columns` | cases that nothing fails, cases that fail together, cases that fail alone, criteria that say one thing, and what one fault costs |
//! | `shown` | what games show, and which of it no case does |
//! | `lints` | all of it for one assignment |

mod columns;
mod lints;
mod matrix;
mod shown;

pub use lints::CaseLints;
pub use matrix::{CaseMatrix, CaseMatrixCell, CriterionCases, ProgramKind, ProgramRow};
pub use shown::{GameOutputCounts, UncoveredOutput, printed_messages};
