//! What a compiler warns of.

use serde::{Deserialize, Serialize};

/// The warnings about a student's own files, by distinct place and flag. Those about other files are not the student's.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CompilerWarnings {
    /// How many there are.
    pub count: usize,
    /// The first of them, in the order of files and lines.
    pub listed: Vec<CompilerWarning>,
    /// Why nobody knows how many there are, in a sentence; none if they were counted.
    pub unknown: Option<String>,
}

/// One warning.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct CompilerWarning {
    /// The student's file.
    pub file: String,
    /// The line in it, from 1.
    pub line: u32,
    /// The column, in bytes, from 1.
    pub column: u32,
    /// The flag that asked for it, such as `-Wunused-variable`; empty for what no flag controls.
    pub flag: String,
    /// The compiler's words.
    pub message: String,
    /// The line of source, as far as it is known.
    pub source: String,
}
