//! Which archives are understood, and why one is not unpacked.

use std::fmt::Display;
use std::io;

/// A format of archives that is unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArchiveFormat {
    /// What every system packs without further programs.
    Zip,
    /// `tar` without compression.
    Tar,
    /// `tar` through `gzip`.
    TarGz,
}

impl ArchiveFormat {
    /// The format of a file with this name; none if it is no archive that is understood. What is inside may be something else,
    /// and is then an error of unpacking it.
    pub fn from_name(name: &str) -> Option<ArchiveFormat> {
        let name = name.to_ascii_lowercase();
        match () {
            () if name.ends_with(".zip") => Some(ArchiveFormat::Zip),
            () if name.ends_with(".tar") => Some(ArchiveFormat::Tar),
            () if name.ends_with(".tar.gz") || name.ends_with(".tgz") => Some(ArchiveFormat::TarGz),
            () => None,
        }
    }

    /// A name without the ending that says the format.
    pub fn strip_extension(name: &str) -> &str {
        let lower = name.to_ascii_lowercase();
        let ending = [".tar.gz", ".tgz", ".tar", ".zip"]
            .iter()
            .find(|it| lower.ends_with(*it));
        let length = name.len() - ending.map_or(0, |it| it.len());
        name.get(..length)
            .filter(|stem| !stem.is_empty())
            .unwrap_or(name)
    }
}

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
