//! Conditions that always or never hold.

use super::fault::MutationCandidate;
use crate::mutants::mutant::MutationOperator;
use crate::source::{NodeId, SyntaxTree};

/// Both, for a statement with a condition.
pub(super) fn mutate_condition(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    let Some(condition) = syntax.child_by_field(id, "condition") else {
        return Vec::new();
    };
    let inner = match syntax.kind(condition) {
        "condition_clause" => syntax.child_by_field(condition, "value"),
        "parenthesized_expression" => syntax
            .children(condition)
            .find(|it| !is_bracket(syntax, *it)),
        _ => Some(condition),
    };
    // `if (int x = f())` declares what the statement uses.
    let is_expression = |it: &NodeId| !syntax.kind(*it).contains("declaration");
    let Some(inner) = inner.filter(is_expression) else {
        return Vec::new();
    };
    let always = |truth| {
        MutationCandidate::new(MutationOperator::Condition, syntax.bytes(inner), truth)
            .into_condition()
    };
    ["true", "false"].map(always).into()
}

fn is_bracket(syntax: &SyntaxTree, id: NodeId) -> bool {
    matches!(syntax.kind(id), "(" | ")" | "comment")
}

/// One arm alone.
pub(super) fn mutate_ternary(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    let arms = ["consequence", "alternative"].map(|part| syntax.child_by_field(id, part));
    let arm = |arm| {
        MutationCandidate::new(
            MutationOperator::Condition,
            syntax.bytes(id),
            syntax.text(arm),
        )
    };
    arms.into_iter().flatten().map(arm).collect()
}
