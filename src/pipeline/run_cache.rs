//! What is kept between runs of what programs are built of and with.

use crate::build::{PrecompiledStore, ToolchainInstallations};
use crate::cache::{CacheFolder, CacheStore};

/// Where that is; or nowhere, and then it ends with the run.
#[derive(Debug)]
pub(crate) struct RunCache {
    pub(super) precompiled: PrecompiledStore,
    pub(super) builds: CacheStore,
    pub(super) installations: ToolchainInstallations,
    import_libraries: CacheStore,
}

impl RunCache {
    /// In the user's cache.
    pub(crate) fn from_cache_folder(cache: &CacheFolder) -> RunCache {
        let precompiled = cache
            .path()
            .map(PrecompiledStore::in_cache)
            .unwrap_or_default();
        let precompiled = if cache.is_read_only() {
            precompiled.read_only()
        } else {
            precompiled
        };
        RunCache {
            precompiled,
            builds: cache.open_store("builds"),
            installations: ToolchainInstallations::new(cache.open_store("installations")),
            import_libraries: cache.open_store("import-libraries"),
        }
    }

    /// The same, in which no earlier build is found.
    pub(crate) fn building_anew(self) -> RunCache {
        RunCache {
            builds: self.builds.written_only(),
            ..self
        }
    }

    /// What is known of import libraries.
    pub(crate) fn import_libraries(&self) -> &CacheStore {
        &self.import_libraries
    }
}
