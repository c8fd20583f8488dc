//! What to say of a word that is none of those that are known.

pub(super) use support::nearest::{closest_match, describe_suggestion, find_nearest};

/// ``unknown key `pionts`: expected one of `id`, `points`; did you mean `points`?``
pub(super) fn describe_unknown(kind: &str, word: &str, names: &[&str]) -> String {
    format!(
        "unknown {kind} `{word}`: {}{}",
        describe_expected(names),
        describe_suggestion(word, names)
    )
}

/// ``unknown value `zeros` for `exit`: expected one of `any`, `zero`; did you mean `zero`?``
pub(super) fn describe_unknown_value(key: &str, word: &str, names: &[&str]) -> String {
    format!(
        "unknown value `{word}` for `{key}`: {}{}",
        describe_expected(names),
        describe_suggestion(word, names)
    )
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
