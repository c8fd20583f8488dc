//! Why grading a submission came to nothing, and whether another attempt may help.

use super::checker::CheckerError;
use super::error::chain;
use crate::build::BuildError;
use crate::logged::Logged;
use sandbox::SandboxError;

/// Why an attempt came to nothing.
pub(super) enum GradingError {
    Interrupted,
    /// Something of ours failed; in words.
    Ours(String),
    /// Something of ours failed, and will again.
    ForGood(String),
    /// Something was missing for a start-up, long enough to give it up. It costs the case that it was for, not more.
    Scarce(String),
}

impl GradingError {
    /// Another attempt, unless the user wants to stop.
    pub(super) fn again<T>(
        self,
        attempt: impl FnOnce() -> Result<T, GradingError>,
    ) -> Result<T, GradingError> {
        match self {
            GradingError::Interrupted | GradingError::ForGood(_) | GradingError::Scarce(_) => {
                Err(self)
            }
            GradingError::Ours(reason) => {
                tracing::warn!(reason = %Logged(&reason), "failed on our side, and is tried again");
                attempt()
            }
        }
    }
}

impl From<SandboxError> for GradingError {
    fn from(error: SandboxError) -> GradingError {
        match error {
            SandboxError::Interrupted => GradingError::Interrupted,
            SandboxError::Scarce { scarcity, .. } if scarcity.is_eased_by_fewer_runs() => {
                let chain = chain(&error);
                GradingError::Scarce(format!(
                    "{chain} (`--jobs` says how many are graded at a time)"
                ))
            }
            SandboxError::Scarce { .. } | SandboxError::Starved => {
                GradingError::Scarce(chain(&error))
            }
            SandboxError::Unguarded => GradingError::ForGood(chain(&error)),
            error => GradingError::Ours(chain(&error)),
        }
    }
}

impl From<BuildError> for GradingError {
    fn from(error: BuildError) -> GradingError {
        match error {
            BuildError::Sandbox(error) => error.into(),
            error => GradingError::Ours(chain(&error)),
        }
    }
}

impl From<CheckerError> for GradingError {
    fn from(error: CheckerError) -> GradingError {
        match error {
            CheckerError::Run(error) => error.into(),
            error if error.will_recur() => GradingError::ForGood(chain(&error)),
            error => GradingError::Ours(chain(&error)),
        }
    }
}
