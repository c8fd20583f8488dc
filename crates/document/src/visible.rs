//! Text that can be shown: every character that cannot be seen, or that a terminal would obey, gets a sign.
//!
//! All functions work on one line. A program's output is bytes, so bytes that are not UTF-8 are shown as
//! `\xNN` and nothing is lost. What a CI log would take for a command (`::error::`, `##[group]`) loses its first
//! character to the same notation.

use crate::commands;
use support::raw_text;

/// How much is made visible. Each shows what the one before shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum VisibleDetail {
    /// Control characters and characters without a shape; blanks and tabs stay what they are.
    Plain,
    /// Tabs, too.
    Tabs,
    /// Blanks at the end of the line, too.
    LineEnds,
    /// Every blank.
    Blanks,
    /// Everything but plain ASCII, by number; a backslash is doubled, so no two texts look alike.
    Numbers,
}

/// A line as it can be shown.
pub fn escape_line(raw: impl AsRef<[u8]>, detail: VisibleDetail) -> String {
    let raw = raw.as_ref();
    let end = raw
        .iter()
        .rposition(|byte| !b" \t\r".contains(byte))
        .map_or(0, |last| last + 1);
    let inner = if detail == VisibleDetail::LineEnds {
        VisibleDetail::Tabs
    } else {
        detail
    };
    let mut shown = String::with_capacity(raw.len());
    append_bytes(&mut shown, &raw[..end], inner);
    append_bytes(&mut shown, &raw[end..], detail);
    commands::escape_commands(&shown).into_owned()
}

/// A single line of prose: line breaks become blanks, all else as in [`escape_line`].
pub fn one_line(raw: &str) -> String {
    if !raw.contains('\n') {
        return escape_line(raw.trim_end(), VisibleDetail::Plain);
    }
    let joined: Vec<&str> = raw.lines().map(str::trim_end).collect();
    escape_line(joined.join(" "), VisibleDetail::Plain)
}

fn append_bytes(shown: &mut String, raw: &[u8], detail: VisibleDetail) {
    for chunk in raw.utf8_chunks() {
        append_text(shown, chunk.valid(), detail);
        chunk
            .invalid()
            .iter()
            .for_each(|byte| shown.push_str(&format!("\\x{byte:02X}")));
    }
}

/// Appends text. Reports of a class have hundreds of megabytes of it, nearly all of it plain: what is plain is copied at once.
fn append_text(shown: &mut String, text: &str, detail: VisibleDetail) {
    let is_plain = |byte: &u8| match byte {
        b' ' => detail < VisibleDetail::LineEnds,
        b'\\' => detail < VisibleDetail::Numbers,
        _ => byte.is_ascii_graphic(),
    };
    let mut rest = text;
    while !rest.is_empty() {
        let plain = rest.bytes().take_while(is_plain).count();
        shown.push_str(&rest[..plain]);
        let mut others = rest[plain..].chars();
        if let Some(character) = others.next() {
            append_char(shown, character, detail);
        }
        rest = others.as_str();
    }
}

fn append_char(shown: &mut String, character: char, detail: VisibleDetail) {
    match character {
        ' ' if detail >= VisibleDetail::LineEnds => shown.push('·'),
        '\t' if detail == VisibleDetail::Plain => shown.push('\t'),
        '\t' => shown.push('→'),
        '\r' => shown.push('␍'),
        '\n' => shown.push('␊'),
        '\u{1B}' => shown.push('␛'),
        '\0' => shown.push('␀'),
        '\u{01}'..='\u{1F}' | '\u{7F}' => {
            shown.push_str(&format!("\\x{:02X}", u32::from(character)));
        }
        '\\' if detail == VisibleDetail::Numbers => shown.push_str("\\\\"),
        _ if raw_text::decode_byte(character).is_some() => {
            let byte = raw_text::decode_byte(character).unwrap_or_default();
            shown.push_str(&format!("\\x{byte:02X}"));
        }
        _ if is_shapeless(character)
            || (detail == VisibleDetail::Numbers && !character.is_ascii()) =>
        {
            shown.push_str(&format!("\\u{{{:04X}}}", u32::from(character)));
        }
        _ => shown.push(character),
    }
}

/// Whether a character looks like nothing, or like a blank, or changes how its neighbours look.
pub fn is_shapeless(character: char) -> bool {
    matches!(u32::from(character),
        0x80..=0xA0 | 0xAD | 0x34F | 0x600..=0x605 | 0x61C | 0x6DD | 0x70F | 0x115F | 0x1160 | 0x1680
        | 0x17B4 | 0x17B5 | 0x180B..=0x180F | 0x2000..=0x200F | 0x2028..=0x202F | 0x205F..=0x206F
        | 0x2800 | 0x3000 | 0x3164 | 0xE000..=0xF8FF | 0xFE00..=0xFE0F | 0xFEFF | 0xFFA0
        | 0xFFF0..=0xFFFB | 0xE0000..=0x10FFFF)
}

/// Several lines as they can be shown.
pub fn escape_lines(raw: &str) -> String {
    let lines: Vec<String> = raw
        .lines()
        .map(|raw| escape_line(raw, VisibleDetail::Plain))
        .collect();
    lines.join("\n")
}

/// What the signs in a shown text mean, for those that occur in it.
pub fn describe_signs(shown: &str) -> Vec<&'static str> {
    const SIGNS: [(&str, &str); 8] = [
        ("·", "`·` is a blank"),
        ("→", "`→` is a tab"),
        ("␍", "`␍` is a carriage return (`\\r`)"),
        ("␛", "`␛` is the escape character"),
        ("␀", "`␀` is the character with code 0 (`'\\0'`)"),
        ("␊", "`␊` is a line break"),
        ("\\x", "`\\x..` is a character by its code"),
        ("\\u{", "`\\u{..}` is a character by its Unicode number"),
    ];
    SIGNS
        .iter()
        .filter(|(sign, _)| shown.contains(sign))
        .map(|(_, meaning)| *meaning)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_cannot_be_seen_get_a_sign() {
        let cases: [(&[u8], VisibleDetail, &str); 14] = [
            (b" X | ? ", VisibleDetail::Plain, " X | ? "),
            (b" X | ? ", VisibleDetail::Tabs, " X | ? "),
            (b" X | ? ", VisibleDetail::LineEnds, " X | ?·"),
            (b" X | ? ", VisibleDetail::Blanks, "·X·|·?·"),
            (b"a\tb\r", VisibleDetail::Plain, "a\tb␍"),
            (b"a\tb \r", VisibleDetail::LineEnds, "a→b·␍"),
            (b"\x1b[31mred", VisibleDetail::Plain, "␛[31mred"),
            (b"\0\x07\x7f", VisibleDetail::Plain, "␀\\x07\\x7F"),
            (b"caf\xe9", VisibleDetail::Plain, "caf\\xE9"),
            ("a\u{A0}b".as_bytes(), VisibleDetail::Plain, "a\\u{00A0}b"),
            (
                "\u{202E}abc\u{9B}".as_bytes(),
                VisibleDetail::Plain,
                "\\u{202E}abc\\u{009B}",
            ),
            ("é × ‹3›".as_bytes(), VisibleDetail::Plain, "é × ‹3›"),
            ("Х\\".as_bytes(), VisibleDetail::Numbers, "\\u{0425}\\\\"),
            (b"   ", VisibleDetail::LineEnds, "···"),
        ];
        for (raw, detail, shown) in cases {
            assert_eq!(escape_line(raw, detail), shown);
        }
    }
}
