//! The prefixes that are there, and which of them a source may be given.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::choose::Prefix;
use super::leading::{self, HEAD};
use super::settings::{self, PrefixGroup};
use model::BuildSettings;

/// The prefixes of one run, which become more while it goes on.
#[derive(Debug, Default)]
pub struct PrecompiledHeaders {
    /// Where they are: all compilers of the run read this folder, and none writes it. None if there are no prefixes.
    folder: Option<PathBuf>,
    ready: Mutex<BTreeMap<PrefixGroup, Vec<ReadyPrefix>>>,
}

/// A prefix that can be used.
#[derive(Debug)]
struct ReadyPrefix {
    prefix: Prefix,
    /// Its file, as compilers are given it.
    file: String,
}

impl PrecompiledHeaders {
    /// A run without prefixes so far, which will be in `folder`.
    pub fn new(folder: PathBuf) -> PrecompiledHeaders {
        PrecompiledHeaders {
            folder: Some(folder),
            ready: Mutex::default(),
        }
    }

    /// The folder that compilers must be able to read.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// From now on, sources that begin with these headers may be given this file.
    pub fn add_prefix(&self, group: PrefixGroup, prefix: Prefix, file: String) {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        ready
            .entry(group)
            .or_default()
            .push(ReadyPrefix { prefix, file });
    }

    /// From now on, nobody is given this file.
    pub(in super::super) fn remove_prefix(&self, file: &str) {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        ready
            .values_mut()
            .for_each(|all| all.retain(|one| one.file != file));
    }

    /// The file with the most headers that a source begins with; none if there is none, or if it is not there yet.
    pub(in super::super) fn prefix_for(
        &self,
        settings: &BuildSettings,
        source: &Path,
    ) -> Option<String> {
        self.folder.as_ref()?;
        let group = settings::prefix_group(settings)?;
        if !settings::is_cpp(&source.to_string_lossy()) {
            return None;
        }
        let mut head = Vec::new();
        File::open(source)
            .ok()?
            .take(HEAD as u64 + 1)
            .read_to_end(&mut head)
            .ok()?;
        let leading = leading::read_headers(&head);
        let ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        let fitting = ready
            .get(&group)?
            .iter()
            .filter(|one| leading.starts_with(&one.prefix));
        fitting
            .max_by_key(|one| one.prefix.len())
            .map(|one| one.file.clone())
    }
}
