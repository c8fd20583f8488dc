//! The symbols that a program's objects name, as `readelf` prints them: it runs where compilers do, and what it prints of
//! a student's objects is read in one pass.

use std::collections::{BTreeMap, BTreeSet};

use super::link_line;
use super::trimmed::{self, LibrarySymbol};
use model::ImportLibraries;
use object::{Object, ObjectSymbol};

/// The tool; it comes with every compiler's assembler and linker.
pub(super) const READELF: &str = "readelf";

/// How it is asked.
pub(super) const SYMBOLS: [&str; 2] = ["--symbols", "--wide"];

/// What objects name, local symbols apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ObjectSymbols {
    /// What they define.
    pub(super) defined: BTreeSet<String>,
    /// What they need, and cannot do without.
    pub(super) needed: BTreeSet<String>,
    /// What they use if it is there.
    pub(super) weak: BTreeSet<String>,
}

impl ObjectSymbols {
    /// Reads what the tool printed; none if an object has a symbol of an unusual kind: memory shared between objects, one of
    /// several functions chosen at the start, an odd name.
    pub(super) fn parse(printed: &str) -> Option<ObjectSymbols> {
        let mut named = ObjectSymbols::default();
        for line in printed.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            // Number, value, size, kind, binding, visibility, section, and a name that a local symbol need not have.
            let [number, _, _, kind, binding, _, section, rest @ ..] = words.as_slice() else {
                continue;
            };
            let is_row = number
                .strip_suffix(':')
                .is_some_and(|it| it.parse::<u64>().is_ok());
            if !is_row || (*binding == "LOCAL" && *kind != "IFUNC") {
                continue;
            }
            let [name] = rest else { return None };
            named.add_symbol(kind, binding, section, name)?;
        }
        let ObjectSymbols {
            defined,
            needed,
            weak,
        } = &mut named;
        needed.retain(|name| !defined.contains(name));
        weak.retain(|name| !defined.contains(name) && !needed.contains(name));
        Some(named)
    }

    fn add_symbol(&mut self, kind: &str, binding: &str, section: &str, name: &str) -> Option<()> {
        let is_usual = |byte: u8| byte.is_ascii_alphanumeric() || b"_.$".contains(&byte);
        if !name.bytes().all(is_usual) || !["NOTYPE", "FUNC", "OBJECT", "TLS"].contains(&kind) {
            return None;
        }
        let name = name.to_owned();
        match (section, binding) {
            ("UND", "GLOBAL") => self.needed.insert(name),
            ("UND", "WEAK") => self.weak.insert(name),
            (number, "GLOBAL" | "WEAK" | "UNIQUE") if number.parse::<u32>().is_ok() => {
                self.defined.insert(name)
            }
            _ => return None,
        };
        Some(())
    }

    /// What these objects and others name together.
    pub(super) fn merge_symbols(mut self, other: &ObjectSymbols) -> ObjectSymbols {
        self.defined.extend(other.defined.iter().cloned());
        self.needed.extend(other.needed.iter().cloned());
        self.weak.extend(other.weak.iter().cloned());
        let ObjectSymbols {
            defined,
            needed,
            weak,
        } = &mut self;
        needed.retain(|name| !defined.contains(name));
        weak.retain(|name| !defined.contains(name) && !needed.contains(name));
        self
    }

    /// All names.
    pub(super) fn all_names(&self) -> BTreeSet<String> {
        let all = self.defined.iter().chain(&self.needed).chain(&self.weak);
        all.cloned().collect()
    }
}

/// What the linker itself and the files around each program define; the last is what `--wrap=main` makes of `main`.
const OF_THE_LINKER: [&str; 3] = ["_GLOBAL_OFFSET_TABLE_", "__dso_handle", "__real_main"];

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
    let is_in_order = link_line::has_unique_slots(full, libraries.table_size);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_unusual_symbols_are_refused() {
        let row = |text: &str| {
            ObjectSymbols::parse(&format!(
                "   Num: Value Size Type\n     7: 0000000000000000    16 {text}\n"
            ))
        };
        let usual = row("FUNC    GLOBAL DEFAULT    2 main\n     8: 00 0 NOTYPE WEAK DEFAULT UND f");
        let expected = ObjectSymbols {
            defined: BTreeSet::from(["main".to_owned()]),
            weak: BTreeSet::from(["f".to_owned()]),
            ..ObjectSymbols::default()
        };
        assert_eq!(usual, Some(expected));
        assert_eq!(
            row("SECTION LOCAL  DEFAULT    1 .text"),
            Some(ObjectSymbols::default())
        );
        for unusual in [
            "OBJECT  GLOBAL DEFAULT  COM shared",
            "IFUNC   GLOBAL DEFAULT    1 chosen",
            "IFUNC   LOCAL  DEFAULT    1 chosen",
            "FUNC    GLOBAL DEFAULT  UND memcpy@GLIBC_2.2.5",
            "FUNC    GLOBAL DEFAULT    1 two words",
            "FUNC    GLOBAL DEFAULT    1 ^Jmalloc",
            "FUNC    GLOBAL DEFAULT    1",
            "FUNC    GLOBAL DEFAULT  ABS f",
            "FUNC    GLOBAL DEFAULT [<other>: 80]    1 f",
        ] {
            assert_eq!(row(unusual), None, "{unusual}");
        }
    }
}
