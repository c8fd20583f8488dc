//! The cache's folder, and how large it may be.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::store::CacheStore;

/// How many bytes are kept from one run to the next. A compiled header has 20 to 100 MB, a grade 10 KB.
const MOST: u64 = 1 << 30;

/// The folder; none where nothing is to be kept.
#[derive(Debug, Clone)]
pub struct CacheFolder {
    path: Option<PathBuf>,
    is_read_only: bool,
}

/// What one kind of entries takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CacheUsage {
    /// The name of the folder with them.
    pub kind: String,
    /// How many files there are.
    pub files: usize,
    /// Their size, in bytes.
    pub bytes: u64,
}

/// A file of the cache.
struct CacheEntry {
    used: SystemTime,
    path: PathBuf,
    bytes: u64,
}

impl CacheFolder {
    /// The user's own: `$XDG_CACHE_HOME/grader`, or `~/.cache/grader`, by the XDG Base Directory Specification. None where
    /// neither is known.
    pub fn for_user() -> CacheFolder {
        let absolute = |name: &str| {
            std::env::var_os(name)
                .map(PathBuf::from)
                .filter(|path| path.is_absolute())
        };
        let caches =
            absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")));
        CacheFolder {
            path: caches.map(|folder| folder.join("grader")),
            is_read_only: false,
        }
    }

    /// No folder: nothing is kept, and nothing found.
    pub fn disabled() -> CacheFolder {
        CacheFolder {
            path: None,
            is_read_only: false,
        }
    }

    /// The same, in which nothing is written or removed: somebody else's, or one that others grade with.
    pub fn read_only(self) -> CacheFolder {
        CacheFolder {
            is_read_only: true,
            ..self
        }
    }

    /// Whether nothing of it is written or removed.
    pub fn is_read_only(&self) -> bool {
        self.is_read_only
    }

    /// Where it is.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Entries of one kind.
    pub fn open_store(&self, kind: &str) -> CacheStore {
        let store = CacheStore::in_folder(self.path.as_ref().map(|folder| folder.join(kind)));
        if self.is_read_only {
            store.read_only()
        } else {
            store
        }
    }

    /// What is in it, by kind.
    pub fn usage_by_kind(&self) -> Vec<CacheUsage> {
        let Some(folder) = &self.path else {
            return Vec::new();
        };
        let mut contents: Vec<CacheUsage> = Vec::new();
        for CacheEntry { path, bytes, .. } in list_files(folder) {
            let below = path.strip_prefix(folder).unwrap_or(&path);
            let Some(first) = below.components().next() else {
                continue;
            };
            let kind = first.as_os_str().to_string_lossy().into_owned();
            match contents.iter_mut().find(|known| known.kind == kind) {
                Some(known) => {
                    known.files += 1;
                    known.bytes += bytes;
                }
                None => contents.push(CacheUsage {
                    kind,
                    files: 1,
                    bytes,
                }),
            }
        }
        contents.sort_by(|one, other| one.kind.cmp(&other.kind));
        contents
    }

    /// Removes what was not used for the longest time, until the rest is no larger than it may be.
    pub fn shrink_to_limit(&self) {
        if !self.is_read_only {
            self.shrink_to(MOST);
        }
    }

    fn shrink_to(&self, most: u64) {
        let Some(folder) = &self.path else { return };
        let mut files = list_files(folder);
        let mut bytes: u64 = files.iter().map(|file| file.bytes).sum();
        files.sort_by_key(|file| file.used);
        for file in files {
            if bytes <= most {
                break;
            }
            // Another grader may have removed it.
            let _ = fs::remove_file(&file.path);
            bytes -= file.bytes;
        }
    }

    /// Removes all of it.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub fn clear(&self) -> std::io::Result<()> {
        match self.path.as_ref().map(fs::remove_dir_all) {
            Some(Err(error)) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// All files in the folder; what cannot be looked at is left out.
fn list_files(folder: &Path) -> Vec<CacheEntry> {
    let entries = walkdir::WalkDir::new(folder)
        .into_iter()
        .filter_map(Result::ok);
    let kept = entries
        .filter(|entry| entry.file_type().is_file())
        .filter_map(|entry| {
            let about = entry.metadata().ok()?;
            let used = about.modified().ok()?;
            Some(CacheEntry {
                used,
                path: entry.into_path(),
                bytes: about.len(),
            })
        });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::Duration;

    use super::*;
    use support::digest::{Digest, DigestBuilder};

    fn digest(number: u8) -> Digest {
        DigestBuilder::default().with_piece(&[number]).finish()
    }

    #[test]
    fn what_was_used_lately_stays_when_the_cache_is_too_large() {
        let folder = tempfile::tempdir().unwrap();
        let cache = CacheFolder {
            path: Some(folder.path().to_owned()),
            is_read_only: false,
        };
        let store = cache.open_store("grades");
        for number in 0..4 {
            store.insert(digest(number), &[number; 68]);
        }
        // All were made at about the same time; the second was used an hour later.
        for file in list_files(folder.path()) {
            let is_second = file.path.ends_with(digest(1).to_string());
            let used = SystemTime::now() + Duration::from_secs(if is_second { 3600 } else { 0 });
            File::options()
                .append(true)
                .open(file.path)
                .unwrap()
                .set_modified(used)
                .unwrap();
        }
        let all = CacheUsage {
            kind: "grades".to_owned(),
            files: 4,
            bytes: 400,
        };
        assert_eq!(cache.usage_by_kind(), [all]);
        cache.shrink_to(150);
        assert_eq!(store.get(digest(1)).as_deref(), Some(&[1; 68][..]));
        assert_eq!(cache.usage_by_kind()[0].files, 1);
        cache.clear().unwrap();
        cache.clear().unwrap();
        assert_eq!(cache.usage_by_kind(), []);
    }
}
