//! Looks for undefined behaviour in one submission: builds it in other variants, and runs the same cases again.
//!
//! Nothing here changes a verdict. What cannot be found out is no finding, and what fails on our side costs nobody a point.

mod build_variants;
mod builds;
mod differing;
mod limits;
mod prepared;
mod sanitizers;
mod search;
mod silence;
mod subject;
mod survey;
mod trial;

pub(super) use build_variants::BuildVariants;
pub(super) use limits::sanitizer_limits;
pub(super) use prepared::PreparedVariants;
pub(super) use search::find_prepared;
pub(super) use subject::UndefinedSubject;
pub use survey::{UndefinedTrial, try_undefined};
