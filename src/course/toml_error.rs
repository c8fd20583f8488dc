//! What the TOML reader says, in the words of someone who writes a rubric.

use super::words;

/// The error's message, with the nearest known key where a key is unknown.
pub(super) fn describe_toml_error(error: &toml::de::Error, text: &str) -> String {
    let message = error.message();
    let found = error
        .span()
        .and_then(|span| text.get(span))
        .unwrap_or_default();
    let key = || {
        error
            .span()
            .and_then(|span| key_before(text.get(..span.start)?))
    };
    describe_unknown_key(message)
        .or_else(|| describe_wrong_type(message, key().and_then(example_value)))
        .or_else(|| describe_duplicate_key(message, found))
        .unwrap_or_else(|| format!("not valid TOML: {message}"))
}

/// From ``unknown field `pionts`, expected one of `id`, `points` ``.
fn describe_unknown_key(message: &str) -> Option<String> {
    let mut words = message
        .strip_prefix("unknown field ")?
        .split('`')
        .skip(1)
        .step_by(2);
    let key = words.next()?;
    Some(words::describe_unknown(
        "key",
        key,
        &words.collect::<Vec<_>>(),
    ))
}

/// The key whose value comes next.
fn key_before(text: &str) -> Option<&str> {
    let text = text.trim_end().strip_suffix('=')?.trim_end();
    let start = text
        .rfind(|it: char| !it.is_ascii_alphanumeric() && it != '_')
        .map_or(0, |at| at + 1);
    text.get(start..)
}

/// What the value of a key looks like, where its type alone does not tell.
fn example_value(key: &str) -> Option<&'static str> {
    Some(match key {
        "numbers" => "{ abs = 0.01 }",
        "checker" => r#"["python3", "checkers/check.py"]"#,
        "undefined" => "{ sanitizers = true }",
        "penalty" => "{ each = 1, most = 5 }",
        "reference" => r#"{ sources = ["solution.cpp"] }"#,
        "compare" => r#"{ whitespace = "collapse" }"#,
        "limits" => r#"{ cpu = "2s" }"#,
        "with" => "{ most = 100 }",
        "input" => r#"["3", "0 1"]"#,
        "calls" => "[{ arguments = [4, 3] }]",
        "after" => "{ grid = 5 }",
        "sources" | "accept" => r#"["sums.cpp"]"#,
        "cases" => r#"["win-*"]"#,
        "requires" => r#"["builds"]"#,
        "manual" => r#""full""#,
        "exit" => r#""zero""#,
        _ => return None,
    })
}

/// From ``invalid type: integer `1`, expected a sequence``.
fn describe_wrong_type(message: &str, example: Option<&str>) -> Option<String> {
    let rest = message
        .strip_prefix("invalid type: ")
        .or_else(|| message.strip_prefix("invalid value: "))?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    let example = example.map_or(String::new(), |it| format!(", such as `{it}`"));
    Some(format!(
        "found {}, expected {}{example}",
        toml_type_name(found),
        toml_type_name(expected)
    ))
}

/// Serde's word for a type, as TOML's users call it.
fn toml_type_name(word: &str) -> &str {
    match word {
        "map" | "a map" => "a table",
        "sequence" | "a sequence" => "an array",
        "f64" => "a number",
        "u8" | "u32" | "u64" => "a whole number that is not negative",
        other => other,
    }
}

fn describe_duplicate_key(message: &str, key: &str) -> Option<String> {
    (message == "duplicate key").then(|| format!("the key `{key}` appears twice: keep one of them"))
}
