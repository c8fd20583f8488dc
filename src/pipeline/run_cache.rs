//! What runs keep for later ones.

use std::path::Path;

use crate::build::PrecompiledStore;

/// Where that is; or nowhere, and then it ends with the run.
#[derive(Debug, Default)]
pub(crate) struct RunCache {
    pub(super) precompiled: PrecompiledStore,
}

impl RunCache {
    /// Below a folder of the user's.
    pub(crate) fn below(folder: &Path) -> RunCache {
        RunCache { precompiled: PrecompiledStore::below(folder) }
    }
}
