//! In which order GNU ld meets the symbols of a link, and so lays out what it makes for them.
//!
//! It goes through its table of symbols place by place. A table for whole libraries has grown to a size, and one for
//! trimmed libraries is made that large; then every symbol has the same place in both. Only where two symbols share a place
//! it matters when each came: then the order may differ.

use std::collections::BTreeSet;

/// Whether no two of these symbols, given by their full names, share a place in a table of this size.
pub(super) fn has_unique_slots<'n>(names: impl IntoIterator<Item = &'n str>, size: u64) -> bool {
    let mut places = BTreeSet::new();
    names
        .into_iter()
        .all(|name| places.insert(table_slot(name, size)))
}

/// The place of a name in a table of this size: `bfd_hash_hash` of GNU binutils, modulo the size.
pub(super) fn table_slot(name: &str, size: u64) -> u64 {
    let mix = |hash: u64, number: u64| {
        let sum = hash
            .wrapping_add(number)
            .wrapping_add(number.wrapping_shl(17));
        sum ^ (sum >> 2)
    };
    let hash = name.bytes().fold(0, |hash, byte| mix(hash, byte.into()));
    mix(hash, name.len() as u64) % size.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_linker() {
        // As GNU ld 2.40 orders the calls of a program.
        let ordered = [
            "_ZNSolsEi@@GLIBCXX_3.4",
            "_ZNSt8ios_base4InitC1Ev@@GLIBCXX_3.4",
        ];
        assert_eq!(ordered.map(|name| table_slot(name, 65521)), [56703, 49922]);
        assert!(has_unique_slots(ordered, 65521) && !has_unique_slots(["main", "main"], 65521));
    }
}
