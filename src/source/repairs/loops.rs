//! Slips in loops and limits: one round too few or too many, a sum that is not set back, `<` for `<=`.

use super::super::syntax::Id;
use super::places::Places;
use crate::model::{Repair, Slip};

const LOOPS: [&str; 3] = ["for_statement", "while_statement", "do_statement"];

pub(super) fn find(places: &Places<'_>, found: &mut Vec<Repair>) {
    for id in places.syntax.of_kinds(&["binary_expression"]) {
        found.extend(limit(places, id));
    }
    for id in places.syntax.of_kinds(&["for_statement"]) {
        found.extend(start(places, id));
    }
    for id in places.syntax.of_kinds(&["init_declarator"]) {
        found.extend(not_reset(places, id));
    }
}

/// Another comparison with the limit.
fn limit(places: &Places<'_>, id: Id) -> Option<Repair> {
    let (_, operator, _) = places.operation(id)?;
    let (other, in_loop) = match places.syntax.text(operator) {
        "<" => ("<=", Slip::TooFewRounds),
        "<=" => ("<", Slip::TooManyRounds),
        ">" => (">=", Slip::TooFewRounds),
        ">=" => (">", Slip::TooManyRounds),
        _ => return None,
    };
    let statement = places.statement_of_condition(id)?;
    let is_loop = LOOPS.contains(&places.syntax.kind(statement));
    let slip = if is_loop { in_loop } else { Slip::Limit };
    Some(places.repair(slip, id, vec![places.instead(operator, other)]))
}

/// Another number to count from.
fn start(places: &Places<'_>, statement: Id) -> Option<Repair> {
    let syntax = places.syntax;
    let first = syntax.field(statement, "initializer")?;
    let number = syntax.within(first).find(|id| syntax.kind(*id) == "number_literal")?;
    let (other, slip) = match syntax.text(number) {
        "0" => ("1", Slip::TooManyRounds),
        "1" => ("0", Slip::TooFewRounds),
        _ => return None,
    };
    Some(places.repair(slip, statement, vec![places.instead(number, other)]))
}

/// A variable that gets its first value before a loop, and is added to in a loop within that.
fn not_reset(places: &Places<'_>, declarator: Id) -> Option<Repair> {
    let syntax = places.syntax;
    let value =
        syntax.field(declarator, "value").filter(|id| syntax.kind(*id) == "number_literal")?;
    let name = syntax.text(syntax.field(declarator, "declarator")?);
    let block = syntax.parent(syntax.parent(declarator));
    let changes = |id: &Id| match syntax.kind(*id) {
        "assignment_expression" => {
            syntax.field(*id, "left").is_some_and(|left| syntax.text(left) == name)
        }
        "update_expression" => {
            syntax.field(*id, "argument").is_some_and(|it| syntax.text(it) == name)
        }
        _ => false,
    };
    let change = syntax.within(block).filter(|id| *id > declarator).find(changes)?;
    let loops: Vec<Id> = syntax
        .ancestors(change)
        .take_while(|outer| *outer != block)
        .filter(|outer| LOOPS.contains(&syntax.kind(*outer)))
        .collect();
    // The innermost loop is the one that adds up.
    let [_, outer, ..] = loops.as_slice() else { return None };
    let body =
        syntax.field(*outer, "body").filter(|id| syntax.kind(*id) == "compound_statement")?;
    let brace = syntax.children(body).next()?;
    let again = format!(" {name} = {};", syntax.text(value));
    Some(places.repair(Slip::NotReset, declarator, vec![places.behind(brace, again)]))
}
