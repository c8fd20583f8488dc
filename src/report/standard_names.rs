//! Names of the standard library that beginners use, and the headers that declare them.

/// Headers, each with names of namespace `std`.
const IN_STD: [(&str, &[&str]); 18] = [
    ("iostream", &["cin", "cout", "cerr", "clog", "endl", "ostream", "istream"]),
    ("iomanip", &["setprecision", "setw", "setfill", "quoted", "put_time"]),
    ("string", &["string", "getline", "to_string", "stoi", "stol", "stoll", "stod", "stof"]),
    ("sstream", &["stringstream", "istringstream", "ostringstream"]),
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
    ("memory", &["unique_ptr", "make_unique", "shared_ptr", "make_shared"]),
    ("utility", &["pair", "make_pair"]),
    ("stdexcept", &["runtime_error", "invalid_argument", "out_of_range", "logic_error"]),
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
    ("cstdlib", &["rand", "srand", "exit", "atoi", "abs", "malloc", "free", "system", "RAND_MAX"]),
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
        &["isdigit", "isalpha", "isspace", "isupper", "islower", "toupper", "tolower", "isalnum"],
    ),
    ("cstdio", &["printf", "scanf", "puts", "getchar", "putchar", "fgets", "fopen", "EOF"]),
];

/// Why a program without a header may have compiled elsewhere.
const OTHERS: &str =
    "Another compiler may accept the program without it, because its headers include one another.";

/// What to write where a compiler does not know a name of the standard library; none for other names.
pub(super) fn advice(message: &str) -> Option<String> {
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
    let name = quoted.map(|name| name.trim_start_matches("std::")).find(|name| *name != "std")?;
    let knows = |all: &[(&'static str, &[&str])]| {
        all.iter().find(|(_, names)| names.contains(&name)).map(|(header, _)| *header)
    };
    // A compiler that suggests `std::cout` has seen its header.
    let is_included = message.contains(&format!("'std::{name}'"));
    let beginning =
        format!("`{name}` is a name of the standard library. If you mean that one, write");
    Some(match (knows(&IN_STD), knows(&FROM_C)) {
        (Some(_), _) if is_included => {
            format!(
                "{beginning} `std::{name}`, or `using namespace std;` below the `#include` lines."
            )
        }
        (Some(header), _) => format!(
            "{beginning} `#include <{header}>` at the top, and `std::{name}` here unless the program has `using namespace std;`. {OTHERS}"
        ),
        (None, Some(header)) => format!("{beginning} `#include <{header}>` at the top. {OTHERS}"),
        (None, None) => return None,
    })
}
