//! The variables of a function, and how each is used: programs for one task use theirs in the same ways.

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::declared::is_alike;
use super::super::places::RepairContext;
use crate::source::syntax::{NodeId, SyntaxTree};

/// How many variables of a function are looked at.
const MOST_VARIABLES: usize = 40;

/// What is added for variables of the very same type, and of the same name.
const SAME_TYPE: usize = 15;
const SAME_NAME: usize = 10;

/// A variable, and how often it is used in each way.
pub(super) struct UsedVariable {
    pub(super) name: String,
    /// Its type, as it is written.
    kind: String,
    uses: BTreeMap<String, usize>,
}

impl UsedVariable {
    /// How alike the uses are, in percent and a little more.
    pub(super) fn likeness(&self, other: &UsedVariable) -> usize {
        if !is_alike(&self.kind, &other.kind) {
            return 0;
        }
        let ways: BTreeSet<&String> = self.uses.keys().chain(other.uses.keys()).collect();
        let mut common = 0;
        let mut all = 0;
        for way in ways {
            let counts = [&self.uses, &other.uses].map(|uses| uses.get(way).copied().unwrap_or(0));
            common += counts[0].min(counts[1]);
            all += counts[0].max(counts[1]);
        }
        let same_type = self.kind == other.kind;
        let same_name = self.name == other.name;
        common * 100 / all.max(1)
            + usize::from(same_type && common > 0) * SAME_TYPE
            + usize::from(same_name && common > 0) * SAME_NAME
    }
}

/// The variables that a function uses, its own and global ones.
pub(super) fn used_variables(places: &RepairContext<'_>, function: NodeId) -> Vec<UsedVariable> {
    let syntax = places.syntax;
    let mut used: Vec<UsedVariable> = Vec::new();
    let mut reads = 0;
    for node in syntax.subtree(function) {
        if syntax.kind(node) != "identifier" {
            continue;
        }
        let name = syntax.text(node);
        let way = describe_use(syntax, node);
        let at = syntax.bytes(node);
        let mut known = places.variables.iter().rev();
        let known = known.find(|one| {
            let is_declared = one.scope.start == at.end;
            one.name == name && (is_declared || one.scope.contains(&at.start))
        });
        let Some(variable) = known else { continue };
        let place = used.iter().position(|one| one.name == name);
        let place = place.unwrap_or_else(|| {
            used.push(UsedVariable {
                name: name.to_owned(),
                kind: variable.kind.clone(),
                uses: BTreeMap::new(),
            });
            used.len() - 1
        });
        if used.len() > MOST_VARIABLES {
            used.pop();
            break;
        }
        let uses = &mut used[place].uses;
        if way.contains("scanf") || way.contains(">>") {
            // Programs for one task read the same values in the same order.
            reads += 1;
            *uses.entry(format!("read {reads}")).or_default() += 2;
        }
        *uses.entry(way).or_default() += 1;
    }
    used
}

/// A use, by what is around the name.
fn describe_use(syntax: &SyntaxTree, name: NodeId) -> String {
    let mut inner = name;
    let mut outer = syntax.parent(name);
    if matches!(
        syntax.kind(outer),
        "pointer_expression" | "parenthesized_expression"
    ) {
        inner = outer;
        outer = syntax.parent(outer);
    }
    let part = syntax.field_name(inner).unwrap_or_default();
    let kind = syntax.kind(outer);
    if kind == "argument_list" {
        let call = syntax.parent(outer);
        let called = syntax.child_by_field(call, "function");
        let called = called.map_or("", |called| syntax.text(called));
        return format!("argument of {called}");
    }
    let operator = syntax.child_by_field(outer, "operator");
    let operator = operator.map_or("", |operator| syntax.text(operator));
    format!("{kind} {part} {operator}")
}
