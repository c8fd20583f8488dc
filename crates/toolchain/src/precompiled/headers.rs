//! The standard headers that may be compiled beforehand, and what each costs a compiler.
//!
//! Only these names are ever written into a prefix. A student chooses which of them and in which order, and nothing else.

/// A standard header.
#[derive(Debug, PartialEq, Eq)]
pub struct StandardHeader {
    /// Its name between `<` and `>`.
    pub(super) name: &'static str,
    /// How much of what it costs is common to most headers, in milliseconds.
    shared: u32,
    /// How much is its own, in milliseconds.
    own: u32,
}

/// Processor time of g++ 12.2 for a source that includes the header alone (`shared` and `own` together), and for one that
/// includes `<iostream>` before it (`own`), less an empty source; median of 3, for the usual headers. The rare ones (`<any>`, `<ranges>`, `<valarray>` and
/// their like) are estimated by those that they are like. Another compiler is faster or slower, but
/// only ratios matter: what a prefix saves is weighed against what it costs to make.
///
/// `<cassert>` is not among them: it means something else each time that it is included.
const HEADERS: &[StandardHeader] = &[
    standard_header("algorithm", 30, 20),
    standard_header("any", 30, 15),
    standard_header("array", 20, 10),
    standard_header("atomic", 20, 15),
    standard_header("bit", 5, 5),
    standard_header("bits/stdc++.h", 150, 850),
    standard_header("bitset", 105, 8),
    standard_header("cctype", 0, 2),
    standard_header("cerrno", 0, 1),
    standard_header("cfenv", 0, 3),
    standard_header("cfloat", 0, 1),
    standard_header("charconv", 10, 10),
    standard_header("chrono", 15, 25),
    standard_header("cinttypes", 0, 3),
    standard_header("ciso646", 0, 1),
    standard_header("climits", 0, 2),
    standard_header("clocale", 0, 1),
    standard_header("cmath", 25, 65),
    standard_header("codecvt", 100, 10),
    standard_header("compare", 5, 5),
    standard_header("complex", 170, 85),
    standard_header("concepts", 5, 5),
    standard_header("condition_variable", 100, 60),
    standard_header("coroutine", 10, 5),
    standard_header("csetjmp", 0, 2),
    standard_header("csignal", 0, 2),
    standard_header("cstdarg", 0, 1),
    standard_header("cstddef", 0, 2),
    standard_header("cstdint", 0, 2),
    standard_header("cstdio", 0, 3),
    standard_header("cstdlib", 0, 5),
    standard_header("cstring", 0, 3),
    standard_header("ctime", 0, 3),
    standard_header("ctype.h", 0, 2),
    standard_header("cuchar", 0, 2),
    standard_header("cwchar", 0, 3),
    standard_header("cwctype", 0, 2),
    standard_header("deque", 35, 20),
    standard_header("errno.h", 0, 1),
    standard_header("exception", 12, 3),
    standard_header("fenv.h", 0, 2),
    standard_header("filesystem", 165, 150),
    standard_header("float.h", 0, 1),
    standard_header("format", 100, 100),
    standard_header("forward_list", 30, 15),
    standard_header("fstream", 165, 30),
    standard_header("functional", 45, 100),
    standard_header("future", 100, 90),
    standard_header("initializer_list", 0, 1),
    standard_header("inttypes.h", 0, 2),
    standard_header("iomanip", 150, 45),
    standard_header("ios", 140, 5),
    standard_header("iosfwd", 10, 1),
    standard_header("iostream", 160, 0),
    standard_header("istream", 160, 0),
    standard_header("iterator", 135, 5),
    standard_header("limits", 0, 8),
    standard_header("limits.h", 0, 1),
    standard_header("list", 35, 8),
    standard_header("locale", 160, 20),
    standard_header("locale.h", 0, 1),
    standard_header("map", 30, 32),
    standard_header("math.h", 25, 70),
    standard_header("memory", 45, 47),
    standard_header("mutex", 120, 45),
    standard_header("new", 10, 1),
    standard_header("numbers", 5, 5),
    standard_header("numeric", 10, 13),
    standard_header("optional", 15, 12),
    standard_header("ostream", 155, 0),
    standard_header("queue", 40, 30),
    standard_header("random", 80, 165),
    standard_header("ranges", 60, 60),
    standard_header("ratio", 10, 5),
    standard_header("regex", 160, 200),
    standard_header("set", 30, 22),
    standard_header("shared_mutex", 100, 50),
    standard_header("span", 10, 10),
    standard_header("sstream", 160, 18),
    standard_header("stack", 30, 18),
    standard_header("stdarg.h", 0, 1),
    standard_header("stddef.h", 0, 1),
    standard_header("stdexcept", 105, 5),
    standard_header("stdint.h", 0, 1),
    standard_header("stdio.h", 0, 3),
    standard_header("stdlib.h", 0, 6),
    standard_header("streambuf", 130, 3),
    standard_header("string", 105, 1),
    standard_header("string.h", 0, 3),
    standard_header("string_view", 95, 4),
    standard_header("system_error", 105, 5),
    standard_header("thread", 30, 45),
    standard_header("time.h", 0, 3),
    standard_header("tuple", 12, 12),
    standard_header("type_traits", 10, 2),
    standard_header("typeinfo", 5, 2),
    standard_header("unordered_map", 45, 45),
    standard_header("unordered_set", 45, 45),
    standard_header("utility", 10, 3),
    standard_header("valarray", 120, 50),
    standard_header("variant", 15, 18),
    standard_header("vector", 38, 20),
    standard_header("version", 0, 1),
    standard_header("wchar.h", 0, 2),
];

const fn standard_header(name: &'static str, shared: u32, own: u32) -> StandardHeader {
    StandardHeader { name, shared, own }
}

/// The header of this name, if it may be compiled beforehand.
pub(super) fn find_header(name: &[u8]) -> Option<&'static StandardHeader> {
    HEADERS.iter().find(|header| header.name.as_bytes() == name)
}

/// The names of all of them.
#[cfg(test)]
pub(super) fn all_names() -> impl Iterator<Item = &'static str> {
    HEADERS.iter().map(|header| header.name)
}

/// What a compiler spends on these headers, in milliseconds, about.
pub(super) fn compile_cost(headers: &[&StandardHeader]) -> u64 {
    let mut shared = 0;
    let mut own = 0;
    for header in headers {
        shared = shared.max(header.shared);
        own += u64::from(header.own);
    }
    u64::from(shared) + own
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_headers_have_in_common_is_counted_once() {
        let cost = |names: &[&str]| {
            let headers: Vec<&StandardHeader> = names
                .iter()
                .map(|name| find_header(name.as_bytes()).unwrap())
                .collect();
            compile_cost(&headers)
        };
        assert_eq!(cost(&["iostream"]), 160);
        assert_eq!(cost(&["string", "iostream"]), 161);
        assert_eq!(cost(&["cmath", "iostream"]), 225);
        assert_eq!(cost(&[]), 0);
    }

    #[test]
    fn each_header_stands_in_the_table_once_and_in_order() {
        assert!(HEADERS.is_sorted_by(|one, next| one.name < next.name));
    }

    #[test]
    fn only_these_names_are_known() {
        for name in [
            "",
            "vectors",
            "../vector",
            "sys/types.h",
            "cassert",
            "assert.h",
            "conio.h",
        ] {
            assert_eq!(find_header(name.as_bytes()), None, "{name}");
        }
    }
}
