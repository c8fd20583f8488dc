//! The symbols that a program's objects name, as `readelf` prints them: it runs where compilers do, and what it prints of
//! a student's objects is read in one pass.

use std::collections::BTreeSet;

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
