//! Other numbers, letters, truth values and texts.

use super::fault::Fault;
use crate::mutants::mutant::Operator;
use crate::source::{Id, Syntax};

fn fault(syntax: &Syntax, id: Id, becomes: impl Into<String>) -> Fault {
    Fault::new(Operator::Literal, syntax.bytes(id), becomes)
}

/// One more, and one less.
pub(super) fn number(syntax: &Syntax, id: Id) -> Vec<Fault> {
    let text = syntax.text(id);
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    // A zero before it would be read in base eight.
    let is_decimal = digits == "0" || !digits.starts_with('0');
    let Some(number) = digits.parse::<i64>().ok().filter(|_| is_decimal) else { return Vec::new() };
    let suffix = &text[digits.len()..];
    let spelled = |number: i64| {
        if number < 0 { format!("({number}{suffix})") } else { format!("{number}{suffix}") }
    };
    let others = [number.checked_add(1), number.checked_sub(1)];
    others.into_iter().flatten().map(|other| fault(syntax, id, spelled(other))).collect()
}

/// Another letter.
pub(super) fn letter(syntax: &Syntax, id: Id) -> Vec<Fault> {
    let text = syntax.text(id);
    let Some(inside) = text.strip_prefix('\'').and_then(|it| it.strip_suffix('\'')) else {
        return Vec::new();
    };
    let mut letters = inside.chars();
    let other = match (letters.next(), letters.next()) {
        (Some('\\'), _) if inside == "\\n" => ' ',
        (Some('\\'), _) => 'x',
        (Some('&' | '['), None) => 'x',
        (Some(one @ ' '..='}'), None) => char::from_u32(u32::from(one) + 1).unwrap_or('x'),
        _ => return Vec::new(),
    };
    vec![fault(syntax, id, format!("'{other}'"))]
}

/// The other truth value.
pub(super) fn truth(syntax: &Syntax, id: Id) -> Vec<Fault> {
    let other = if syntax.kind(id) == "true" { "false" } else { "true" };
    vec![fault(syntax, id, other)]
}

/// No text.
pub(super) fn text(syntax: &Syntax, id: Id) -> Vec<Fault> {
    // Of a text in several parts, all of it is one.
    if syntax.kind(syntax.parent(id)) == "concatenated_string" {
        return Vec::new();
    }
    vec![fault(syntax, id, "\"\"")]
}
