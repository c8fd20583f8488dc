//! `no-vectors`, `no-strings` and `forbidden-types`: types of the library, by any name.

use std::collections::BTreeSet;

use super::super::program::{File, Program};
use super::super::syntax::{Id, Syntax};
use super::super::types::{self, Types};
use super::super::{declarators, functions, name_uses};
use crate::model::Finding;

/// What is a string of the library.
const STRINGS: [&str; 6] =
    ["string", "wstring", "u8string", "u16string", "u32string", "basic_string"];

/// Uses of these types.
pub(super) fn find(rule: &'static str, program: &Program, wanted: &[&str]) -> Vec<Finding> {
    let mut findings = named(rule, program, &Types::collect(program), wanted);
    findings.extend(program.files.iter().flat_map(|file| keywords(rule, file, wanted)));
    findings
}

/// Types that are words of the language: `auto`, `float`, `long long`.
fn keywords(rule: &'static str, file: &File, wanted: &[&str]) -> Vec<Finding> {
    let syntax = &file.syntax;
    let mut findings = Vec::new();
    for id in syntax.of_kinds(&["auto", "primitive_type", "sized_type_specifier"]) {
        let words = syntax.text(id).split_whitespace().collect::<Vec<_>>().join(" ");
        let is_use = wanted.contains(&words.as_str()) && !has_trailing_type(syntax, id);
        if is_use && counts(file, id) {
            findings.push(file.finding(rule, syntax.line(id), format!("`{words}` is used.")));
        }
    }
    findings
}

/// Whether this is the first word of `auto f() -> int`, which leaves no type to the compiler.
fn has_trailing_type(syntax: &Syntax, id: Id) -> bool {
    let mut holders = syntax.ancestors(id).take(2);
    syntax.kind(id) == "auto"
        && holders.any(|holder| {
            let mut declarators = syntax.children(holder);
            declarators.any(|it| {
                syntax.kind(it) == "function_declarator"
                    && syntax.child(it, "trailing_return_type").is_some()
            })
        })
}

fn named<'p>(
    rule: &'static str,
    program: &'p Program,
    types: &Types<'p>,
    wanted: &[&str],
) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &program.files {
        let declared = declared_values(file);
        let mut lines = BTreeSet::new();
        for id in file.syntax.of_kinds(&["type_identifier", "identifier"]) {
            let is_wanted = |name: &str| wanted.contains(&name);
            let Some(name) = types.library_type(file, id, &is_wanted) else { continue };
            let is_use = is_type_here(file, id) && !declared.contains(file.syntax.text(id));
            if is_use && counts(file, id) && lines.insert((file.syntax.line(id), name)) {
                let written = file.syntax.text(id);
                let message = if written == name {
                    format!("`std::{name}` is used.")
                } else {
                    format!("`std::{name}` is used, under the name `{written}`.")
                };
                findings.push(file.finding(rule, file.syntax.line(id), message));
            }
        }
    }
    findings
}

/// Uses of strings: the types, and what makes one without naming them.
pub(super) fn strings(rule: &'static str, program: &Program) -> Vec<Finding> {
    let types = Types::collect(program);
    let mut findings = named(rule, program, &types, &STRINGS);
    let known: BTreeSet<(String, Option<usize>)> =
        findings.iter().map(|it| (it.file.clone(), it.line)).collect();
    let own: BTreeSet<&str> = functions::in_program(program).iter().map(|it| it.name).collect();
    for file in &program.files {
        let syntax = &file.syntax;
        let makers = name_uses::uses(file, syntax.all()).filter(|one| {
            let is_library = one.scope.map_or(types.is_known(one.name), |it| types.is_library(it));
            matches!(one.name, "to_string" | "to_wstring")
                && one.is_called
                && !one.is_member
                && is_library
                && !own.contains(one.name)
        });
        let makers = makers.map(|one| (one.node, format!("`{}` makes a `std::string`.", one.name)));
        let literals = syntax.of_kinds(&["literal_suffix"]).filter(|id| {
            let literal = syntax.parent(*id);
            syntax.text(*id) == "s"
                && syntax.children(literal).any(|it| syntax.kind(it).ends_with("string_literal"))
        });
        let literals = literals.map(|id| (id, "`\"…\"s` is a `std::string`.".to_owned()));
        for (id, message) in makers.chain(literals) {
            let line = syntax.line(id);
            if counts(file, id) && !known.contains(&(file.name.clone(), Some(line + 1))) {
                findings.push(file.finding(rule, line, message));
            }
        }
    }
    findings
}

/// Whether a name stands for a type where it is: `string` in `string("x")`, but not in `x = string;`.
pub(super) fn is_type_here(file: &File, id: Id) -> bool {
    let syntax = &file.syntax;
    if syntax.kind(id) == "type_identifier" {
        return true;
    }
    let mut whole = id;
    while matches!(syntax.kind(syntax.parent(whole)), "template_function" | "qualified_identifier")
    {
        whole = syntax.parent(whole);
    }
    let parent = syntax.parent(whole);
    let is_template = syntax.kind(syntax.parent(id)) == "template_function";
    let is_called =
        syntax.kind(parent) == "call_expression" && syntax.part(whole) == Some("function");
    is_template || is_called
}

fn counts(file: &File, id: Id) -> bool {
    !is_named_only(file, id) && file.is_understood(id)
}

/// Whether a type is only given another name here, or made known: that is no use of it.
pub(super) fn is_named_only(file: &File, id: Id) -> bool {
    let syntax = &file.syntax;
    types::is_in_alias(syntax, id)
        || syntax.ancestors(id).take(4).any(|outer| syntax.kind(outer) == "using_declaration")
}

/// Names of variables and functions: what has such a name is no type.
pub(super) fn declared_values(file: &File) -> BTreeSet<&str> {
    const KINDS: [&str; 4] = [
        "declaration",
        "parameter_declaration",
        "function_definition",
        "optional_parameter_declaration",
    ];
    let syntax = &file.syntax;
    let declared = syntax.of_kinds(&KINDS).flat_map(|id| declarators::declared(syntax, id));
    declared.filter_map(|it| it.name).map(|name| syntax.text(name)).collect()
}
