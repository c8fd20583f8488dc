//! Slips in loops and limits: one round too few or too many, a sum that is not set back, `<` for `<=`.

use super::super::syntax::NodeId;
use super::places::RepairContext;
use model::{RepairableSlip, SourceRepair};

const LOOPS: [&str; 3] = ["for_statement", "while_statement", "do_statement"];

pub(super) fn find_repairs(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    for id in places.syntax.nodes_of_kinds(&["binary_expression"]) {
        found.extend(limit_comparison(places, id));
    }
    for id in places.syntax.nodes_of_kinds(&["for_statement"]) {
        found.extend(loop_start(places, id));
    }
    for id in places.syntax.nodes_of_kinds(&["init_declarator"]) {
        found.extend(not_reset(places, id));
    }
}

/// Another comparison with the limit.
fn limit_comparison(places: &RepairContext<'_>, id: NodeId) -> Option<SourceRepair> {
    let (_, operator, _) = places.binary_operands(id)?;
    let (other, in_loop) = match places.syntax.text(operator) {
        "<" => ("<=", RepairableSlip::TooFewRounds),
        "<=" => ("<", RepairableSlip::TooManyRounds),
        ">" => (">=", RepairableSlip::TooFewRounds),
        ">=" => (">", RepairableSlip::TooManyRounds),
        _ => return None,
    };
    let statement = places.statement_of_condition(id)?;
    let is_loop = LOOPS.contains(&places.syntax.kind(statement));
    let slip = if is_loop {
        in_loop
    } else {
        RepairableSlip::Limit
    };
    Some(places.repair_at(slip, id, vec![places.replace_node(operator, other)]))
}

/// Another number to count from.
fn loop_start(places: &RepairContext<'_>, statement: NodeId) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let first = syntax.child_by_field(statement, "initializer")?;
    let number = syntax
        .subtree(first)
        .find(|id| syntax.kind(*id) == "number_literal")?;
    let (other, slip) = match syntax.text(number) {
        "0" => ("1", RepairableSlip::TooManyRounds),
        "1" => ("0", RepairableSlip::TooFewRounds),
        _ => return None,
    };
    Some(places.repair_at(slip, statement, vec![places.replace_node(number, other)]))
}

/// A variable that gets its first value before a loop, and is added to in a loop within that.
fn not_reset(places: &RepairContext<'_>, declarator: NodeId) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let value = syntax
        .child_by_field(declarator, "value")
        .filter(|id| syntax.kind(*id) == "number_literal")?;
    let name = syntax.text(syntax.child_by_field(declarator, "declarator")?);
    let block = syntax.parent(syntax.parent(declarator));
    let changes = |id: &NodeId| match syntax.kind(*id) {
        "assignment_expression" => syntax
            .child_by_field(*id, "left")
            .is_some_and(|left| syntax.text(left) == name),
        "update_expression" => syntax
            .child_by_field(*id, "argument")
            .is_some_and(|it| syntax.text(it) == name),
        _ => false,
    };
    let change = syntax
        .subtree(block)
        .filter(|id| *id > declarator)
        .find(changes)?;
    let loops: Vec<NodeId> = syntax
        .ancestors(change)
        .take_while(|outer| *outer != block)
        .filter(|outer| LOOPS.contains(&syntax.kind(*outer)))
        .collect();
    // The innermost loop is the one that adds up.
    let [_, outer, ..] = loops.as_slice() else {
        return None;
    };
    let body = syntax
        .child_by_field(*outer, "body")
        .filter(|id| syntax.kind(*id) == "compound_statement")?;
    let brace = syntax.children(body).next()?;
    let again = format!(" {name} = {};", syntax.text(value));
    Some(places.repair_at(
        RepairableSlip::NotReset,
        declarator,
        vec![places.insert_after(brace, again)],
    ))
}
