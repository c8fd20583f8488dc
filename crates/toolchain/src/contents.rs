//! What files and folders hold, as digests that are the same on every machine that has the same files.
//!
//! A file is read once: what was found in it is kept under what tells it from any other file without reading it. Who changes a
//! file changes the last of its times, which nobody can set.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, Stat};
use walkdir::WalkDir;

use crate::cache::CacheStore;
use support::digest::{Digest, DigestBuilder};

/// Raised when what is kept changes its form or meaning.
const SCHEME: &[u8] = b"grader/contents/2";

/// What a run has looked at so far, by its real path.
#[derive(Debug, Default)]
pub(crate) struct FileDigests(BTreeMap<PathBuf, Digest>);

impl FileDigests {
    /// The digest of files, some of which may not be there.
    pub(crate) fn digest_files(
        &mut self,
        files: impl Iterator<Item = Option<PathBuf>>,
        kept: &CacheStore,
    ) -> io::Result<Digest> {
        let mut digester = DigestBuilder::default();
        for file in files {
            let path = file.and_then(|file| fs::canonicalize(file).ok());
            digester = match path {
                Some(path) => digester.with_piece(self.digest_path(path, kept)?.as_bytes()),
                None => digester.with_piece(b""),
            };
        }
        Ok(digester.finish())
    }

    /// The digest of all that is below folders, and of which of them are not there.
    pub(crate) fn digest_folders<'p>(
        &mut self,
        folders: impl Iterator<Item = &'p PathBuf>,
        kept: &CacheStore,
    ) -> io::Result<Digest> {
        let mut digester = DigestBuilder::default();
        let mut there = BTreeSet::new();
        for folder in folders {
            digester = digester.with_piece(folder.as_os_str().as_encoded_bytes());
            there.extend(fs::canonicalize(folder));
        }
        for folder in outermost_folders(there) {
            digester = digester.with_piece(folder.as_os_str().as_encoded_bytes());
            digester = digester.with_piece(self.digest_path(folder, kept)?.as_bytes());
        }
        Ok(digester.finish())
    }

    /// The digest of a file, or of all files below a folder. It is looked at once in a run, and read if it has changed.
    fn digest_path(&mut self, path: PathBuf, kept: &CacheStore) -> io::Result<Digest> {
        if let Some(digest) = self.0.get(&path) {
            return Ok(*digest);
        }
        let state = state_digest(&path)?;
        let known = kept
            .get(state)
            .and_then(|entry| postcard::from_bytes(&entry).ok());
        let digest = match known {
            Some(digest) => digest,
            None => {
                let digest = digest_entries(&path)?;
                if let Ok(entry) = postcard::to_stdvec(&digest) {
                    kept.insert(state, &entry);
                }
                digest
            }
        };
        self.0.insert(path, digest);
        Ok(digest)
    }
}

/// Those folders that are in none of the others: whoever looks at them looks at all.
fn outermost_folders(folders: BTreeSet<PathBuf>) -> Vec<PathBuf> {
    let mut outer: Vec<PathBuf> = Vec::new();
    // A folder stands right before what is in it.
    for folder in folders {
        if !outer.last().is_some_and(|last| folder.starts_with(last)) {
            outer.push(folder);
        }
    }
    outer
}

/// What tells a file, or the files below a folder, from any others, and from what they were before.
///
/// Every run does this for ten thousand headers, so each file costs one system call and no path. Names are taken in the order in
/// which the folder has them: another order is only another state.
fn state_digest(path: &Path) -> io::Result<Digest> {
    let about = rustix::fs::lstat(path)?;
    let mut folders = Vec::new();
    if is_folder(&about) {
        folders.push(path.to_owned());
    }
    let mut states = Vec::new();
    add_state(&mut states, path.as_os_str().as_bytes(), &about);
    while let Some(folder) = folders.pop() {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let opened = rustix::fs::open(&folder, flags, Mode::empty())?;
        add_name(&mut states, folder.as_os_str().as_bytes());
        for entry in Dir::read_from(&opened)? {
            let entry = entry?;
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            let about = rustix::fs::statat(&opened, name, AtFlags::SYMLINK_NOFOLLOW)?;
            add_state(&mut states, name.to_bytes(), &about);
            if is_folder(&about) {
                folders.push(folder.join(OsStr::from_bytes(name.to_bytes())));
            }
        }
    }
    let digester = DigestBuilder::default().with_piece(SCHEME);
    Ok(digester.with_piece(&states).finish())
}

fn is_folder(about: &Stat) -> bool {
    FileType::from_raw_mode(about.st_mode) == FileType::Directory
}

fn add_state(states: &mut Vec<u8>, name: &[u8], about: &Stat) {
    add_name(states, name);
    for number in [about.st_dev, about.st_ino, about.st_ctime_nsec] {
        states.extend_from_slice(&number.to_le_bytes());
    }
    for number in [about.st_size, about.st_mtime, about.st_ctime] {
        states.extend_from_slice(&number.to_le_bytes());
    }
}

/// Adds a name, which has no zero byte, with one at its end.
fn add_name(states: &mut Vec<u8>, name: &[u8]) {
    states.extend_from_slice(name);
    states.push(0);
}

/// The digest of the names below `path` and of what the files hold. A link counts by where it leads.
fn digest_entries(path: &Path) -> io::Result<Digest> {
    let mut digester = DigestBuilder::default();
    for file in WalkDir::new(path).sort_by_file_name() {
        let file = file?;
        let name = file.path().strip_prefix(path).unwrap_or(file.path());
        digester = digester.with_piece(name.as_os_str().as_encoded_bytes());
        let kind = file.file_type();
        if kind.is_file() {
            digester = match File::open(file.path()) {
                Ok(file) => digester.with_file(file)?,
                // Neither can a compiler.
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => digester,
                Err(error) => return Err(error),
            };
        } else if kind.is_symlink() {
            let target = fs::read_link(file.path())?;
            digester = digester.with_piece(target.as_os_str().as_encoded_bytes());
        }
    }
    Ok(digester.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_a_folder_that_is_looked_at_is_not_looked_at_again() {
        let paths = |all: &[&str]| all.iter().map(PathBuf::from).collect::<Vec<_>>();
        let all = paths(&[
            "/u/i/c/12",
            "/u/i",
            "/u/i-more",
            "/u/i/x",
            "/u/local/i",
            "/u/i/c/12/b",
        ]);
        let expected = paths(&["/u/i", "/u/i-more", "/u/local/i"]);
        assert_eq!(outermost_folders(all.into_iter().collect()), expected);
    }

    #[test]
    fn a_folder_is_another_when_anything_in_it_is() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("headers");
        let inner = place.path().join("headers/bits");
        let kept = CacheStore::in_folder(Some(place.path().join("kept")));
        let digest = || {
            let folders = [folder.clone()];
            FileDigests::default()
                .digest_folders(folders.iter(), &kept)
                .unwrap()
        };
        let mut seen = vec![digest()];
        let mut is_new = |what: &str| {
            let now = digest();
            assert!(!seen.contains(&now), "{what}");
            seen.push(now);
        };
        fs::create_dir_all(&inner).unwrap();
        is_new("it appeared");
        fs::write(inner.join("a.h"), "1").unwrap();
        is_new("a header appeared");
        fs::write(inner.join("a.h"), "2").unwrap();
        is_new("a header was changed");
        fs::rename(inner.join("a.h"), inner.join("b.h")).unwrap();
        is_new("a header has another name");
        assert_eq!(digest(), digest());
    }

    #[test]
    fn the_same_files_are_the_same_elsewhere_and_later() {
        let place = tempfile::tempdir().unwrap();
        let digest = |name: &str| {
            let file = place.path().join(name);
            let kept = CacheStore::in_folder(None);
            FileDigests::default()
                .digest_files([Some(file), None].into_iter(), &kept)
                .unwrap()
        };
        for (name, text) in [
            ("a/libc.so", "one"),
            ("b/libc.so", "one"),
            ("c/libc.so", "two"),
        ] {
            let file = place.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        assert_eq!(digest("a/libc.so"), digest("b/libc.so"));
        assert_ne!(digest("a/libc.so"), digest("c/libc.so"));
    }
}
