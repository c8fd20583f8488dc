//! Values as C++ passes, returns and writes them.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Write as _};

/// A value as C++ passes and returns it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Value {
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
    List(Vec<Value>),
}

impl Value {
    /// The value as it fits in a line of a report: of a long list or text the beginning.
    pub fn brief(&self) -> String {
        const ITEMS: usize = 16;
        const BYTES: usize = 200;
        self.beginning(if matches!(self, Value::Text(_)) { BYTES } else { ITEMS })
    }

    /// The value with at most so many items of a list or bytes of a text, and a sign where there are more.
    pub fn beginning(&self, most: usize) -> String {
        match self {
            Value::List(items) if items.len() > most => {
                let shown = Value::List(items[..most].to_vec()).to_string();
                format!("{}{}…}}", shown.trim_end_matches('}'), comma(items))
            }
            Value::Text(bytes) if bytes.len() > most => {
                format!("{}…", Value::Text(bytes[..most].to_vec()))
            }
            _ => self.to_string(),
        }
    }

    /// Forgets all but so many items of a list or bytes of a text.
    pub fn truncate(&mut self, most: usize) {
        match self {
            Value::List(items) => {
                items.truncate(most);
                items.shrink_to_fit();
            }
            Value::Text(bytes) => {
                bytes.truncate(most);
                bytes.shrink_to_fit();
            }
            Value::Boolean(_) | Value::Character(_) | Value::Integer(_) | Value::Real(_) => {}
        }
    }

    /// The integer, if it is one that fits.
    pub(crate) fn integer(&self) -> Option<i64> {
        match self {
            Value::Integer(number) => i64::try_from(*number).ok(),
            _ => None,
        }
    }

    /// The characters of a `char` array, if it is one.
    pub(crate) fn characters(&self) -> Option<Vec<u8>> {
        let Value::List(items) = self else { return None };
        let code = |item: &Value| match item {
            Value::Character(code) => Some(*code),
            _ => None,
        };
        items.iter().map(code).collect()
    }
}

/// As a literal: `'X'`, `{'X','?'}`, `1122110010221000`, `"a\n"`.
impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Boolean(truth) => write!(formatter, "{truth}"),
            Value::Character(code) => write_quoted(formatter, &[*code], '\''),
            Value::Integer(number) => write!(formatter, "{number}"),
            Value::Real(number) => write!(formatter, "{number:?}"),
            Value::Text(bytes) => write_quoted(formatter, bytes, '"'),
            Value::List(items) => {
                let comma = comma(items);
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
fn comma(items: &[Value]) -> &'static str {
    let letters = items.iter().all(|item| matches!(item, Value::Character(_)));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str) -> Value {
        Value::List(text.bytes().map(Value::Character).collect())
    }

    #[test]
    fn values_are_written_as_a_programmer_writes_them() {
        let table = [
            (Value::Boolean(true), "true"),
            (Value::Character(b'X'), "'X'"),
            (Value::Character(b'\''), "'\\''"),
            (Value::Character(0xe9), "'\\351'"),
            (Value::Integer(-3), "-3"),
            (Value::Real(1.0), "1.0"),
            (Value::Text(b"say \"hi\"\n\x00001".to_vec()), "\"say \\\"hi\\\"\\n\\000001\""),
            (letters("X?"), "{'X','?'}"),
            (Value::List(vec![Value::Integer(1), Value::Integer(2)]), "{1, 2}"),
            (Value::List(Vec::new()), "{}"),
        ];
        for (value, text) in table {
            assert_eq!(value.to_string(), text);
        }
    }

    #[test]
    fn of_a_long_list_only_the_beginning_is_shown() {
        let shown = letters(&"X".repeat(100)).brief();
        assert!(shown.starts_with("{'X','X',") && shown.ends_with(",'X',…}"), "{shown}");
        assert_eq!(shown.matches('X').count(), 16);
        assert_eq!(letters("XO").brief(), "{'X','O'}");
        let text = Value::Text(vec![b'x'; 1000]);
        assert_eq!(text.beginning(3), "\"xxx\"…");
        assert_eq!(text.brief().matches('x').count(), 200);
    }

    #[test]
    fn what_is_left_of_a_long_value_still_shows_that_it_was_longer() {
        for mut value in [letters(&"X".repeat(100)), Value::Text(vec![b'X'; 100])] {
            let before = value.beginning(20);
            value.truncate(21);
            assert_eq!(value.beginning(20), before);
        }
    }
}
