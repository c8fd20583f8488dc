//! JSON that is safe to show: in a terminal, an editor or a log, nothing in it is obeyed or unseen.
//!
//! Standard JSON escapes only what comes before the blank. DEL, the controls after it (U+009B begins terminal sequences) and
//! characters that change how their neighbours look may stand in strings as they are. Escaped, they are the same strings.

use serde::Serialize;

use super::super::commands::inert_json;
use super::super::visible::is_shapeless;

/// The value as indented JSON, with a line break at its end.
pub(super) fn pretty(value: &impl Serialize) -> String {
    // Strings, numbers and lists always have a JSON form; only maps with odd keys have none.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    // Of large classes this is the larger part of the work, and most of it has nothing to escape.
    if !text.chars().any(is_unseen) {
        text.push('\n');
        return inert_json(text);
    }
    let mut escaped = String::with_capacity(text.len() + 1);
    // Outside of strings all is plain ASCII.
    for character in text.chars() {
        if is_unseen(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                escaped.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            escaped.push(character);
        }
    }
    escaped.push('\n');
    inert_json(escaped)
}

fn is_unseen(character: char) -> bool {
    character == '\u{7f}' || (!character.is_ascii() && is_shapeless(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_or_nobody_sees_is_escaped_and_means_the_same() {
        let texts = ["\u{7f}", "\u{9b}31m", "a\u{202e}b", "\u{e0041}", "é × 😀 \\ \" \n"];
        let json = pretty(&texts);
        assert_eq!(json.chars().filter(|it| it.is_control()).collect::<String>(), "\n".repeat(7));
        assert!(json.contains("\\u007f") && json.contains("\\udb40\\udc41"), "{json}");
        assert!(json.contains("é × 😀"), "{json}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&json).unwrap(), texts);
    }
}
