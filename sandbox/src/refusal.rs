//! Why this machine is not good enough.

use crate::error::SandboxError;
use crate::tier::Tier;

/// This machine does not confine programs as it was demanded.
#[derive(Debug, thiserror::Error)]
pub enum ConfinementError {
    /// The strongest tier that works is weaker than the one that is required.
    #[error(
        "this machine confines programs in tier {found} ({}), and tier {required} is required ({})",
        found.summary(), required.summary()
    )]
    TooWeak {
        /// What works.
        found: Tier,
        /// What is demanded.
        required: Tier,
    },
    /// Nothing guards files.
    #[error("this machine has no Landlock (Linux 5.13), so a program could read your files")]
    Unconfined,
    /// Not even limits and filters work.
    #[error("no program can be confined here: {0}")]
    NoWorkingTier(String),
    /// It cannot be found out what works, because something is missing that has nothing to do with walls.
    #[error(transparent)]
    Sandbox(SandboxError),
}
