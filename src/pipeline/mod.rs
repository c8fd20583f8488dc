//! The only place that knows the order of the stages.

mod analysis;
mod calibrate;
mod case_run;
mod case_runner;
mod checker;
mod class;
mod diagnosis;
mod digests;
mod doctor;
mod error;
mod expectations;
mod freshness;
mod functions;
mod grading_error;
mod import_libraries;
mod needs;
mod own_questions;
mod parallel;
mod precompiling;
mod program;
mod references;
mod regenerate;
mod repeatable;
mod run_cache;
mod selection;
mod session;
mod submission;
#[cfg(test)]
mod tests;
mod toolbox;
mod undefined;

pub(crate) use analysis::{ANALYSE, analyse};
pub(crate) use calibrate::{CalibrationResult, calibrate};
pub(crate) use class::run;
pub(crate) use digests::digest_of_course;
pub(crate) use doctor::{Examination, Finding, Seen, Trial, doctor, needs_to_examine};
pub(crate) use error::PipelineError;
pub(crate) use freshness::Freshness;
pub(crate) use needs::needs;
pub(crate) use references::ReferenceError;
pub(crate) use regenerate::{RegenerateError, Staleness, inspect, regenerate};
pub(crate) use run_cache::RunCache;
pub(crate) use selection::{Selection, find, piece_of};
pub(crate) use session::{Linking, Session};
pub(crate) use toolbox::{NeededToolchain, needed_toolchains};
pub(crate) use undefined::{UndefinedTrial, try_undefined};
