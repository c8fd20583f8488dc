//! Conditions that always or never hold, statements that are not there, loops that end early, and functions that return nothing of use.

use super::fault::MutationCandidate;
use super::variables::is_number;
use crate::mutants::constant::seeds_generator;
use crate::mutants::mutant::MutationOperator;
use crate::source::{NodeId, SyntaxTree};
use model::SwitchForm;

/// Both, for a statement with a condition.
pub(super) fn mutate_condition(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    let Some(condition) = syntax.child_by_field(id, "condition") else {
        return Vec::new();
    };
    let inner = syntax.condition_value(condition);
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

/// The statement, left out.
pub(super) fn delete_statement(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    let parent = syntax.parent(id);
    let is_part_of_head = matches!(
        syntax.field_name(id),
        Some("initializer" | "condition" | "update")
    );
    let starts = |it: NodeId| syntax.kind(it) == "call_expression" && seeds_generator(syntax, it);
    let is_empty = syntax.text(id).trim() == ";";
    // What ends a `case` is needed for it to be one, and is nothing else.
    let is_broken = syntax.kind(parent) == "init_statement";
    if is_part_of_head || is_empty || is_broken || syntax.children(id).any(starts) {
        return Vec::new();
    }
    vec![deletion_candidate(syntax, id)]
}

fn deletion_candidate(syntax: &SyntaxTree, id: NodeId) -> MutationCandidate {
    let fault = MutationCandidate::new(MutationOperator::Deletion, syntax.bytes(id), "");
    MutationCandidate {
        form: SwitchForm::Statement,
        ..fault
    }
}

/// A `return` in the middle, left out; and `return 0`.
pub(super) fn mutate_return(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    let mut all = Vec::new();
    if !ends_function(syntax, id) {
        all.push(deletion_candidate(syntax, id));
    }
    let is_value = |it: &NodeId| !matches!(syntax.kind(*it), "return" | ";" | "comment");
    let value = syntax.children(id).find(is_value);
    const LITERALS: [&str; 6] = [
        "number_literal",
        "char_literal",
        "true",
        "false",
        "string_literal",
        "initializer_list",
    ];
    let is_known = |it: &NodeId| LITERALS.contains(&syntax.kind(*it));
    if let Some(value) = value.filter(|it| !is_known(it))
        && returns_a_number(syntax, id)
    {
        all.push(MutationCandidate::new(
            MutationOperator::Return,
            syntax.bytes(value),
            "0",
        ));
    }
    all
}

/// The statement of an `else` left out, and the `else` alone: then its statement is done in both cases.
pub(super) fn mutate_else(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    let parts = ["consequence", "alternative"].map(|part| syntax.child_by_field(id, part));
    let [Some(then), Some(clause)] = parts else {
        return Vec::new();
    };
    let Some(otherwise) = statements(syntax, clause).last() else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let inside = if is_block(syntax, otherwise) {
        statements(syntax, otherwise).collect()
    } else {
        vec![otherwise]
    };
    // A single simple statement is left out by itself.
    let is_left_out = matches!(inside[..], [only] if is_simple(syntax, only));
    if !is_left_out {
        all.push(MutationCandidate {
            operator: MutationOperator::Else,
            ..deletion_candidate(syntax, otherwise)
        });
    }
    let text = syntax.text(otherwise);
    let end = block_end(syntax, then);
    all.extend(end.map(|end| inserted_candidate(MutationOperator::Else, end, text)));
    all
}

/// A loop whose first round is its last.
pub(super) fn exit_early(syntax: &SyntaxTree, id: NodeId) -> Option<MutationCandidate> {
    let end = block_end(syntax, syntax.child_by_field(id, "body")?)?;
    Some(inserted_candidate(
        MutationOperator::EarlyExit,
        end,
        "break;",
    ))
}

/// Where something can be added that is done after all statements of a block; none if the last one leaves it, or there is no block.
fn block_end(syntax: &SyntaxTree, block: NodeId) -> Option<usize> {
    let last = statements(syntax, block).last()?;
    let is_reached = is_block(syntax, block) && !LEAVING.contains(&syntax.kind(last));
    is_reached.then(|| syntax.bytes(block).end - 1)
}

/// Statements after which the next one is not reached.
const LEAVING: [&str; 5] = [
    "return_statement",
    "break_statement",
    "continue_statement",
    "throw_statement",
    "goto_statement",
];

fn is_block(syntax: &SyntaxTree, id: NodeId) -> bool {
    syntax.kind(id) == "compound_statement" && syntax.text(id).ends_with('}')
}

/// Whether leaving it out is a fault already.
fn is_simple(syntax: &SyntaxTree, id: NodeId) -> bool {
    let kind = syntax.kind(id);
    kind == "expression_statement" || LEAVING.contains(&kind)
}

/// The statements of a block, or the one of an `else`.
fn statements(syntax: &SyntaxTree, outer: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let is_statement = |id: &NodeId| !matches!(syntax.kind(*id), "{" | "}" | "else" | "comment");
    syntax.children(outer).filter(is_statement)
}

fn inserted_candidate(operator: MutationOperator, at: usize, text: &str) -> MutationCandidate {
    MutationCandidate {
        form: SwitchForm::Insertion,
        ..MutationCandidate::new(operator, at..at, text)
    }
}

/// Whether nothing comes after it: without it, what the function returns is undefined.
fn ends_function(syntax: &SyntaxTree, id: NodeId) -> bool {
    let body = syntax.parent(id);
    let is_body = syntax.kind(syntax.parent(body)) == "function_definition";
    is_body && statements(syntax, body).last() == Some(id)
}

fn returns_a_number(syntax: &SyntaxTree, id: NodeId) -> bool {
    let mut outer = syntax.ancestors(id);
    let function = outer.find(|it| {
        matches!(
            syntax.kind(*it),
            "function_definition" | "lambda_expression"
        )
    });
    let returned = function.and_then(|function| syntax.child_by_field(function, "type"));
    let is_plain = function
        .and_then(|function| syntax.child_by_field(function, "declarator"))
        .is_some_and(|it| syntax.kind(it) == "function_declarator");
    let words = returned.map(|it| syntax.text(it)).unwrap_or_default();
    is_plain && is_number(words)
}
