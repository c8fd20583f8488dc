//! Which names a program uses, and which functions run when `main` does.

use std::collections::{BTreeMap, BTreeSet};

use super::declarations::{self, QualifiedName, SourceFunction};
use super::program::{ParsedFile, ParsedProgram};
use super::syntax::{NodeId, SyntaxTree};

/// A name that is used, and not declared.
#[derive(Debug, Clone, Copy)]
pub(super) struct NameUse<'p> {
    /// The node of the name's last part.
    pub(super) node: NodeId,
    pub(super) name: &'p str,
    /// What stands before it: `std` in `std::pow`; empty for `::pow`; none where nothing does.
    pub(super) scope: Option<&'p str>,
    /// Whether it belongs to a value: `g.play`.
    pub(super) is_member: bool,
    /// Whether it is called here.
    pub(super) is_called: bool,
}

/// All uses of names in a part of a file.
pub(super) fn find_uses(
    file: &ParsedFile,
    part: std::ops::Range<NodeId>,
) -> impl Iterator<Item = NameUse<'_>> {
    const NAMES: [&str; 3] = ["identifier", "field_identifier", "type_identifier"];
    let syntax = &file.syntax;
    part.filter(move |id| NAMES.contains(&syntax.kind(*id)))
        .filter_map(move |id| name_use_at(file, id))
}

fn name_use_at(file: &ParsedFile, node: NodeId) -> Option<NameUse<'_>> {
    let syntax = &file.syntax;
    let QualifiedName {
        node: whole,
        scopes,
    } = declarations::qualified_name(syntax, node);
    let outer = syntax.parent(whole);
    let kind = syntax.kind(outer);
    if kind == "using_declaration" {
        return None;
    }
    let is_declared = syntax.field_name(whole) == Some("declarator")
        || matches!(
            kind,
            "reference_declarator" | "parenthesized_declarator" | "structured_binding_declarator"
        );
    if is_declared || kind == "expression_statement" {
        return None;
    }
    let is_member = syntax.kind(node) == "field_identifier";
    let mut callee = if kind == "field_expression" {
        outer
    } else {
        whole
    };
    while syntax.kind(syntax.parent(callee)) == "parenthesized_expression" {
        callee = syntax.parent(callee);
    }
    let call = syntax.parent(callee);
    let is_called = (syntax.kind(call) == "call_expression"
        && syntax.field_name(callee) == Some("function"))
        || looks_like_parameter(syntax, node, call);
    Some(NameUse {
        node,
        name: syntax.text(node),
        scope: scopes.first().copied(),
        is_member,
        is_called,
    })
}

/// Whether a call has been taken for a parameter: in `int x(pow(b, n));` the grammar sees a function `x`.
fn looks_like_parameter(syntax: &SyntaxTree, node: NodeId, parameter: NodeId) -> bool {
    syntax.kind(node) == "type_identifier"
        && syntax.kind(parameter) == "parameter_declaration"
        && syntax
            .child_by_field(parameter, "declarator")
            .is_some_and(|it| syntax.kind(it) == "abstract_function_declarator")
}

/// The functions that run when `main` does, and the names that they use. A name stands for all functions that have it, so
/// rather too many run than too few.
#[derive(Debug)]
pub(super) struct ReachableNames<'p> {
    names: BTreeSet<&'p str>,
}

impl<'p> ReachableNames<'p> {
    /// What `main` reaches; none without a `main`.
    pub(super) fn from_main(program: &'p ParsedProgram) -> Option<ReachableNames<'p>> {
        let all = declarations::in_program(program);
        if !all.iter().any(SourceFunction::is_main) {
            return None;
        }
        let mut by_name: BTreeMap<&str, Vec<&SourceFunction<'p>>> = BTreeMap::new();
        for function in &all {
            by_name.entry(function.name).or_default().push(function);
        }
        let mut names: BTreeSet<&'p str> = BTreeSet::new();
        let mut waiting: Vec<&'p str> = root_names(program, &all);
        while let Some(name) = waiting.pop() {
            for function in by_name.remove(name).unwrap_or_default() {
                let syntax = &function.file.syntax;
                let uses = find_uses(function.file, syntax.subtree(function.node));
                for one in uses {
                    if names.insert(one.name) {
                        waiting.push(one.name);
                    }
                }
            }
        }
        Some(ReachableNames { names })
    }

    /// Whether this name is used in what runs.
    pub(super) fn is_used(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}

/// What runs without being called: `main`, operators and destructors, and what gives global variables their values.
fn root_names<'p>(program: &'p ParsedProgram, all: &[SourceFunction<'p>]) -> Vec<&'p str> {
    let unnamed = all.iter().map(|it| it.name).filter(|name| !is_plain(name));
    let values = program.files.iter().flat_map(|file| {
        let syntax = &file.syntax;
        let declarations = syntax.nodes_of_kinds(&["declaration"]);
        let outside =
            declarations.filter(|id| declarations::enclosing_function(file, *id).is_none());
        let declared = outside.flat_map(|id| declarations::declared_names(syntax, id));
        let values = declared.filter_map(|it| it.value);
        values
            .flat_map(|value| find_uses(file, syntax.subtree(value)))
            .map(|one| one.name)
    });
    ["main"].into_iter().chain(unnamed).chain(values).collect()
}

fn is_plain(name: &str) -> bool {
    name.chars().all(|it| it.is_alphanumeric() || it == '_') && !name.starts_with("operator")
}
