//! Which files of courses the grader wrote, so that a change by hand is not taken for a change of the reference.

use std::path::Path;

use support::digest::{Digest, DigestBuilder};
use toolchain::cache::CacheStore;

/// Remembers, by path and content, each expected file and generated input that was what the reference prints. It is part of the user's
/// cache: on another machine nothing is known of a file.
#[derive(Debug, Clone)]
pub struct WrittenFiles {
    store: CacheStore,
}

impl WrittenFiles {
    /// Remembers in this store.
    pub fn new(store: CacheStore) -> WrittenFiles {
        WrittenFiles { store }
    }

    /// Remembers that the file is what the reference prints.
    pub(crate) fn record(&self, file: &Path, bytes: &[u8]) {
        let Some([any, this]) = file_digests(file, bytes) else {
            return;
        };
        // An entry that is there already would be written again.
        if self.store.get(this).is_none() {
            self.store.insert(this, &[]);
            self.store.insert(any, &[]);
        }
    }

    /// Whether the grader wrote this file once, and never with this content.
    pub(crate) fn is_edited(&self, file: &Path, bytes: &[u8]) -> bool {
        let Some([any, this]) = file_digests(file, bytes) else {
            return false;
        };
        self.store.get(any).is_some() && self.store.get(this).is_none()
    }
}

/// The digests of the path alone, and of the path with the content.
fn file_digests(file: &Path, bytes: &[u8]) -> Option<[Digest; 2]> {
    let path = std::path::absolute(file).ok()?;
    let builder = || DigestBuilder::default().with_piece(path.as_os_str().as_encoded_bytes());
    Some([builder().finish(), builder().with_piece(bytes).finish()])
}
