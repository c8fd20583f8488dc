//! Conditions that always or never hold.

use super::fault::Fault;
use crate::mutants::mutant::Operator;
use crate::source::{Id, Syntax};

/// Both, for a statement with a condition.
pub(super) fn condition(syntax: &Syntax, id: Id) -> Vec<Fault> {
    let Some(condition) = syntax.field(id, "condition") else { return Vec::new() };
    let inner = match syntax.kind(condition) {
        "condition_clause" => syntax.field(condition, "value"),
        "parenthesized_expression" => {
            syntax.children(condition).find(|it| !is_bracket(syntax, *it))
        }
        _ => Some(condition),
    };
    // `if (int x = f())` declares what the statement uses.
    let is_expression = |it: &Id| !syntax.kind(*it).contains("declaration");
    let Some(inner) = inner.filter(is_expression) else { return Vec::new() };
    let always = |truth| Fault::new(Operator::Condition, syntax.bytes(inner), truth).truth();
    ["true", "false"].map(always).into()
}

fn is_bracket(syntax: &Syntax, id: Id) -> bool {
    matches!(syntax.kind(id), "(" | ")" | "comment")
}

/// One arm alone.
pub(super) fn ternary(syntax: &Syntax, id: Id) -> Vec<Fault> {
    let arms = ["consequence", "alternative"].map(|part| syntax.field(id, part));
    let arm = |arm| Fault::new(Operator::Condition, syntax.bytes(id), syntax.text(arm));
    arms.into_iter().flatten().map(arm).collect()
}
