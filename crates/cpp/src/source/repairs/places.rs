//! One file in which changes are looked for, and how its nodes become changes.

use super::super::declared::{DeclaredVariable, known_variables};
use super::super::syntax::{NodeId, SyntaxTree};
use super::switching;
use model::{RepairableSlip, SourceRepair, SwitchedText, TextEdit};

/// The kinds of nodes that are loops.
pub(super) const LOOPS: [&str; 4] = [
    "for_statement",
    "while_statement",
    "do_statement",
    "for_range_loop",
];

/// A file in which changes are looked for.
pub(super) struct RepairContext<'s> {
    pub(super) syntax: &'s SyntaxTree,
    pub(super) file: usize,
    /// The variables and parameters of the file.
    pub(super) variables: Vec<DeclaredVariable>,
}

impl RepairContext<'_> {
    /// A change at a node.
    pub(super) fn repair_at(
        &self,
        slip: RepairableSlip,
        at: NodeId,
        edits: Vec<TextEdit>,
    ) -> SourceRepair {
        let switched = switching::switch_edits(self.syntax, &edits);
        self.switched_repair_at(slip, at, edits, switched)
    }

    /// A change at a node that stands behind a switch in another form than in the text.
    pub(super) fn switched_repair_at(
        &self,
        slip: RepairableSlip,
        at: NodeId,
        edits: Vec<TextEdit>,
        switched: Vec<SwitchedText>,
    ) -> SourceRepair {
        SourceRepair {
            slip,
            file: self.file,
            line: self.syntax.line(at) + 1,
            edits,
            switched,
        }
    }

    /// A change at a node that is one replacement.
    pub(super) fn replacement_at(
        &self,
        slip: RepairableSlip,
        at: NodeId,
        text: impl Into<String>,
    ) -> SourceRepair {
        self.repair_at(slip, at, vec![self.replace_node(at, text)])
    }

    /// Another text in a node's place.
    pub(super) fn replace_node(&self, id: NodeId, text: impl Into<String>) -> TextEdit {
        let bytes = self.syntax.bytes(id);
        TextEdit {
            start: bytes.start,
            end: bytes.end,
            text: text.into(),
        }
    }

    pub(super) fn insert_before(&self, id: NodeId, text: impl Into<String>) -> TextEdit {
        TextEdit::insertion(self.syntax.bytes(id).start, text)
    }

    /// A text behind a node.
    pub(super) fn insert_after(&self, id: NodeId, text: impl Into<String>) -> TextEdit {
        TextEdit::insertion(self.syntax.bytes(id).end, text)
    }

    /// The variables that are known at a byte of the text, the innermost last.
    pub(super) fn known_variables(
        &self,
        at: usize,
    ) -> impl DoubleEndedIterator<Item = &DeclaredVariable> {
        known_variables(&self.variables, at)
    }

    /// The statement after one, in the same block.
    pub(super) fn next_statement(&self, id: NodeId) -> Option<NodeId> {
        let syntax = self.syntax;
        let siblings = syntax.children(syntax.parent(id));
        let mut later = siblings.filter(|other| *other > id && syntax.kind(*other) != "comment");
        later.next().filter(|other| syntax.kind(*other) != "}")
    }

    /// The operands of a node with two of them, and the operator between them.
    pub(super) fn binary_operands(&self, id: NodeId) -> Option<(NodeId, NodeId, NodeId)> {
        let part = |name| self.syntax.child_by_field(id, name);
        Some((part("left")?, part("operator")?, part("right")?))
    }

    /// The operator of a node with two operands.
    pub(super) fn binary_operator(&self, id: NodeId) -> &str {
        self.binary_operands(id)
            .map_or("", |(_, operator, _)| self.syntax.text(operator))
    }

    /// Whether a node is an operation with one of these operators.
    pub(super) fn is_operation(&self, id: NodeId, operators: &[&str]) -> bool {
        self.syntax.kind(id) == "binary_expression" && operators.contains(&self.binary_operator(id))
    }

    /// The statement whose condition a node is part of.
    pub(super) fn statement_of_condition(&self, id: NodeId) -> Option<NodeId> {
        let syntax = self.syntax;
        let mut outer = std::iter::once(id).chain(syntax.ancestors(id));
        let condition = outer.find(|outer| {
            let is_body = syntax.kind(*outer) == "compound_statement";
            is_body || syntax.field_name(*outer) == Some("condition")
        })?;
        (syntax.field_name(condition) == Some("condition")).then(|| syntax.parent(condition))
    }
}
