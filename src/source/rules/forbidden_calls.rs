//! `forbidden-calls`: uses of functions that the program does not define itself.

use std::collections::{BTreeMap, BTreeSet};

use super::super::program::{File, Program};
use super::super::syntax::Id;
use super::super::types::Types;
use super::super::{calls, declarators, functions};
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
    let own = Own::of(program);
    let types = Types::of(program);
    let mut findings = Vec::new();
    for file in &program.files {
        let syntax = &file.syntax;
        for one in calls::uses(file, syntax.all()) {
            let Some(library) = wanted.get(one.name) else { continue };
            let is_meant = match one.scope {
                Some(scope) => scope.is_empty() || types.is_library(scope),
                None => {
                    !own.has(file, one.node, one.name)
                        && (one.is_called || is_value(file, one.node))
                }
            };
            let line = syntax.line(one.node);
            let counts = file.is_certain(line) && !syntax.is_doubtful(one.node);
            // `::f` may be the program's own.
            let is_own_global = one.scope == Some("") && own.is_outside(one.name);
            if is_meant && !one.is_member && !is_own_global && counts {
                let of = library.map_or(String::new(), |it| format!(" of `<{}>`", it.name()));
                let message = format!("The function `{}`{of} is used.", one.name);
                findings.push(file.finding(rule, line, message));
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

/// Names that the program gives to something of its own.
struct Own<'p> {
    /// Outside functions, in any file, and functions anywhere.
    outside: BTreeSet<&'p str>,
    /// Inside a function: by file and function.
    inside: BTreeSet<(&'p str, Id, &'p str)>,
}

impl<'p> Own<'p> {
    fn of(program: &'p Program) -> Own<'p> {
        const KINDS: [&str; 5] = [
            "declaration",
            "function_definition",
            "parameter_declaration",
            "optional_parameter_declaration",
            "for_range_loop",
        ];
        let mut own = Own { outside: BTreeSet::new(), inside: BTreeSet::new() };
        for file in &program.files {
            let syntax = &file.syntax;
            for id in syntax.of_kinds(&KINDS) {
                let around = match syntax.kind(id) {
                    "function_definition" => None,
                    _ => functions::around(file, id),
                };
                for declared in declarators::declared(syntax, id) {
                    let Some(name) = declared.name else { continue };
                    let name = syntax.text(declarators::last_part(syntax, name));
                    match around {
                        Some(function) if !declared.is_function() => {
                            own.inside.insert((&file.name, function, name));
                        }
                        // The parameters of a declaration alone are nobody's.
                        None if syntax.kind(id).ends_with("parameter_declaration") => {}
                        _ => {
                            own.outside.insert(name);
                        }
                    }
                }
            }
        }
        own
    }

    fn has(&self, file: &File, node: Id, name: &str) -> bool {
        let inside = functions::around(file, node);
        self.is_outside(name)
            || inside.is_some_and(|it| self.inside.contains(&(file.name.as_str(), it, name)))
    }

    fn is_outside(&self, name: &str) -> bool {
        self.outside.contains(name)
    }
}
