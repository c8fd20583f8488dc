//! Numbers of one user or participant that stand with several names.

use std::collections::{BTreeMap, BTreeSet};

use super::item::LayoutEntry;
use support::printable::to_printable;

/// The names that entries of each owner have.
pub(super) fn names_by_owner(items: &[Option<LayoutEntry>]) -> BTreeMap<String, BTreeSet<String>> {
    let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for item in items.iter().flatten() {
        names
            .entry(item.owner.clone())
            .or_default()
            .insert(item.hand_in.name.clone());
    }
    names
}

/// Two persons whom one number names are never taken for one. Owners are the numbers that the system gives.
pub(super) fn separate_shared_numbers(items: &mut [Option<LayoutEntry>]) {
    let names = names_by_owner(items);
    for item in items.iter_mut().flatten() {
        let shared = names.get(&item.owner).filter(|names| names.len() > 1);
        if let Some(shared) = shared {
            let all: Vec<String> = shared
                .iter()
                .map(|name| format!("`{}`", to_printable(name)))
                .collect();
            item.to_check.push(format!(
                "the number {} is that of {}; the files are taken for different students'",
                item.owner,
                all.join(" and ")
            ));
            item.owner = format!("{} {}", item.owner, item.hand_in.name);
        }
    }
}
