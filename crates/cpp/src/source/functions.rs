//! The functions that a program defines.

use super::declarators::{self, DeclaratorLayer};
use super::program::{ParsedFile, ParsedProgram};
use super::syntax::NodeId;

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
        let has_main = |file: &&ParsedFile| in_file(file).iter().any(SourceFunction::is_main);
        self.files
            .iter()
            .find(has_main)
            .or_else(|| self.files.first())
    }
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
    let declared = declarators::declared_name(syntax, syntax.child_by_field(node, "declarator")?);
    let (_, declarator) = *declared
        .layers
        .iter()
        .rev()
        .find(|(layer, _)| *layer == DeclaratorLayer::Function)?;
    let full = declared.name?;
    let name = syntax.text(declarators::last_part(syntax, full));
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
