//! One file in which changes are looked for, and how its nodes become changes.

use super::super::syntax::{Id, Syntax};
use crate::model::{Repair, Slip, TextEdit};

/// A file in which changes are looked for.
pub(super) struct Places<'s> {
    pub(super) syntax: &'s Syntax,
    pub(super) file: usize,
}

impl Places<'_> {
    /// A change at a node.
    pub(super) fn repair(&self, slip: Slip, at: Id, edits: Vec<TextEdit>) -> Repair {
        Repair { slip, file: self.file, line: self.syntax.line(at) + 1, edits }
    }

    /// Another text in a node's place.
    pub(super) fn instead(&self, id: Id, text: impl Into<String>) -> TextEdit {
        let bytes = self.syntax.bytes(id);
        TextEdit { start: bytes.start, end: bytes.end, text: text.into() }
    }

    /// A text before a node.
    pub(super) fn before(&self, id: Id, text: impl Into<String>) -> TextEdit {
        let start = self.syntax.bytes(id).start;
        TextEdit { start, end: start, text: text.into() }
    }

    /// A text behind a node.
    pub(super) fn behind(&self, id: Id, text: impl Into<String>) -> TextEdit {
        let end = self.syntax.bytes(id).end;
        TextEdit { start: end, end, text: text.into() }
    }

    /// The operands of a node with two of them, and the operator between them.
    pub(super) fn operation(&self, id: Id) -> Option<(Id, Id, Id)> {
        let part = |name| self.syntax.field(id, name);
        Some((part("left")?, part("operator")?, part("right")?))
    }

    /// The operator of a node with two operands.
    pub(super) fn operator(&self, id: Id) -> &str {
        self.operation(id).map_or("", |(_, operator, _)| self.syntax.text(operator))
    }

    /// Whether a node is an operation with one of these operators.
    pub(super) fn is_operation(&self, id: Id, operators: &[&str]) -> bool {
        self.syntax.kind(id) == "binary_expression" && operators.contains(&self.operator(id))
    }

    /// The statement whose condition a node is part of.
    pub(super) fn statement_of_condition(&self, id: Id) -> Option<Id> {
        let syntax = self.syntax;
        let mut outer = std::iter::once(id).chain(syntax.ancestors(id));
        let condition = outer.find(|outer| {
            let is_body = syntax.kind(*outer) == "compound_statement";
            is_body || syntax.part(*outer) == Some("condition")
        })?;
        (syntax.part(condition) == Some("condition")).then(|| syntax.parent(condition))
    }
}
