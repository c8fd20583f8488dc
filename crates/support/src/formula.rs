//! Text that a spreadsheet would take for a formula, made into text that it only shows.

use std::borrow::Cow;

/// What a formula begins with, and the blanks that a spreadsheet drops before one.
const STARTS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Text that no spreadsheet takes for a formula. Not for numbers: `-1` would be none any more.
pub fn escape_formula(text: &str) -> Cow<'_, str> {
    if text.starts_with(STARTS) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Text as it was before it was made inert.
pub fn unescape_formula(text: &str) -> &str {
    text.strip_prefix('\'')
        .filter(|rest| rest.starts_with(STARTS))
        .unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_inert_is_read_as_it_was() {
        for text in ["=1", "＝1", "+", "@a", "\ta", "'quoted'", "Ann", "", "'"] {
            assert_eq!(unescape_formula(&escape_formula(text)), text);
        }
    }
}
