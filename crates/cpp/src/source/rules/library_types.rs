//! `no-vectors`, `no-strings` and `forbidden-types`: types of the library, by any name.

use std::collections::BTreeSet;

use super::super::program::{ParsedFile, ParsedProgram};
use super::super::syntax::{NodeId, SyntaxTree};
use super::super::types::{self, TypeNames};
use super::super::{declarations, name_uses};
use model::RuleFinding;

/// What is a string of the library.
const STRINGS: [&str; 6] = [
    "string",
    "wstring",
    "u8string",
    "u16string",
    "u32string",
    "basic_string",
];

/// Uses of these types.
pub(super) fn find_violations(
    rule: &'static str,
    program: &ParsedProgram,
    wanted: &[&str],
) -> Vec<RuleFinding> {
    let mut findings = find_named_types(rule, program, &TypeNames::collect(program), wanted);
    findings.extend(
        program
            .files
            .iter()
            .flat_map(|file| find_keywords(rule, file, wanted)),
    );
    findings
}

/// Types that are words of the language: `auto`, `float`, `long long`.
fn find_keywords(rule: &'static str, file: &ParsedFile, wanted: &[&str]) -> Vec<RuleFinding> {
    let syntax = &file.syntax;
    let mut findings = Vec::new();
    for id in syntax.nodes_of_kinds(&["auto", "primitive_type", "sized_type_specifier"]) {
        let words = syntax
            .text(id)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let is_use = wanted.contains(&words.as_str()) && !has_trailing_type(syntax, id);
        if is_use && is_counted_use(file, id) {
            findings.push(file.finding_at(rule, syntax.line(id), format!("`{words}` is used.")));
        }
    }
    findings
}

/// Whether this is the first word of `auto f() -> int`, which leaves no type to the compiler.
fn has_trailing_type(syntax: &SyntaxTree, id: NodeId) -> bool {
    let mut holders = syntax.ancestors(id).take(2);
    syntax.kind(id) == "auto"
        && holders.any(|holder| {
            let mut declarators = syntax.children(holder);
            declarators.any(|it| {
                syntax.kind(it) == "function_declarator"
                    && syntax.child_of_kind(it, "trailing_return_type").is_some()
            })
        })
}

fn find_named_types<'p>(
    rule: &'static str,
    program: &'p ParsedProgram,
    types: &TypeNames<'p>,
    wanted: &[&str],
) -> Vec<RuleFinding> {
    let mut findings = Vec::new();
    for file in &program.files {
        let declared = declared_values(file);
        let mut lines = BTreeSet::new();
        for id in file
            .syntax
            .nodes_of_kinds(&["type_identifier", "identifier"])
        {
            let is_wanted = |name: &str| wanted.contains(&name);
            let Some(name) = types.library_type(file, id, &is_wanted) else {
                continue;
            };
            let is_use = is_type_here(file, id) && !declared.contains(file.syntax.text(id));
            if is_use && is_counted_use(file, id) && lines.insert((file.syntax.line(id), name)) {
                let written = file.syntax.text(id);
                let message = if written == name {
                    format!("`std::{name}` is used.")
                } else {
                    format!("`std::{name}` is used, under the name `{written}`.")
                };
                findings.push(file.finding_at(rule, file.syntax.line(id), message));
            }
        }
    }
    findings
}

/// Uses of strings: the types, and what makes one without naming them.
pub(super) fn find_strings(rule: &'static str, program: &ParsedProgram) -> Vec<RuleFinding> {
    let types = TypeNames::collect(program);
    let mut findings = find_named_types(rule, program, &types, &STRINGS);
    let known: BTreeSet<(String, Option<usize>)> = findings
        .iter()
        .map(|it| (it.file.clone(), it.line))
        .collect();
    let own: BTreeSet<&str> = declarations::in_program(program)
        .iter()
        .map(|it| it.name)
        .collect();
    for file in &program.files {
        let syntax = &file.syntax;
        let makers = name_uses::find_uses(file, syntax.all_nodes()).filter(|one| {
            let is_library = one
                .scope
                .map_or(types.is_known(one.name), |it| types.is_library(it));
            matches!(one.name, "to_string" | "to_wstring")
                && one.is_called
                && !one.is_member
                && is_library
                && !own.contains(one.name)
        });
        let makers = makers.map(|one| (one.node, format!("`{}` makes a `std::string`.", one.name)));
        let literals = syntax.nodes_of_kinds(&["literal_suffix"]).filter(|id| {
            let literal = syntax.parent(*id);
            syntax.text(*id) == "s"
                && syntax
                    .children(literal)
                    .any(|it| syntax.kind(it).ends_with("string_literal"))
        });
        let literals = literals.map(|id| (id, "`\"…\"s` is a `std::string`.".to_owned()));
        for (id, message) in makers.chain(literals) {
            let line = syntax.line(id);
            if is_counted_use(file, id) && !known.contains(&(file.name.clone(), Some(line + 1))) {
                findings.push(file.finding_at(rule, line, message));
            }
        }
    }
    findings
}

/// Whether a name stands for a type where it is: `string` in `string("x")`, but not in `x = string;`.
pub(super) fn is_type_here(file: &ParsedFile, id: NodeId) -> bool {
    let syntax = &file.syntax;
    if syntax.kind(id) == "type_identifier" {
        return true;
    }
    let mut whole = id;
    while matches!(
        syntax.kind(syntax.parent(whole)),
        "template_function" | "qualified_identifier"
    ) {
        whole = syntax.parent(whole);
    }
    let parent = syntax.parent(whole);
    let is_template = syntax.kind(syntax.parent(id)) == "template_function";
    let is_called =
        syntax.kind(parent) == "call_expression" && syntax.field_name(whole) == Some("function");
    is_template || is_called
}

fn is_counted_use(file: &ParsedFile, id: NodeId) -> bool {
    !is_named_only(file, id) && file.is_understood(id)
}

/// Whether a type is only given another name here, or made known: that is no use of it.
pub(super) fn is_named_only(file: &ParsedFile, id: NodeId) -> bool {
    let syntax = &file.syntax;
    types::is_in_alias(syntax, id)
        || syntax
            .ancestors(id)
            .take(4)
            .any(|outer| syntax.kind(outer) == "using_declaration")
}

/// Names of variables and functions: what has such a name is no type.
pub(super) fn declared_values(file: &ParsedFile) -> BTreeSet<&str> {
    const KINDS: [&str; 4] = [
        "declaration",
        "parameter_declaration",
        "function_definition",
        "optional_parameter_declaration",
    ];
    let syntax = &file.syntax;
    let declared = syntax
        .nodes_of_kinds(&KINDS)
        .flat_map(|id| declarations::declared_names(syntax, id));
    declared
        .filter_map(|it| it.name)
        .map(|name| syntax.text(name))
        .collect()
}
