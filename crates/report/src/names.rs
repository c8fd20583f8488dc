//! Names that stand in many places of what is kept of a class, kept once.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// The names of cases, criteria and causes, which many submissions of an assignment have.
#[derive(Debug, Default)]
pub(super) struct SharedNames(Mutex<BTreeSet<Arc<str>>>);

impl SharedNames {
    /// The name that all share.
    pub(super) fn intern_name(&self, name: &str) -> Arc<str> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shared) = known.get(name) {
            return Arc::clone(shared);
        }
        let new: Arc<str> = name.into();
        known.insert(Arc::clone(&new));
        new
    }
}
