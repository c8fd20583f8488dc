//! Why a run or the grading of a submission failed, and whether another attempt may help.

use crate::checker::CheckerError;
use crate::generated::GeneratorError;
use crate::references::ReferenceError;
use lms::intake::IntakeError;
use records::RecordError;
use sandbox::SandboxError;
use support::logged::EscapedForLog;
use toolchain::{BuildError, ToolchainError};

/// Why a run failed. What happens to a single submission is in its grade instead.
#[derive(Debug, thiserror::Error)]
pub enum PipelineError {
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// Submissions could not be found.
    #[error(transparent)]
    Intake(IntakeError),
    /// Nothing was handed in, or nothing that was selected.
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
    /// There are no faults that students' cases could notice.
    #[error("the cases of students in `{assignment}` cannot be graded: {reason}")]
    Faults {
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

/// Expected files are missing or not what the reference prints.
#[derive(Debug, thiserror::Error)]
#[error(
    "{} of the expected files cannot be relied on:\n{}\n`grader check` shows the differences, and `grader check --accept` writes \
     what the reference prints", problems.len(), problems.join("\n")
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

/// Why an attempt failed.
pub enum GradingError {
    /// The user wants to stop.
    Interrupted,
    /// The grader failed; in words. Another attempt may help.
    Internal(String),
    /// The grader failed, and will fail again.
    Permanent(String),
    /// Something was missing for a start-up, long enough to give it up. It costs the case that it was for, not more.
    ResourceExhausted(String),
}

/// The user wants to stop: there is no grade.
#[derive(Debug, Clone, Copy)]
pub struct GradingInterrupted;

impl GradingError {
    /// Why the grader failed, in words.
    ///
    /// # Errors
    ///
    /// If it did not fail: the user wants to stop.
    pub fn into_reason(self) -> Result<String, GradingInterrupted> {
        match self {
            GradingError::Interrupted => Err(GradingInterrupted),
            GradingError::Internal(reason)
            | GradingError::Permanent(reason)
            | GradingError::ResourceExhausted(reason) => Ok(reason),
        }
    }
}

/// The first attempt, or the second one if that failed and another may help.
///
/// # Errors
///
/// Those of the last attempt.
pub fn try_twice<T>(
    mut attempt: impl FnMut() -> Result<T, GradingError>,
) -> Result<T, GradingError> {
    match attempt() {
        Err(GradingError::Internal(reason)) => {
            tracing::warn!(reason = %EscapedForLog(&reason), "failed on our side, and is tried again");
            attempt()
        }
        tried => tried,
    }
}

impl From<GradingInterrupted> for GradingError {
    fn from(_: GradingInterrupted) -> GradingError {
        GradingError::Interrupted
    }
}

impl From<GradingInterrupted> for PipelineError {
    fn from(_: GradingInterrupted) -> PipelineError {
        PipelineError::Interrupted
    }
}

impl From<SandboxError> for GradingError {
    fn from(error: SandboxError) -> GradingError {
        match error {
            SandboxError::Interrupted => GradingError::Interrupted,
            SandboxError::ResourceExhausted { scarcity, .. }
                if scarcity.is_eased_by_fewer_runs() =>
            {
                let chain = format_error_chain(&error);
                GradingError::ResourceExhausted(format!(
                    "{chain} (`--jobs` says how many are graded at a time)"
                ))
            }
            SandboxError::ResourceExhausted { .. } | SandboxError::Starved => {
                GradingError::ResourceExhausted(format_error_chain(&error))
            }
            SandboxError::Unguarded => GradingError::Permanent(format_error_chain(&error)),
            error => GradingError::Internal(format_error_chain(&error)),
        }
    }
}

impl From<BuildError> for GradingError {
    fn from(error: BuildError) -> GradingError {
        match error {
            BuildError::Sandbox(error) => error.into(),
            error => GradingError::Internal(format_error_chain(&error)),
        }
    }
}

impl From<CheckerError> for GradingError {
    fn from(error: CheckerError) -> GradingError {
        match error {
            CheckerError::Run(error) => error.into(),
            error if error.will_recur() => GradingError::Permanent(format_error_chain(&error)),
            error => GradingError::Internal(format_error_chain(&error)),
        }
    }
}
