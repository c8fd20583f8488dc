//! Why grading a submission came to nothing, and whether another attempt may help.

use crate::checker::CheckerError;
use crate::error::{PipelineError, format_error_chain};
use sandbox::SandboxError;
use support::logged::EscapedForLog;
use toolchain::BuildError;

/// What came of something that may be impossible without any failure of the grader.
pub enum Attempt<T> {
    /// It was done.
    Done(T),
    /// It cannot be done, for this reason, such as the words of a compiler.
    Rejected(String),
}

/// Why an attempt came to nothing.
pub enum GradingError {
    /// The user wants to stop.
    Interrupted,
    /// Something of ours failed; in words.
    Internal(String),
    /// Something of ours failed, and will again.
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
