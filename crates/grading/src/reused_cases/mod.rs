//! Cases that are not run again: with `--case`, their runs are taken from the recorded grade of the last run.
//!
//! What is reused is a run without hints: points, hints and remarks are made again from all cases together, as if all cases had been
//! run. A case is run again if the grade does not contain all of its run, or if its result might depend on what has changed.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `partial_rerun` | which cases are run again, and which submissions are graded completely |
//! | `restored` | what the result of a case depends on, and from the grade of a case back to its run |

mod partial_rerun;
mod restored;

pub use partial_rerun::PartialRerun;
pub use restored::ReusedCases;
pub(super) use restored::{build_basis, complete_runs};
