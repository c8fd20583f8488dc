//! How much one student may hand in: all bounds of intake and copying, in one place.
//!
//! A program of a course's first weeks is a handful of files of a few kilobytes, so an honest submission is nowhere near
//! these. They are there because a sparse file, a folder of a million names or a tree without end costs its author
//! nothing, and everybody else the memory, the disk and the time of the whole run. Past any of them a submission is
//! refused, with the bound and what was found.

use super::BuildLimits;

/// The most sources and headers of one submission.
pub const MOST_FILES: usize = 256;

/// The most files and folders of one submission that are looked at, junk included.
pub const MOST_ENTRIES: usize = 10_000;

/// How deep folders may be nested.
pub const DEEPEST: usize = 16;

/// The longest path within a submission, in bytes: printed, with four signs for each odd byte, it still fits into a path
/// in the workplace.
pub const LONGEST_PATH: usize = 500;

/// The most students of one folder. More is no class but a mistake in the command.
pub const MOST_STUDENTS: usize = 20_000;

impl BuildLimits {
    /// The most bytes of all sources and headers of one submission together: a few files as large as one may be.
    pub fn all_sources(&self) -> u64 {
        self.source.saturating_mul(4)
    }
}
