//! Slips in conditions: `=` for `==`, `1 < x < 9`, `x == 1 || 2`.

use super::super::syntax::Id;
use super::places::Places;
use crate::model::{Repair, Slip};

const COMPARISONS: [&str; 4] = ["<", "<=", ">", ">="];

pub(super) fn find(places: &Places<'_>, found: &mut Vec<Repair>) {
    for id in places.syntax.of_kinds(&["assignment_expression"]) {
        found.extend(assignment(places, id));
    }
    for id in places.syntax.of_kinds(&["binary_expression"]) {
        found.extend(chained(places, id));
        found.extend(bare_values(places, id));
    }
}

fn assignment(places: &Places<'_>, id: Id) -> Option<Repair> {
    places.statement_of_condition(id)?;
    let (_, operator, _) = places.operation(id)?;
    let is_plain = places.syntax.text(operator) == "=";
    let edits = vec![places.instead(operator, "==")];
    is_plain.then(|| places.repair(Slip::AssignmentInCondition, id, edits))
}

fn chained(places: &Places<'_>, id: Id) -> Option<Repair> {
    let (left, ..) = places.operation(id)?;
    if !places.is_operation(id, &COMPARISONS) || !places.is_operation(left, &COMPARISONS) {
        return None;
    }
    let (.., middle) = places.operation(left)?;
    let edits = vec![places.behind(left, format!(" && {}", places.syntax.text(middle)))];
    Some(places.repair(Slip::ChainedComparison, id, edits))
}

/// `x == 1 || 2 || 3`: the first has a variable, and the others are values alone.
fn bare_values(places: &Places<'_>, id: Id) -> Option<Repair> {
    const VALUES: [&str; 4] = ["number_literal", "char_literal", "string_literal", "identifier"];
    let syntax = places.syntax;
    let is_or = |id| places.is_operation(id, &["||"]);
    if !is_or(id) || is_or(syntax.parent(id)) {
        return None;
    }
    let (mut first, mut values) = (id, Vec::new());
    while is_or(first) {
        let (left, _, right) = places.operation(first)?;
        values.push(right);
        first = left;
    }
    let (variable, _, value) =
        places.operation(first).filter(|_| places.is_operation(first, &["=="]))?;
    // What is compared with a number has numbers beside it: `x == 1 || done` is none of this.
    let is_value =
        |id: &Id| VALUES.contains(&syntax.kind(*id)) && syntax.kind(*id) == syntax.kind(value);
    let equals = format!("{} == ", syntax.text(variable));
    let edits: Vec<_> =
        values.iter().filter(|id| is_value(id)).map(|id| places.before(*id, &*equals)).collect();
    (!edits.is_empty()).then(|| places.repair(Slip::BareValue, id, edits))
}
