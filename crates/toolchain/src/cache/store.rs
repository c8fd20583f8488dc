//! Entries by the digest of what they were made of. Several graders may use them at once: an entry appears whole, under its
//! own name, and none is ever changed.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::PathBuf;
use std::time::SystemTime;

use support::digest::Digest;

/// The checksum before each entry: BLAKE3.
const CHECKSUM: usize = 32;

/// Larger entries are not kept.
const MOST: u64 = 64 << 20;

/// One kind of entries; none are kept or found where there is no folder for them.
#[derive(Debug, Clone)]
pub struct CacheStore {
    folder: Option<PathBuf>,
    /// Whether entries are found, and not only kept.
    is_read: bool,
    /// Whether entries are kept, and not only found.
    is_written: bool,
}

impl CacheStore {
    /// Entries in this folder, which is made when it is needed; without one, nothing is kept.
    pub fn in_folder(folder: Option<PathBuf>) -> CacheStore {
        CacheStore {
            folder,
            is_read: true,
            is_written: true,
        }
    }

    /// The same, in which nothing is found: what is kept takes the place of what was there.
    pub fn written_only(self) -> CacheStore {
        CacheStore {
            is_read: false,
            ..self
        }
    }

    /// The same, in which nothing is kept or removed.
    pub fn read_only(self) -> CacheStore {
        CacheStore {
            is_written: false,
            ..self
        }
    }

    /// Whether anything can be kept.
    pub fn has_folder(&self) -> bool {
        self.folder.is_some()
    }

    /// The entry of this digest, if there is a whole one.
    pub fn get(&self, digest: Digest) -> Option<Vec<u8>> {
        let path = self.entry_path(digest).filter(|_| self.is_read)?;
        let file = File::open(&path).ok()?;
        let mut entry = Vec::new();
        file.take(MOST + 1).read_to_end(&mut entry).ok()?;
        let (checksum, bytes) = entry.split_at_checked(CHECKSUM)?;
        if blake3::hash(bytes).as_bytes() != checksum {
            tracing::warn!(path = %path.display(), "this entry of the cache was changed");
            if self.is_written {
                let _ = fs::remove_file(&path);
            }
            return None;
        }
        if self.is_written {
            mark_used(&path);
        }
        Some(entry.split_off(CHECKSUM))
    }

    /// Keeps an entry, if that is possible.
    pub fn insert(&self, digest: Digest, bytes: &[u8]) {
        let may_be_kept = self.is_written && bytes.len() as u64 <= MOST;
        let Some(path) = self.entry_path(digest).filter(|_| may_be_kept) else {
            return;
        };
        if let Err(error) = write_entry(&path, bytes) {
            tracing::info!(path = %path.display(), %error, "this is not kept in the cache");
        }
    }

    fn entry_path(&self, digest: Digest) -> Option<PathBuf> {
        let name = digest.to_string();
        Some(self.folder.as_ref()?.join(name.get(..2)?).join(name))
    }
}

/// What was of use lately goes last. Where the disk can only be read, all stays as it is.
fn mark_used(path: &std::path::Path) {
    let entry = File::options().append(true).open(path);
    let _ = entry.and_then(|it| it.set_modified(SystemTime::now()));
}

fn write_entry(path: &std::path::Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(blake3::hash(bytes).as_bytes())?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use support::digest::DigestBuilder;

    fn digest(number: u8) -> Digest {
        DigestBuilder::default().with_piece(&[number]).finish()
    }

    #[test]
    fn an_entry_is_found_again_unless_a_byte_of_it_has_changed() {
        let folder = tempfile::tempdir().unwrap();
        let store = CacheStore::in_folder(Some(folder.path().join("deep/entries")));
        let one = digest(1);
        let other = digest(2);
        assert_eq!(store.get(one), None);
        store.insert(one, b"grade");
        store.insert(other, b"");
        assert_eq!(store.get(one).as_deref(), Some(&b"grade"[..]));
        assert_eq!(store.get(other).as_deref(), Some(&b""[..]));
        let path = store.entry_path(one).unwrap();
        let whole = fs::read(&path).unwrap();
        for place in 0..whole.len() {
            let mut changed = whole.clone();
            changed[place] ^= 0x10;
            fs::write(&path, changed).unwrap();
            assert_eq!(store.get(one), None, "{place}");
            assert!(!path.exists(), "what is of no use goes");
        }
        fs::write(&path, &whole[..CHECKSUM - 1]).unwrap();
        assert_eq!(store.get(one), None);
    }

    #[test]
    fn what_is_only_read_is_found_and_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let store = CacheStore::in_folder(Some(folder.path().join("entries")));
        store.insert(digest(1), b"grade");
        let path = store.entry_path(digest(1)).unwrap();
        let long_ago = SystemTime::UNIX_EPOCH;
        File::options()
            .append(true)
            .open(&path)
            .unwrap()
            .set_modified(long_ago)
            .unwrap();
        let read_only = store.clone().read_only();
        assert_eq!(read_only.get(digest(1)).as_deref(), Some(&b"grade"[..]));
        assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), long_ago);
        read_only.insert(digest(2), b"another");
        assert_eq!(store.get(digest(2)), None);
        fs::write(&path, b"damaged in some way, and long enough to have a sum").unwrap();
        assert_eq!(read_only.get(digest(1)), None);
        assert!(path.exists(), "whoever may write it removes it");
    }

    #[test]
    fn where_nothing_can_be_kept_nothing_is_found_and_nothing_fails() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        for place in [None, Some(folder.path().join("file/entries"))] {
            let store = CacheStore::in_folder(place);
            store.insert(digest(7), b"grade");
            assert_eq!(store.get(digest(7)), None);
        }
    }
}
