//! JSON that is safe to show: in a terminal, an editor or a log, nothing in it is obeyed or unseen.
//!
//! Standard JSON escapes only what comes before the blank. DEL, the controls after it (U+009B begins terminal sequences) and
//! characters that change how their neighbours look may stand in strings as they are. Escaped, they are the same strings.

use serde::Serialize;

use super::super::commands::escape_json_commands;
use super::super::visible::is_shapeless;

/// Most submissions have less, in bytes; growing costs more than memory that is not used.
const USUAL: usize = 64 << 10;

/// The value as indented JSON, with a line break at its end.
pub(super) fn to_pretty_json(value: &impl Serialize) -> String {
    let mut bytes = Vec::with_capacity(USUAL);
    // Strings, numbers and lists always have a JSON form, and it is UTF-8; only maps with odd keys have none.
    let written = serde_json::to_writer_pretty(&mut bytes, value);
    let mut text = written
        .ok()
        .and_then(|()| String::from_utf8(bytes).ok())
        .unwrap_or_default();
    // Of large classes this is the larger part of the work, and most of it has nothing to escape.
    if !has_unseen(&text) {
        text.push('\n');
        return escape_json_commands(text);
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
    escape_json_commands(escaped)
}

/// Whether a character of it is not seen. Almost all is ASCII, and passed over byte by byte.
fn has_unseen(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte >= 0x7f) {
        let mut characters = rest[at..].chars();
        if characters.next().is_some_and(is_unseen) {
            return true;
        }
        rest = characters.as_str();
    }
    false
}

fn is_unseen(character: char) -> bool {
    character == '\u{7f}' || (!character.is_ascii() && is_shapeless(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_or_nobody_sees_is_escaped_and_means_the_same() {
        let texts = [
            "\u{7f}",
            "\u{9b}31m",
            "a\u{202e}b",
            "\u{e0041}",
            "é × 😀 \\ \" \n",
        ];
        let json = to_pretty_json(&texts);
        assert_eq!(
            json.chars()
                .filter(|it| it.is_control())
                .collect::<String>(),
            "\n".repeat(7)
        );
        assert!(
            json.contains("\\u007f") && json.contains("\\udb40\\udc41"),
            "{json}"
        );
        assert!(json.contains("é × 😀"), "{json}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&json).unwrap(), texts);
    }
}
