//! The files of a program by name, and which of them `#include` names.

use std::collections::BTreeMap;

use super::super::lexer::{LexedFile, Token, TokenKind};

/// All files of a program, cut into tokens, by name.
pub(in crate::source) type Files = BTreeMap<String, LexedFile>;

/// The file of the program that `name` means in `file`, if it is one.
pub(super) fn resolve_include<'f>(
    files: &'f Files,
    file: &str,
    name: &str,
) -> Option<(&'f str, &'f LexedFile)> {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let beside = if folder.is_empty() {
        name.to_owned()
    } else {
        format!("{folder}/{name}")
    };
    let (name, lexed) = files
        .get_key_value(&beside)
        .or_else(|| files.get_key_value(name))?;
    Some((name, lexed))
}

/// The name in `<…>` or `"…"`.
pub(super) fn parse_include(rest: &[Token]) -> Option<String> {
    let first = rest.first()?;
    if first.kind == TokenKind::Quoted {
        return Some(first.text.trim_matches('"').to_owned());
    }
    let end = rest.iter().position(|token| token.text == ">")?;
    let inner = rest.get(1..end).filter(|_| first.text == "<")?;
    Some(inner.iter().map(|token| token.text.as_str()).collect())
}
