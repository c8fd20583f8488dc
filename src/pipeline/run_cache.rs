//! What is kept between runs of that with which programs are built.

use std::path::{Path, PathBuf};

use crate::build::PrecompiledStore;
use crate::cache::{CacheFolder, Store};

/// Where that is; or nowhere, and then it ends with the run.
#[derive(Debug)]
pub(crate) struct RunCache {
    pub(super) precompiled: PrecompiledStore,
    pub(super) drivers: Store,
    folder: Option<PathBuf>,
}

impl RunCache {
    /// In the user's cache.
    pub(crate) fn of(cache: &CacheFolder) -> RunCache {
        let folder = cache.path().map(Path::to_owned);
        let precompiled = folder.as_deref().map(PrecompiledStore::below).unwrap_or_default();
        RunCache { precompiled, drivers: cache.store("drivers"), folder }
    }

    /// The folder of all of it; none where nothing is kept.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }
}
