//! The statements of a function as a list, in the order of the text, each with the part of it that is its own.

use std::collections::BTreeSet;

use super::super::places::RepairContext;
use super::uses::{UsedVariable, used_variables};
use crate::source::declarations::declared_name;
use crate::source::syntax::{NodeId, SyntaxTree};

/// How many functions of a file are looked at, and how many statements of a function: comparing two functions takes
/// as long as the product of their statements.
const MOST_FUNCTIONS: usize = 40;
const MOST_STEPS: usize = 120;

/// Statements that hold others: what is their own is their head.
const OUTER: [&str; 7] = [
    "if_statement",
    "while_statement",
    "do_statement",
    "for_statement",
    "for_range_loop",
    "switch_statement",
    "case_statement",
];

/// Statements that are wholly their own.
const PLAIN: [&str; 5] = [
    "expression_statement",
    "return_statement",
    "break_statement",
    "continue_statement",
    "declaration",
];

/// A statement.
pub(super) struct Step {
    pub(super) node: NodeId,
    /// What is its own: itself, its condition, or the parts of a `for`.
    pub(super) head: Vec<NodeId>,
    /// The words of that.
    pub(super) words: Vec<String>,
    /// The place of the statement around it.
    pub(super) outer: Option<usize>,
    /// What the grammar calls it.
    pub(super) kind: &'static str,
    /// Whether it holds other statements.
    pub(super) holds_others: bool,
}

/// A function and its statements.
pub(super) struct FunctionSteps {
    pub(super) name: String,
    pub(super) body: NodeId,
    pub(super) steps: Vec<Step>,
    /// The variables that it uses, its own and global ones.
    pub(super) variables: Vec<UsedVariable>,
}

/// The functions of a file that have a body.
pub(super) fn list_functions(places: &RepairContext<'_>) -> Vec<FunctionSteps> {
    let syntax = places.syntax;
    let mut functions = Vec::new();
    for node in syntax.nodes_of_kinds(&["function_definition"]) {
        let body = syntax.child_by_field(node, "body");
        let declarator = syntax.child_by_field(node, "declarator");
        let (Some(body), Some(declarator)) = (body, declarator) else {
            continue;
        };
        let Some(name) = declared_name(syntax, declarator).name else {
            continue;
        };
        if functions.len() >= MOST_FUNCTIONS {
            break;
        }
        functions.push(FunctionSteps {
            name: syntax.text(name).to_owned(),
            body,
            steps: list_steps(syntax, body),
            variables: used_variables(places, node),
        });
    }
    functions
}

/// The names of all functions that a file declares or defines.
pub(super) fn declared_functions(syntax: &SyntaxTree) -> BTreeSet<&str> {
    syntax
        .nodes_of_kinds(&["function_declarator"])
        .filter_map(|node| syntax.child_by_field(node, "declarator"))
        .map(|node| syntax.text(node))
        .collect()
}

fn list_steps(syntax: &SyntaxTree, body: NodeId) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for node in syntax.subtree(body) {
        let kind = syntax.kind(node);
        let is_part = matches!(
            syntax.field_name(node),
            Some("initializer" | "condition" | "value")
        );
        if is_part || !(OUTER.contains(&kind) || PLAIN.contains(&kind)) {
            continue;
        }
        if steps.len() >= MOST_STEPS {
            break;
        }
        while open
            .last()
            .is_some_and(|last| !syntax.subtree(steps[*last].node).contains(&node))
        {
            open.pop();
        }
        let outer = open.last().copied();
        let holds_others = OUTER.contains(&kind);
        if holds_others {
            open.push(steps.len());
        }
        let head = head_of(syntax, node);
        steps.push(Step {
            node,
            words: words_of(syntax, &head),
            head,
            outer,
            kind,
            holds_others,
        });
    }
    steps
}

fn head_of(syntax: &SyntaxTree, node: NodeId) -> Vec<NodeId> {
    let fields = match syntax.kind(node) {
        "for_statement" => &["initializer", "condition", "update"][..],
        "for_range_loop" => &["declarator", "right"],
        "case_statement" => &["value"],
        kind if OUTER.contains(&kind) => &["condition"],
        _ => return vec![node],
    };
    let parts = fields.iter();
    parts
        .filter_map(|field| syntax.child_by_field(node, field))
        .map(|part| syntax.condition_value(part).unwrap_or(part))
        .collect()
}

/// The words of some nodes, without the signs that tell nothing of them.
fn words_of(syntax: &SyntaxTree, head: &[NodeId]) -> Vec<String> {
    let nodes = head.iter().flat_map(|part| syntax.subtree(*part));
    let words = nodes
        .filter(|node| syntax.subtree(*node).len() == 1)
        .map(|node| syntax.text(node))
        .filter(|word| !matches!(*word, "(" | ")" | ";" | ","));
    words.map(str::to_owned).collect()
}
