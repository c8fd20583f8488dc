//! Slips in conditions: `=` for `==`, `1 < x < 9`, `x == 1 || 2`.

use super::super::syntax::NodeId;
use super::places::RepairContext;
use model::{RepairableSlip, SourceRepair};

const COMPARISONS: [&str; 4] = ["<", "<=", ">", ">="];

pub(super) fn find_repairs(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    for id in places.syntax.nodes_of_kinds(&["assignment_expression"]) {
        found.extend(assignment_in_condition(places, id));
    }
    for id in places.syntax.nodes_of_kinds(&["binary_expression"]) {
        found.extend(chained_comparison(places, id));
        found.extend(bare_values(places, id));
    }
}

fn assignment_in_condition(places: &RepairContext<'_>, id: NodeId) -> Option<SourceRepair> {
    places.statement_of_condition(id)?;
    let (_, operator, _) = places.binary_operands(id)?;
    let is_plain = places.syntax.text(operator) == "=";
    let edits = vec![places.replace_node(operator, "==")];
    is_plain.then(|| places.repair_at(RepairableSlip::AssignmentInCondition, id, edits))
}

fn chained_comparison(places: &RepairContext<'_>, id: NodeId) -> Option<SourceRepair> {
    let (left, ..) = places.binary_operands(id)?;
    if !places.is_operation(id, &COMPARISONS) || !places.is_operation(left, &COMPARISONS) {
        return None;
    }
    let (.., middle) = places.binary_operands(left)?;
    let edits = vec![places.insert_after(left, format!(" && {}", places.syntax.text(middle)))];
    Some(places.repair_at(RepairableSlip::ChainedComparison, id, edits))
}

/// `x == 1 || 2 || 3`: the first has a variable, and the others are values alone.
fn bare_values(places: &RepairContext<'_>, id: NodeId) -> Option<SourceRepair> {
    const VALUES: [&str; 4] = [
        "number_literal",
        "char_literal",
        "string_literal",
        "identifier",
    ];
    let syntax = places.syntax;
    let is_or = |id| places.is_operation(id, &["||"]);
    if !is_or(id) || is_or(syntax.parent(id)) {
        return None;
    }
    let mut first = id;
    let mut values = Vec::new();
    while is_or(first) {
        let (left, _, right) = places.binary_operands(first)?;
        values.push(right);
        first = left;
    }
    let (variable, _, value) = places
        .binary_operands(first)
        .filter(|_| places.is_operation(first, &["=="]))?;
    // What is compared with a number has numbers beside it: `x == 1 || done` is none of this.
    let is_value =
        |id: &NodeId| VALUES.contains(&syntax.kind(*id)) && syntax.kind(*id) == syntax.kind(value);
    let equals = format!("{} == ", syntax.text(variable));
    let edits: Vec<_> = values
        .iter()
        .filter(|id| is_value(id))
        .map(|id| places.insert_before(*id, &*equals))
        .collect();
    (!edits.is_empty()).then(|| places.repair_at(RepairableSlip::BareValue, id, edits))
}
