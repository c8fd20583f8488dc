//! What a declaration declares (`int *a[3], b;` declares `a`, an array, and `b`), and the functions that a program defines.

use super::program::{ParsedFile, ParsedProgram};
use super::syntax::{NodeId, SyntaxTree};

/// One declared name, or a place for one that was left out.
#[derive(Debug, Clone)]
pub struct DeclaredName {
    /// The node that stands for the name; none for a parameter without one.
    pub name: Option<NodeId>,
    /// What stands around the name, from the outside in.
    pub layers: Vec<(DeclaratorLayer, NodeId)>,
    /// What it starts with, if it is given a value at once.
    pub value: Option<NodeId>,
}

/// What a declarator does with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeclaratorLayer {
    /// `*name`
    Pointer,
    /// `&name`
    Reference,
    /// `name[9]`
    Array,
    /// `name(int)`
    Function,
}

impl DeclaredName {
    /// How many dimensions it has as an array.
    pub fn array_dimensions(&self) -> u32 {
        self.layers
            .iter()
            .map(|(layer, _)| u32::from(*layer == DeclaratorLayer::Array))
            .sum()
    }

    /// Whether it is a function, and no variable.
    pub fn is_function(&self) -> bool {
        self.layers
            .last()
            .is_some_and(|(layer, _)| *layer == DeclaratorLayer::Function)
    }
}

/// What a declaration, parameter or member declares.
pub fn declared_names(syntax: &SyntaxTree, declaration: NodeId) -> Vec<DeclaredName> {
    syntax
        .children_by_field(declaration, "declarator")
        .map(|id| declared_name(syntax, id))
        .collect()
}

/// What one declarator declares.
pub fn declared_name(syntax: &SyntaxTree, declarator: NodeId) -> DeclaredName {
    let mut found = DeclaredName {
        name: None,
        layers: Vec::new(),
        value: None,
    };
    let mut now = Some(declarator);
    while let Some(id) = now {
        let layer = match syntax.kind(id) {
            "init_declarator" => {
                found.value = syntax.child_by_field(id, "value");
                None
            }
            "pointer_declarator" | "abstract_pointer_declarator" | "pointer_type_declarator" => {
                Some(DeclaratorLayer::Pointer)
            }
            "reference_declarator" | "abstract_reference_declarator" => {
                Some(DeclaratorLayer::Reference)
            }
            "array_declarator" | "abstract_array_declarator" => Some(DeclaratorLayer::Array),
            "function_declarator" | "abstract_function_declarator" => {
                Some(DeclaratorLayer::Function)
            }
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
        now = inner_declarator(syntax, id);
    }
    found
}

fn inner_declarator(syntax: &SyntaxTree, id: NodeId) -> Option<NodeId> {
    syntax.child_by_field(id, "declarator").or_else(|| {
        syntax.children(id).find(|child| {
            let kind = syntax.kind(*child);
            kind.ends_with("declarator") || kind.ends_with("identifier")
        })
    })
}

/// The last part of a name: `play` of `Game::play`.
pub fn last_part(syntax: &SyntaxTree, mut name: NodeId) -> NodeId {
    while matches!(
        syntax.kind(name),
        "qualified_identifier"
            | "template_type"
            | "template_function"
            | "template_method"
            | "dependent_name"
    ) {
        match syntax.child_by_field(name, "name") {
            Some(part) => name = part,
            None => break,
        }
    }
    name
}

/// A name with all that belongs to it.
#[derive(Debug, Clone)]
pub(super) struct QualifiedName<'s> {
    /// The node that spans it: `std::vector<int>` for `vector`.
    pub(super) node: NodeId,
    /// What stands before it, from the inside out: `std`; empty for `::pow`.
    pub(super) scopes: Vec<&'s str>,
}

/// The whole name of which a node is the last part.
pub(super) fn qualified_name(syntax: &SyntaxTree, last_part: NodeId) -> QualifiedName<'_> {
    let mut whole = QualifiedName {
        node: last_part,
        scopes: Vec::new(),
    };
    while syntax.field_name(whole.node) == Some("name") {
        let parent = syntax.parent(whole.node);
        match syntax.kind(parent) {
            "qualified_identifier" => {
                let scope = syntax.child_by_field(parent, "scope");
                whole.scopes.push(scope.map_or("", |id| syntax.text(id)));
            }
            "template_function" | "template_type" | "template_method" => {}
            _ => break,
        }
        whole.node = parent;
    }
    whole
}

/// One function with its body.
#[derive(Debug, Clone)]
pub(super) struct SourceFunction<'p> {
    pub(super) file: &'p ParsedFile,
    /// The whole definition.
    pub(super) node: NodeId,
    /// The declarator whose parameters these are.
    pub(super) declarator: NodeId,
    /// Its name without classes and namespaces.
    pub(super) name: &'p str,
    /// What stands before the name: `Game::`.
    pub(super) is_qualified: bool,
}

impl SourceFunction<'_> {
    /// The line on which it begins, from 0 on.
    pub(super) fn line(&self) -> usize {
        self.file.syntax.line(self.declarator)
    }

    /// Whether programs begin with it.
    pub(super) fn is_main(&self) -> bool {
        self.name == "main" && !self.is_qualified && !self.is_member()
    }

    /// Whether it stands within a class.
    pub(super) fn is_member(&self) -> bool {
        self.file.syntax.ancestors(self.node).any(|outer| {
            matches!(
                self.file.syntax.kind(outer),
                "field_declaration_list" | "function_definition"
            )
        })
    }
}

impl ParsedProgram {
    /// The file that stands for the whole program where a rule has no better place.
    pub(super) fn main_file(&self) -> Option<&ParsedFile> {
        self.files
            .iter()
            .find(defines_main)
            .or_else(|| self.files.first())
    }
}

fn defines_main(file: &&ParsedFile) -> bool {
    in_file(file).iter().any(SourceFunction::is_main)
}

/// The functions of a program, in the order of its files.
pub(super) fn in_program(program: &ParsedProgram) -> Vec<SourceFunction<'_>> {
    program.files.iter().flat_map(in_file).collect()
}

/// The functions of a file.
pub(super) fn in_file(file: &ParsedFile) -> Vec<SourceFunction<'_>> {
    file.syntax
        .nodes_of_kinds(&["function_definition"])
        .filter_map(|node| function_at(file, node))
        .collect()
}

fn function_at(file: &ParsedFile, node: NodeId) -> Option<SourceFunction<'_>> {
    let syntax = &file.syntax;
    let declared = declared_name(syntax, syntax.child_by_field(node, "declarator")?);
    let (_, declarator) = *declared
        .layers
        .iter()
        .rev()
        .find(|(layer, _)| *layer == DeclaratorLayer::Function)?;
    let full = declared.name?;
    let name = syntax.text(last_part(syntax, full));
    let is_qualified = syntax.kind(full) == "qualified_identifier";
    Some(SourceFunction {
        file,
        node,
        declarator,
        name,
        is_qualified,
    })
}

/// The function around a node, as the place of its definition in the file.
pub(super) fn enclosing_function(file: &ParsedFile, node: NodeId) -> Option<NodeId> {
    file.syntax
        .ancestors(node)
        .find(|outer| file.syntax.kind(*outer) == "function_definition")
}
