//! `no-global-variables`: variables declared outside functions.

use std::collections::BTreeSet;

use super::super::declarations::{self, DeclaredName};
use super::super::program::{ParsedFile, ParsedProgram};
use super::super::syntax::{NodeId, SyntaxTree};
use model::RuleFinding;

/// Where a declaration stands.
#[derive(PartialEq, Eq)]
enum VariableScope {
    /// Outside functions and classes.
    Outside,
    Class,
    Function,
}

/// The global variables; constants and static variables inside functions only if they are asked for.
pub(super) fn find_violations(
    rule: &'static str,
    program: &ParsedProgram,
    constants: bool,
    statics: bool,
    allow: &[String],
) -> Vec<RuleFinding> {
    let mut findings = Vec::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for file in &program.files {
        let syntax = &file.syntax;
        for id in syntax.nodes_of_kinds(&["declaration", "field_declaration"]) {
            let Some(why) = global_reason(syntax, id, statics) else {
                continue;
            };
            let is_constant = is_constant(syntax, id);
            for declared in declarations::declared_names(syntax, id) {
                let Some(name) = declared.name else { continue };
                let text = syntax.text(declarations::last_part(syntax, name));
                let line = syntax.line(name);
                if syntax.is_doubtful(name) {
                    continue;
                }
                seen.insert(text);
                let is_excused = (is_constant && !constants)
                    || !is_variable(syntax, &declared)
                    || allow.iter().any(|it| it == text)
                    || (!is_constant && is_refuted_by_objects(program, syntax, id, text));
                if !is_excused && file.is_certain(line) {
                    let what = if is_constant { "constant" } else { "variable" };
                    let message = format!("`{}` is a {what} {why}.", syntax.text(name));
                    findings.push(file.finding_at(rule, line, message));
                }
            }
        }
    }
    findings.extend(only_in_objects(rule, program, &seen, allow));
    findings
}

/// Why what is declared here is global; none if it is not.
fn global_reason(syntax: &SyntaxTree, id: NodeId, statics: bool) -> Option<&'static str> {
    let is_static = has_specifier(syntax, id, &["static", "thread_local"]);
    match variable_scope(syntax, id) {
        VariableScope::Outside
            if has_specifier(syntax, id, &["extern"]) && !has_value(syntax, id) =>
        {
            None
        }
        VariableScope::Outside => Some("outside all functions"),
        VariableScope::Class if is_static && has_specifier(syntax, id, &["inline"]) => {
            Some("of a class as a whole (`static`), which is as good as global")
        }
        VariableScope::Function if statics && is_static => {
            Some("that is kept between calls (`static`), as a global one is")
        }
        VariableScope::Class | VariableScope::Function => None,
    }
}

fn variable_scope(syntax: &SyntaxTree, id: NodeId) -> VariableScope {
    for outer in syntax.ancestors(id) {
        match syntax.kind(outer) {
            "field_declaration_list" => return VariableScope::Class,
            "translation_unit"
            | "namespace_definition"
            | "declaration_list"
            | "linkage_specification" => {}
            _ => return VariableScope::Function,
        }
    }
    VariableScope::Outside
}

fn has_specifier(syntax: &SyntaxTree, id: NodeId, words: &[&str]) -> bool {
    syntax.children(id).any(|child| {
        syntax.kind(child) == "storage_class_specifier" && words.contains(&syntax.text(child))
    })
}

fn has_value(syntax: &SyntaxTree, id: NodeId) -> bool {
    declarations::declared_names(syntax, id)
        .iter()
        .any(|it| it.value.is_some())
}

/// Whether `const` or `constexpr` stands anywhere in what a declaration begins with. That takes `const char *p` for a
/// constant, which it is not; but nobody who writes it means a variable.
fn is_constant(syntax: &SyntaxTree, id: NodeId) -> bool {
    syntax.children(id).any(|child| {
        syntax.kind(child) == "type_qualifier"
            && matches!(syntax.text(child), "const" | "constexpr" | "constinit")
    })
}

/// Whether it is a variable, and neither a function nor what is used like one.
fn is_variable(syntax: &SyntaxTree, declared: &DeclaredName) -> bool {
    let is_lambda = declared.value.is_some_and(|value| {
        syntax.kind(value) == "lambda_expression"
            && syntax
                .child_of_kind(value, "lambda_capture_specifier")
                .is_some_and(|it| {
                    syntax
                        .text(it)
                        .chars()
                        .filter(|it| !it.is_whitespace())
                        .eq("[]".chars())
                })
    });
    !declared.is_function()
        && !is_lambda
        && !declared
            .value
            .is_some_and(|it| is_parameter_list(syntax, it))
}

/// Whether what looks like a first value is a list of parameters: the grammar takes `int f(int (&a)[3]);` for a variable.
fn is_parameter_list(syntax: &SyntaxTree, value: NodeId) -> bool {
    syntax.kind(value) == "argument_list"
        && syntax.subtree(value).any(|id| {
            syntax.kind(id) == "primitive_type" && syntax.field_name(id) == Some("function")
        })
}

/// Whether the objects would have a variable of this name if it were one, and have none. A static one that nobody uses is
/// left out by compilers.
fn is_refuted_by_objects(
    program: &ParsedProgram,
    syntax: &SyntaxTree,
    id: NodeId,
    name: &str,
) -> bool {
    let Some(symbols) = &program.symbols else {
        return false;
    };
    let is_shared = variable_scope(syntax, id) == VariableScope::Outside
        && !has_specifier(syntax, id, &["static"])
        && !syntax.ancestors(id).any(|outer| {
            syntax.kind(outer) == "namespace_definition"
                && syntax.child_by_field(outer, "name").is_none()
        });
    let mut variables = symbols.variables.iter().chain(&symbols.local_variables);
    is_shared && !variables.any(|it| it == name)
}

/// Variables that the grammar has not seen, but the compiler has: reported where their name first stands.
fn only_in_objects(
    rule: &'static str,
    program: &ParsedProgram,
    seen: &BTreeSet<&str>,
    allow: &[String],
) -> Vec<RuleFinding> {
    let Some(symbols) = &program.symbols else {
        return Vec::new();
    };
    let unseen = symbols
        .variables
        .iter()
        .filter(|name| !seen.contains(name.as_str()) && !allow.contains(name));
    let place = |name: &String| -> Option<(&ParsedFile, usize)> {
        program.files.iter().find_map(|file| {
            let token = file.lexed.tokens.iter().find(|token| token.text == *name)?;
            Some((file, token.line))
        })
    };
    unseen
        .filter_map(|name| {
            let (file, line) = place(name)?;
            let message = format!("`{name}` is a variable outside all functions.");
            Some(file.finding_at(rule, line, message))
        })
        .collect()
}
