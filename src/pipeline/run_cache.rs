//! What is kept between runs of what programs are built of and with.

use crate::build::{Installations, PrecompiledStore};
use crate::cache::{CacheFolder, Store};

/// Where that is; or nowhere, and then it ends with the run.
#[derive(Debug)]
pub(crate) struct RunCache {
    pub(super) precompiled: PrecompiledStore,
    pub(super) builds: Store,
    pub(super) installations: Installations,
    import_libraries: Store,
}

impl RunCache {
    /// In the user's cache.
    pub(crate) fn of(cache: &CacheFolder) -> RunCache {
        let precompiled = cache.path().map(PrecompiledStore::below).unwrap_or_default();
        let precompiled = if cache.is_read_only() { precompiled.read_only() } else { precompiled };
        RunCache {
            precompiled,
            builds: cache.store("builds"),
            installations: Installations::new(cache.store("installations")),
            import_libraries: cache.store("import-libraries"),
        }
    }

    /// The same, in which no earlier build is found.
    pub(crate) fn building_anew(self) -> RunCache {
        RunCache { builds: self.builds.written_only(), ..self }
    }

    /// What is known of import libraries.
    pub(crate) fn import_libraries(&self) -> &Store {
        &self.import_libraries
    }
}
