//! The only place that knows the order of the stages.

mod analysis;
mod calibrate;
mod case_runner;
mod checker;
mod class;
mod diagnosis;
mod doctor;
mod expectations;
mod functions;
mod needs;
mod parallel;
mod references;
mod regenerate;
mod submission;
mod toolbox;
mod undefined;

pub(crate) use analysis::{ANALYSE, analyse};
pub(crate) use calibrate::{CalibrationResult, calibrate};
pub(crate) use class::{Selection, confinement, find, run};
pub(crate) use doctor::{Examination, Finding, Seen, Trial, doctor, needs_to_examine};
pub(crate) use expectations::{ExpectationError, Expectations};
pub(crate) use needs::needs;
pub(crate) use references::ReferenceError;
pub(crate) use regenerate::{Freshness, RegenerateError, Staleness, inspect, regenerate};
pub(crate) use toolbox::{NeededToolchain, needed_toolchains};
pub(crate) use undefined::{UndefinedTrial, try_undefined};

use crate::build::{Runnable, ToolchainError};
use crate::execute::Program;
use crate::intake::IntakeError;

/// Why a whole run came to nothing. What happens to a single submission is in its grade instead.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PipelineError {
    /// The user asked to stop.
    #[error("interrupted; no report was written")]
    Interrupted,
    /// Submissions could not be found.
    #[error(transparent)]
    Intake(#[from] IntakeError),
    /// Nothing was handed in, or nothing that was asked for.
    #[error("no submission found: {0}")]
    NoSubmission(String),
    /// The expected transcripts cannot be relied on.
    #[error(transparent)]
    Expectations(#[from] ExpectationError),
    /// A reference cannot be run.
    #[error(transparent)]
    Reference(#[from] ReferenceError),
    /// A criterion needs to know of undefined behaviour, and this machine cannot tell.
    #[error(
        "a criterion of `{assignment}` counts undefined behaviour. {reason} Install what is missing, or take the criterion away"
    )]
    Undefined {
        /// The assignment.
        assignment: String,
        /// Why not.
        reason: String,
    },
    /// There is no compiler.
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    /// The folder for work in progress could not be made.
    #[error("cannot make a temporary folder; is the disk full? `TMPDIR` names another place")]
    Workplace(#[source] std::io::Error),
}

impl From<Runnable> for Program {
    fn from(runnable: Runnable) -> Program {
        match runnable {
            Runnable::Executable(path) => Program::Built(path),
            Runnable::Simulated(words, folder, simulator) => {
                Program::Simulated(words, folder, simulator)
            }
        }
    }
}

/// An error with all its causes, in one line.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}
