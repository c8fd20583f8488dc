//! Cases that are not run again: with `--case`, their runs are taken from the grade that the last run has put down.
//!
//! What is taken over is a run as it was, before anybody looked for mistakes in it: points, hints and remarks are made anew of all
//! cases together, so that they are what they would be if all cases had been run. A case whose run the grade does not hold in
//! full, or whose result might depend on what has changed, is run again like those that were asked for.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `cases_again` | which cases are asked for, and which submissions have to be graded whole |
//! | `restored` | what a case's result rests on, and from the grade of a case back to its run |

mod cases_again;
mod restored;

pub use cases_again::PartialRerun;
pub use restored::ReusedCases;
pub(super) use restored::{build_basis, complete_runs};
