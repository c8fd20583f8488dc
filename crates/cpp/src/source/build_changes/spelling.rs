//! Words that may be slips of the finger for others.

use support::nearest::edit_distance;

/// Words of the language that beginners use.
pub(super) const KEYWORDS: [&str; 34] = [
    "bool",
    "break",
    "case",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "false",
    "float",
    "for",
    "if",
    "include",
    "int",
    "long",
    "main",
    "namespace",
    "new",
    "private",
    "public",
    "return",
    "short",
    "static",
    "string",
    "struct",
    "switch",
    "true",
    "unsigned",
    "using",
    "void",
    "while",
];

/// Types of values that beginners use.
pub(super) const VALUE_TYPES: [&str; 7] =
    ["int", "double", "float", "char", "bool", "long", "string"];

/// Whether a word begins a declaration.
pub(super) fn is_type_word(word: &str) -> bool {
    VALUE_TYPES.contains(&word) || ["void", "short", "unsigned"].contains(&word)
}

/// Whether one name may be a slip of the finger for the other.
pub(super) fn is_alike(written: &str, meant: &str) -> bool {
    let length = written.chars().count().min(meant.chars().count());
    let most = match length {
        0..=1 => 0,
        2..=5 => 1,
        _ => 2,
    };
    let letters = |word: &str| {
        word.trim_end_matches(|sign: char| sign.is_ascii_digit())
            .to_owned()
    };
    // `x1` and `x2` are two variables.
    if letters(written) == letters(meant) && !letters(written).is_empty() {
        return false;
    }
    written != meant && edit_distance(written, meant) <= most
}
