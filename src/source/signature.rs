//! A function's prototype in a form that can be held against another one.
//!
//! Names of parameters, default values, `const`, white space and the order of words such as `long unsigned` do not
//! matter; other names for types are followed. An array as a parameter is a pointer, as the compiler takes it.

use super::declarators::{self, Layer};
use super::syntax::{Id, Syntax};
use super::types::Types;
use crate::functions;

/// How many aliases are followed.
const LONGEST_CHAIN: usize = 20;

/// A function's types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Signature {
    pub(super) name: String,
    /// What it returns; none where the compiler finds out, which fits everything.
    pub(super) returned: Option<String>,
    /// The types of its parameters; none for one that fits everything.
    pub(super) parameters: Vec<Option<String>>,
}

impl Signature {
    /// Whether a function of this signature is what `asked` asks for.
    pub(super) fn fits(&self, asked: &Signature) -> bool {
        let same = |(one, other): (&Option<String>, &Option<String>)| {
            one.is_none() || other.is_none() || one == other
        };
        self.name == asked.name
            && same((&self.returned, &asked.returned))
            && self.parameters.len() == asked.parameters.len()
            && self.parameters.iter().zip(&asked.parameters).all(same)
    }

    /// Whether both return types of the language itself, such as `int` and `bool`, and not the same one. Any other name may
    /// stand for what is asked.
    pub(super) fn returns_other(&self, asked: &Signature) -> bool {
        match (&self.returned, &asked.returned) {
            (Some(one), Some(other)) => one != other && is_built_in(one) && is_built_in(other),
            _ => false,
        }
    }
}

/// Whether a type in the form of [`canonical`] is one of the language itself, or a pointer or reference to one.
fn is_built_in(of: &str) -> bool {
    const TYPES: [&str; 8] =
        ["void", "bool", "char", "int", "short", "long", "long long", "double"];
    let base = of.trim_end_matches(['*', '&']);
    TYPES.contains(&base.strip_prefix("unsigned ").unwrap_or(base)) || base == "float"
}

/// Whether a text is a function's prototype.
pub(crate) fn is_prototype(text: &str) -> bool {
    parse(text).is_some()
}

/// Reads a prototype such as `int gridState(long long grid, int pos)`.
pub(super) fn parse(text: &str) -> Option<Signature> {
    let text = format!("{};", text.trim().trim_end_matches(';'));
    if text.contains('{') {
        return None;
    }
    let syntax = Syntax::read(&text).ok()?;
    let declaration = syntax.of_kinds(&["declaration"]).next()?;
    let is_whole = syntax.bytes(declaration) == (0..text.len());
    let is_broken = syntax.broken_lines().next().is_some();
    let signature = read(&syntax, declaration, &Types::default())?;
    (is_whole && !is_broken && signature.returned.is_some()).then_some(signature)
}

/// The signature of a declaration or definition; none if it is no function's.
pub(super) fn read(syntax: &Syntax, declaration: Id, types: &Types<'_>) -> Option<Signature> {
    let declared = declarators::one(syntax, syntax.field(declaration, "declarator")?);
    let (layers, list) = match declared.layers.split_last() {
        Some(((Layer::Function, id), layers)) => (layers, *id),
        _ => return None,
    };
    let name = syntax.text(declarators::last_part(syntax, declared.name?)).to_owned();
    let trailing = syntax
        .child(list, "trailing_return_type")
        .and_then(|it| syntax.child(it, "type_descriptor"));
    let returned = match trailing {
        Some(described) => described_type(syntax, described, types),
        None => type_of(syntax, declaration, layers, types),
    };
    let list = syntax.field(list, "parameters")?;
    let mut parameters: Vec<Option<String>> =
        syntax.children(list).filter_map(|id| parameter(syntax, id, types)).collect();
    if parameters == [Some("void".to_owned())] {
        parameters.clear();
    }
    Some(Signature { name, returned, parameters })
}

fn parameter(syntax: &Syntax, id: Id, types: &Types<'_>) -> Option<Option<String>> {
    if !syntax.kind(id).ends_with("parameter_declaration") {
        return None;
    }
    let declarator = syntax.field(id, "declarator");
    let layers = declarator.map(|it| declarators::one(syntax, it).layers).unwrap_or_default();
    Some(type_of(syntax, id, &layers, types))
}

fn described_type(syntax: &Syntax, described: Id, types: &Types<'_>) -> Option<String> {
    let declarator = syntax.field(described, "declarator");
    let layers = declarator.map(|it| declarators::one(syntax, it).layers).unwrap_or_default();
    type_of(syntax, described, &layers, types)
}

/// The type that a declaration gives what stands in these layers; none if it can be any.
fn type_of(
    syntax: &Syntax,
    declaration: Id,
    layers: &[(Layer, Id)],
    types: &Types<'_>,
) -> Option<String> {
    let (mut syntax, mut base) = (syntax, syntax.field(declaration, "type")?);
    let mut marks = marks(syntax, layers);
    for _ in 0..LONGEST_CHAIN {
        let name = syntax.text(declarators::last_part(syntax, base));
        if let Some(alias) = types.alias(name) {
            syntax = &alias.file.syntax;
            base = alias.base;
            marks.splice(0..0, self::marks(syntax, &alias.layers));
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
    Some(format!("{}{}", canonical(syntax.text(base)), marks.concat()))
}

/// Whether a name is a parameter of a template around it.
fn is_template_parameter(syntax: &Syntax, base: Id, name: &str) -> bool {
    let mut outer = syntax.ancestors(base).filter(|it| syntax.kind(*it) == "template_declaration");
    outer.any(|template| {
        let list = syntax.field(template, "parameters");
        list.is_some_and(|list| {
            syntax
                .within(list)
                .any(|id| syntax.kind(id) == "type_identifier" && syntax.text(id) == name)
        })
    })
}

/// What the layers add to a type. The sizes of arrays stand in the order in which they are written.
fn marks(syntax: &Syntax, layers: &[(Layer, Id)]) -> Vec<String> {
    let mut marks: Vec<String> = Vec::new();
    let mut arrays = Vec::new();
    for (layer, id) in layers {
        match layer {
            Layer::Pointer => marks.push("*".to_owned()),
            Layer::Reference => {
                let twice = syntax.children(*id).any(|it| syntax.kind(it) == "&&");
                marks.push(if twice { "&&" } else { "&" }.to_owned());
            }
            Layer::Array => {
                let size = syntax.field(*id, "size").map_or("", |size| syntax.text(size));
                arrays.push(format!("[{size}]"));
            }
            Layer::Function => marks.push("()".to_owned()),
        }
    }
    marks.extend(arrays.into_iter().rev());
    marks
}

/// A type's words in one order, without those that change nothing.
fn canonical(text: &str) -> String {
    let spaced: String =
        text.chars().map(|it| if it.is_alphanumeric() || it == '_' { it } else { ' ' }).collect();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    if let Some(scalar) = functions::scalar(&words) {
        return scalar.spelled().to_owned();
    }
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = ["struct ", "class ", "enum "]
        .into_iter()
        .fold(text, |text, word| text.strip_prefix(word).map(str::to_owned).unwrap_or(text));
    text.replace("std::", "").replace("const", "").split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prototypes_are_the_same_whatever_their_parameters_are_called() {
        let table = [
            ("int f(char grid[], int dim)", "int f(char *, int)", true),
            ("int f(char grid[], int dim);", "int f(const char g[121], int d = 3)", true),
            ("int f(long long g)", "int f(long long int grid)", true),
            ("int f(long long g)", "int f(long g)", false),
            ("void f(long long &g)", "void f(long long g)", false),
            ("void f(long long &g)", "void f(long long int & grid)", true),
            ("int f(unsigned a)", "int f(unsigned int)", true),
            ("bool f(int a)", "int f(int a)", false),
            ("int f(int a)", "int g(int a)", false),
            ("int f(int a)", "int f(int a, int b)", false),
            ("void f()", "void f(void)", true),
            ("void f(std::vector<int>& v)", "void f(vector < int > &v)", true),
            ("int f(int a[3][4])", "int f(int a[9][4])", true),
            ("int f(int a[3][4])", "int f(int a[3][5])", false),
            ("char* f()", "const char *f()", true),
            ("int f(int a)", "auto f(int a) -> int", true),
            ("int f(int a)", "auto f(int a) -> bool", false),
        ];
        for (one, other, same) in table {
            let (first, second) = (parse(one).unwrap(), parse(other).unwrap());
            assert_eq!(second.fits(&first), same, "{one} / {other}: {first:?} {second:?}");
        }
    }

    #[test]
    fn other_text_is_no_prototype() {
        for text in
            ["", "f", "int f", "int f(", "int x = 3", "f(3)", "int f(int) {}", "int f(); int g()"]
        {
            assert!(!is_prototype(text), "{text}");
        }
    }
}
