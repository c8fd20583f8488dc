//! The variables of a file: what they are, and where they are known.

use std::ops::Range;

use super::declarations::{DeclaratorLayer, declared_names};
use super::syntax::{NodeId, SyntaxTree};

/// A variable or a parameter.
pub(crate) struct DeclaredVariable {
    pub(crate) name: String,
    /// What it is, as it is written: `int`, `int[]`.
    pub(crate) kind: String,
    /// Where it is known.
    pub(crate) scope: Range<usize>,
    /// The declaration, and whether it has a first value.
    pub(crate) declaration: NodeId,
    pub(crate) has_value: bool,
}

impl DeclaredVariable {
    /// Whether it holds one number.
    pub(crate) fn is_number(&self) -> bool {
        is_alike(&self.kind, "int")
    }
}

/// The variables and parameters of a file.
pub(crate) fn declared_variables(syntax: &SyntaxTree) -> Vec<DeclaredVariable> {
    let mut all = Vec::new();
    for id in syntax.nodes_of_kinds(&["declaration", "parameter_declaration"]) {
        let Some(kind) = syntax.child_by_field(id, "type") else {
            continue;
        };
        let is_constant = syntax.children(id).any(|it| syntax.text(it) == "const");
        let Some(scope) = scope_of(syntax, id).filter(|_| !is_constant) else {
            continue;
        };
        for declared in declared_names(syntax, id) {
            let Some(name) = declared.name.filter(|_| !declared.is_function()) else {
                continue;
            };
            let layers: String = declared
                .layers
                .iter()
                .map(|(layer, _)| match layer {
                    DeclaratorLayer::Pointer => "*",
                    DeclaratorLayer::Reference => "",
                    DeclaratorLayer::Array => "[]",
                    DeclaratorLayer::Function => "()",
                })
                .collect();
            all.push(DeclaredVariable {
                name: syntax.text(name).to_owned(),
                kind: format!("{}{layers}", syntax.text(kind)),
                scope: syntax.bytes(name).end..scope.end,
                declaration: id,
                has_value: declared.value.is_some(),
            });
        }
    }
    all
}

/// The variables that are known at a byte of the text, the innermost last.
pub(crate) fn known_variables(
    variables: &[DeclaredVariable],
    at: usize,
) -> impl DoubleEndedIterator<Item = &DeclaredVariable> {
    variables.iter().filter(move |one| one.scope.contains(&at))
}

/// What a value is that a variable, an element or an address of one stands for: `int`, `char*`; none if that is not known.
pub(crate) fn value_kind(
    syntax: &SyntaxTree,
    variables: &[DeclaredVariable],
    value: NodeId,
) -> Option<String> {
    let at = syntax.bytes(value).start;
    match syntax.kind(value) {
        "identifier" => {
            let name = syntax.text(value);
            let mut known = known_variables(variables, at).rev();
            let own = known.find(|one| one.name == name);
            own.map(|one| one.kind.clone())
        }
        "subscript_expression" => {
            let array = syntax.child_by_field(value, "argument")?;
            let kind = value_kind(syntax, variables, array)?;
            let element = kind.strip_suffix("[]").or_else(|| kind.strip_suffix('*'));
            element.map(str::to_owned)
        }
        "pointer_expression" => {
            let inner = syntax.child_by_field(value, "argument")?;
            let kind = value_kind(syntax, variables, inner)?;
            if syntax.text(value).starts_with('&') {
                Some(format!("{kind}*"))
            } else {
                kind.strip_suffix('*').map(str::to_owned)
            }
        }
        _ => None,
    }
}

fn scope_of(syntax: &SyntaxTree, declaration: NodeId) -> Option<Range<usize>> {
    // A parameter of a function that is only declared is known nowhere.
    let is_prototype = syntax.kind(declaration) == "parameter_declaration"
        && syntax
            .ancestors(declaration)
            .find(|id| matches!(syntax.kind(*id), "function_definition" | "declaration"))
            .is_some_and(|id| syntax.kind(id) == "declaration");
    if is_prototype {
        return None;
    }
    let mut outer = syntax.ancestors(declaration).filter(|id| {
        matches!(
            syntax.kind(*id),
            "compound_statement"
                | "for_statement"
                | "for_range_loop"
                | "function_definition"
                | "translation_unit"
                | "struct_specifier"
                | "class_specifier"
        )
    });
    outer.next().map(|id| syntax.bytes(id))
}

/// Whether a name stands for a value: not where it is declared, and not for a function.
pub(crate) fn is_use(syntax: &SyntaxTree, id: NodeId) -> bool {
    let parent = syntax.parent(id);
    let kind = syntax.kind(parent);
    let is_declared = kind.ends_with("declarator") && syntax.field_name(id) == Some("declarator");
    let is_called = kind == "call_expression" && syntax.field_name(id) == Some("function");
    let is_other = kind.ends_with("declaration")
        || kind == "qualified_identifier"
        || kind.starts_with("preproc_")
        || kind == "enumerator";
    !is_declared && !is_called && !is_other && !syntax.is_doubtful(id)
}

/// Whether a variable of one type may have been mixed up with one of another.
pub(crate) fn is_alike(one: &str, other: &str) -> bool {
    const NUMBERS: [&str; 8] = [
        "int",
        "long",
        "long long",
        "short",
        "unsigned",
        "float",
        "double",
        "char",
    ];
    one == other || (NUMBERS.contains(&one) && NUMBERS.contains(&other))
}
