//! A file that could not be written, and what to do about it.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A file that could not be written. What the system said is the error's source.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}; {}", path.display(), suggest_remedy(source))]
pub struct WriteError {
    /// The file or folder.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

impl WriteError {
    /// Whether there was no room left, as opposed to a folder that cannot be written to.
    pub fn is_disk_full(&self) -> bool {
        is_full(&self.source)
    }

    /// Makes an error of writing `path` out of the one of the operating system.
    pub fn for_path(path: &Path) -> impl FnOnce(io::Error) -> WriteError {
        let path = path.to_owned();
        |source| WriteError { path, source }
    }
}

fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded
    )
}

fn suggest_remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        _ if is_full(error) => {
            "there is no room left on that disk: delete what is not needed (`df -h` shows how full \
             each disk is), or write to another one with --out DIR"
        }
        ErrorKind::PermissionDenied => {
            "you may not write there: change the folder's permissions, or write elsewhere with --out DIR"
        }
        ErrorKind::ReadOnlyFilesystem => {
            "that disk can only be read: write elsewhere with --out DIR"
        }
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists | ErrorKind::IsADirectory => {
            "something else has that name: move it away, or write elsewhere with --out DIR"
        }
        _ => "if it does not go away, write elsewhere with --out DIR",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_told_apart() {
        let error = WriteError {
            path: "x".into(),
            source: ErrorKind::StorageFull.into(),
        };
        assert!(error.is_disk_full());
        assert!(error.to_string().contains("no room left"), "{error}");
    }
}
