//! Other numbers, letters, truth values and texts.

use super::fault::MutationCandidate;
use crate::mutants::mutant::MutationOperator;
use crate::source::{NodeId, SyntaxTree};

fn literal_candidate(
    syntax: &SyntaxTree,
    id: NodeId,
    becomes: impl Into<String>,
) -> MutationCandidate {
    MutationCandidate::new(MutationOperator::Literal, syntax.bytes(id), becomes)
}

/// One more, and one less.
pub(super) fn mutate_number(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    let text = syntax.text(id);
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    // A zero before it would be read in base eight.
    let is_decimal = digits == "0" || !digits.starts_with('0');
    let Some(number) = digits.parse::<i64>().ok().filter(|_| is_decimal) else {
        return Vec::new();
    };
    let suffix = &text[digits.len()..];
    let spelled = |number: i64| {
        if number < 0 {
            format!("({number}{suffix})")
        } else {
            format!("{number}{suffix}")
        }
    };
    let others = [number.checked_add(1), number.checked_sub(1)];
    others
        .into_iter()
        .flatten()
        .map(|other| literal_candidate(syntax, id, spelled(other)))
        .collect()
}

/// Another letter.
pub(super) fn mutate_character(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
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
    vec![literal_candidate(syntax, id, format!("'{other}'"))]
}

/// The other truth value.
pub(super) fn mutate_boolean(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    let other = if syntax.kind(id) == "true" {
        "false"
    } else {
        "true"
    };
    vec![literal_candidate(syntax, id, other)]
}

/// No text.
pub(super) fn mutate_string(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    // Of a text in several parts, all of it is one.
    if syntax.kind(syntax.parent(id)) == "concatenated_string" {
        return Vec::new();
    }
    vec![literal_candidate(syntax, id, "\"\"")]
}
