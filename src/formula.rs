//! Text that a spreadsheet would take for a formula, made into text that it only shows.

use std::borrow::Cow;

/// What a formula begins with, and the blanks that a spreadsheet drops before one.
const STARTS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Text that no spreadsheet takes for a formula. Not for numbers: `-1` would be none any more.
pub(crate) fn inert(text: &str) -> Cow<'_, str> {
    if text.starts_with(STARTS) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}
