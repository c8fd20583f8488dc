//! What the TOML reader says, in the words of someone who writes a rubric.

use super::words;

/// The error's message, with the nearest known key where a key is unknown.
pub(super) fn plain(error: &toml::de::Error, text: &str) -> String {
    let message = error.message();
    let found = error.span().and_then(|span| text.get(span)).unwrap_or_default();
    unknown_key(message)
        .or_else(|| wrong_type(message))
        .or_else(|| duplicate_key(message, found))
        .unwrap_or_else(|| format!("not valid TOML: {message}"))
}

/// From ``unknown field `pionts`, expected one of `id`, `points` ``.
fn unknown_key(message: &str) -> Option<String> {
    let mut words = message.strip_prefix("unknown field ")?.split('`').skip(1).step_by(2);
    let key = words.next()?;
    Some(words::unknown("key", key, &words.collect::<Vec<_>>()))
}

/// From ``invalid type: integer `1`, expected a sequence``.
fn wrong_type(message: &str) -> Option<String> {
    let rest = message
        .strip_prefix("invalid type: ")
        .or_else(|| message.strip_prefix("invalid value: "))?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    Some(format!("found {}, expected {}", in_toml(found), in_toml(expected)))
}

/// Serde's word for a type, as TOML's users call it.
fn in_toml(word: &str) -> &str {
    match word {
        "map" | "a map" => "a table",
        "sequence" | "a sequence" => "an array",
        "f64" => "a number",
        "u8" | "u32" | "u64" => "a whole number that is not negative",
        other => other,
    }
}

fn duplicate_key(message: &str, key: &str) -> Option<String> {
    (message == "duplicate key").then(|| format!("the key `{key}` appears twice: keep one of them"))
}
