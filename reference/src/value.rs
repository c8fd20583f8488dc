//! Values as C++ passes, returns and writes them, and functions that an assignment's text asks for by name, called with any arguments.
//!
//! Two texts grade their functions one by one. A function here is pure: it gets the [`Value`]s of its arguments and says
//! in an [`CallEffect`] what comes back. It answers none for arguments that are not of the text's types.

use std::fmt;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

/// A value as C++ passes and returns it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum CppValue {
    /// A `bool`.
    Boolean(bool),
    /// A `char`, by its code.
    Character(u8),
    /// An integer of any width, with a sign or without.
    Integer(i128),
    /// A `float` or `double`.
    Real(f64),
    /// A `std::string`, which may hold any bytes.
    Text(Vec<u8>),
    /// An array or a `std::vector`.
    List(Vec<CppValue>),
}

impl CppValue {
    /// The value as it fits in a line of a report: of a long list or text the beginning.
    pub fn to_brief_text(&self) -> String {
        const ITEMS: usize = 16;
        const BYTES: usize = 200;
        self.to_abridged_text(if matches!(self, CppValue::Text(_)) {
            BYTES
        } else {
            ITEMS
        })
    }

    /// The value with at most so many items of a list or bytes of a text, and a sign where there are more.
    pub fn to_abridged_text(&self, most: usize) -> String {
        match self {
            CppValue::List(items) if items.len() > most => {
                let shown = CppValue::List(items[..most].to_vec()).to_string();
                format!(
                    "{}{}…}}",
                    shown.trim_end_matches('}'),
                    item_separator(items)
                )
            }
            CppValue::Text(bytes) if bytes.len() > most => {
                format!("{}…", CppValue::Text(bytes[..most].to_vec()))
            }
            _ => self.to_string(),
        }
    }

    /// Forgets all but so many items of a list or bytes of a text.
    pub fn truncate(&mut self, most: usize) {
        match self {
            CppValue::List(items) => {
                items.truncate(most);
                items.shrink_to_fit();
            }
            CppValue::Text(bytes) => {
                bytes.truncate(most);
                bytes.shrink_to_fit();
            }
            CppValue::Boolean(_)
            | CppValue::Character(_)
            | CppValue::Integer(_)
            | CppValue::Real(_) => {}
        }
    }

    /// The integer, if it is one that fits.
    pub(crate) fn as_integer(&self) -> Option<i64> {
        match self {
            CppValue::Integer(number) => i64::try_from(*number).ok(),
            _ => None,
        }
    }

    /// The characters of a `char` array, if it is one.
    pub(crate) fn as_characters(&self) -> Option<Vec<u8>> {
        let CppValue::List(items) = self else {
            return None;
        };
        items.iter().map(character_code).collect()
    }
}

fn character_code(item: &CppValue) -> Option<u8> {
    match item {
        CppValue::Character(code) => Some(*code),
        _ => None,
    }
}

/// As a literal: `'X'`, `{'X','?'}`, `1122110010221000`, `"a\n"`.
impl fmt::Display for CppValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CppValue::Boolean(truth) => write!(formatter, "{truth}"),
            CppValue::Character(code) => write_quoted(formatter, &[*code], '\''),
            CppValue::Integer(number) => write!(formatter, "{number}"),
            CppValue::Real(number) => write!(formatter, "{number:?}"),
            CppValue::Text(bytes) => write_quoted(formatter, bytes, '"'),
            CppValue::List(items) => {
                let comma = item_separator(items);
                formatter.write_char('{')?;
                for (place, item) in items.iter().enumerate() {
                    formatter.write_str(if place == 0 { "" } else { comma })?;
                    write!(formatter, "{item}")?;
                }
                formatter.write_char('}')
            }
        }
    }
}

/// What stands between the items of a list: letters need no blank to be told apart.
fn item_separator(items: &[CppValue]) -> &'static str {
    let letters = items
        .iter()
        .all(|item| matches!(item, CppValue::Character(_)));
    if letters { "," } else { ", " }
}

/// Bytes in quotes. A number is octal and has three digits, so that no digit after it can be taken for a part of it.
fn write_quoted(formatter: &mut fmt::Formatter<'_>, bytes: &[u8], quote: char) -> fmt::Result {
    formatter.write_char(quote)?;
    for &byte in bytes {
        match byte {
            b'\n' => formatter.write_str("\\n")?,
            b'\t' => formatter.write_str("\\t")?,
            b'\\' => formatter.write_str("\\\\")?,
            _ if char::from(byte) == quote => write!(formatter, "\\{quote}")?,
            0x20..=0x7e => formatter.write_char(char::from(byte))?,
            _ => write!(formatter, "\\{byte:03o}")?,
        }
    }
    formatter.write_char(quote)
}

/// What a call comes to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallEffect {
    /// What it returns; none for a `void` function.
    pub returned: Option<CppValue>,
    /// Each argument's value after the call, in their order.
    pub after: Vec<CppValue>,
    /// The lines it prints, each without the newline that ends it.
    pub printed: Vec<String>,
}

impl CallEffect {
    /// A call that returns a value and leaves everything else as it was.
    pub fn from_return_value(value: CppValue, arguments: &[CppValue]) -> CallEffect {
        CallEffect {
            returned: Some(value),
            after: arguments.to_vec(),
            printed: Vec::new(),
        }
    }

    /// A `void` call that prints lines and leaves everything else as it was.
    pub fn from_printed_lines(printed: Vec<String>, arguments: &[CppValue]) -> CallEffect {
        CallEffect {
            returned: None,
            after: arguments.to_vec(),
            printed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str) -> CppValue {
        CppValue::List(text.bytes().map(CppValue::Character).collect())
    }

    #[test]
    fn values_are_written_as_a_programmer_writes_them() {
        let table = [
            (CppValue::Boolean(true), "true"),
            (CppValue::Character(b'X'), "'X'"),
            (CppValue::Character(b'\''), "'\\''"),
            (CppValue::Character(0xe9), "'\\351'"),
            (CppValue::Integer(-3), "-3"),
            (CppValue::Real(1.0), "1.0"),
            (
                CppValue::Text(b"say \"hi\"\n\x00001".to_vec()),
                "\"say \\\"hi\\\"\\n\\000001\"",
            ),
            (letters("X?"), "{'X','?'}"),
            (
                CppValue::List(vec![CppValue::Integer(1), CppValue::Integer(2)]),
                "{1, 2}",
            ),
            (CppValue::List(Vec::new()), "{}"),
        ];
        for (value, text) in table {
            assert_eq!(value.to_string(), text);
        }
    }

    #[test]
    fn of_a_long_list_only_the_beginning_is_shown() {
        let shown = letters(&"X".repeat(100)).to_brief_text();
        assert!(
            shown.starts_with("{'X','X',") && shown.ends_with(",'X',…}"),
            "{shown}"
        );
        assert_eq!(shown.matches('X').count(), 16);
        assert_eq!(letters("XO").to_brief_text(), "{'X','O'}");
        let text = CppValue::Text(vec![b'x'; 1000]);
        assert_eq!(text.to_abridged_text(3), "\"xxx\"…");
        assert_eq!(text.to_brief_text().matches('x').count(), 200);
    }

    #[test]
    fn what_is_left_of_a_long_value_still_shows_that_it_was_longer() {
        for mut value in [letters(&"X".repeat(100)), CppValue::Text(vec![b'X'; 100])] {
            let before = value.to_abridged_text(20);
            value.truncate(21);
            assert_eq!(value.to_abridged_text(20), before);
        }
    }
}
