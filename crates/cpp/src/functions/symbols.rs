//! Which functions an object has, from its symbol table, and what C++ calls them.
//!
//! The object was made of a student's source, so its names are anything: they are read by crates that know every form of
//! them, long ones and strange ones are passed over, and nothing here is ever run. Demangling is bounded in what it makes and not
//! only in what it reads.
//!
//! A mangled name says "the same as before" in two letters, so one of a few hundred can stand for more text than there is
//! memory: templates nested thirty deep, each with the one before it twice.

use std::fmt;

use cpp_demangle::{DemangleOptions, ParseOptions, Symbol};
use model::PrototypeParameter;
use object::{Object, ObjectSymbol, SymbolKind};
use serde::{Deserialize, Serialize};

/// A function that an object defines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DefinedFunction {
    /// The symbol, as linkers know it.
    pub symbol: String,
    /// The name with its classes and namespaces, but for one without a name: `Board::print`.
    pub name: String,
    /// What stands between the parentheses; none for a function with the linkage of C.
    pub list: Option<String>,
    /// Whether other objects can call it by the symbol: it is neither `static` nor in a namespace without a name.
    pub is_global: bool,
}

impl DefinedFunction {
    /// The parameters, if they are of types that can be called with.
    pub fn parameters(&self) -> Option<Vec<PrototypeParameter>> {
        super::prototype::parse_parameters(self.list.as_deref()?).ok()
    }

    /// The function as a student knows it: `gridState(long long, int)`.
    pub fn display_signature(&self) -> String {
        let list = self.list.as_deref().unwrap_or("…");
        format!(
            "{}({})",
            self.name,
            super::prototype::simplify_types(list).replace(" >", ">")
        )
    }
}

/// The functions in an object; none if it is no object.
pub(crate) fn defined_functions(object: &[u8]) -> Vec<DefinedFunction> {
    let Ok(file) = object::File::parse(object) else {
        return Vec::new();
    };
    file.symbols()
        .take(MOST_SYMBOLS)
        .filter(is_defined_function)
        .filter_map(|symbol| read_function(&symbol))
        .collect()
}

fn is_defined_function(symbol: &object::Symbol<'_, '_>) -> bool {
    symbol.kind() == SymbolKind::Text && symbol.is_definition()
}

fn read_function(symbol: &object::Symbol<'_, '_>) -> Option<DefinedFunction> {
    let name = symbol_name(symbol.name())?;
    // A point marks a copy that the compiler has made for itself, and may call in a way of its own.
    if !name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    {
        return None;
    }
    let is_global = symbol.is_global();
    let symbol = name.to_owned();
    if !name.starts_with("_Z") {
        return Some(DefinedFunction {
            name: symbol.clone(),
            symbol,
            list: None,
            is_global,
        });
    }
    let text = demangle_symbol(name)?;
    let (name, list) = split_signature(&text)?;
    Some(DefinedFunction {
        symbol,
        name: name.to_owned(),
        list: Some(list.to_owned()),
        is_global,
    })
}

/// `f(int)` in its name and what stands between its parentheses. What is no plain function has no list here: templates,
/// operators, methods that are `const`.
fn split_signature(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix("(anonymous namespace)::").unwrap_or(text);
    let (name, rest) = text.split_once('(')?;
    let plain = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"_:".contains(&byte));
    plain.then_some((name, rest.strip_suffix(')')?))
}

/// How many symbols of an object are looked at. Programs of students have some hundred.
pub(crate) const MOST_SYMBOLS: usize = 20_000;

/// How long a name may be as linkers know it, in bytes.
const LONGEST_MANGLED: usize = 1 << 10;

/// How long it may become, in bytes. A function with a dozen containers of strings for parameters has two thousand.
const LONGEST_NAME: usize = 4 << 10;

/// How deeply its parts may be nested, while it is read and while it is written: the crate's own limits, said here because
/// the stack depends on them.
const DEEPEST_READ: u32 = 96;
const DEEPEST_WRITTEN: u32 = 128;

/// What C++ calls the symbol; none if it is no name of C++, or one that nobody could read.
pub(crate) fn demangle_symbol(symbol: &str) -> Option<String> {
    if symbol.len() > LONGEST_MANGLED {
        return None;
    }
    let reading = ParseOptions::default().recursion_limit(DEEPEST_READ);
    let writing = DemangleOptions::new().recursion_limit(DEEPEST_WRITTEN);
    let parsed = Symbol::new_with_options(symbol, &reading).ok()?;
    let mut text = BoundedText(String::new());
    parsed.structured_demangle(&mut text, &writing).ok()?;
    Some(text.0)
}

/// A symbol's own name, if it is of a length that names have.
pub(crate) fn symbol_name(name: Result<&str, object::Error>) -> Option<&str> {
    name.ok().filter(|name| name.len() <= LONGEST_MANGLED)
}

/// Text that refuses to grow beyond its bound: whoever writes it then stops.
struct BoundedText(String);

impl fmt::Write for BoundedText {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if self.0.len() + part.len() > LONGEST_NAME {
            return Err(fmt::Error);
        }
        self.0.push_str(part);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    /// `void f(P<P<…>, P<…>>)`: templates nested `depth` deep, each with the one before it twice.
    fn doubling(depth: usize) -> String {
        // S_ is P itself, and each later substitution is P of the one before it, twice.
        let base36 = |number: usize| match number {
            0..=9 => number.to_string(),
            _ => char::from(b'A' + u8::try_from(number - 10).unwrap_or(25)).to_string(),
        };
        let mut name = format!("_Z1f{}1PIiiE", "");
        for level in 0..depth.saturating_sub(1) {
            let before = if level == 0 {
                "S0_".to_owned()
            } else {
                format!("S{}_", base36(level))
            };
            name += &format!("S_I{before}{before}E");
        }
        name
    }

    #[test]
    fn a_name_that_doubles_is_none_and_a_long_one_is_read() {
        assert_eq!(
            demangle_symbol(&doubling(1)).as_deref(),
            Some("f(P<int, int>)")
        );
        assert!(demangle_symbol(&doubling(4)).is_some_and(|text| text.len() > 100));
        for depth in [20, 30, 36] {
            assert_eq!(demangle_symbol(&doubling(depth)), None, "{depth}");
        }
        assert_eq!(
            demangle_symbol(&format!("_Z{}{}v", 2000, "f".repeat(2000))),
            None
        );
        assert_eq!(demangle_symbol("main"), None);
    }

    /// Parts of names, so that random ones are often taken for names.
    const PARTS: [&str; 40] = [
        "_Z", "1f", "1P", "3std", "N", "E", "I", "J", "S_", "S0_", "S1_", "SZ_", "St", "Ss", "T_",
        "T0_", "i", "v", "c", "P", "R", "K", "F", "M", "A3_", "A_", "Dp", "DT", "Dn", "Z", "L",
        "X", "sr", "cl", "C1", "D2", "cv", "Ut_", "Ul", "tl",
    ];

    fn real() -> Vec<String> {
        let real = [
            "_ZNSt6vectorINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEESaIS5_EE9push_backERKS5_",
            "_ZSt16__do_uninit_copyIPKiPiET0_T_S4_S3_",
            "_ZZ4mainENKUlvE_clEv",
            "_Z1fM1AFvvEPFivE",
        ];
        real.map(str::to_owned)
            .into_iter()
            .chain((1..30).map(doubling))
            .collect()
    }

    proptest! {
        #[test]
        fn whatever_a_symbol_is_its_name_is_bounded(parts in vec(select(&PARTS[..]), 0..120)) {
            let name = format!("_Z{}", parts.concat());
            prop_assert!(demangle_symbol(&name).is_none_or(|text| text.len() <= LONGEST_NAME));
        }

        #[test]
        fn a_real_symbol_with_some_other_letters_is_bounded(
            name in select(real()),
            changes in vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        ) {
            let mut bytes = name.into_bytes();
            for (place, byte) in changes {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            let name = String::from_utf8_lossy(&bytes);
            prop_assert!(demangle_symbol(&name).is_none_or(|text| text.len() <= LONGEST_NAME));
        }

        #[test]
        fn any_text_at_all_is_bounded(name in any::<String>()) {
            prop_assert!(demangle_symbol(&name).is_none_or(|text| text.len() <= LONGEST_NAME));
        }
    }
}
