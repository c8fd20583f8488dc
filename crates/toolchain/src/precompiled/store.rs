//! What is kept between runs: one folder for each prefix, `KEY/` with `prefix.hpp.gch` and `about.json`.
//!
//! Several graders may use it at once. An entry is made beside and renamed, so it is there as a whole or not at all; it is
//! copied before it is used, and what was copied is summed, so an entry that is damaged, or goes meanwhile, is only a miss.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use super::choose::Prefix;
use super::history::{self, SEEN};
use super::identity::{self, entry_key};
use super::private_folder::{is_trusted_folder, make_folder};
use super::ready::PrecompiledHeaders;
use super::settings::PrefixGroup;
use crate::compiler;
use serde::{Deserialize, Serialize};

/// The compiled headers of an entry.
const COMPILED: &str = "prefix.hpp.gch";

/// What must be known of it.
const ABOUT: &str = "about.json";

/// The folder with a file for each prefix that was tried: `yes` or `no`.
const DRAINING: &str = "draining";

/// How names of entries begin that are not whole yet.
const NEW: &str = ".new-";

/// How old one is whose maker must have died.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// How large one may be, in bytes. `<bits/stdc++.h>` takes 96 MiB.
pub(super) const LARGEST: u64 = 256 << 20;

/// How much is kept of all, in bytes.
const MOST: u64 = 1 << 30;

/// How much is read of what is known of an entry, in bytes.
const LONGEST_ABOUT: u64 = 1 << 20;

/// The prefixes that earlier runs made; or none, if none are kept.
#[derive(Debug, Default)]
pub struct PrecompiledStore {
    folder: Option<PathBuf>,
    is_read_only: bool,
    /// What this run knows of prefixes: whether they can be drained.
    can_drain: Mutex<BTreeMap<String, bool>>,
}

/// What must be known of an entry before it is used.
#[derive(Debug, Serialize, Deserialize)]
struct PrecompiledMetadata {
    /// All that it depends on, but for the headers that were read.
    about: String,
    /// The headers that were read, each as it was.
    headers: Vec<String>,
    /// The length and the sum of what was compiled.
    length: u64,
    sum: String,
}

impl PrecompiledStore {
    /// Keeps prefixes below this folder, which is made when it is needed.
    pub fn in_cache(cache: &Path) -> PrecompiledStore {
        PrecompiledStore {
            folder: Some(cache.join("precompiled")),
            ..PrecompiledStore::default()
        }
    }

    /// The same, in which nothing is kept or removed.
    pub fn read_only(self) -> PrecompiledStore {
        PrecompiledStore {
            is_read_only: true,
            ..self
        }
    }

    /// Whether anything may be kept at all.
    pub(super) fn has_entries(&self) -> bool {
        let is_entry = |name: &OsStr| name != DRAINING && name != SEEN;
        self.trusted_folder()
            .and_then(|folder| fs::read_dir(folder).ok())
            .is_some_and(|all| all.flatten().any(|entry| is_entry(&entry.file_name())))
    }

    /// How sources of earlier runs began that were compiled so, and how many.
    pub(super) fn earlier_beginnings(&self, group: &PrefixGroup) -> Vec<(Prefix, i64)> {
        self.trusted_folder()
            .map_or_else(Vec::new, |folder| history::read(folder, group))
    }

    /// Adds the sources of a run that were compiled to those of earlier runs. What cannot be kept is forgotten.
    pub fn remember_beginnings(&self, ready: &PrecompiledHeaders) {
        let Some(folder) = self.folder.as_ref().filter(|_| self.is_written()) else {
            return;
        };
        for (group, seen) in ready.counted_beginnings() {
            if let Err(error) = history::add(folder, &group, &seen) {
                tracing::info!(folder = %folder.display(), %error, "the headers of this run are not remembered");
            }
        }
    }

    /// Whether anything may be kept for later runs.
    pub(super) fn is_written(&self) -> bool {
        self.folder.is_some() && !self.is_read_only
    }

    /// Whether this prefix is kept, and nothing has changed that it depends on.
    pub(super) fn has_prefix(&self, about: &str) -> bool {
        self.find_entry(about).is_some()
    }

    /// Copies a prefix that is kept to a new file. Whether that succeeded: if not, there is no such file.
    pub fn copy_prefix(&self, about: &str, to: &Path) -> bool {
        let Some((entry, known)) = self.find_entry(about) else {
            return false;
        };
        let taken = identity::copy_with_checksum(&entry.join(COMPILED), to, LARGEST);
        if taken.as_ref().is_ok_and(|sum| *sum == known.sum) {
            if !self.is_read_only {
                mark_used(&entry);
            }
            return true;
        }
        let _ = fs::remove_file(to);
        match taken {
            Ok(_) => {
                tracing::warn!(entry = %entry.display(), "a precompiled header was damaged");
                if !self.is_read_only {
                    let _ = fs::remove_dir_all(&entry);
                }
            }
            Err(error) => tracing::info!(%error, "a precompiled header cannot be taken"),
        }
        false
    }

    /// Keeps a prefix that was made of these headers. What cannot be kept is made again next time.
    pub fn store_prefix(&self, about: &str, headers: Vec<String>, compiled: &Path) {
        let Some(folder) = self.folder.as_ref().filter(|_| !self.is_read_only) else {
            return;
        };
        match store_in_folder(folder, about, headers, compiled) {
            Ok(()) => evict_entries(folder, MOST),
            Err(error) => {
                tracing::warn!(folder = %folder.display(), %error, "a precompiled header cannot be kept");
            }
        }
    }

    /// Whether a prefix can be drained; none if nobody has tried.
    pub(super) fn can_drain(&self, about: &str) -> Option<bool> {
        let key = entry_key(about);
        let known = self
            .can_drain
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(can_drain) = known.get(&key) {
            return Some(*can_drain);
        }
        let kept = fs::read(self.trusted_folder()?.join(DRAINING).join(key)).ok()?;
        (kept == b"yes" || kept == b"no").then_some(kept == b"yes")
    }

    /// Remembers whether a prefix can be drained. What cannot be kept is tried again in the next run.
    pub(super) fn remember_draining(&self, about: &str, can_drain: bool) {
        let key = entry_key(about);
        if let Some(folder) = self.folder.as_ref().filter(|_| !self.is_read_only) {
            let answer = if can_drain { "yes" } else { "no" };
            if let Err(error) = write_answer(folder, &key, answer) {
                tracing::warn!(folder = %folder.display(), %error, "whether a header can be drained cannot be kept");
            }
        }
        let mut known = self
            .can_drain
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        known.insert(key, can_drain);
    }

    fn find_entry(&self, about: &str) -> Option<(PathBuf, PrecompiledMetadata)> {
        let entry = self.trusted_folder()?.join(entry_key(about));
        let mut text = String::new();
        File::open(entry.join(ABOUT))
            .ok()?
            .take(LONGEST_ABOUT)
            .read_to_string(&mut text)
            .ok()?;
        let known: PrecompiledMetadata = serde_json::from_str(&text).ok()?;
        let length = fs::symlink_metadata(entry.join(COMPILED)).ok()?.len();
        let is_same = |header: &String| {
            let path = header.split(' ').next().unwrap_or_default();
            compiler::fingerprint_file(Path::new(path)).as_ref() == Some(header)
        };
        let holds =
            known.about == about && known.length == length && known.headers.iter().all(is_same);
        holds.then_some((entry, known))
    }

    /// The folder, if it is there and nobody else can write into it.
    fn trusted_folder(&self) -> Option<&Path> {
        let folder = self.folder.as_deref()?;
        is_trusted_folder(folder).then_some(folder)
    }
}

/// What is used is not the first to go, whoever makes room.
fn mark_used(entry: &Path) {
    for name in [ABOUT, COMPILED] {
        let used = File::open(entry.join(name));
        let _ = used.and_then(|file| file.set_modified(SystemTime::now()));
    }
}

fn write_answer(folder: &Path, key: &str, answer: &str) -> io::Result<()> {
    make_folder(folder)?;
    make_folder(&folder.join(DRAINING))?;
    fs::write(folder.join(DRAINING).join(key), answer)
}

fn store_in_folder(
    folder: &Path,
    about: &str,
    headers: Vec<String>,
    compiled: &Path,
) -> io::Result<()> {
    make_folder(folder)?;
    let new = tempfile::Builder::new().prefix(NEW).tempdir_in(folder)?;
    let sum = identity::copy_with_checksum(compiled, &new.path().join(COMPILED), LARGEST)?;
    let length = fs::metadata(new.path().join(COMPILED))?.len();
    let known = PrecompiledMetadata {
        about: about.to_owned(),
        headers,
        length,
        sum,
    };
    let path = new.path().join(ABOUT);
    fs::write(&path, serde_json::to_vec(&known)?)?;
    fs::set_permissions(&path, Permissions::from_mode(0o444))?;
    let entry = folder.join(entry_key(about));
    // One that is there is damaged, or of headers that have changed, or another grader's of this moment.
    let _ = fs::remove_dir_all(&entry);
    match fs::rename(new.path(), &entry) {
        Ok(()) => {
            let _ = new.keep();
            Ok(())
        }
        Err(_) if entry.is_dir() => Ok(()),
        Err(error) => Err(error),
    }
}

/// Removes what was not used for longest, until the rest takes no more than so many bytes; and what nobody will finish.
fn evict_entries(folder: &Path, most: u64) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut kept = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        let is_new = entry
            .file_name()
            .as_encoded_bytes()
            .starts_with(NEW.as_bytes());
        let touched = if is_new {
            path.clone()
        } else {
            path.join(ABOUT)
        };
        let used = fs::metadata(touched).and_then(|data| data.modified());
        let age = used
            .ok()
            .and_then(|used| used.elapsed().ok())
            .unwrap_or_default();
        let length = fs::metadata(path.join(COMPILED)).map_or(0, |data| data.len());
        if !is_new {
            kept.push((age, path, length));
        } else if age > ABANDONED {
            let _ = fs::remove_dir_all(path);
        }
    }
    kept.sort();
    let mut together: u64 = 0;
    for (_, path, length) in kept {
        together = together.saturating_add(length);
        if together > most {
            let _ = fs::remove_dir_all(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt;

    use super::*;
    use crate::compiler;

    fn store() -> (tempfile::TempDir, PrecompiledStore, PathBuf) {
        let place = tempfile::tempdir().unwrap();
        let store = PrecompiledStore::in_cache(&place.path().join("grader"));
        let compiled = place.path().join("compiled");
        fs::write(&compiled, b"0123456789".repeat(1000)).unwrap();
        (place, store, compiled)
    }

    fn entry(store: &PrecompiledStore, about: &str) -> PathBuf {
        store.folder.as_ref().unwrap().join(entry_key(about))
    }

    #[test]
    fn what_is_kept_is_taken_again() {
        let (place, store, compiled) = store();
        let header = place.path().join("header");
        fs::write(&header, "one").unwrap();
        let to = place.path().join("taken");
        assert!(!store.has_entries() && !store.copy_prefix("a", &to));
        store.store_prefix(
            "a",
            vec![compiler::fingerprint_file(&header).unwrap()],
            &compiled,
        );
        assert!(store.has_entries() && store.has_prefix("a") && !store.has_prefix("b"));
        assert!(store.copy_prefix("a", &to));
        assert_eq!(fs::read(&to).unwrap(), fs::read(&compiled).unwrap());
        let folder = store.folder.as_ref().unwrap();
        assert_eq!(fs::metadata(folder).unwrap().mode() & 0o777, 0o700);
        // A header has changed.
        fs::write(&header, "two and more").unwrap();
        assert!(!store.has_prefix("a"));
    }

    #[test]
    fn what_is_damaged_is_not_there() {
        let (place, store, compiled) = store();
        let to = place.path().join("taken");
        for name in [COMPILED, ABOUT] {
            store.store_prefix("a", Vec::new(), &compiled);
            let path = entry(&store, "a").join(name);
            let mut bytes = fs::read(&path).unwrap();
            bytes[5] ^= 1;
            fs::remove_file(&path).unwrap();
            fs::write(&path, bytes).unwrap();
            assert!(!store.copy_prefix("a", &to) && !to.exists(), "{name}");
        }
        store.store_prefix("a", Vec::new(), &compiled);
        assert!(store.copy_prefix("a", &to), "a new one takes its place");
        fs::remove_dir_all(store.folder.as_ref().unwrap()).unwrap();
        assert!(!store.copy_prefix("a", &place.path().join("again")));
    }

    #[test]
    fn what_others_may_write_is_not_used() {
        let (_place, store, compiled) = store();
        store.store_prefix("a", Vec::new(), &compiled);
        let folder = store.folder.as_ref().unwrap();
        fs::set_permissions(folder, Permissions::from_mode(0o777)).unwrap();
        assert!(!store.has_prefix("a"));
        store.store_prefix("b", Vec::new(), &compiled);
        fs::set_permissions(folder, Permissions::from_mode(0o700)).unwrap();
        assert!(store.has_prefix("a") && !store.has_prefix("b"));
    }

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let (_place, store, compiled) = store();
        let hour = Duration::from_secs(3600);
        for (about, age) in [("old", 3), ("older", 4), ("young", 1)] {
            store.store_prefix(about, Vec::new(), &compiled);
            let file = File::open(entry(&store, about).join(ABOUT)).unwrap();
            file.set_modified(SystemTime::now() - hour * age).unwrap();
        }
        let folder = store.folder.clone().unwrap();
        let half_made = folder.join(".new-1");
        fs::create_dir(&half_made).unwrap();
        evict_entries(&folder, 20_000);
        let is_there = |about: &str| store.has_prefix(about);
        assert!(is_there("old") && is_there("young") && !is_there("older") && half_made.exists());
        File::open(&half_made)
            .unwrap()
            .set_modified(SystemTime::now() - hour * 30)
            .unwrap();
        evict_entries(&folder, 20_000);
        assert!(!half_made.exists());
    }
}
