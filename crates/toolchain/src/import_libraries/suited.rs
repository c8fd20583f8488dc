//! Which programs are linked with import libraries: those of which it is certain beforehand that nothing differs.

use std::collections::{BTreeMap, BTreeSet};

use object::{Object, ObjectSymbol};

use super::named::ObjectSymbols;
use super::order;
use super::trimmed::{self, LibrarySymbol};
use model::ImportLibraries;

/// What the linker itself and the files around each program define.
const OF_THE_LINKER: [&str; 2] = ["_GLOBAL_OFFSET_TABLE_", "__dso_handle"];

/// The library without which a program is no usual C++ program: with it, the linker's table has its size.
const STANDARD_LIBRARY: &str = "libstdc++.so";

/// The names that libraries are trimmed to for a program whose objects name `program`; none if it is linked with whole ones.
pub(super) fn select_names(
    libraries: &ImportLibraries,
    program: &ObjectSymbols,
) -> Option<BTreeSet<String>> {
    let start = start_file_symbols(libraries)?;
    let together = program.clone().merge_symbols(&start);
    let all = together.all_names();
    let mut linkable: BTreeMap<String, LibrarySymbol> = BTreeMap::new();
    let mut mentioned = BTreeSet::new();
    let mut needs_the_standard_library = false;
    let loader = ("", &libraries.loader);
    let files = libraries
        .libraries
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes));
    for (file, bytes) in files.chain([loader]) {
        for symbol in trimmed::read_symbols(bytes, Some(&all))? {
            mentioned.insert(symbol.name.clone());
            if symbol.is_linkable && !file.is_empty() {
                needs_the_standard_library |=
                    file == STANDARD_LIBRARY && program.needed.contains(&symbol.name);
                // The first library that defines it is the one that is linked with.
                linkable.entry(symbol.name.clone()).or_insert(symbol);
            }
        }
    }
    let is_there = |name: &String| linkable.contains_key(name);
    // A program that defines what a library needs is called by the library: the linker must see both.
    let are_seen = program
        .defined
        .iter()
        .all(|name| is_there(name) || !mentioned.contains(name));
    let is_of_the_linker = |name: &String| OF_THE_LINKER.contains(&name.as_str());
    let are_found = together
        .needed
        .iter()
        .all(|name| is_there(name) || is_of_the_linker(name));
    let weak = program.weak.iter();
    let are_as_weak = weak
        .clone()
        .all(|name| is_there(name) || !mentioned.contains(name));
    let outside = together.needed.iter().chain(&together.weak);
    let full = outside.map(|name| linkable.get(name).map_or(name.as_str(), |it| &it.full_name));
    let is_in_order = order::has_unique_slots(full, libraries.table_size);
    let suits = needs_the_standard_library && are_seen && are_found && are_as_weak && is_in_order;
    suits.then_some(all)
}

/// What the objects name that every program starts and ends with.
pub(super) fn start_file_symbols(libraries: &ImportLibraries) -> Option<ObjectSymbols> {
    let mut named = ObjectSymbols::default();
    for bytes in &libraries.start_files {
        let file = object::File::parse(bytes.as_slice()).ok()?;
        for symbol in file.symbols().filter(|symbol| !symbol.is_local()) {
            let name = symbol.name().ok()?.to_owned();
            match (symbol.is_undefined(), symbol.is_weak()) {
                (false, _) => named.defined.insert(name),
                (true, false) => named.needed.insert(name),
                (true, true) => named.weak.insert(name),
            };
        }
    }
    Some(ObjectSymbols::default().merge_symbols(&named))
}
