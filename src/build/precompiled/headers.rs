//! The standard headers that may be compiled beforehand, and what each costs a compiler.
//!
//! Only these names are ever written into a prefix. A student chooses which of them and in which order, and nothing else.

/// A standard header.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Header {
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
const HEADERS: &[Header] = &[
    header("algorithm", 30, 20),
    header("any", 30, 15),
    header("array", 20, 10),
    header("atomic", 20, 15),
    header("bit", 5, 5),
    header("bits/stdc++.h", 150, 850),
    header("bitset", 105, 8),
    header("cctype", 0, 2),
    header("cerrno", 0, 1),
    header("cfenv", 0, 3),
    header("cfloat", 0, 1),
    header("charconv", 10, 10),
    header("chrono", 15, 25),
    header("cinttypes", 0, 3),
    header("ciso646", 0, 1),
    header("climits", 0, 2),
    header("clocale", 0, 1),
    header("cmath", 25, 65),
    header("codecvt", 100, 10),
    header("compare", 5, 5),
    header("complex", 170, 85),
    header("concepts", 5, 5),
    header("condition_variable", 100, 60),
    header("coroutine", 10, 5),
    header("csetjmp", 0, 2),
    header("csignal", 0, 2),
    header("cstdarg", 0, 1),
    header("cstddef", 0, 2),
    header("cstdint", 0, 2),
    header("cstdio", 0, 3),
    header("cstdlib", 0, 5),
    header("cstring", 0, 3),
    header("ctime", 0, 3),
    header("ctype.h", 0, 2),
    header("cuchar", 0, 2),
    header("cwchar", 0, 3),
    header("cwctype", 0, 2),
    header("deque", 35, 20),
    header("errno.h", 0, 1),
    header("exception", 12, 3),
    header("fenv.h", 0, 2),
    header("filesystem", 165, 150),
    header("float.h", 0, 1),
    header("format", 100, 100),
    header("forward_list", 30, 15),
    header("fstream", 165, 30),
    header("functional", 45, 100),
    header("future", 100, 90),
    header("initializer_list", 0, 1),
    header("inttypes.h", 0, 2),
    header("iomanip", 150, 45),
    header("ios", 140, 5),
    header("iosfwd", 10, 1),
    header("iostream", 160, 0),
    header("istream", 160, 0),
    header("iterator", 135, 5),
    header("limits", 0, 8),
    header("limits.h", 0, 1),
    header("list", 35, 8),
    header("locale", 160, 20),
    header("locale.h", 0, 1),
    header("map", 30, 32),
    header("math.h", 25, 70),
    header("memory", 45, 47),
    header("mutex", 120, 45),
    header("new", 10, 1),
    header("numbers", 5, 5),
    header("numeric", 10, 13),
    header("optional", 15, 12),
    header("ostream", 155, 0),
    header("queue", 40, 30),
    header("random", 80, 165),
    header("ranges", 60, 60),
    header("ratio", 10, 5),
    header("regex", 160, 200),
    header("set", 30, 22),
    header("shared_mutex", 100, 50),
    header("span", 10, 10),
    header("sstream", 160, 18),
    header("stack", 30, 18),
    header("stdarg.h", 0, 1),
    header("stddef.h", 0, 1),
    header("stdexcept", 105, 5),
    header("stdint.h", 0, 1),
    header("stdio.h", 0, 3),
    header("stdlib.h", 0, 6),
    header("streambuf", 130, 3),
    header("string", 105, 1),
    header("string.h", 0, 3),
    header("string_view", 95, 4),
    header("system_error", 105, 5),
    header("thread", 30, 45),
    header("time.h", 0, 3),
    header("tuple", 12, 12),
    header("type_traits", 10, 2),
    header("typeinfo", 5, 2),
    header("unordered_map", 45, 45),
    header("unordered_set", 45, 45),
    header("utility", 10, 3),
    header("valarray", 120, 50),
    header("variant", 15, 18),
    header("vector", 38, 20),
    header("version", 0, 1),
    header("wchar.h", 0, 2),
];

const fn header(name: &'static str, shared: u32, own: u32) -> Header {
    Header { name, shared, own }
}

/// The header of this name, if it may be compiled beforehand.
pub(super) fn known(name: &[u8]) -> Option<&'static Header> {
    HEADERS.iter().find(|header| header.name.as_bytes() == name)
}

/// What a compiler spends on these headers, in milliseconds, about.
pub(super) fn cost(headers: &[&Header]) -> u64 {
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
            let headers: Vec<&Header> =
                names.iter().map(|name| known(name.as_bytes()).unwrap()).collect();
            cost(&headers)
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
        for name in ["", "vectors", "../vector", "sys/types.h", "cassert", "assert.h", "conio.h"] {
            assert_eq!(known(name.as_bytes()), None, "{name}");
        }
    }
}
