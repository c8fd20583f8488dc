//! What to say of a word that is none of those that are known.

pub(super) use crate::nearest::{hint, nearest};

/// ``unknown key `pionts`: expected one of `id`, `points`; did you mean `points`?``
pub(super) fn unknown(kind: &str, word: &str, names: &[&str]) -> String {
    format!("unknown {kind} `{word}`: {}{}", expected(names), hint(word, names))
}

/// ``expected one of `id`, `points` ``
pub(super) fn expected(names: &[&str]) -> String {
    match names {
        [] => "none is defined".to_owned(),
        [only] => format!("expected `{only}`"),
        _ => format!("expected one of {}", list(names)),
    }
}

/// `` `id`, `points` ``
pub(super) fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
