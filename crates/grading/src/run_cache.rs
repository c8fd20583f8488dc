//! What is kept between runs of what programs are built of and with.

use toolchain::cache::{CacheFolder, CacheStore};
use toolchain::{PrecompiledStore, ToolchainInstallations};

/// Where that is; or nowhere, and then it ends with the run.
#[derive(Debug)]
pub struct RunCache {
    /// Precompiled headers of earlier runs.
    pub precompiled: PrecompiledStore,
    pub(super) builds: CacheStore,
    pub(super) installations: ToolchainInstallations,
    import_libraries: CacheStore,
}

impl RunCache {
    /// In the user's cache.
    pub fn from_cache_folder(cache: &CacheFolder) -> RunCache {
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
    pub fn building_anew(self) -> RunCache {
        RunCache {
            builds: self.builds.written_only(),
            ..self
        }
    }

    /// What is known of import libraries.
    pub fn import_libraries(&self) -> &CacheStore {
        &self.import_libraries
    }
}
