//! The same change in several places, as one change: a program that is wrong for equal numbers often is so everywhere.

use super::super::syntax::{NodeId, SyntaxTree};
use super::places::RepairContext;
use super::switching::switch_edits;
use super::texts::is_format_of;
use model::{RepairableSlip, SourceRepair, SwitchedText, TextEdit};

/// Other comparisons with limits: of one kind, or of both.
const LIMITS: [&[(&str, &str)]; 6] = [
    &[("<", "<=")],
    &[("<=", "<")],
    &[(">", ">=")],
    &[(">=", ">")],
    &[("<", "<="), (">", ">=")],
    &[("<=", "<"), (">=", ">")],
];

const LOGIC: [(&str, &str); 2] = [("||", "&&"), ("&&", "||")];

/// The same other comparison in all of a condition, in all branches, and in all of the program.
pub(super) fn repair_all_limits(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let conditions_of = |kinds: &[&'static str]| -> Vec<NodeId> {
        let statements = syntax.nodes_of_kinds(kinds);
        statements
            .filter_map(|id| syntax.child_by_field(id, "condition"))
            .collect()
    };
    let conditions = conditions_of(&["if_statement", "while_statement", "for_statement"]);
    let mut areas: Vec<Vec<NodeId>> = conditions.iter().map(|id| vec![*id]).collect();
    areas.push(conditions_of(&["if_statement"]));
    areas.push(vec![0]);
    for area in &areas {
        for changes in LIMITS {
            let mut edits = Vec::new();
            let mut first = None;
            for operator in area.iter().flat_map(|id| operators_in(places, *id)) {
                let own = syntax.text(operator);
                let change = changes.iter().find(|(from, _)| *from == own);
                if let Some((_, other)) = change {
                    first.get_or_insert(operator);
                    edits.push(places.replace_node(operator, *other));
                }
            }
            if let Some(first) = first.filter(|_| edits.len() > 1) {
                found.push(repair_together(places, RepairableSlip::Limit, first, edits));
            }
        }
    }
    for id in syntax.nodes_of_kinds(&["binary_expression"]) {
        let is_part = places.is_operation(syntax.parent(id), &["&&"]);
        if places.is_operation(id, &["&&"]) && !is_part {
            found.extend(reverse_comparisons(places, id));
        }
    }
    for id in conditions {
        for (own, other) in LOGIC {
            let operators: Vec<NodeId> = operators_in(places, id)
                .into_iter()
                .filter(|operator| syntax.text(*operator) == own)
                .collect();
            if let [first, _, ..] = operators.as_slice() {
                let edits = operators.iter().map(|id| places.replace_node(*id, other));
                let slip = RepairableSlip::Logic;
                found.push(repair_together(places, slip, *first, edits.collect()));
            }
        }
    }
}

/// `a >= b && b >= c` becomes `a <= b && b <= c`.
fn reverse_comparisons(places: &RepairContext<'_>, id: NodeId) -> Option<SourceRepair> {
    let mut edits = Vec::new();
    for operator in operators_in(places, id) {
        let other = match places.syntax.text(operator) {
            "<" => ">",
            "<=" => ">=",
            ">" => "<",
            ">=" => "<=",
            _ => continue,
        };
        edits.push(places.replace_node(operator, other));
    }
    (edits.len() > 1).then(|| repair_together(places, RepairableSlip::Comparison, id, edits))
}

/// The operators between two operands.
fn operators_in(places: &RepairContext<'_>, id: NodeId) -> Vec<NodeId> {
    let syntax = places.syntax;
    let inside = syntax
        .subtree(id)
        .filter(|id| syntax.kind(*id) == "binary_expression");
    inside
        .filter_map(|id| Some(places.binary_operands(id)?.1))
        .collect()
}

/// The changes of a kind in several places, all together.
pub(super) fn repair_all(
    places: &RepairContext<'_>,
    slip: RepairableSlip,
    ats: &[NodeId],
    edits: Vec<TextEdit>,
    found: &mut Vec<SourceRepair>,
) {
    if let [first, _, ..] = ats {
        found.push(repair_together(places, slip, *first, edits));
    }
}

/// The same other text in all literals that are alike.
pub(super) fn repair_alike_texts(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let readers = ["scanf", "std::scanf", "fscanf", "sscanf"];
    let literals: Vec<NodeId> = syntax
        .nodes_of_kinds(&["string_literal"])
        .filter(|id| !is_format_of(syntax, *id, &readers))
        .filter(|id| syntax.kind(syntax.parent(*id)) != "preproc_include")
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

/// Changes in several places as one, each place behind the same switch.
pub(super) fn repair_together(
    places: &RepairContext<'_>,
    slip: RepairableSlip,
    at: NodeId,
    edits: Vec<TextEdit>,
) -> SourceRepair {
    let mut groups: Vec<(SwitchedText, Vec<TextEdit>)> = Vec::new();
    let mut is_switched = true;
    for edit in &edits {
        let alone = switch_edits(places.syntax, std::slice::from_ref(edit));
        let [place] = alone.as_slice() else {
            is_switched = false;
            break;
        };
        let is_same = |group: &&mut (SwitchedText, Vec<TextEdit>)| {
            group.0.edit.start == place.edit.start && group.0.edit.end == place.edit.end
        };
        match groups.iter_mut().find(is_same) {
            Some((_, together)) => together.push(edit.clone()),
            None => groups.push((place.clone(), vec![edit.clone()])),
        }
    }
    let mut switched = Vec::new();
    if is_switched {
        for (_, together) in &groups {
            switched.extend(switch_edits(places.syntax, together));
        }
    }
    places.switched_repair_at(slip, at, edits, switched)
}
