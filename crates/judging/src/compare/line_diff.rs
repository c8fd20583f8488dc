//! How two lines differ, in words that never show both sides alike.

use support::excerpt;
use support::line_pair::{differ_in_blanks_only, first_column, name_invisible_character};
use support::raw_text;

/// How many characters of a line a sentence quotes.
const QUOTED: usize = 80;

/// Says that one line is expected and another was printed.
pub(super) fn describe_line_difference(expected: &str, actual: &str) -> String {
    let (quoted, printed) = quote_pair(expected, actual);
    if expected.trim_end() == actual.trim_end() && !expected.trim().is_empty() {
        let wanted = describe_trailing_space(expected);
        let found = describe_trailing_space(actual);
        return format!(
            "the line {quoted} should end with {wanted}, but your program ended it with {found}."
        );
    }
    let whole = format!("{quoted} is expected, but your program printed {printed}");
    match (
        expected.split_whitespace().eq(actual.split_whitespace()),
        describe_odd_character(expected, actual),
    ) {
        _ if differ_in_blanks_only(expected, actual) => {
            format!(
                "{whole}: only white space differs{}.",
                describe_space_difference(expected, actual)
            )
        }
        (true, _) => format!("{whole}."),
        (false, Some(sign)) => format!("{whole}; {sign}."),
        (false, None) => format!("{whole}."),
    }
}

/// One line as it can be quoted.
pub(super) fn quote_line(line: &str) -> String {
    if line.trim().is_empty() {
        describe_blank_line(line)
    } else {
        format!("`{}`", shorten_around(line.trim(), 0))
    }
}

fn quote_pair(expected: &str, actual: &str) -> (String, String) {
    (
        quote_difference(expected, actual),
        quote_difference(actual, expected),
    )
}

fn quote_difference(line: &str, other: &str) -> String {
    let line = line.trim();
    let other = other.trim();
    if line.is_empty() {
        describe_blank_line(line)
    } else {
        format!("`{}`", shorten_around(line, first_column(line, other)))
    }
}

fn describe_blank_line(line: &str) -> String {
    if line.is_empty() {
        "an empty line".to_owned()
    } else {
        "a line of blanks".to_owned()
    }
}

/// What stands behind the last character that can be seen.
fn describe_trailing_space(line: &str) -> String {
    let tail: Vec<char> = line[line.trim_end().len()..].chars().collect();
    match tail.as_slice() {
        [] => "nothing more".to_owned(),
        [one] => describe_character(Some(*one)),
        many if many.iter().all(|blank| *blank == ' ') => format!("{} blanks", many.len()),
        many => many
            .iter()
            .map(|one| describe_character(Some(*one)))
            .collect::<Vec<_>>()
            .join(" and "),
    }
}

/// Where white space differs first, and how.
fn describe_space_difference(expected: &str, actual: &str) -> String {
    let column = first_column(expected, actual);
    let wanted = expected.chars().nth(column);
    let found = actual.chars().nth(column);
    format!(
        ", first in column {}, where {} should be and {} is",
        column + 1,
        describe_character(wanted),
        describe_character(found)
    )
}

/// The first character that differs, if it cannot be seen or only looks like another.
fn describe_odd_character(expected: &str, actual: &str) -> Option<String> {
    let expected = expected.trim();
    let actual = actual.trim();
    let column = first_column(expected, actual);
    let found = actual
        .chars()
        .nth(column)
        .filter(|sign| !sign.is_ascii() || sign.is_control())?;
    let wanted = describe_character(expected.chars().nth(column));
    Some(format!(
        "in column {} stands {} instead of {wanted}",
        column + 1,
        describe_character(Some(found))
    ))
}

fn describe_character(sign: Option<char>) -> String {
    // What is no text is kept byte by byte.
    if let Some(byte) = sign.and_then(raw_text::decode_byte) {
        return format!("the byte 0x{byte:02X}");
    }
    match (name_invisible_character(sign), sign.unwrap_or_default()) {
        (Some(name), _) => name.to_owned(),
        (None, '\r') => "a carriage return (`\\r`)".to_owned(),
        (None, '‹') => "what the player types".to_owned(),
        (None, '\u{A0}') => "a non-breaking space (U+00A0)".to_owned(),
        (None, sign) if sign.is_ascii_graphic() => format!("`{sign}`"),
        (None, sign) if sign.is_alphanumeric() => format!("`{sign}` (U+{:04X})", u32::from(sign)),
        (None, sign) => format!("the character U+{:04X}", u32::from(sign)),
    }
}

/// A text that fits a sentence, with the column that matters in it.
fn shorten_around(text: &str, around: usize) -> String {
    excerpt::excerpt_around(text, around, QUOTED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_are_told_apart_in_words() {
        let cases = [
            (
                "X wins!",
                "O wins!",
                "`X wins!` is expected, but your program printed `O wins!`.",
            ),
            (
                "X wins!",
                "X wins!  ",
                "the line `X wins!` should end with nothing more, but your program ended it with 2 blanks.",
            ),
            (
                " ? ",
                " ?",
                "the line `?` should end with a blank, but your program ended it with nothing more.",
            ),
            (
                "a\r",
                "a",
                "the line `a` should end with a carriage return (`\\r`), but your program ended it with nothing more.",
            ),
            (
                " X | ?",
                "X | ?",
                "`X | ?` is expected, but your program printed `X | ?`: only white space differs, first in column 1, \
                 where a blank should be and `X` is.",
            ),
            (
                "a b",
                "a\tb",
                "`a b` is expected, but your program printed `a\tb`: only white space differs, first in column 2, \
                 where a blank should be and a tab is.",
            ),
            (
                "a b",
                "a\u{A0}b",
                "`a b` is expected, but your program printed `a\u{A0}b`: only white space differs, first in column 2, \
                 where a blank should be and a non-breaking space (U+00A0) is.",
            ),
            (
                "X wins",
                "\u{425} wins",
                "`X wins` is expected, but your program printed `\u{425} wins`; in column 1 stands `\u{425}` (U+0425) \
                 instead of `X`.",
            ),
            (
                "ab",
                "a\u{200B}b",
                "`ab` is expected, but your program printed `a\u{200B}b`; in column 2 stands the character U+200B \
                 instead of `b`.",
            ),
            (
                "ab",
                "\u{F78E}b",
                "`ab` is expected, but your program printed `\u{F78E}b`; in column 1 stands the byte 0x8E instead of `a`.",
            ),
            (
                "Move: ‹5›",
                "Move:‹5›",
                "`Move: ‹5›` is expected, but your program printed `Move:‹5›`: only white space differs, first in column \
                 6, where a blank should be and what the player types is.",
            ),
            (
                "",
                "a",
                "an empty line is expected, but your program printed `a`.",
            ),
            (
                "a",
                "  ",
                "`a` is expected, but your program printed an empty line.",
            ),
        ];
        for (expected, actual, words) in cases {
            assert_eq!(describe_line_difference(expected, actual), words);
        }
    }

    #[test]
    fn long_lines_are_cut_around_what_differs() {
        let one = format!("{}X", "a".repeat(200));
        let other = format!("{}O", "a".repeat(200));
        let said = describe_line_difference(&one, &other);
        assert!(
            said.contains("aX`") && said.contains("aO`") && said.len() < 300,
            "{said}"
        );
        assert!(quote_line(&one).starts_with("`aaa") && quote_line(&one).ends_with("a…`"));
    }
}
