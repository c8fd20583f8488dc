//! Why a checker or an interactor gives no answer.

use std::io;

use crate::execute::CHECKERS_PATH;
use sandbox::SandboxError;

/// A checker gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum CheckerError {
    /// It did not end with an exit code that means something.
    #[error("the {role} `{command}` gave no answer on the case `{case}`: {problem}")]
    NoAnswer {
        /// What it is: a checker, or an interactor.
        role: &'static str,
        /// Its words.
        command: String,
        /// The case.
        case: String,
        /// What it did instead.
        problem: String,
        /// Whether it was stopped at a limit.
        stopped: bool,
    },
    /// There is no such program.
    #[error(
        "the {role} `{command}` cannot be started; expected a program in {path}, or a path that starts at the rubric's \
         folder",
        path = CHECKERS_PATH.replace(':', ", ")
    )]
    DoesNotStart {
        /// What it is: a checker, or an interactor.
        role: &'static str,
        /// Its words.
        command: String,
        /// What the system said.
        source: io::Error,
    },
    /// Its files could not be written.
    #[error("cannot write the files for a checker")]
    Files(#[source] io::Error),
    /// It could not be run.
    #[error("cannot run the checker")]
    Run(#[from] SandboxError),
}

impl CheckerError {
    /// Whether another attempt would fail in the same way.
    pub(crate) fn will_recur(&self) -> bool {
        matches!(
            self,
            CheckerError::NoAnswer { stopped: true, .. } | CheckerError::DoesNotStart { .. }
        )
    }
}
