//! The functions that a program defines.

use super::declarators::{self, Layer};
use super::program::{File, Program};
use super::syntax::Id;

/// One function with its body.
#[derive(Debug, Clone)]
pub(super) struct Function<'p> {
    pub(super) file: &'p File,
    /// The whole definition.
    pub(super) node: Id,
    /// The declarator whose parameters these are.
    pub(super) declarator: Id,
    /// Its name without classes and namespaces.
    pub(super) name: &'p str,
    /// What stands before the name: `Game::`.
    pub(super) is_qualified: bool,
}

impl Function<'_> {
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
            matches!(self.file.syntax.kind(outer), "field_declaration_list" | "function_definition")
        })
    }
}

impl Program {
    /// The file that stands for the whole program where a rule has no better place.
    pub(super) fn main_file(&self) -> Option<&File> {
        let has_main = |file: &&File| in_file(file).iter().any(Function::is_main);
        self.files.iter().find(has_main).or_else(|| self.files.first())
    }
}

/// The functions of a program, in the order of its files.
pub(super) fn in_program(program: &Program) -> Vec<Function<'_>> {
    program.files.iter().flat_map(in_file).collect()
}

/// The functions of a file.
pub(super) fn in_file(file: &File) -> Vec<Function<'_>> {
    file.syntax.of_kinds(&["function_definition"]).filter_map(|node| function(file, node)).collect()
}

fn function(file: &File, node: Id) -> Option<Function<'_>> {
    let syntax = &file.syntax;
    let declared = declarators::one(syntax, syntax.field(node, "declarator")?);
    let (_, declarator) =
        *declared.layers.iter().rev().find(|(layer, _)| *layer == Layer::Function)?;
    let full = declared.name?;
    let name = syntax.text(declarators::last_part(syntax, full));
    let is_qualified = syntax.kind(full) == "qualified_identifier";
    Some(Function { file, node, declarator, name, is_qualified })
}

/// The function around a node, as the place of its definition in the file.
pub(super) fn around(file: &File, node: Id) -> Option<Id> {
    file.syntax.ancestors(node).find(|outer| file.syntax.kind(*outer) == "function_definition")
}
