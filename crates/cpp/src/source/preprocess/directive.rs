//! What `#include` names.

use super::super::lexer::{Token, TokenKind};

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
