//! What may go wrong with a build that is nobody's fault but ours.

use std::io;
use std::path::{Path, PathBuf};

use sandbox::SandboxError;

/// The result of something that may be impossible without any failure of the grader.
#[derive(Debug)]
pub enum Attempt<T, R = String> {
    /// It was done.
    Done(T),
    /// It cannot be done, for this reason, such as the words of a compiler.
    Rejected(R),
}

/// Something of ours failed while building.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The compiler could not be run.
    #[error("cannot run the compiler")]
    Sandbox(#[from] SandboxError),
    /// The compiler does not even compile the smallest program.
    #[error("the compiler `{0}` does not work here: it does not compile the smallest program")]
    Compiler(String),
    /// The compiler could start no process or open no file, again and again.
    #[error(
        "the compiler `{0}` cannot work here: it can start no process or open no file; end other processes of this account, or \
         raise its limits (`ulimit -u`, `ulimit -n`)"
    )]
    Missing(String),
    /// A build system does not even say its version behind its walls.
    #[error("`{0}` does not work here: behind the walls it does not even say its version")]
    BuildSystem(String),
    /// What a build system works on could not be copied, or not be removed again.
    #[error("cannot {action} for `{tool}`: {reason}")]
    Copy {
        /// What was tried.
        action: &'static str,
        /// The build system.
        tool: String,
        /// What the command that was to do it said.
        reason: String,
    },
    /// The compiler failed, and there is no room for what it writes.
    #[error("the disk that holds temporary files is full; `TMPDIR` names another place")]
    DiskFull,
    /// Programs with sanitizers cannot be made or run here.
    #[error(
        "programs with sanitizers do not work here ({reason}); they need libasan and libubsan, which come with GCC"
    )]
    Sanitizers {
        /// What happened instead.
        reason: String,
    },
    /// The compiler does not fill memory as it is told.
    #[error("the compiler does not fill memory ({reason}); GCC does from version 12 on")]
    Fills {
        /// What happened instead.
        reason: String,
    },
    /// The C++ that calls functions does not compile.
    #[error("the testing code for a function does not compile\n{diagnostics}")]
    Driver {
        /// What the compiler said.
        diagnostics: String,
    },
    /// A folder or file for the build could not be made.
    #[error("cannot write `{}` for the build", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A student's file could not be read.
    #[error("cannot read `{}`", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl BuildError {
    pub(super) fn write_error(path: &Path, source: io::Error) -> BuildError {
        BuildError::Write {
            path: path.to_owned(),
            source,
        }
    }
}
