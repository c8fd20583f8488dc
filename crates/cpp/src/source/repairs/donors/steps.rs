//! The statements of a function as a list, in the order of the text, each with the part of it that is its own.

use super::super::places::RepairContext;
use crate::source::declarations::declared_name;
use crate::source::syntax::{NodeId, SyntaxTree};

/// How many functions of a file are looked at, and how many statements of a function: laying two functions beside each other takes
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
    /// The place of the statement around it.
    pub(super) outer: Option<usize>,
}

/// A function and its statements.
pub(super) struct FunctionSteps {
    pub(super) name: String,
    pub(super) node: NodeId,
    pub(super) body: NodeId,
    pub(super) steps: Vec<Step>,
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
            node,
            body,
            steps: list_steps(syntax, body),
        });
    }
    functions
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
        if OUTER.contains(&kind) {
            open.push(steps.len());
        }
        steps.push(Step {
            node,
            head: head_of(syntax, node),
            outer,
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
        .map(|part| without_parentheses(syntax, part))
        .collect()
}

fn without_parentheses(syntax: &SyntaxTree, part: NodeId) -> NodeId {
    let inner = match syntax.kind(part) {
        "condition_clause" => syntax.child_by_field(part, "value"),
        "parenthesized_expression" => {
            let mut inside = syntax.children(part);
            inside.find(|id| !matches!(syntax.kind(*id), "(" | "comment"))
        }
        _ => None,
    };
    inner.unwrap_or(part)
}

impl Step {
    /// Whether it holds other statements.
    pub(super) fn holds_others(&self, syntax: &SyntaxTree) -> bool {
        OUTER.contains(&syntax.kind(self.node))
    }

    /// The nodes that stand for words of its own.
    pub(super) fn words<'s>(&'s self, syntax: &'s SyntaxTree) -> impl Iterator<Item = NodeId> + 's {
        self.head
            .iter()
            .flat_map(|head| syntax.subtree(*head))
            .filter(|node| syntax.subtree(*node).len() == 1)
            .filter(|node| !matches!(syntax.text(*node), "(" | ")" | ";" | ","))
    }
}
