//! Searches undefined behaviour in one submission: builds it in other variants, and runs the same cases again.
//!
//! Nothing here changes a verdict. What cannot be found out is no finding, and a failure of the grader costs no points.

mod build_variants;
mod builds;
mod sanitizers;
mod subject;

pub use build_variants::sanitizer_limits;
pub(super) use build_variants::{AssignmentToolchain, BuildVariants};
pub(super) use subject::{PreparedVariants, UndefinedSubject, find_prepared};
pub use subject::{UndefinedTrial, try_undefined};
