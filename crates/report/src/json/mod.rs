//! `results.json`: the contract `grader/results/v1`, for other programs.
//!
//! Keys may be added, never renamed or removed. Whatever differs between two runs on the same input stands in
//! `cpu_seconds`, `wall_seconds` and `peak_memory_bytes`.

mod build;
mod case;
mod class;
mod criterion;
mod escape;
mod items;
mod judgement;
mod repair;
mod schema;
mod submission;
#[cfg(test)]
mod tests;
mod undefined;

pub(super) use class::write_results;
pub(super) use items::ResultsItems;
pub(super) use schema::is_results;
pub(super) use submission::{render_submission, with_schema};
