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

/// What memory without a first value may hold: the upper half of an address.
const CHANCE_VALUE: &str = "32767";

/// `int most = 0` for `int most = numbers[0]`; and for `int sum = 0`, what `int sum` may hold by chance.
pub(super) fn mutate_first_value(syntax: &SyntaxTree, id: NodeId) -> Option<MutationCandidate> {
    let value = syntax.child_by_field(id, "value")?;
    let declarator = syntax.child_by_field(id, "declarator")?;
    let declaration = syntax.parent(id);
    let kind = syntax.child_by_field(declaration, "type")?;
    let is_number = syntax.kind(declarator) == "identifier" && is_number(syntax.text(kind));
    if !is_number || syntax.kind(value) == "initializer_list" {
        return None;
    }
    let becomes = match syntax.kind(value) {
        // A truth value or a letter has its other values anyway, and what never changes is no variable.
        "char_literal" | "true" | "false" => return None,
        "number_literal" if is_constant(syntax, declaration) => return None,
        // The bounds of a loop are tried by other changes.
        "number_literal" if syntax.kind(syntax.parent(declaration)) == "for_statement" => {
            return None;
        }
        "number_literal" if matches!(syntax.text(kind), "bool" | "char") => return None,
        "number_literal" if is_set_before_use(syntax, declarator) => return None,
        "number_literal" => CHANCE_VALUE,
        _ => "0",
    };
    Some(MutationCandidate::new(
        MutationOperator::FirstValue,
        syntax.bytes(value),
        becomes,
    ))
}

/// Whether a variable is read from the input, or assigned, where it is named next: then its first value does not matter.
fn is_set_before_use(syntax: &SyntaxTree, declarator: NodeId) -> bool {
    let name = syntax.text(declarator);
    let end = syntax.bytes(declarator).end;
    let mut names = syntax.nodes_of_kinds(&["identifier"]);
    let Some(next) = names.find(|id| syntax.bytes(*id).start >= end && syntax.text(*id) == name)
    else {
        return false;
    };
    let parent = syntax.parent(next);
    let operator = syntax
        .child_by_field(parent, "operator")
        .map(|id| syntax.text(id));
    match syntax.kind(parent) {
        "binary_expression" => operator == Some(">>") && syntax.field_name(next) == Some("right"),
        "assignment_expression" => operator == Some("=") && syntax.field_name(next) == Some("left"),
        "pointer_expression" => operator == Some("&"),
        _ => false,
    }
}

/// Whether a declaration says `const` or `constexpr`.
fn is_constant(syntax: &SyntaxTree, declaration: NodeId) -> bool {
    let mut parts = syntax.children(declaration);
    parts.any(|part| syntax.text(part).starts_with("const"))
}

/// Whether a type holds a number, a letter or a truth value.
pub(super) fn is_number(written: &str) -> bool {
    const NUMBERS: [&str; 9] = [
        "int", "bool", "char", "long", "short", "unsigned", "float", "double", "size_t",
    ];
    let mut words = written.split_whitespace().peekable();
    words.peek().is_some() && words.all(|word| NUMBERS.contains(&word))
}
