//! Why an archive is not unpacked.

use std::fmt::Display;
use std::io;

/// Why an archive is not unpacked.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The archive is at fault.
    #[error("{why}; {advice}")]
    Refused {
        /// The rest of a sentence that begins with its name.
        why: String,
        /// What whoever packed it can do.
        advice: &'static str,
    },
    /// The folder cannot be written, which is our failure.
    #[error(
        "cannot unpack into a temporary folder; is the disk full? `TMPDIR` names another place"
    )]
    Write(#[source] io::Error),
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// Something is wrong with how it was packed.
pub(super) fn refusal_error(why: impl Into<String>) -> ArchiveError {
    ArchiveError::Refused {
        why: why.into(),
        advice: "pack it again",
    }
}

/// It is more than anybody writes.
pub(super) fn oversize_error(why: impl Into<String>) -> ArchiveError {
    ArchiveError::Refused {
        why: why.into(),
        advice: "pack only what you wrote",
    }
}

/// It cannot be read to its end.
pub(super) fn damage_error(error: &dyn Display) -> ArchiveError {
    refusal_error(format!(
        "cannot be unpacked, because it is damaged or no such archive ({error})"
    ))
}
