//! Why a piece of a class cannot be graded into a folder.

use std::path::PathBuf;

use super::error::RecordError;
use model::Partition;
use support::write_error::WriteError;

/// Why a piece of a class cannot be graded into a folder.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The disk, or what stands in the way of records.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It is there.
    #[error(
        "{} is there already, and a piece is written once: delete it, name another folder with --out DIR, or add --resume, \
         which grades again only what has changed or was not graded", folder.display()
    )]
    AlreadyExists {
        /// The folder.
        folder: PathBuf,
    },
    /// Something else is there.
    #[error(
        "{} is there already and is no piece of a class; name another folder with --out DIR", folder.display()
    )]
    NotAShard {
        /// The folder.
        folder: PathBuf,
    },
    /// Another piece is there.
    #[error(
        "{} is piece {was} of a class, and not {is}; name another folder with --out DIR", folder.display()
    )]
    OtherShard {
        /// The folder.
        folder: PathBuf,
        /// The piece that is there.
        was: Partition,
        /// The one that was asked for.
        is: Partition,
    },
    /// It is there, finished and unfinished.
    #[error(
        "{} is there, and so is {}, which a stopped run has left; delete one of them", folder.display(), part.display()
    )]
    Both {
        /// The folder.
        folder: PathBuf,
        /// What is unfinished.
        part: PathBuf,
    },
    /// Another run is at it.
    #[error(
        "another run is at {}; let it end, or name another folder with --out DIR", part.display()
    )]
    InUse {
        /// The unfinished folder.
        part: PathBuf,
    },
    /// The course has changed since.
    #[error(
        "{} is a piece of another course, or this one has changed since; grade the piece again, or name another folder \
         with --out DIR", folder.display()
    )]
    OtherCourse {
        /// The folder.
        folder: PathBuf,
    },
    /// A whole class is to be graded into it.
    #[error(
        "{} is a piece of a class, and all of the class does not belong into it; name another folder with --out DIR",
        folder.display()
    )]
    FullClass {
        /// The folder.
        folder: PathBuf,
    },
}

impl From<WriteError> for ShardError {
    fn from(error: WriteError) -> ShardError {
        ShardError::Record(error.into())
    }
}
