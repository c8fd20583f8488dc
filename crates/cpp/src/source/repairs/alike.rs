//! The same other text in all literals that are alike, or that have the same word.

use super::super::syntax::{NodeId, SyntaxTree};
use super::groups::repair_together;
use super::places::RepairContext;
use super::texts::is_printable;
use model::{RepairableSlip, SourceRepair, TextEdit};

/// The same other text in all literals that are alike.
pub(super) fn repair_alike_texts(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let literals: Vec<NodeId> = syntax
        .nodes_of_kinds(&["string_literal"])
        .filter(|id| is_printable(syntax, *id))
        .collect();
    let mut more = Vec::new();
    for repair in found.iter().filter(|repair| repair.file == places.file) {
        let Some(own) = literal_around(syntax, &literals, &repair.edits) else {
            continue;
        };
        let alike = literals
            .iter()
            .filter(|id| syntax.text(**id) == syntax.text(own));
        let mut edits = Vec::new();
        for id in alike.clone() {
            let from = syntax.bytes(own).start;
            let to = syntax.bytes(*id).start;
            edits.extend(repair.edits.iter().map(|edit| TextEdit {
                start: edit.start - from + to,
                end: edit.end - from + to,
                text: edit.text.clone(),
            }));
        }
        if alike.count() > 1 {
            more.push(repair_together(places, repair.slip, own, edits));
        }
        if let [edit] = repair.edits.as_slice() {
            more.extend(repair_same_words(places, &literals, repair.slip, edit));
        }
    }
    found.extend(more);
}

/// What is around a word of a literal.
#[derive(PartialEq, Eq)]
enum WordBorder {
    End,
    Letter,
    Blank,
    Other,
}

impl WordBorder {
    fn of(sign: Option<char>) -> WordBorder {
        match sign {
            None => WordBorder::End,
            Some(sign) if sign.is_alphanumeric() => WordBorder::Letter,
            Some(sign) if sign.is_whitespace() => WordBorder::Blank,
            Some(_) => WordBorder::Other,
        }
    }

    fn around(text: &str, from: usize, to: usize) -> Option<(WordBorder, WordBorder)> {
        let before = WordBorder::of(text.get(..from)?.chars().next_back());
        let after = WordBorder::of(text.get(to..)?.chars().next());
        Some((before, after))
    }
}

/// The same other word in all literals that have it: `a B`, `a C` and `a D`.
fn repair_same_words(
    places: &RepairContext<'_>,
    literals: &[NodeId],
    slip: RepairableSlip,
    edit: &TextEdit,
) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let inside = |id: NodeId| {
        let bytes = syntax.bytes(id);
        (
            bytes.start + 1,
            syntax.text(id).get(1..bytes.len().saturating_sub(1)),
        )
    };
    let own = literal_around(syntax, literals, std::slice::from_ref(edit))?;
    let (start, text) = inside(own);
    let text = text?;
    let from = edit.start.checked_sub(start)?;
    let to = edit.end.checked_sub(start)?;
    let word = text.get(from..to)?;
    let border = WordBorder::around(text, from, to)?;
    // What is added somewhere within may be added anywhere.
    if word.is_empty() && border.1 != WordBorder::End {
        return None;
    }
    let mut edits = Vec::new();
    for id in literals {
        let (start, Some(text)) = inside(*id) else {
            continue;
        };
        let places_of_word: Vec<usize> = if word.is_empty() {
            vec![text.len()]
        } else {
            text.match_indices(word).map(|(at, _)| at).collect()
        };
        for at in places_of_word {
            let end = at + word.len();
            if WordBorder::around(text, at, end).is_some_and(|there| there == border) {
                edits.push(TextEdit {
                    start: start + at,
                    end: start + end,
                    text: edit.text.clone(),
                });
            }
        }
    }
    (edits.len() > 1).then(|| repair_together(places, slip, own, edits))
}

/// The literal in which all edits are.
fn literal_around(syntax: &SyntaxTree, literals: &[NodeId], edits: &[TextEdit]) -> Option<NodeId> {
    let holds = |id: &&NodeId| {
        let bytes = syntax.bytes(**id);
        let is_inside = |edit: &TextEdit| bytes.start < edit.start && edit.end < bytes.end;
        !edits.is_empty() && edits.iter().all(is_inside)
    };
    literals.iter().find(holds).copied()
}
