//! What may go wrong with the sandbox itself.

use std::io;
use std::path::PathBuf;

use crate::protocol::NAMESPACE_STEP;
use crate::scarcity::{self, ExhaustedResource};

/// Something of ours failed, or the user wants to stop. Never the program's fault.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// A call to the system failed.
    #[error("cannot {action}")]
    System {
        /// What was tried.
        action: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// The supervisor could not do one step of starting a program.
    #[error("cannot start the program: step `{step}` failed")]
    Step {
        /// Which step.
        step: String,
        /// What the system said.
        source: io::Error,
    },
    /// Something was missing for a start-up, and did not come back.
    #[error("{failure}, and was tried again for 6 seconds; {}", .scarcity.advice())]
    ResourceExhausted {
        /// What failed.
        failure: String,
        /// What was missing.
        scarcity: ExhaustedResource,
        /// What the system said.
        source: io::Error,
    },
    /// Other programs had the processors nearly all of the time.
    #[error(
        "the machine is too busy: the program waited for a processor until 20 times its limit of time on the clock had passed; \
         end other programs, or run fewer at a time"
    )]
    Starved,
    /// Neither an untrusted program nor one of the system's own can be executed.
    #[error(
        "no program can be executed in `{}`, not even one of the system's own; if that disk is mounted with `noexec`, name \
         another place with `TMPDIR`", folder.display()
    )]
    CannotExecute {
        /// Where they are.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// What untrusted files direct may not run where nothing guards the user's own files.
    #[error(
        "a build that a student's files direct needs walls around files, and this machine has none (tier E): it needs Landlock, \
         from Linux 5.13 on"
    )]
    Unguarded,
    /// The supervisor is not there any more: somebody killed it, or memory ran out.
    #[error("the supervisor is gone")]
    SupervisorGone,
}

impl SandboxError {
    /// For `map_err`: names what was tried.
    pub fn during_action<E: Into<io::Error>>(
        action: &'static str,
    ) -> impl FnOnce(E) -> SandboxError {
        move |source| SandboxError::System {
            action,
            source: source.into(),
        }
    }

    /// What a start-up failed for want of; none if it failed for something else.
    pub(crate) fn exhausted_resource(&self) -> Option<ExhaustedResource> {
        match self {
            SandboxError::System { source, .. } => scarcity::classify_io_error(source),
            // The limits on namespaces, in `/proc/sys/user`, are told as a full disk is.
            SandboxError::Step { step, source } if step == NAMESPACE_STEP => {
                scarcity::classify_io_error(source).map(|it| match it {
                    ExhaustedResource::Disk => ExhaustedResource::Namespaces,
                    other => other,
                })
            }
            SandboxError::Step { source, .. } => scarcity::classify_io_error(source),
            _ => None,
        }
    }

    /// The same failure once no patience is left.
    pub(crate) fn after_retries(self) -> SandboxError {
        let Some(scarcity) = self.exhausted_resource() else {
            return self;
        };
        let failure = self.to_string();
        match self {
            SandboxError::System { source, .. } | SandboxError::Step { source, .. } => {
                SandboxError::ResourceExhausted {
                    failure,
                    scarcity,
                    source,
                }
            }
            other => other,
        }
    }
}
