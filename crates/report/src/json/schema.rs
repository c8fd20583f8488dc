//! The names of the formats.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// Of the class's file.
pub(super) const SCHEMA: &str = "grader/results/v1";

/// Of one submission's file.
pub(super) const SUBMISSION_SCHEMA: &str = "grader/submission/v1";

/// Whether a file begins as the results of some run do.
pub(crate) fn is_results(path: &Path) -> bool {
    const BEGINNING: u64 = 1 << 10;
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(BEGINNING).read_to_end(&mut start));
    let start = String::from_utf8_lossy(&start);
    // Another program may have written it anew, and spaced it otherwise.
    let dense: String = start.chars().filter(|it| !it.is_whitespace()).collect();
    read.is_ok() && dense.starts_with(&format!("{{\"schema\":\"{SCHEMA}\""))
}
