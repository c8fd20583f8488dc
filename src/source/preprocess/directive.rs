//! What `#include` names.

use super::super::lexer::{Kind, Lexed, Token};
use super::Files;

/// The name in `<…>` or `"…"`.
pub(super) fn included(rest: &[Token]) -> Option<String> {
    let first = rest.first()?;
    if first.kind == Kind::Quoted {
        return Some(first.text.trim_matches('"').to_owned());
    }
    let end = rest.iter().position(|token| token.text == ">")?;
    let inner = rest.get(1..end).filter(|_| first.text == "<")?;
    Some(inner.iter().map(|token| token.text.as_str()).collect())
}

/// The file of the program that `name` means in `file`, if it is one.
pub(super) fn own_file<'f>(
    files: &'f Files,
    file: &str,
    name: &str,
) -> Option<(&'f str, &'f Lexed)> {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let beside = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
    let (name, lexed) = files.get_key_value(&beside).or_else(|| files.get_key_value(name))?;
    Some((name, lexed))
}
