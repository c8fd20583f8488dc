//! Why grading a submission came to nothing, and whether another attempt may help.

use super::super::chain;
use super::super::checker::CheckerError;
use crate::build::BuildError;
use crate::sandbox::SandboxError;

/// Why an attempt came to nothing.
pub(in crate::pipeline) enum Trouble {
    Interrupted,
    /// Something of ours failed; in words.
    Ours(String),
    /// Something of ours failed, and will again.
    ForGood(String),
    /// Something was missing for a start-up, long enough to give it up. It costs the case that it was for, not more.
    Scarce(String),
}

impl Trouble {
    /// Another attempt, unless the user wants to stop.
    pub(in crate::pipeline) fn again<T>(
        self,
        attempt: impl FnOnce() -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        match self {
            Trouble::Interrupted | Trouble::ForGood(_) | Trouble::Scarce(_) => Err(self),
            Trouble::Ours(_) => attempt(),
        }
    }
}

impl From<SandboxError> for Trouble {
    fn from(error: SandboxError) -> Trouble {
        match error {
            SandboxError::Interrupted => Trouble::Interrupted,
            error @ SandboxError::Scarce { .. } => Trouble::Scarce(chain(&error)),
            error => Trouble::Ours(chain(&error)),
        }
    }
}

impl From<BuildError> for Trouble {
    fn from(error: BuildError) -> Trouble {
        match error {
            BuildError::Sandbox(error) => error.into(),
            error => Trouble::Ours(chain(&error)),
        }
    }
}

impl From<CheckerError> for Trouble {
    fn from(error: CheckerError) -> Trouble {
        match error {
            CheckerError::Run(error) => error.into(),
            error if error.will_recur() => Trouble::ForGood(chain(&error)),
            error => Trouble::Ours(chain(&error)),
        }
    }
}
