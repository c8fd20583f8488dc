//! Why grading a submission came to nothing, and whether another attempt may help.

use crate::checker::CheckerError;
use crate::error::format_error_chain;
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

impl GradingError {
    /// Another attempt, unless the user wants to stop.
    pub fn retry<T>(
        self,
        attempt: impl FnOnce() -> Result<T, GradingError>,
    ) -> Result<T, GradingError> {
        match self {
            GradingError::Interrupted
            | GradingError::Permanent(_)
            | GradingError::ResourceExhausted(_) => Err(self),
            GradingError::Internal(reason) => {
                tracing::warn!(reason = %EscapedForLog(&reason), "failed on our side, and is tried again");
                attempt()
            }
        }
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
