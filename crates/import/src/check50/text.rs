//! Texts and numbers of Python.

use std::collections::BTreeMap;

use tree_sitter::Node;

/// A value that is known without executing anything.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum PythonValue {
    Text(String),
    /// As it is written.
    Number(String),
    Flag(bool),
    /// `EOF` of check50.
    End,
    None,
}

/// Names at the top of a file that stand for such values.
pub(super) type Constants = BTreeMap<String, PythonValue>;

/// The value of an expression; none if it is not known.
pub(super) fn evaluate_node(
    node: Node<'_>,
    source: &str,
    constants: &Constants,
) -> Option<PythonValue> {
    let text = source.get(node.byte_range())?;
    match node.kind() {
        "string" => parse_string(text).map(PythonValue::Text),
        "concatenated_string" => {
            let mut cursor = node.walk();
            let parts = node
                .named_children(&mut cursor)
                .filter(|part| part.kind() == "string");
            let parts = parts.map(|part| parse_string(source.get(part.byte_range())?));
            parts.collect::<Option<String>>().map(PythonValue::Text)
        }
        "integer" | "float" => Some(PythonValue::Number(text.to_owned())),
        "unary_operator" if text.starts_with('-') => {
            match evaluate_node(node.child_by_field_name("argument")?, source, constants)? {
                PythonValue::Number(number) if !number.starts_with('-') => {
                    Some(PythonValue::Number(format!("-{number}")))
                }
                _ => None,
            }
        }
        "true" => Some(PythonValue::Flag(true)),
        "false" => Some(PythonValue::Flag(false)),
        "none" => Some(PythonValue::None),
        "identifier" if text == "EOF" => Some(PythonValue::End),
        "attribute" if text == "check50.EOF" => Some(PythonValue::End),
        "identifier" => constants.get(text).cloned(),
        "parenthesized_expression" => {
            let inner = node.named_child(0)?;
            (inner.kind() != "parenthesized_expression")
                .then(|| evaluate_node(inner, source, constants))?
        }
        _ => None,
    }
}

/// The text of a literal; none of those that are put together when they are used, and of bytes.
fn parse_string(literal: &str) -> Option<String> {
    let start = literal.find(['"', '\''])?;
    let (prefix, rest) = literal.split_at_checked(start)?;
    let prefix = prefix.to_ascii_lowercase();
    if prefix.contains(['f', 'b', 't']) {
        return None;
    }
    let quotes = ["\"\"\"", "'''", "\"", "'"]
        .into_iter()
        .find(|quotes| rest.starts_with(quotes))?;
    let inner = rest.strip_prefix(quotes)?.strip_suffix(quotes)?;
    if prefix.contains('r') {
        Some(inner.to_owned())
    } else {
        unescape_text(inner)
    }
}

fn unescape_text(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            plain.push(letter);
            continue;
        }
        let escaped = letters.next()?;
        let digits = match escaped {
            '\n' => continue,
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'a' => '\u{7}',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'v' => '\u{b}',
            '\\' | '\'' | '"' => escaped,
            'x' | 'u' | 'U' => {
                let count = match escaped {
                    'x' => 2,
                    'u' => 4,
                    _ => 8,
                };
                let digits: String = letters.by_ref().take(count).collect();
                char::from_u32(
                    u32::from_str_radix(&digits, 16)
                        .ok()
                        .filter(|_| digits.len() == count)?,
                )?
            }
            '0'..='7' => {
                let mut value = escaped.to_digit(8)?;
                for _ in 0..2 {
                    if let Some(digit) = letters
                        .next_if(|it| it.is_digit(8))
                        .and_then(|it| it.to_digit(8))
                    {
                        value = value * 8 + digit;
                    }
                }
                char::from_u32(value)?
            }
            // By names, which nobody looks up here.
            'N' => return None,
            other => {
                plain.push('\\');
                other
            }
        };
        plain.push(digits);
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_mean_what_they_mean_in_python() {
        let table = [
            (r#""a\nb""#, Some("a\nb")),
            (r#"r"a\nb\d""#, Some(r"a\nb\d")),
            (r#"'\d\'\x41\u00e9\101'"#, Some("\\d'AéA")),
            ("\"\"\"two\nlines\"\"\"", Some("two\nlines")),
            ("f\"{x}\"", None),
            ("b'x'", None),
            (r#""\N{BULLET}""#, None),
            (r#""\x4""#, None),
            ("\"", None),
        ];
        for (literal, text) in table {
            assert_eq!(parse_string(literal).as_deref(), text, "{literal}");
        }
    }
}
