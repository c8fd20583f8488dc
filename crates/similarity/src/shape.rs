//! The shape of a program: hashes of its syntax subtrees to depth 3. Operators and literal values count, names do not, and
//! comparisons are turned one way.

use std::collections::BTreeMap;

use crate::codes::{code_of, hash_text, mix};
use cpp::source::{FileView, NodeId, SyntaxTree};

/// How deep a subtree is looked at.
const DEPTH: usize = 3;

/// The subtrees of all files, sorted by hash, with how often each occurs.
pub(crate) fn shape_features(views: &[FileView<'_>]) -> Vec<(u64, u32)> {
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    for view in views {
        let syntax = view.syntax;
        for id in syntax.all_nodes() {
            if syntax.subtree(id).len() > 1 && syntax.kind(id) != "translation_unit" {
                *counts.entry(subtree_hash(syntax, id, DEPTH)).or_default() += 1;
            }
        }
    }
    counts.into_iter().collect()
}

fn subtree_hash(syntax: &SyntaxTree, id: NodeId, depth: usize) -> u64 {
    let kind = syntax.kind(id);
    let start = u64::from(code_of(kind));
    if syntax.subtree(id).len() == 1 || is_value(kind) {
        return if is_name(kind) {
            u64::from(code_of("name"))
        } else {
            mix(start, hash_text(syntax.text(id)))
        };
    }
    if depth == 0 {
        return start;
    }
    if let Some(hash) = comparison_hash(syntax, id, depth) {
        return hash;
    }
    let mut hash = start;
    for child in syntax.children(id) {
        if !matches!(
            syntax.kind(child),
            "(" | ")" | "{" | "}" | ";" | "," | "comment"
        ) {
            hash = mix(hash, subtree_hash(syntax, child, depth - 1));
        }
    }
    hash
}

/// `a > b` as `b < a`.
fn comparison_hash(syntax: &SyntaxTree, id: NodeId, depth: usize) -> Option<u64> {
    if syntax.kind(id) != "binary_expression" {
        return None;
    }
    let sign = syntax.text(syntax.child_by_field(id, "operator")?);
    let left = subtree_hash(syntax, syntax.child_by_field(id, "left")?, depth - 1);
    let right = subtree_hash(syntax, syntax.child_by_field(id, "right")?, depth - 1);
    let (small, sign, large) = match sign {
        ">" => (right, "<", left),
        ">=" => (right, "<=", left),
        other => (left, other, right),
    };
    let start = u64::from(code_of("binary_expression"));
    Some(mix(mix(mix(start, small), hash_text(sign)), large))
}

fn is_name(kind: &str) -> bool {
    kind.ends_with("identifier")
}

/// Literals count as they are written.
fn is_value(kind: &str) -> bool {
    matches!(kind, "string_literal" | "char_literal" | "number_literal")
}
