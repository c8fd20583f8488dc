//! Names of the standard library that beginners use, and the headers that declare them.

/// Headers, each with names of namespace `std`.
const IN_STD: [(&str, &[&str]); 18] = [
    (
        "iostream",
        &["cin", "cout", "cerr", "clog", "endl", "ostream", "istream"],
    ),
    (
        "iomanip",
        &["setprecision", "setw", "setfill", "quoted", "put_time"],
    ),
    (
        "string",
        &[
            "string",
            "getline",
            "to_string",
            "stoi",
            "stol",
            "stoll",
            "stod",
            "stof",
        ],
    ),
    (
        "sstream",
        &["stringstream", "istringstream", "ostringstream"],
    ),
    ("fstream", &["ifstream", "ofstream", "fstream"]),
    ("vector", &["vector"]),
    ("array", &["array"]),
    ("map", &["map", "multimap"]),
    ("set", &["set", "multiset"]),
    ("stack", &["stack"]),
    ("queue", &["queue", "priority_queue"]),
    ("list", &["list"]),
    (
        "algorithm",
        &[
            "sort",
            "transform",
            "all_of",
            "any_of",
            "stable_sort",
            "max_element",
            "min_element",
            "reverse",
            "find_if",
            "count_if",
            "swap",
            "max",
            "min",
            "unique",
            "binary_search",
            "next_permutation",
        ],
    ),
    ("numeric", &["accumulate", "iota", "gcd", "lcm"]),
    ("limits", &["numeric_limits"]),
    (
        "memory",
        &["unique_ptr", "make_unique", "shared_ptr", "make_shared"],
    ),
    ("utility", &["pair", "make_pair"]),
    (
        "stdexcept",
        &[
            "runtime_error",
            "invalid_argument",
            "out_of_range",
            "logic_error",
        ],
    ),
];

/// Headers from C, each with names that need no `std::`.
const FROM_C: [(&str, &[&str]); 8] = [
    (
        "cmath",
        &[
            "pow", "sqrt", "round", "floor", "ceil", "fabs", "sin", "cos", "tan", "log", "exp",
            "M_PI",
        ],
    ),
    (
        "climits",
        &[
            "INT_MAX",
            "INT_MIN",
            "UINT_MAX",
            "LONG_MAX",
            "LONG_MIN",
            "LLONG_MAX",
            "LLONG_MIN",
            "CHAR_MAX",
        ],
    ),
    ("cfloat", &["DBL_MAX", "DBL_MIN", "FLT_MAX", "FLT_MIN"]),
    (
        "cstdlib",
        &[
            "rand", "srand", "exit", "atoi", "abs", "malloc", "free", "system", "RAND_MAX",
        ],
    ),
    ("ctime", &["time", "clock"]),
    (
        "cstring",
        &[
            "strlen", "strcmp", "strcpy", "strcat", "strncpy", "strtok", "strncmp", "strchr",
            "strstr", "memset", "memcpy",
        ],
    ),
    (
        "cctype",
        &[
            "isdigit", "isalpha", "isspace", "isupper", "islower", "toupper", "tolower", "isalnum",
        ],
    ),
    (
        "cstdio",
        &[
            "printf", "scanf", "puts", "getchar", "putchar", "fgets", "fopen", "EOF",
        ],
    ),
];

/// Why a program without a header may have compiled elsewhere.
const OTHERS: &str =
    "Another compiler may accept the program without it, because its headers include one another.";

/// A name of the standard library that a compiler does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownName<'m> {
    /// The name, without `std::`.
    pub(crate) name: &'m str,
    /// The header that declares it.
    pub header: &'static str,
    /// Whether the program writes `std::` before it, or need not.
    pub is_qualified: bool,
    /// Whether the compiler has seen the header.
    pub is_included: bool,
}

impl<'m> UnknownName<'m> {
    /// The name that an error is about, with straight quotation marks; none for other errors and other names.
    pub fn find(message: &'m str) -> Option<UnknownName<'m>> {
        const UNKNOWN: [&str; 7] = [
            "was not declared",
            "has not been declared",
            "does not name a type",
            "is not a member of 'std'",
            "use of undeclared identifier",
            "unknown type name",
            "in namespace 'std'",
        ];
        if !UNKNOWN.iter().any(|words| message.contains(words)) {
            return None;
        }
        let quoted = message.split('\'').skip(1).step_by(2);
        let name = quoted
            .map(|name| name.trim_start_matches("std::"))
            .find(|name| *name != "std")?;
        // A compiler that suggests `std::cout` has seen its header.
        let is_included = message.contains(&format!("'std::{name}'"));
        if let Some(header) = find_header(name, &IN_STD) {
            let is_qualified = !is_included
                && ["member of 'std'", "in namespace 'std'"]
                    .iter()
                    .any(|it| message.contains(it));
            return Some(UnknownName {
                name,
                header,
                is_qualified,
                is_included,
            });
        }
        let header = find_header(name, &FROM_C)?;
        Some(UnknownName {
            name,
            header,
            is_qualified: true,
            is_included: false,
        })
    }

    /// The type of which the compiler has only seen that there is one, such as `stringstream`; none for other errors.
    pub fn find_incomplete(message: &'m str) -> Option<UnknownName<'m>> {
        let (_, after) = message
            .split_once("'std::")
            .filter(|_| message.contains("incomplete type"))?;
        let name = after
            .split([' ', '\'', '<'])
            .next()?
            .trim_start_matches("basic_");
        let header = find_header(name, &IN_STD)?;
        Some(UnknownName {
            name,
            header,
            is_qualified: true,
            is_included: false,
        })
    }
}

/// Whether a text includes this header.
pub fn has_include(text: &str, header: &str) -> bool {
    let name = format!("<{header}>");
    text.lines()
        .any(|line| line.trim_start().starts_with('#') && line.contains(&name))
}

/// The names of all headers that are known here, without `std::`.
pub(crate) fn library_names() -> impl Iterator<Item = &'static str> {
    IN_STD
        .iter()
        .chain(&FROM_C)
        .flat_map(|(_, names)| names.iter().copied())
}

fn find_header(name: &str, all: &[(&'static str, &[&str])]) -> Option<&'static str> {
    all.iter()
        .find(|(_, names)| names.contains(&name))
        .map(|(header, _)| *header)
}

/// What to write where a compiler does not know a name of the standard library; none for other names.
pub fn suggest_header(message: &str) -> Option<String> {
    let UnknownName {
        name,
        header,
        is_included,
        ..
    } = UnknownName::find(message)?;
    let beginning =
        format!("`{name}` is a name of the standard library. If you mean that one, write");
    Some(if is_included {
        format!("{beginning} `std::{name}`, or `using namespace std;` below the `#include` lines.")
    } else if find_header(name, &IN_STD).is_some() {
        format!(
            "{beginning} `#include <{header}>` at the top, and `std::{name}` here unless the program has `using namespace std;`. {OTHERS}"
        )
    } else {
        format!("{beginning} `#include <{header}>` at the top. {OTHERS}")
    })
}
