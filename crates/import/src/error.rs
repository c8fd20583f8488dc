//! Why a package is not imported.

use std::io;
use std::path::PathBuf;

use super::notes::ImportNote;
use support::write_error::WriteError;

/// The most parts of a package that a refusal lists.
const MOST_LISTED: usize = 20;

/// Why a package is not imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// It is no package of that format.
    #[error("{} is no package of {format}: expected {expected}, found {found}{hint}", package.display())]
    NotAPackage {
        /// What the user named.
        package: PathBuf,
        /// The name of the format.
        format: &'static str,
        /// What such a package has.
        expected: &'static str,
        /// What this one has.
        found: String,
        /// Which format it probably is.
        hint: String,
    },
    /// A file of the package is not as its format has it.
    #[error("{}: {place}: {why}", package.display())]
    Mistake {
        /// What the user named.
        package: PathBuf,
        /// The file, and perhaps the line.
        place: String,
        /// What is wrong.
        why: String,
    },
    /// Too little of it could be carried over.
    #[error("{error}{}", list_dropped(dropped))]
    NothingLeft {
        /// What is missing.
        error: Box<ImportError>,
        /// What was not carried over before that was found.
        dropped: Vec<ImportNote>,
    },
    /// It is no folder or archive that can be opened, or has more than is read of any package.
    #[error("{}: {why}", package.display())]
    Refused {
        /// What the user named.
        package: PathBuf,
        /// Why.
        why: String,
    },
    /// It cannot be read.
    #[error("cannot read {}", package.display())]
    Unreadable {
        /// What the user named.
        package: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The course would take the place of something.
    #[error("`{}` is there already, and nothing was written; name another folder with `--out DIR`", _0.display())]
    Exists(PathBuf),
    /// The course cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl ImportError {
    /// The same error, with what was not carried over before it was found.
    pub(super) fn with_dropped(self, dropped: &[ImportNote]) -> ImportError {
        match self {
            ImportError::Mistake { .. } if !dropped.is_empty() => ImportError::NothingLeft {
                error: Box::new(self),
                dropped: dropped.to_vec(),
            },
            other => other,
        }
    }
}

fn list_dropped(dropped: &[ImportNote]) -> String {
    let lines = dropped.iter().take(MOST_LISTED);
    let lines: String = lines
        .map(|note| format!("\n  {}: {}", note.place, note.text))
        .collect();
    let more = dropped.len().saturating_sub(MOST_LISTED);
    let more = match more {
        0 => String::new(),
        more => format!("\n  and {more} more"),
    };
    format!("\nnot carried over:{lines}{more}")
}
