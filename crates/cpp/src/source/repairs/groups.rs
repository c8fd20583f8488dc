//! The same change in several places, as one change: a program that is wrong for equal numbers often is so everywhere.

use super::super::syntax::{NodeId, SyntaxTree};
use super::places::RepairContext;
use super::switching::switch_edits;
use model::{RepairableSlip, SourceRepair, SwitchedText, TextEdit};

const LIMITS: [(&str, &str); 4] = [("<", "<="), ("<=", "<"), (">", ">="), (">=", ">")];

/// The same other comparison in all of a condition, and in all of the program.
pub(super) fn repair_all_limits(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let conditions = syntax
        .nodes_of_kinds(&["if_statement", "while_statement", "for_statement"])
        .filter_map(|id| syntax.child_by_field(id, "condition"));
    for id in conditions.chain([0]) {
        for (own, other) in LIMITS {
            let operators = comparison_operators(places, id, own);
            let first = operators.first().copied();
            let edits: Vec<TextEdit> = operators
                .into_iter()
                .map(|operator| places.replace_node(operator, other))
                .collect();
            if let Some(first) = first.filter(|_| edits.len() > 1) {
                found.push(repair_together(places, RepairableSlip::Limit, first, edits));
            }
        }
    }
}

fn comparison_operators(places: &RepairContext<'_>, id: NodeId, own: &str) -> Vec<NodeId> {
    let syntax = places.syntax;
    let inside = syntax
        .subtree(id)
        .filter(|id| syntax.kind(*id) == "binary_expression");
    let operators = inside.filter_map(|id| Some(places.binary_operands(id)?.1));
    operators.filter(|id| syntax.text(*id) == own).collect()
}

/// The same other text in all literals that are alike.
pub(super) fn repair_alike_texts(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let literals: Vec<NodeId> = syntax.nodes_of_kinds(&["string_literal"]).collect();
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
    }
    found.extend(more);
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
