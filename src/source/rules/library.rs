//! Functions of the library, by header.

use crate::model::Library;

/// The functions that a header declares. Left out are those that another header declares as well, such as `abs`.
pub(super) fn functions(library: Library) -> &'static [&'static str] {
    match library {
        Library::Cmath => &CMATH,
        Library::Cstring => &CSTRING,
        Library::Algorithm => &ALGORITHM,
    }
}

const CMATH: [&str; 70] = [
    "pow", "powf", "powl", "sqrt", "sqrtf", "sqrtl", "cbrt", "hypot", "exp", "exp2", "expm1", "log",
    "log10", "log10f", "log10l", "log2", "log1p", "ceil", "ceilf", "floor", "floorf", "floorl", "trunc",
    "round", "roundf", "lround", "llround", "rint", "lrint", "llrint", "nearbyint", "fabs", "fabsf",
    "fabsl", "fmod", "fmodf", "remainder", "remquo", "fma", "fmax", "fmin", "fdim", "modf", "frexp",
    "ldexp", "scalbn", "ilogb", "logb", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh",
    "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "erfc", "tgamma", "lgamma", "copysign",
    "nextafter", "isnan", "isinf", "signbit",
];

const CSTRING: [&str; 22] = [
    "strlen", "strcpy", "strncpy", "strcat", "strncat", "strcmp", "strncmp", "strcoll", "strchr",
    "strrchr", "strstr", "strtok", "strspn", "strcspn", "strpbrk", "strerror", "strxfrm", "memcpy",
    "memmove", "memcmp", "memchr", "memset",
];

const ALGORITHM: [&str; 40] = [
    "sort", "stable_sort", "partial_sort", "is_sorted", "find", "find_if", "find_if_not", "count",
    "count_if", "all_of", "any_of", "none_of", "for_each", "copy", "copy_if", "copy_n", "fill", "fill_n",
    "generate", "transform", "replace", "replace_if", "remove", "remove_if", "unique", "reverse",
    "rotate", "shuffle", "random_shuffle", "max", "min", "minmax", "max_element", "min_element",
    "binary_search", "lower_bound", "upper_bound", "equal", "search", "next_permutation",
];
