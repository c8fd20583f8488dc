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
