//! Which files of courses the grader wrote, so that a change by hand is not taken for a change of the reference.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use support::digest::{Digest, DigestBuilder};
use toolchain::cache::CacheStore;

use crate::generated::{FileFreshness, Freshness};

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
    fn is_edited(&self, file: &Path, bytes: &[u8]) -> bool {
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

impl FileFreshness {
    /// Compares a file with what the reference or its generator says now.
    pub(crate) fn inspect(
        file: PathBuf,
        wanted: Vec<u8>,
        written: Option<&WrittenFiles>,
    ) -> FileFreshness {
        let read = fs::read(&file);
        let state = match &read {
            Ok(bytes) if *bytes == wanted => Freshness::Fresh,
            Ok(bytes) if written.is_some_and(|it| it.is_edited(&file, bytes)) => Freshness::Edited,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Freshness::Missing,
            Ok(_) | Err(_) => Freshness::Stale,
        };
        FileFreshness {
            file,
            state,
            found: read.unwrap_or_default(),
            bytes: wanted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_edited_if_the_grader_wrote_it_and_never_with_this_content() {
        let folder = tempfile::tempdir().unwrap();
        let store = CacheStore::in_folder(Some(folder.path().join("written")));
        let written = WrittenFiles::new(store);
        let file = folder.path().join("adds.expected");
        let state_with = |wanted: &str, written| {
            FileFreshness::inspect(file.clone(), wanted.as_bytes().to_vec(), written).state
        };
        let state = |wanted| state_with(wanted, Some(&written));
        assert_eq!(state("1\n"), Freshness::Missing);
        fs::write(&file, "1\n").unwrap();
        assert_eq!(state("1\n"), Freshness::Fresh);
        assert_eq!(state("2\n"), Freshness::Stale, "nothing is known of it");
        written.record(&file, b"1\n");
        assert_eq!(state("2\n"), Freshness::Stale, "the reference changed");
        fs::write(&file, "3\n").unwrap();
        assert_eq!(state("2\n"), Freshness::Edited);
        assert_eq!(state("3\n"), Freshness::Fresh);
        assert_eq!(state_with("2\n", None), Freshness::Stale);
    }
}
