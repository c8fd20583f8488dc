//! Whether a reviewed transcript is what the reference prints.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The state of one expected transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// The file is what the reference prints.
    Fresh,
    /// There is no file.
    Missing,
    /// The file is not what the reference prints now.
    Stale,
    /// The file belongs to no case.
    Orphan,
}

impl Freshness {
    /// What to tell the instructor.
    pub fn describe(self) -> &'static str {
        match self {
            Freshness::Fresh => "fresh",
            Freshness::Missing => "missing",
            Freshness::Stale => "stale: the reference or the case changed since it was written",
            Freshness::Orphan => "left over: there is no case of that name; delete it",
        }
    }
}

/// One expected transcript, or one input that a generator makes, as it stands and as it should.
#[derive(Debug, Clone)]
pub struct FileFreshness {
    /// Its file.
    pub file: PathBuf,
    /// Its state.
    pub state: Freshness,
    /// What the file should hold; nothing for an orphan.
    pub bytes: Vec<u8>,
}

/// Whether a case's file says what the reference says.
pub(super) fn check_freshness(file: &Path, wanted: &[u8]) -> Freshness {
    match fs::read(file) {
        Ok(bytes) if bytes == wanted => Freshness::Fresh,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Freshness::Missing,
        Ok(_) | Err(_) => Freshness::Stale,
    }
}
