//! The submissions of `results.json` before it can be written: its beginning counts what only their end tells.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Submissions as they will stand in the file, added in any order. They are packed, and in a file without a name, because a
/// class may be larger than memory.
#[derive(Debug)]
pub(crate) struct ResultsItems {
    file: File,
    end: AtomicU64,
}

/// Where one of them is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ItemPlace {
    at: u64,
    length: usize,
}

impl ResultsItems {
    /// No items yet, on the disk of `folder`.
    ///
    /// # Errors
    ///
    /// If there can be no file.
    pub(crate) fn new_in(folder: &Path) -> io::Result<ResultsItems> {
        Ok(ResultsItems {
            file: tempfile::tempfile_in(folder)?,
            end: AtomicU64::new(0),
        })
    }

    /// Adds a submission.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn add_submission(&self, submission: &str) -> io::Result<ItemPlace> {
        let packed = lz4_flex::compress_prepend_size(&indent_item(submission));
        let at = self.end.fetch_add(packed.len() as u64, Ordering::Relaxed);
        self.file.write_all_at(&packed, at)?;
        Ok(ItemPlace {
            at,
            length: packed.len(),
        })
    }

    /// A submission as it stands in the list, without a comma.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub(super) fn get(&self, place: ItemPlace) -> io::Result<Vec<u8>> {
        let mut packed = vec![0; place.length];
        self.file.read_exact_at(&mut packed, place.at)?;
        lz4_flex::decompress_size_prepended(&packed).map_err(io::Error::other)
    }
}

/// As deep in the file as the items of its list are, without a line break at the end.
fn indent_item(submission: &str) -> Vec<u8> {
    const MARGIN: &[u8] = b"    ";
    // A line of JSON has about thirty characters.
    let mut text = Vec::with_capacity(submission.len() + submission.len() / 4);
    for line in submission
        .trim_end()
        .as_bytes()
        .split_inclusive(|byte| *byte == b'\n')
    {
        text.extend_from_slice(MARGIN);
        text.extend_from_slice(line);
    }
    text
}
