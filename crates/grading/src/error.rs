//! Why a whole run came to nothing.

use crate::generated::GeneratorError;
use crate::references::ReferenceError;
use lms::intake::IntakeError;
use records::RecordError;
use toolchain::ToolchainError;

/// Why a whole run came to nothing. What happens to a single submission is in its grade instead.
#[derive(Debug, thiserror::Error)]
pub enum PipelineError {
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// Submissions could not be found.
    #[error(transparent)]
    Intake(IntakeError),
    /// Nothing was handed in, or nothing that was asked for.
    #[error("no submission found: {0}")]
    NoSubmission(String),
    /// The expected transcripts cannot be relied on.
    #[error(transparent)]
    Expectations(#[from] ExpectationError),
    /// A reference cannot be run.
    #[error(transparent)]
    Reference(#[from] ReferenceError),
    /// An input cannot be made.
    #[error(transparent)]
    Generator(#[from] GeneratorError),
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
    /// What was found out cannot be kept.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The folder for work in progress could not be made.
    #[error("cannot make a temporary folder; is the disk full? `TMPDIR` names another place")]
    Workplace(#[source] std::io::Error),
}

impl From<IntakeError> for PipelineError {
    fn from(error: IntakeError) -> PipelineError {
        match error {
            IntakeError::NothingHandedIn(sentence) => PipelineError::NoSubmission(sentence),
            IntakeError::Interrupted => PipelineError::Interrupted,
            IntakeError::Scratch(error) => PipelineError::Workplace(error),
            error => PipelineError::Intake(error),
        }
    }
}

/// Expected transcripts are missing or stale.
#[derive(Debug, thiserror::Error)]
#[error(
    "{} of the expected transcripts cannot be relied on:\n{}\nrun `grader regenerate`, review what it changed, and try \
     again", problems.len(), problems.join("\n")
)]
pub struct ExpectationError {
    /// One line for each.
    pub problems: Vec<String>,
}

/// An error with all its causes, in one line.
pub(super) fn format_error_chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}
