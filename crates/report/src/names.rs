//! Names that stand in many places of what is kept of a class, kept once.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// The names of cases, criteria and causes, which many submissions of an assignment have, and the lists of them.
#[derive(Debug, Default)]
pub(super) struct SharedNames {
    names: Mutex<BTreeSet<Arc<str>>>,
    lists: Mutex<BTreeSet<Arc<[Arc<str>]>>>,
}

impl SharedNames {
    /// The name that all share.
    pub(super) fn intern_name(&self, name: &str) -> Arc<str> {
        let mut known = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shared) = known.get(name) {
            return Arc::clone(shared);
        }
        let new: Arc<str> = name.into();
        known.insert(Arc::clone(&new));
        new
    }

    /// The list that all share who have these names in this order.
    pub(super) fn intern_list<'n>(&self, names: impl Iterator<Item = &'n str>) -> Arc<[Arc<str>]> {
        let list: Vec<Arc<str>> = names.map(|name| self.intern_name(name)).collect();
        let mut known = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shared) = known.get(list.as_slice()) {
            return Arc::clone(shared);
        }
        let new: Arc<[Arc<str>]> = list.into();
        known.insert(Arc::clone(&new));
        new
    }
}
