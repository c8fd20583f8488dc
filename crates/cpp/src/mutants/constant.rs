//! Where something must be constant: a switch is none, so a mutant there is a program of its own. And what is left alone.

use crate::source::{NodeId, SyntaxTree};

/// Whether nothing in this node is mutated: what is no part of the program's own behaviour.
pub(super) fn is_never_mutated(syntax: &SyntaxTree, id: NodeId) -> bool {
    const NOTHING: [&str; 15] = [
        "preproc_include",
        "preproc_def",
        "preproc_function_def",
        "preproc_call",
        "preproc_arg",
        "preproc_params",
        "sizeof_expression",
        "decltype",
        "alignas_qualifier",
        "attribute_declaration",
        "static_assert_declaration",
        "template_parameter_list",
        "comment",
        "raw_string_literal",
        "user_defined_literal",
    ];
    match syntax.kind(id) {
        // Which mutants would only be told from the program by another number of the same generator.
        "call_expression" => seeds_generator(syntax, id),
        "string_literal" => syntax.kind(syntax.parent(id)) == "linkage_specification",
        kind => {
            NOTHING.contains(&kind)
                || is_size_of_parameter(syntax, id)
                || is_preprocessed(syntax, id)
        }
    }
}

/// `srand(7)`: its argument, and that it is there at all, only choose a sequence.
pub(super) fn seeds_generator(syntax: &SyntaxTree, call: NodeId) -> bool {
    const STARTS: [&str; 4] = ["srand", "std::srand", "srandom", "srand48"];
    let function = syntax.child_by_field(call, "function");
    function
        .is_some_and(|id| STARTS.contains(&syntax.text(id)) || syntax.text(id).ends_with(".seed"))
}

/// What an array is declared with as a parameter means nothing.
fn is_size_of_parameter(syntax: &SyntaxTree, id: NodeId) -> bool {
    syntax.field_name(id) == Some("size")
        && syntax.kind(syntax.parent(id)) == "array_declarator"
        && syntax
            .ancestors(id)
            .any(|outer| syntax.kind(outer) == "parameter_declaration")
}

/// The condition of `#if`.
fn is_preprocessed(syntax: &SyntaxTree, id: NodeId) -> bool {
    let parent = syntax.kind(syntax.parent(id));
    syntax.field_name(id) == Some("condition") && matches!(parent, "preproc_if" | "preproc_elif")
}

/// Whether what stands in this place may have to be constant.
pub(crate) fn may_be_constant(syntax: &SyntaxTree, id: NodeId) -> bool {
    let mut inner = id;
    for outer in syntax.ancestors(id) {
        let part = syntax.field_name(inner);
        let is_constant = match syntax.kind(outer) {
            "template_argument_list"
            | "enumerator"
            | "bitfield_clause"
            | "noexcept"
            | "optional_parameter_declaration"
            | "subscript_designator" => true,
            "array_declarator" => part == Some("size"),
            "case_statement" => part == Some("value"),
            "field_declaration" => part == Some("default_value"),
            "declaration" => {
                has_word(syntax, outer, "constexpr") || is_named_number(syntax, outer, inner)
            }
            "function_definition" => has_word(syntax, outer, "constexpr"),
            _ => false,
        };
        if is_constant {
            return true;
        }
        inner = outer;
    }
    false
}

fn has_word(syntax: &SyntaxTree, declaration: NodeId, word: &str) -> bool {
    syntax
        .children(declaration)
        .any(|child| syntax.text(child) == word)
}

/// `const int SIZE = 3;`: it may be the size of an array.
fn is_named_number(syntax: &SyntaxTree, declaration: NodeId, declarator: NodeId) -> bool {
    let is_single = syntax
        .child_by_field(declarator, "declarator")
        .is_some_and(|name| syntax.kind(name) == "identifier");
    let value = syntax.child_by_field(declarator, "value");
    let is_known = value.is_some_and(|value| {
        !syntax
            .subtree(value)
            .any(|id| matches!(syntax.kind(id), "call_expression" | "subscript_expression"))
    });
    has_word(syntax, declaration, "const") && is_single && is_known
}
