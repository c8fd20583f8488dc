//! Names of ours, such as a mistake's or a rule's, which live as long as the program.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize as _, Deserializer};

/// A name that stands in this program's text.
pub(crate) type Name = &'static str;

/// The same name, read back from a record.
pub(super) fn deserialize_interned<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Name, D::Error> {
    String::deserialize(deserializer).map(|name| intern(&name))
}

/// The one copy of a name that was made or read. There are some hundreds of them, so each is kept once and never given back.
pub(super) fn intern(name: &str) -> Name {
    static INTERNED: Mutex<BTreeSet<Name>> = Mutex::new(BTreeSet::new());
    let mut kept = INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
    match kept.get(name) {
        Some(known) => known,
        None => {
            let new: Name = Box::leak(name.to_owned().into_boxed_str());
            kept.insert(new);
            new
        }
    }
}
