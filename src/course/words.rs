//! Words from a fixed set: which one was meant, and what to say when it is none of them.

use super::config_file::ConfigFile;
use super::raw::Text;
pub(super) use crate::nearest::{hint, nearest};

/// A word that may be written for a key, and what it means.
pub(super) type Choices<T> = [(&'static str, T)];

/// What `word` means; a word that is none of `choices` is marked. `key` is the key it was written for.
pub(super) fn choose<T: Copy>(
    config: &ConfigFile<'_>,
    key: &str,
    word: &Text,
    choices: &Choices<T>,
) -> Option<T> {
    let found = choices.iter().find(|(name, _)| name == word.get_ref());
    if found.is_none() {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        config.report(&word.span(), unknown(key, word.get_ref(), &names));
    }
    found.map(|(_, meaning)| *meaning)
}

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
