//! Reads files of a hand-in, through no link and never more than a bound.

use std::io::Read as _;
use std::path::Path;

use super::files::{SubmissionFile, SubmissionPath};
use support::beneath::OpenFolder;

/// The bytes of a regular file `below` a folder; none if it is something else, larger than `limit`, or cannot be read.
pub(super) fn read_bounded(folder: &Path, below: &Path, limit: u64) -> Option<Vec<u8>> {
    let file = OpenFolder::open_trusted(folder)
        .ok()?
        .open_file(below)
        .ok()??;
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .ok()?;
    (bytes.len() as u64 <= limit).then_some(bytes)
}

/// Names and bytes of `files`; none if one cannot be read, or they have more than `most` bytes together.
pub(super) fn read_all_bounded(
    place: &SubmissionPath,
    files: &[&SubmissionFile],
    most: u64,
) -> Option<Vec<(String, Vec<u8>)>> {
    let mut left = most;
    let mut all = Vec::new();
    for file in files {
        let bytes = read_bounded(&place.folder, &file.below, left)?;
        left -= bytes.len() as u64;
        all.push((file.inside.to_string_lossy().into_owned(), bytes));
    }
    Some(all)
}
