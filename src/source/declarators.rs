//! What a declaration declares: `int *a[3], b;` declares `a`, an array, and `b`.

use super::syntax::{Id, Syntax};

/// One declared name, or a place for one that was left out.
#[derive(Debug, Clone)]
pub(super) struct Declared {
    /// The node that stands for the name; none for a parameter without one.
    pub(super) name: Option<Id>,
    /// What stands around the name, from the outside in.
    pub(super) layers: Vec<(Layer, Id)>,
    /// What it starts with, if it is given a value at once.
    pub(super) value: Option<Id>,
}

/// What a declarator does with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layer {
    Pointer,
    Reference,
    Array,
    Function,
}

impl Declared {
    /// How many dimensions it has as an array.
    pub(super) fn dimensions(&self) -> u32 {
        self.layers.iter().map(|(layer, _)| u32::from(*layer == Layer::Array)).sum()
    }

    /// Whether it is a function, and no variable.
    pub(super) fn is_function(&self) -> bool {
        self.layers.last().is_some_and(|(layer, _)| *layer == Layer::Function)
    }
}

/// What a declaration, parameter or member declares.
pub(super) fn declared(syntax: &Syntax, declaration: Id) -> Vec<Declared> {
    syntax.fields(declaration, "declarator").map(|id| one(syntax, id)).collect()
}

/// What a declarator declares.
pub(super) fn one(syntax: &Syntax, declarator: Id) -> Declared {
    let mut found = Declared { name: None, layers: Vec::new(), value: None };
    let mut now = Some(declarator);
    while let Some(id) = now {
        let layer = match syntax.kind(id) {
            "init_declarator" => {
                found.value = syntax.field(id, "value");
                None
            }
            "pointer_declarator" | "abstract_pointer_declarator" | "pointer_type_declarator" => {
                Some(Layer::Pointer)
            }
            "reference_declarator" | "abstract_reference_declarator" => Some(Layer::Reference),
            "array_declarator" | "abstract_array_declarator" => Some(Layer::Array),
            "function_declarator" | "abstract_function_declarator" => Some(Layer::Function),
            "parenthesized_declarator"
            | "abstract_parenthesized_declarator"
            | "attributed_declarator"
            | "variadic_declarator" => None,
            _ => {
                found.name = Some(id);
                break;
            }
        };
        found.layers.extend(layer.map(|layer| (layer, id)));
        now = inner(syntax, id);
    }
    found
}

fn inner(syntax: &Syntax, id: Id) -> Option<Id> {
    syntax.field(id, "declarator").or_else(|| {
        syntax.children(id).find(|child| {
            let kind = syntax.kind(*child);
            kind.ends_with("declarator") || kind.ends_with("identifier")
        })
    })
}

/// The last part of a name: `play` of `Game::play`.
pub(super) fn last_part(syntax: &Syntax, mut name: Id) -> Id {
    while matches!(
        syntax.kind(name),
        "qualified_identifier"
            | "template_type"
            | "template_function"
            | "template_method"
            | "dependent_name"
    ) {
        match syntax.field(name, "name") {
            Some(part) => name = part,
            None => break,
        }
    }
    name
}

/// A name with all that belongs to it.
#[derive(Debug, Clone)]
pub(super) struct WholeName<'s> {
    /// The node that spans it: `std::vector<int>` for `vector`.
    pub(super) node: Id,
    /// What stands before it, from the inside out: `std`; empty for `::pow`.
    pub(super) scopes: Vec<&'s str>,
}

/// The whole name of which a node is the last part.
pub(super) fn whole_name(syntax: &Syntax, last_part: Id) -> WholeName<'_> {
    let mut whole = WholeName { node: last_part, scopes: Vec::new() };
    while syntax.part(whole.node) == Some("name") {
        let parent = syntax.parent(whole.node);
        match syntax.kind(parent) {
            "qualified_identifier" => {
                let scope = syntax.field(parent, "scope");
                whole.scopes.push(scope.map_or("", |id| syntax.text(id)));
            }
            "template_function" | "template_type" | "template_method" => {}
            _ => break,
        }
        whole.node = parent;
    }
    whole
}
