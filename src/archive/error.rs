//! Why an archive is not unpacked.

use std::io;

/// Why an archive is not unpacked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArchiveError {
    /// The archive is at fault: the rest of a sentence that begins with its name.
    #[error("{0}")]
    Refused(String),
    /// The folder cannot be written, which is our failure.
    #[error(
        "cannot unpack into a temporary folder; is the disk full? `TMPDIR` names another place"
    )]
    Write(#[source] io::Error),
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// An archive cannot be read to its end.
pub(super) fn damaged(error: &dyn std::fmt::Display) -> ArchiveError {
    ArchiveError::Refused(format!(
        "cannot be unpacked, because it is damaged or no such archive ({error}); pack it again"
    ))
}
