//! How a change of a text can stand beside the text itself, behind a switch: in place of the smallest statement or expression around it.

use super::super::syntax::{NodeId, SyntaxTree};
use crate::mutants::may_be_constant;
use model::{SwitchForm, SwitchedText, TextEdit, apply_edits};

/// Statements without others in them: the whole of one can stand beside itself, and no type of a part of it matters.
const PLAIN_STATEMENTS: [&str; 5] = [
    "expression_statement",
    "return_statement",
    "break_statement",
    "continue_statement",
    "throw_statement",
];

/// The parts of a program that holds these changes behind a switch; empty if it cannot.
pub(super) fn switch_edits(syntax: &SyntaxTree, edits: &[TextEdit]) -> Vec<SwitchedText> {
    let start = edits.iter().map(|edit| edit.start).min();
    let end = edits.iter().map(|edit| edit.end).max();
    let (Some(start), Some(end)) = (start, end) else {
        return Vec::new();
    };
    let mut inner = innermost_node(syntax, start, end);
    loop {
        let outer = syntax.parent(inner);
        let kind = syntax.kind(inner);
        let part = syntax.field_name(inner);
        if PLAIN_STATEMENTS.contains(&kind) && part != Some("initializer") {
            let bytes = syntax.bytes(inner);
            let is_beside = |edit: &TextEdit| edit.end == bytes.start || edit.start == bytes.end;
            if syntax.kind(outer) == "compound_statement" && edits.iter().all(is_beside) {
                let added = insert_statements(edits);
                if !added.is_empty() {
                    return added;
                }
            }
            return switch_node(syntax, inner, SwitchForm::Statement, edits);
        }
        if matches!(kind, "compound_statement" | "case_statement") {
            return insert_statements(edits);
        }
        match (syntax.kind(outer), part) {
            ("if_statement" | "while_statement" | "do_statement", Some("condition")) => {
                return switch_condition(syntax, inner, SwitchForm::Truth, edits);
            }
            ("for_statement", Some("condition")) => {
                return switch_condition(syntax, inner, SwitchForm::Truth, edits);
            }
            ("switch_statement", Some("condition")) => {
                return switch_condition(syntax, inner, SwitchForm::Expression, edits);
            }
            ("for_statement", Some("update" | "initializer")) if is_expression(syntax, inner) => {
                return switch_node(syntax, inner, SwitchForm::Expression, edits);
            }
            ("init_declarator", Some("value")) if is_expression(syntax, inner) => {
                return switch_node(syntax, inner, SwitchForm::Expression, edits);
            }
            _ => {}
        }
        if outer == inner || kind == "function_definition" || kind == "lambda_expression" {
            return Vec::new();
        }
        inner = outer;
    }
}

/// The smallest node around a stretch.
fn innermost_node(syntax: &SyntaxTree, start: usize, end: usize) -> NodeId {
    let mut inner = 0;
    loop {
        let holds = |id: &NodeId| {
            let bytes = syntax.bytes(*id);
            bytes.start <= start && end <= bytes.end
        };
        match syntax.children(inner).find(holds) {
            Some(child) => inner = child,
            None => return inner,
        }
    }
}

fn is_expression(syntax: &SyntaxTree, id: NodeId) -> bool {
    let kind = syntax.kind(id);
    kind.ends_with("expression")
        || kind.ends_with("literal")
        || kind.ends_with("identifier")
        || matches!(kind, "true" | "false")
}

/// The value of a condition, without what is around it.
fn switch_condition(
    syntax: &SyntaxTree,
    condition: NodeId,
    form: SwitchForm,
    edits: &[TextEdit],
) -> Vec<SwitchedText> {
    let inner = syntax.condition_value(condition);
    match inner.filter(|id| is_expression(syntax, *id)) {
        Some(inner) => switch_node(syntax, inner, form, edits),
        None => Vec::new(),
    }
}

fn switch_node(
    syntax: &SyntaxTree,
    id: NodeId,
    form: SwitchForm,
    edits: &[TextEdit],
) -> Vec<SwitchedText> {
    let bytes = syntax.bytes(id);
    let is_inside = |edit: &TextEdit| bytes.start <= edit.start && edit.end <= bytes.end;
    if !edits.iter().all(is_inside) || may_be_constant(syntax, id) {
        return Vec::new();
    }
    let mut within = Vec::new();
    for edit in edits {
        within.push(TextEdit {
            start: edit.start - bytes.start,
            end: edit.end - bytes.start,
            text: edit.text.clone(),
        });
    }
    let changed = apply_edits(&within, syntax.text(id));
    let changed = changed.and_then(|text| to_one_line(&text));
    changed
        .map(|text| SwitchedText {
            edit: TextEdit {
                start: bytes.start,
                end: bytes.end,
                text,
            },
            form,
        })
        .into_iter()
        .collect()
}

/// Statements that are added between others.
fn insert_statements(edits: &[TextEdit]) -> Vec<SwitchedText> {
    let mut all = Vec::new();
    for edit in edits {
        let text = edit.text.trim();
        let is_added = edit.start == edit.end && (text.ends_with(';') || text.ends_with('}'));
        match to_one_line(text).filter(|_| is_added) {
            Some(text) => all.push(SwitchedText {
                edit: TextEdit {
                    text,
                    ..edit.clone()
                },
                form: SwitchForm::Insertion,
            }),
            None => return Vec::new(),
        }
    }
    all
}

/// A text without line breaks; none if a comment or a directive ends with its line.
pub(super) fn to_one_line(text: &str) -> Option<String> {
    let has_directive = text.lines().any(|line| line.trim_start().starts_with('#'));
    let has_comment = text.contains("//") && text.contains('\n');
    let has_comment = has_comment || text.trim_end().contains("//");
    (!has_directive && !has_comment).then(|| text.replace(['\n', '\r'], " "))
}
