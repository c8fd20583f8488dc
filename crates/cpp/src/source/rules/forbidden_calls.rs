//! `forbidden-calls`: uses of functions that the program does not define itself.

use std::collections::{BTreeMap, BTreeSet};

use super::super::name_uses::NameUse;
use super::super::program::{ParsedFile, ParsedProgram};
use super::super::syntax::{NodeId, SyntaxTree};
use super::super::types::TypeNames;
use super::super::{declarators, functions, name_uses};
use super::library;
use model::{LibraryHeader, RuleFinding};

/// Uses of these functions, and of all that these headers declare.
pub(super) fn find_violations(
    rule: &'static str,
    program: &ParsedProgram,
    calls: &[String],
    libraries: &[LibraryHeader],
) -> Vec<RuleFinding> {
    let mut wanted: BTreeMap<&str, Option<LibraryHeader>> =
        calls.iter().map(|name| (name.as_str(), None)).collect();
    for library in libraries {
        for name in library::library_functions(*library) {
            wanted.entry(name).or_insert(Some(*library));
        }
    }
    let own = DefinedNames::collect(program);
    let types = TypeNames::collect(program);
    let mut findings = Vec::new();
    for file in &program.files {
        let syntax = &file.syntax;
        for one in name_uses::find_uses(file, syntax.all_nodes()) {
            let exact = wanted.get(one.name);
            let of_math = || {
                let mut others = library::other_names(one.name).filter_map(|it| wanted.get(it));
                others.find(|library| matches!(library, Some(LibraryHeader::Cmath)))
            };
            let Some(library) = exact.or_else(of_math) else {
                continue;
            };
            let is_meant = match one.scope {
                Some(scope) => scope.is_empty() || types.is_library(scope),
                None => !own.defines_use(file, &one) && (one.is_called || is_value(file, one.node)),
            };
            // `::f` may be the program's own.
            let is_own_global = one.scope == Some("") && own.is_outside(one.name);
            if is_meant && !one.is_member && !is_own_global && file.is_understood(one.node) {
                let of = library.map_or(String::new(), |it| format!(" of `<{}>`", it.name()));
                let message = format!("The function `{}`{of} is used.", one.name);
                findings.push(file.finding_at(rule, syntax.line(one.node), message));
            }
        }
    }
    findings
}

/// Whether a name that is not called is given to somebody who may call it.
fn is_value(file: &ParsedFile, id: NodeId) -> bool {
    let syntax = &file.syntax;
    syntax.kind(id) == "identifier"
        && matches!(
            syntax.kind(syntax.parent(id)),
            "pointer_expression" | "init_declarator" | "argument_list" | "assignment_expression"
        )
}

fn is_in_lambda(syntax: &SyntaxTree, id: NodeId) -> bool {
    syntax
        .ancestors(id)
        .any(|outer| syntax.kind(outer) == "lambda_expression")
}

/// Whether members are known here by their names alone: in a class, and in a function whose name begins with one.
fn is_in_class(file: &ParsedFile, node: NodeId) -> bool {
    let syntax = &file.syntax;
    syntax
        .ancestors(node)
        .any(|outer| match syntax.kind(outer) {
            "field_declaration_list" => true,
            "function_definition" => {
                let declarator = syntax.child_by_field(outer, "declarator");
                let name = declarator.and_then(|it| declarators::declared_name(syntax, it).name);
                name.is_some_and(|it| syntax.kind(it) == "qualified_identifier")
            }
            _ => false,
        })
}

/// Names that the program gives to something of its own.
#[derive(Default)]
struct DefinedNames<'p> {
    /// Outside functions, in any file, and functions anywhere.
    outside: BTreeSet<&'p str>,
    /// Inside a function: by file and function.
    inside: BTreeSet<(&'p str, NodeId, &'p str)>,
    /// Members of classes.
    members: BTreeSet<&'p str>,
}

impl<'p> DefinedNames<'p> {
    fn collect(program: &'p ParsedProgram) -> DefinedNames<'p> {
        const KINDS: [&str; 6] = [
            "declaration",
            "field_declaration",
            "function_definition",
            "parameter_declaration",
            "optional_parameter_declaration",
            "for_range_loop",
        ];
        let mut own = DefinedNames::default();
        for file in &program.files {
            let syntax = &file.syntax;
            let constants = syntax.nodes_of_kinds(&["enumerator"]);
            let constants = constants.filter_map(|id| syntax.child_by_field(id, "name"));
            own.outside.extend(constants.map(|name| syntax.text(name)));
            for id in syntax.nodes_of_kinds(&KINDS) {
                let around = match syntax.kind(id) {
                    "function_definition" => None,
                    _ => functions::enclosing_function(file, id),
                };
                for declared in declarators::declared_names(syntax, id) {
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

    fn defines_use(&self, file: &ParsedFile, one: &NameUse<'_>) -> bool {
        let inside = functions::enclosing_function(file, one.node);
        self.is_outside(one.name)
            || inside.is_some_and(|it| self.inside.contains(&(file.name.as_str(), it, one.name)))
            || (self.members.contains(one.name) && (!one.is_called || is_in_class(file, one.node)))
    }

    fn is_outside(&self, name: &str) -> bool {
        self.outside.contains(name)
    }
}
