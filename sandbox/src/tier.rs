//! How much this machine lets us confine. A tier is chosen by trying its whole sequence, never by asking for features.

use std::fmt;

use crate::error::SandboxError;
use serde::{Deserialize, Serialize};

/// A set of walls, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Tier {
    /// Root: namespaces, a root of its own, an account without rights, Landlock, system call filters.
    A,
    /// An ordinary user: the same in a user namespace, under the user's own account.
    B,
    /// Root where namespaces are forbidden, as in a plain container: account, Landlock, filters.
    C,
    /// An ordinary user where namespaces are forbidden: Landlock and filters.
    D,
    /// No Landlock: files can be read. Only with the user's explicit permission.
    E,
}

impl Tier {
    /// All tiers, strongest first.
    pub const ALL: [Tier; 5] = [Tier::A, Tier::B, Tier::C, Tier::D, Tier::E];

    /// Its letter.
    pub fn letter(self) -> &'static str {
        match self {
            Tier::A => "A",
            Tier::B => "B",
            Tier::C => "C",
            Tier::D => "D",
            Tier::E => "E",
        }
    }

    /// The tier with this letter.
    pub fn from_letter(letter: &str) -> Option<Tier> {
        Tier::ALL.into_iter().find(|tier| tier.letter() == letter)
    }

    /// Whether programs see files, processes and networks of their own.
    pub fn has_namespaces(self) -> bool {
        matches!(self, Tier::A | Tier::B)
    }

    /// Whether Landlock guards files.
    pub fn has_landlock(self) -> bool {
        self != Tier::E
    }

    /// What it consists of, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Tier::A => "namespaces, own root and account, Landlock, system call filter",
            Tier::B => "user namespace, own root, Landlock, system call filter",
            Tier::C => "own account, Landlock, system call filter; no namespaces",
            Tier::D => "Landlock and system call filter; no namespaces, your own account",
            Tier::E => "system call filter alone: files can be read",
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.letter())
    }
}

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
