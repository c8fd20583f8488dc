//! `forbidden-calls`, `required-calls` and `required-functions`: which functions a program calls, and which it defines.

use std::collections::{BTreeMap, BTreeSet};

use super::super::declarations::{self, SourceFunction};
use super::super::name_uses::{self, NameUse, ReachableNames};
use super::super::program::{ParsedFile, ParsedProgram};
use super::super::signature::{self, FunctionSignature};
use super::super::syntax::{NodeId, SyntaxTree};
use super::super::types::TypeNames;
use super::library;
use crate::functions::parse_prototype;
use model::{LibraryHeader, RuleFinding};

/// Uses of these functions, and of all that these headers declare.
pub(super) fn find_forbidden_calls(
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
                let name = declarator.and_then(|it| declarations::declared_name(syntax, it).name);
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
                    _ => declarations::enclosing_function(file, id),
                };
                for declared in declarations::declared_names(syntax, id) {
                    let Some(name) = declared.name else { continue };
                    let name = syntax.text(declarations::last_part(syntax, name));
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
        let inside = declarations::enclosing_function(file, one.node);
        self.is_outside(one.name)
            || inside.is_some_and(|it| self.inside.contains(&(file.name.as_str(), it, one.name)))
            || (self.members.contains(one.name) && (!one.is_called || is_in_class(file, one.node)))
    }

    fn is_outside(&self, name: &str) -> bool {
        self.outside.contains(name)
    }
}

/// Functions that nothing which runs from `main` on uses. Without a `main` nothing is said.
pub(super) fn find_missing_calls(
    rule: &'static str,
    program: &ParsedProgram,
    calls: &[String],
) -> Vec<RuleFinding> {
    let (Some(reach), Some(main)) = (ReachableNames::from_main(program), program.main_file())
    else {
        return Vec::new();
    };
    let missing = calls.iter().filter(|name| !reach.is_used(name));
    missing
        .map(|name| main.finding_without_line(rule, format!("`{name}` is never called.")))
        .collect()
}

/// Functions that are not there, are there in another form, or are never called.
pub(super) fn find_missing_functions(
    rule: &'static str,
    program: &ParsedProgram,
    asked: &[Vec<String>],
    called: bool,
) -> Vec<RuleFinding> {
    let all = declarations::in_program(program);
    let types = TypeNames::collect(program);
    let reach = if called {
        ReachableNames::from_main(program)
    } else {
        None
    };
    let judge = |alternatives: &Vec<String>| {
        let wanted: Vec<FunctionSignature> = alternatives
            .iter()
            .filter_map(|text| signature::parse_signature(text))
            .collect();
        let text = alternatives.first()?;
        let name = &wanted.first()?.name;
        let named: Vec<&SourceFunction<'_>> = all.iter().filter(|it| it.name == *name).collect();
        let fits = |it: &&&SourceFunction<'_>| {
            let found = signature::read_signature(&it.file.syntax, it.node, &types);
            found.is_none_or(|found| wanted.iter().any(|asked| found.is_compatible_with(asked)))
        };
        let free: Vec<&SourceFunction<'_>> =
            named.iter().copied().filter(|it| !it.is_member()).collect();
        if let Some(right) = free.iter().find(fits) {
            let is_called = reach.as_ref().is_none_or(|reach| reach.is_used(name));
            let message = format!("`{name}` is defined but never called.");
            return (!is_called).then(|| right.file.finding_at(rule, right.line(), message));
        }
        let of =
            |it: &SourceFunction<'_>| signature::read_signature(&it.file.syntax, it.node, &types);
        // A symbol does not tell what is returned, so there the text decides.
        let returns_other = match free.as_slice() {
            [only] => {
                of(only).is_some_and(|found| wanted.iter().all(|it| found.returns_other_type(it)))
            }
            _ => false,
        };
        if !returns_other && alternatives.iter().any(|text| is_in_objects(program, text)) {
            return None;
        }
        Some(match (free.first(), named.first()) {
            (Some(other), _) => {
                let message = format!("The assignment asks for `{text}`; this is not the same.");
                other.file.finding_at(rule, other.line(), message)
            }
            (None, Some(member)) => {
                let message = format!("`{name}` must not be part of a class.");
                member.file.finding_at(rule, member.line(), message)
            }
            (None, None) => program
                .main_file()?
                .finding_without_line(rule, format!("There is no function `{text}`.")),
        })
    };
    asked.iter().filter_map(judge).collect()
}

/// Whether the compiler has made a function of this prototype, wherever it took it from.
fn is_in_objects(program: &ParsedProgram, prototype: &str) -> bool {
    let (Some(symbols), Ok(asked)) = (&program.symbols, parse_prototype(prototype)) else {
        return false;
    };
    symbols
        .functions
        .iter()
        .filter(|it| it.name == asked.name)
        .any(|it| {
            it.parameters().is_some_and(|actual| {
                actual.len() == asked.parameters.len()
                    && actual.iter().zip(&asked.parameters).all(|(one, other)| {
                        one.cpp_type == other.cpp_type && one.passing == other.passing
                    })
            })
        })
}
