//! Other variables, and other first values.

use super::fault::MutationCandidate;
use crate::mutants::mutant::MutationOperator;
use crate::source::{DeclaredVariable, NodeId, SyntaxTree, is_use, known_variables};

/// A value of the variable of the same type that was declared last, where one is used.
pub(super) fn mutate_variable(
    syntax: &SyntaxTree,
    id: NodeId,
    variables: &[DeclaredVariable],
) -> Option<MutationCandidate> {
    if !is_use(syntax, id) || !is_read(syntax, id) {
        return None;
    }
    let bytes = syntax.bytes(id);
    let name = syntax.text(id);
    let known = || known_variables(variables, bytes.start).rev();
    let own = known().find(|one| one.name == name)?;
    let other = known().find(|one| {
        let is_declared_here = syntax.subtree(one.declaration).contains(&id);
        one.name != name && one.kind == own.kind && !is_declared_here
    })?;
    // `a < a` is no other comparison than `false`.
    let mut neighbours = syntax.children(syntax.parent(id));
    if neighbours.any(|it| syntax.text(it) == other.name) {
        return None;
    }
    Some(MutationCandidate::new(
        MutationOperator::Variable,
        bytes,
        &*other.name,
    ))
}

/// Whether only the value of a variable counts in this place.
fn is_read(syntax: &SyntaxTree, id: NodeId) -> bool {
    let parent = syntax.parent(id);
    let part = syntax.field_name(id);
    match syntax.kind(parent) {
        "assignment_expression" => part == Some("right"),
        "binary_expression" => syntax
            .child_by_field(parent, "operator")
            .is_some_and(|it| syntax.text(it) != ">>"),
        "subscript_argument_list" | "return_statement" | "condition_clause" | "argument_list" => {
            true
        }
        "init_declarator" => part == Some("value"),
        _ => false,
    }
}

/// `int most = 0` for `int most = numbers[0]`.
pub(super) fn zero_first_value(syntax: &SyntaxTree, id: NodeId) -> Option<MutationCandidate> {
    const LITERALS: [&str; 4] = ["number_literal", "char_literal", "true", "false"];
    let value = syntax.child_by_field(id, "value")?;
    let declarator = syntax.child_by_field(id, "declarator")?;
    let kind = syntax.child_by_field(syntax.parent(id), "type")?;
    let is_number = syntax.kind(declarator) == "identifier" && is_number(syntax.text(kind));
    let is_known =
        LITERALS.contains(&syntax.kind(value)) || syntax.kind(value) == "initializer_list";
    (is_number && !is_known)
        .then(|| MutationCandidate::new(MutationOperator::FirstValue, syntax.bytes(value), "0"))
}

/// Whether a type holds a number, a letter or a truth value.
pub(super) fn is_number(written: &str) -> bool {
    const NUMBERS: [&str; 9] = [
        "int", "bool", "char", "long", "short", "unsigned", "float", "double", "size_t",
    ];
    let mut words = written.split_whitespace().peekable();
    words.peek().is_some() && words.all(|word| NUMBERS.contains(&word))
}
