//! `forbidden-calls`: uses of functions that the program does not define itself.

use std::collections::{BTreeMap, BTreeSet};

use super::super::name_uses::Use;
use super::super::program::{File, Program};
use super::super::syntax::{Id, Syntax};
use super::super::types::Types;
use super::super::{declarators, functions, name_uses};
use super::library;
use crate::model::{Finding, Library};

/// Uses of these functions, and of all that these headers declare.
pub(super) fn find(
    rule: &'static str,
    program: &Program,
    calls: &[String],
    libraries: &[Library],
) -> Vec<Finding> {
    let mut wanted: BTreeMap<&str, Option<Library>> =
        calls.iter().map(|name| (name.as_str(), None)).collect();
    for library in libraries {
        for name in library::functions(*library) {
            wanted.entry(name).or_insert(Some(*library));
        }
    }
    let own = Own::collect(program);
    let types = Types::collect(program);
    let mut findings = Vec::new();
    for file in &program.files {
        let syntax = &file.syntax;
        for one in name_uses::uses(file, syntax.all()) {
            let exact = wanted.get(one.name);
            let of_math = || {
                let mut others = library::other_names(one.name).filter_map(|it| wanted.get(it));
                others.find(|library| matches!(library, Some(Library::Cmath)))
            };
            let Some(library) = exact.or_else(of_math) else { continue };
            let is_meant = match one.scope {
                Some(scope) => scope.is_empty() || types.is_library(scope),
                None => !own.has(file, &one) && (one.is_called || is_value(file, one.node)),
            };
            // `::f` may be the program's own.
            let is_own_global = one.scope == Some("") && own.is_outside(one.name);
            if is_meant && !one.is_member && !is_own_global && file.is_understood(one.node) {
                let of = library.map_or(String::new(), |it| format!(" of `<{}>`", it.name()));
                let message = format!("The function `{}`{of} is used.", one.name);
                findings.push(file.finding(rule, syntax.line(one.node), message));
            }
        }
    }
    findings
}

/// Whether a name that is not called is given to somebody who may call it.
fn is_value(file: &File, id: Id) -> bool {
    let syntax = &file.syntax;
    syntax.kind(id) == "identifier"
        && matches!(
            syntax.kind(syntax.parent(id)),
            "pointer_expression" | "init_declarator" | "argument_list" | "assignment_expression"
        )
}

fn is_in_lambda(syntax: &Syntax, id: Id) -> bool {
    syntax.ancestors(id).any(|outer| syntax.kind(outer) == "lambda_expression")
}

/// Whether members are known here by their names alone: in a class, and in a function whose name begins with one.
fn is_in_class(file: &File, node: Id) -> bool {
    let syntax = &file.syntax;
    syntax.ancestors(node).any(|outer| match syntax.kind(outer) {
        "field_declaration_list" => true,
        "function_definition" => {
            let declarator = syntax.field(outer, "declarator");
            let name = declarator.and_then(|it| declarators::one(syntax, it).name);
            name.is_some_and(|it| syntax.kind(it) == "qualified_identifier")
        }
        _ => false,
    })
}

/// Names that the program gives to something of its own.
#[derive(Default)]
struct Own<'p> {
    /// Outside functions, in any file, and functions anywhere.
    outside: BTreeSet<&'p str>,
    /// Inside a function: by file and function.
    inside: BTreeSet<(&'p str, Id, &'p str)>,
    /// Members of classes.
    members: BTreeSet<&'p str>,
}

impl<'p> Own<'p> {
    fn collect(program: &'p Program) -> Own<'p> {
        const KINDS: [&str; 6] = [
            "declaration",
            "field_declaration",
            "function_definition",
            "parameter_declaration",
            "optional_parameter_declaration",
            "for_range_loop",
        ];
        let mut own = Own::default();
        for file in &program.files {
            let syntax = &file.syntax;
            let constants = syntax.of_kinds(&["enumerator"]);
            let constants = constants.filter_map(|id| syntax.field(id, "name"));
            own.outside.extend(constants.map(|name| syntax.text(name)));
            for id in syntax.of_kinds(&KINDS) {
                let around = match syntax.kind(id) {
                    "function_definition" => None,
                    _ => functions::around(file, id),
                };
                for declared in declarators::declared(syntax, id) {
                    let Some(name) = declared.name else { continue };
                    let name = syntax.text(declarators::last_part(syntax, name));
                    match around {
                        _ if syntax.kind(id) == "field_declaration" => {
                            own.members.insert(name);
                        }
                        Some(function) if !declared.is_function() => {
                            own.inside.insert((&file.name, function, name));
                        }
                        // The parameters of a declaration alone are nobody's.
                        None if syntax.kind(id).ends_with("parameter_declaration")
                            && !is_in_lambda(syntax, id) => {}
                        _ => {
                            own.outside.insert(name);
                        }
                    }
                }
            }
        }
        own
    }

    fn has(&self, file: &File, one: &Use<'_>) -> bool {
        let inside = functions::around(file, one.node);
        self.is_outside(one.name)
            || inside.is_some_and(|it| self.inside.contains(&(file.name.as_str(), it, one.name)))
            || (self.members.contains(one.name) && (!one.is_called || is_in_class(file, one.node)))
    }

    fn is_outside(&self, name: &str) -> bool {
        self.outside.contains(name)
    }
}
