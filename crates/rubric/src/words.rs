//! What to say of a word that is none of those that are known.

pub(super) use support::nearest::{closest_match, find_nearest};

use support::nearest::describe_suggestion;

/// ``unknown key `pionts`; did you mean `points`? Expected one of `id`, `points` ``
pub(super) fn describe_unknown(kind: &str, word: &str, names: &[&str]) -> String {
    describe_instead(&format!("unknown {kind} `{word}`"), word, names)
}

/// ``unknown value `zeros` for `exit`; did you mean `zero`? Expected one of `any`, `zero` ``
pub(super) fn describe_unknown_value(key: &str, word: &str, names: &[&str]) -> String {
    describe_instead(&format!("unknown value `{word}` for `{key}`"), word, names)
}

/// What is wrong with a word, then the nearest name, because the list of all may be long.
fn describe_instead(wrong: &str, word: &str, names: &[&str]) -> String {
    let suggestion = describe_suggestion(word, names);
    if suggestion.is_empty() || names.len() == 1 {
        return format!("{wrong}: {}", describe_expected(names));
    }
    format!("{wrong}{suggestion} Expected one of {}", quote_list(names))
}

/// ``expected one of `id`, `points` ``
pub(super) fn describe_expected(names: &[&str]) -> String {
    match names {
        [] => "none is defined".to_owned(),
        [only] => format!("expected `{only}`"),
        _ => format!("expected one of {}", quote_list(names)),
    }
}

/// `` `id`, `points` ``
pub(super) fn quote_list(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
