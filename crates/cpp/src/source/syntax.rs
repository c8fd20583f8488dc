//! A file's syntax as a flat list, made from what the grammar says.
//!
//! The nodes stand in the order of the text, each before its children, and each knows where what belongs to it ends. So
//! every question is a loop over a part of the list: however deeply a hostile program is nested, no stack grows with it.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};

use tree_sitter::{ParseOptions, Parser, Tree};

/// How long a text may be, in bytes, how much work it may be, in calls of the parser's progress callback, and how many nodes
/// it may have. A program of ten thousand bytes needs about a hundred calls and five thousand nodes. This is counted, not
/// timed, so that a file is read, or not, on every machine alike.
const LONGEST: usize = 256 << 10;
const MOST_WORK: usize = 10_000;
const MOST_NODES: usize = 500_000;

/// How deeply its nodes may be nested: questions about what is around a node cost as much. An `else if` is three deeper than
/// the one before it, and a `<<` is one.
const DEEPEST: usize = 1_000;

/// The place of a node in the list.
pub type NodeId = usize;

#[derive(Debug, Clone)]
struct SyntaxNode {
    kind: &'static str,
    field: Option<&'static str>,
    bytes: Range<usize>,
    /// The line on which it begins and the one on which it ends, from 0 on.
    lines: (usize, usize),
    parent: NodeId,
    /// The first node that is not part of it.
    after: NodeId,
    /// Whether the grammar could not make sense of it.
    is_broken: bool,
}

/// The syntax of one file.
#[derive(Debug, Clone, Default)]
pub struct SyntaxTree {
    text: String,
    nodes: Vec<SyntaxNode>,
    /// For each line, where its first sign stands.
    starts: Vec<usize>,
    /// The lines on which something stands that the grammar could not make sense of.
    broken: BTreeSet<usize>,
}

/// Why a file has no syntax.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it is too large or too strange to be read")]
pub(crate) struct SyntaxLimitExceeded;

impl SyntaxTree {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// If that takes too much work.
    pub(crate) fn parse(text: &str) -> Result<SyntaxTree, SyntaxLimitExceeded> {
        if text.len() > LONGEST {
            return Err(SyntaxLimitExceeded);
        }
        let tree = parse_tree(text).ok_or(SyntaxLimitExceeded)?;
        let nodes = flatten_tree(&tree).ok_or(SyntaxLimitExceeded)?;
        let broken = nodes
            .iter()
            .filter(|node| node.is_broken)
            .map(|node| node.lines.0)
            .collect();
        Ok(SyntaxTree {
            text: text.to_owned(),
            nodes,
            starts: line_starts(text),
            broken,
        })
    }

    /// All nodes, in the order of the text.
    pub fn all_nodes(&self) -> Range<NodeId> {
        0..self.nodes.len()
    }

    /// All nodes of one of these kinds.
    pub fn nodes_of_kinds<'s>(&'s self, kinds: &'s [&str]) -> impl Iterator<Item = NodeId> + 's {
        self.all_nodes()
            .filter(|id| kinds.contains(&self.kind(*id)))
    }

    /// A node and all that belongs to it.
    pub fn subtree(&self, id: NodeId) -> Range<NodeId> {
        id..self.nodes[id].after
    }

    /// What stands directly in a node.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.nodes[id].after;
        let mut next = id + 1;
        std::iter::from_fn(move || {
            let child = (next < end).then_some(next)?;
            next = self.nodes[child].after;
            Some(child)
        })
    }

    /// The child that has this part in its parent.
    pub fn child_by_field(&self, id: NodeId, name: &str) -> Option<NodeId> {
        self.children(id)
            .find(|child| self.nodes[*child].field == Some(name))
    }

    /// What a condition asks, without its parentheses; none if it asks nothing.
    pub fn condition_value(&self, condition: NodeId) -> Option<NodeId> {
        match self.kind(condition) {
            "condition_clause" => self.child_by_field(condition, "value"),
            "parenthesized_expression" => self
                .children(condition)
                .find(|id| !matches!(self.kind(*id), "(" | ")" | "comment")),
            _ => Some(condition),
        }
    }

    /// All children that have this part.
    pub fn children_by_field<'s>(
        &'s self,
        id: NodeId,
        name: &'s str,
    ) -> impl Iterator<Item = NodeId> + 's {
        self.children(id)
            .filter(move |child| self.nodes[*child].field == Some(name))
    }

    /// Its part in its parent.
    pub fn field_name(&self, id: NodeId) -> Option<&'static str> {
        self.nodes[id].field
    }

    /// The first child of this kind.
    pub fn child_of_kind(&self, id: NodeId, kind: &str) -> Option<NodeId> {
        self.children(id).find(|child| self.kind(*child) == kind)
    }

    /// What the grammar calls it.
    pub fn kind(&self, id: NodeId) -> &'static str {
        self.nodes[id].kind
    }

    /// The node that it belongs to; itself for the whole file.
    pub fn parent(&self, id: NodeId) -> NodeId {
        self.nodes[id].parent
    }

    /// What it belongs to, from the inside out.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut now = id;
        std::iter::from_fn(move || {
            let parent = self.parent(now);
            let moved = parent != now;
            now = parent;
            moved.then_some(parent)
        })
    }

    /// The text that was read.
    pub(crate) fn source_text(&self) -> &str {
        &self.text
    }

    /// The text that it stands for, after the preprocessor.
    pub fn text(&self, id: NodeId) -> &str {
        self.text
            .get(self.nodes[id].bytes.clone())
            .unwrap_or_default()
    }

    /// Where its text stands.
    pub fn bytes(&self, id: NodeId) -> Range<usize> {
        self.nodes[id].bytes.clone()
    }

    /// The line on which it begins, from 0 on.
    pub fn line(&self, id: NodeId) -> usize {
        self.nodes[id].lines.0
    }

    /// The line on which it ends, from 0 on.
    pub fn last_line(&self, id: NodeId) -> usize {
        self.nodes[id].lines.1
    }

    /// Whether only white space stands before it on its line.
    pub(crate) fn is_first_on_line(&self, id: NodeId) -> bool {
        self.starts
            .get(self.line(id))
            .is_some_and(|start| self.nodes[id].bytes.start <= *start)
    }

    /// Whether it is, is part of, or stands on a line with something that the grammar could not make sense of.
    pub(crate) fn is_doubtful(&self, id: NodeId) -> bool {
        self.broken.contains(&self.line(id))
            || self.ancestors(id).any(|outer| self.nodes[outer].is_broken)
    }

    /// The lines that the grammar could not make sense of.
    pub(crate) fn broken_lines(&self) -> impl Iterator<Item = usize> + '_ {
        self.broken.iter().copied()
    }
}

fn line_starts(text: &str) -> Vec<usize> {
    let mut start = 0;
    let lines = text.split('\n').map(|line| {
        let first = start + line.len() - line.trim_start().len();
        start += line.len() + 1;
        first
    });
    lines.collect()
}

fn parse_tree(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_cpp::LANGUAGE.into())
        .ok()?;
    let mut work = 0;
    let mut watch = |_: &tree_sitter::ParseState| {
        work += 1;
        if work > MOST_WORK {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let options = ParseOptions::new().progress_callback(&mut watch);
    let bytes = text.as_bytes();
    let mut read = |at: usize, _| bytes.get(at..).unwrap_or_default();
    parser.parse_with_options(&mut read, None, Some(options))
}

fn flatten_tree(tree: &Tree) -> Option<Vec<SyntaxNode>> {
    let mut nodes: Vec<SyntaxNode> = Vec::new();
    let mut open: Vec<NodeId> = Vec::new();
    let mut cursor = tree.walk();
    loop {
        if nodes.len() >= MOST_NODES || open.len() > DEEPEST {
            return None;
        }
        let node = cursor.node();
        let id = nodes.len();
        nodes.push(SyntaxNode {
            kind: node.kind(),
            field: cursor.field_name(),
            bytes: node.byte_range(),
            lines: (node.start_position().row, node.end_position().row),
            parent: open.last().copied().unwrap_or(0),
            after: id + 1,
            is_broken: node.is_error() || node.is_missing(),
        });
        open.push(id);
        if cursor.goto_first_child() {
            continue;
        }
        loop {
            let id = open.pop()?;
            nodes[id].after = nodes.len();
            if cursor.goto_next_sibling() {
                break;
            }
            if !cursor.goto_parent() {
                return Some(nodes);
            }
        }
    }
}
