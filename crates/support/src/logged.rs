//! Text in the log that strangers may have had a part in: what cannot be seen is escaped, and long text is cut.

use std::fmt;

/// The most characters of a text.
const LONGEST: usize = 300;

/// A text as the log shows it, in one line.
pub struct EscapedForLog<'a>(pub &'a str);

impl fmt::Display for EscapedForLog<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut characters = self.0.chars();
        for character in characters.by_ref().take(LONGEST) {
            write!(formatter, "{}", character.escape_debug())?;
        }
        if characters.next().is_some() {
            formatter.write_str("…")
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_one_line_that_shows_all_it_has() {
        let shown = EscapedForLog("a\n\u{1b}[31mb\u{202e}c").to_string();
        assert_eq!(shown, "a\\n\\u{1b}[31mb\\u{202e}c");
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(
            EscapedForLog(&"x".repeat(1000)).to_string().chars().count(),
            LONGEST + 1
        );
    }
}
