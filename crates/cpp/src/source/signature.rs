//! A function's prototype in a form that can be held against another one.
//!
//! Names of parameters, default values, `const`, white space and the order of words such as `long unsigned` do not
//! matter; other names for types are followed. An array as a parameter is a pointer, as the compiler takes it.

use super::declarations::{self, DeclaratorLayer};
use super::syntax::{NodeId, SyntaxTree};
use super::types::TypeNames;
use crate::functions;

/// How many aliases are followed.
const LONGEST_CHAIN: usize = 20;

/// A function's types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FunctionSignature {
    pub(super) name: String,
    /// What it returns; none where the compiler finds out, which fits everything.
    pub(super) returned: Option<String>,
    /// The types of its parameters; none for one that fits everything.
    pub(super) parameters: Vec<Option<String>>,
}

impl FunctionSignature {
    /// Whether a function of this signature is what `asked` asks for.
    pub(super) fn is_compatible_with(&self, asked: &FunctionSignature) -> bool {
        self.name == asked.name
            && may_be_same((&self.returned, &asked.returned))
            && self.parameters.len() == asked.parameters.len()
            && self
                .parameters
                .iter()
                .zip(&asked.parameters)
                .all(may_be_same)
    }

    /// Whether both return types of the language itself, such as `int` and `bool`, and not the same one. Any other name may
    /// stand for what is asked.
    pub(super) fn returns_other_type(&self, asked: &FunctionSignature) -> bool {
        match (&self.returned, &asked.returned) {
            (Some(one), Some(other)) => one != other && is_built_in(one) && is_built_in(other),
            _ => false,
        }
    }
}

fn may_be_same((one, other): (&Option<String>, &Option<String>)) -> bool {
    one.is_none() || other.is_none() || one == other
}

/// Whether a type in the form of [`canonical_type`] is one of the language itself, or a pointer or reference to one.
fn is_built_in(of: &str) -> bool {
    const TYPES: [&str; 8] = [
        "void",
        "bool",
        "char",
        "int",
        "short",
        "long",
        "long long",
        "double",
    ];
    let base = of.trim_end_matches(['*', '&']);
    TYPES.contains(&base.strip_prefix("unsigned ").unwrap_or(base)) || base == "float"
}

/// Whether a text is a function's prototype.
pub fn is_prototype(text: &str) -> bool {
    parse_signature(text).is_some()
}

/// Reads a prototype such as `int gridState(long long grid, int pos)`.
pub(super) fn parse_signature(text: &str) -> Option<FunctionSignature> {
    let text = format!("{};", text.trim().trim_end_matches(';'));
    if text.contains('{') {
        return None;
    }
    let syntax = SyntaxTree::parse(&text).ok()?;
    let declaration = syntax.nodes_of_kinds(&["declaration"]).next()?;
    let is_whole = syntax.bytes(declaration) == (0..text.len());
    let is_broken = syntax.broken_lines().next().is_some();
    let signature = read_signature(&syntax, declaration, &TypeNames::default())?;
    (is_whole && !is_broken && signature.returned.is_some()).then_some(signature)
}

/// The signature of a declaration or definition; none if it is no function's.
pub(super) fn read_signature(
    syntax: &SyntaxTree,
    declaration: NodeId,
    types: &TypeNames<'_>,
) -> Option<FunctionSignature> {
    let declared =
        declarations::declared_name(syntax, syntax.child_by_field(declaration, "declarator")?);
    let (layers, list) = match declared.layers.split_last() {
        Some(((DeclaratorLayer::Function, id), layers)) => (layers, *id),
        _ => return None,
    };
    let name = syntax
        .text(declarations::last_part(syntax, declared.name?))
        .to_owned();
    let trailing = syntax
        .child_of_kind(list, "trailing_return_type")
        .and_then(|it| syntax.child_of_kind(it, "type_descriptor"));
    let returned = match trailing {
        Some(described) => described_type(syntax, described, types),
        None => type_of(syntax, declaration, layers, types),
    };
    let list = syntax.child_by_field(list, "parameters")?;
    let mut parameters: Vec<Option<String>> = syntax
        .children(list)
        .filter_map(|id| parameter_type(syntax, id, types))
        .collect();
    if parameters == [Some("void".to_owned())] {
        parameters.clear();
    }
    Some(FunctionSignature {
        name,
        returned,
        parameters,
    })
}

fn parameter_type(
    syntax: &SyntaxTree,
    id: NodeId,
    types: &TypeNames<'_>,
) -> Option<Option<String>> {
    if !syntax.kind(id).ends_with("parameter_declaration") {
        return None;
    }
    let declarator = syntax.child_by_field(id, "declarator");
    let layers = declarator
        .map(|it| declarations::declared_name(syntax, it).layers)
        .unwrap_or_default();
    Some(type_of(syntax, id, &layers, types))
}

fn described_type(syntax: &SyntaxTree, described: NodeId, types: &TypeNames<'_>) -> Option<String> {
    let declarator = syntax.child_by_field(described, "declarator");
    let layers = declarator
        .map(|it| declarations::declared_name(syntax, it).layers)
        .unwrap_or_default();
    type_of(syntax, described, &layers, types)
}

/// The type that a declaration gives what stands in these layers; none if it can be any.
fn type_of(
    syntax: &SyntaxTree,
    declaration: NodeId,
    layers: &[(DeclaratorLayer, NodeId)],
    types: &TypeNames<'_>,
) -> Option<String> {
    let (mut syntax, mut base) = (syntax, syntax.child_by_field(declaration, "type")?);
    let mut marks = layer_marks(syntax, layers);
    for _ in 0..LONGEST_CHAIN {
        let name = syntax.text(declarations::last_part(syntax, base));
        if let Some(alias) = types.find_alias(name) {
            syntax = &alias.file.syntax;
            base = alias.base;
            marks.splice(0..0, self::layer_marks(syntax, &alias.layers));
            continue;
        }
        if syntax.kind(base) == "placeholder_type_specifier"
            || is_template_parameter(syntax, base, name)
        {
            return None;
        }
        break;
    }
    if marks.iter().any(|mark| mark == "()") {
        return None;
    }
    let array = marks.iter().position(|mark| mark.starts_with('['));
    if let Some(first) = array {
        marks[first] = "*".to_owned();
    }
    Some(format!(
        "{}{}",
        canonical_type(syntax.text(base)),
        marks.concat()
    ))
}

/// Whether a name is a parameter of a template around it.
fn is_template_parameter(syntax: &SyntaxTree, base: NodeId, name: &str) -> bool {
    let mut outer = syntax
        .ancestors(base)
        .filter(|it| syntax.kind(*it) == "template_declaration");
    outer.any(|template| {
        let list = syntax.child_by_field(template, "parameters");
        list.is_some_and(|list| {
            syntax
                .subtree(list)
                .any(|id| syntax.kind(id) == "type_identifier" && syntax.text(id) == name)
        })
    })
}

/// What the layers add to a type. The sizes of arrays stand in the order in which they are written.
fn layer_marks(syntax: &SyntaxTree, layers: &[(DeclaratorLayer, NodeId)]) -> Vec<String> {
    let mut marks: Vec<String> = Vec::new();
    let mut arrays = Vec::new();
    for (layer, id) in layers {
        match layer {
            DeclaratorLayer::Pointer => marks.push("*".to_owned()),
            DeclaratorLayer::Reference => {
                let twice = syntax.children(*id).any(|it| syntax.kind(it) == "&&");
                marks.push(if twice { "&&" } else { "&" }.to_owned());
            }
            DeclaratorLayer::Array => {
                let size = syntax
                    .child_by_field(*id, "size")
                    .map_or("", |size| syntax.text(size));
                arrays.push(format!("[{size}]"));
            }
            DeclaratorLayer::Function => marks.push("()".to_owned()),
        }
    }
    marks.extend(arrays.into_iter().rev());
    marks
}

/// A type's words in one order, without those that change nothing.
fn canonical_type(text: &str) -> String {
    let spaced: String = text
        .chars()
        .map(|it| {
            if it.is_alphanumeric() || it == '_' {
                it
            } else {
                ' '
            }
        })
        .collect();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    if let Some(scalar) = functions::parse_scalar(&words) {
        return scalar.cpp_name().to_owned();
    }
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = ["struct ", "class ", "enum "]
        .into_iter()
        .fold(text, |text, word| {
            text.strip_prefix(word).map(str::to_owned).unwrap_or(text)
        });
    text.replace("std::", "")
        .replace("const", "")
        .split_whitespace()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prototypes_are_the_same_whatever_their_parameters_are_called() {
        let table = [
            ("int f(char grid[], int dim)", "int f(char *, int)", true),
            (
                "int f(char grid[], int dim);",
                "int f(const char g[121], int d = 3)",
                true,
            ),
            ("int f(long long g)", "int f(long long int grid)", true),
            ("int f(long long g)", "int f(long g)", false),
            ("void f(long long &g)", "void f(long long g)", false),
            ("void f(long long &g)", "void f(long long int & grid)", true),
            ("int f(unsigned a)", "int f(unsigned int)", true),
            ("bool f(int a)", "int f(int a)", false),
            ("int f(int a)", "int g(int a)", false),
            ("int f(int a)", "int f(int a, int b)", false),
            ("void f()", "void f(void)", true),
            (
                "void f(std::vector<int>& v)",
                "void f(vector < int > &v)",
                true,
            ),
            ("int f(int a[3][4])", "int f(int a[9][4])", true),
            ("int f(int a[3][4])", "int f(int a[3][5])", false),
            ("char* f()", "const char *f()", true),
            ("int f(int a)", "auto f(int a) -> int", true),
            ("int f(int a)", "auto f(int a) -> bool", false),
        ];
        for (one, other, same) in table {
            let first = parse_signature(one).unwrap();
            let second = parse_signature(other).unwrap();
            assert_eq!(
                second.is_compatible_with(&first),
                same,
                "{one} / {other}: {first:?} {second:?}"
            );
        }
    }

    #[test]
    fn other_text_is_no_prototype() {
        for text in [
            "",
            "f",
            "int f",
            "int f(",
            "int x = 3",
            "f(3)",
            "int f(int) {}",
            "int f(); int g()",
        ] {
            assert!(!is_prototype(text), "{text}");
        }
    }
}
