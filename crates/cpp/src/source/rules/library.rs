//! Functions of the library, by header.

use model::LibraryHeader;

/// The functions that a header declares. Left out are those that another header declares as well, such as `abs`.
pub(super) fn library_functions(library: LibraryHeader) -> &'static [&'static str] {
    match library {
        LibraryHeader::Cmath => &CMATH,
        LibraryHeader::Cstring => &CSTRING,
        LibraryHeader::Algorithm => &ALGORITHM,
    }
}

/// What a function of `<cmath>` may be called besides: `powf` and `powl` are `pow` for other types, `__builtin_pow` is what
/// the compiler makes of it.
pub(super) fn other_names(name: &str) -> impl Iterator<Item = &str> {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    [Some(name), name.strip_suffix('f'), name.strip_suffix('l')]
        .into_iter()
        .flatten()
}

const CMATH: [&str; 65] = [
    "pow",
    "sqrt",
    "cbrt",
    "hypot",
    "exp",
    "exp2",
    "expm1",
    "log",
    "log10",
    "log2",
    "log1p",
    "ceil",
    "floor",
    "trunc",
    "round",
    "lround",
    "llround",
    "rint",
    "lrint",
    "llrint",
    "nearbyint",
    "fabs",
    "fmod",
    "remainder",
    "remquo",
    "fma",
    "fmax",
    "fmin",
    "fdim",
    "modf",
    "frexp",
    "ldexp",
    "scalbn",
    "ilogb",
    "logb",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "erf",
    "erfc",
    "tgamma",
    "lgamma",
    "copysign",
    "nextafter",
    "isnan",
    "isinf",
    "signbit",
    "isfinite",
    "isnormal",
    "fpclassify",
    "nan",
    "nexttoward",
    "scalbln",
    "exp10",
    "pow10",
];

const CSTRING: [&str; 22] = [
    "strlen", "strcpy", "strncpy", "strcat", "strncat", "strcmp", "strncmp", "strcoll", "strchr",
    "strrchr", "strstr", "strtok", "strspn", "strcspn", "strpbrk", "strerror", "strxfrm", "memcpy",
    "memmove", "memcmp", "memchr", "memset",
];

const ALGORITHM: [&str; 40] = [
    "sort",
    "stable_sort",
    "partial_sort",
    "is_sorted",
    "find",
    "find_if",
    "find_if_not",
    "count",
    "count_if",
    "all_of",
    "any_of",
    "none_of",
    "for_each",
    "copy",
    "copy_if",
    "copy_n",
    "fill",
    "fill_n",
    "generate",
    "transform",
    "replace",
    "replace_if",
    "remove",
    "remove_if",
    "unique",
    "reverse",
    "rotate",
    "shuffle",
    "random_shuffle",
    "max",
    "min",
    "minmax",
    "max_element",
    "min_element",
    "binary_search",
    "lower_bound",
    "upper_bound",
    "equal",
    "search",
    "next_permutation",
];
