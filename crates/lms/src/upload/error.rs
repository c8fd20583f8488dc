//! Why no file is written for a system.

use std::io;
use std::path::PathBuf;

use support::write_error::WriteError;

/// Why no file is written for a system.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// The system's file cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Something in it is not as it should be.
    #[error("{}:{line}: {what}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The line, from 1 on.
        line: usize,
        /// What was found, and what was expected.
        what: String,
    },
    /// The grades and the file do not go together.
    #[error("{0}")]
    Refused(String),
    /// Something cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A grade or a report cannot be had.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What is wrong with a file, before anybody has said which one it is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TableError {
    /// The line, from 1 on.
    pub(super) line: usize,
    /// What was found, and what was expected.
    pub(super) what: String,
}

impl TableError {
    pub(super) fn new(line: usize, what: impl Into<String>) -> TableError {
        TableError {
            line,
            what: what.into(),
        }
    }
}
