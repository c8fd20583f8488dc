//! Why a package is not imported.

use std::io;
use std::path::PathBuf;

use support::write_error::WriteError;

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
