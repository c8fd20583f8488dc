//! The same change in several places, as one change: a program that is wrong for equal numbers often is so everywhere.

use super::super::syntax::NodeId;
use super::places::RepairContext;
use super::switching::switch_edits;
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

/// The changes of a kind, all together and each alone.
pub(super) fn repair_all_and_each(
    places: &RepairContext<'_>,
    slip: RepairableSlip,
    ats: &[NodeId],
    edits: Vec<TextEdit>,
    found: &mut Vec<SourceRepair>,
) {
    repair_all(places, slip, ats, edits.clone(), found);
    for (at, edit) in ats.iter().zip(edits) {
        found.push(places.repair_at(slip, *at, vec![edit]));
    }
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
