//! Why grades cannot be written in a form.

use std::io;
use std::path::PathBuf;

use support::write_error::WriteError;

/// Why grades cannot be written in a form.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// It is about one submission.
    #[error(
        "`--format {format}` is about one submission, and there are {found}; grade a folder with one, or name one with \
         --student and --assignment"
    )]
    NotOne {
        /// The form's name.
        format: &'static str,
        /// How many there are.
        found: usize,
    },
    /// The place where it runs does not say what the form needs.
    #[error(
        "`--format {format}` needs the environment variable {variable}, which the workflow of an assignment sets; set it, or \
         leave the format out"
    )]
    MissingVariable {
        /// The form's name.
        format: &'static str,
        /// The variable.
        variable: &'static str,
    },
    /// A variable says no time.
    #[error(
        "the environment variable {variable} is `{text}`, expected a time in UTC such as `2026-11-26T08:00:00Z`"
    )]
    WrongTime {
        /// The variable.
        variable: &'static str,
        /// What it says.
        text: String,
    },
    /// It cannot be written, or a grade cannot be read.
    #[error("cannot write {}", path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The same, where nobody has said yet which file it is.
    #[error("cannot write grades")]
    Write(#[from] io::Error),
}

impl From<WriteError> for FormatError {
    fn from(error: WriteError) -> FormatError {
        FormatError::Disk {
            path: error.path,
            source: error.source,
        }
    }
}
