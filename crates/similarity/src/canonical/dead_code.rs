//! Local variables that nothing reads, and functions that `main` does not reach: statements about them are left out, because
//! they are the cheapest way to make a copy look longer.

use std::collections::{BTreeMap, BTreeSet};

use cpp::source::{DeclaratorLayer, NodeId, SyntaxTree, declared_names, last_part};

/// Who depends on the value of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ValueUse<'p> {
    /// Whatever the program does.
    Always,
    /// Only what this variable holds.
    For(&'p str),
}

/// The variables of a function whose values have no effect. A variable that only such variables depend on is one of them.
pub(super) fn dead_variables(syntax: &SyntaxTree, function: NodeId) -> BTreeSet<&str> {
    let mut dead = simple_variables(syntax, function);
    if dead.is_empty() {
        return dead;
    }
    let mut uses: BTreeMap<&str, BTreeSet<ValueUse<'_>>> = BTreeMap::new();
    for id in syntax.subtree(function) {
        let text = syntax.text(id);
        if syntax.kind(id) == "identifier" && dead.contains(text) {
            uses.entry(text).or_default().extend(value_use(syntax, id));
        }
    }
    loop {
        let is_live = |name: &&str| {
            let mut of_name = uses.get(*name).into_iter().flatten();
            of_name.any(|one| match one {
                ValueUse::Always => true,
                ValueUse::For(other) => !dead.contains(other),
            })
        };
        let live: Vec<&str> = dead.iter().copied().filter(is_live).collect();
        if live.is_empty() {
            return dead;
        }
        for name in live {
            dead.remove(name);
        }
    }
}

/// Local variables of simple types, which do nothing when they are made.
fn simple_variables(syntax: &SyntaxTree, function: NodeId) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for id in syntax.subtree(function) {
        if syntax.kind(id) != "declaration" {
            continue;
        }
        let Some(cpp_type) = syntax.child_by_field(id, "type") else {
            continue;
        };
        let is_simple = matches!(
            syntax.kind(cpp_type),
            "primitive_type" | "sized_type_specifier" | "placeholder_type_specifier"
        ) || syntax.text(last_part(syntax, cpp_type)) == "string";
        if !is_simple {
            continue;
        }
        for declared in declared_names(syntax, id) {
            let is_value = declared
                .layers
                .iter()
                .all(|(layer, _)| *layer == DeclaratorLayer::Array);
            if let Some(name) = declared.name.filter(|_| is_value) {
                found.insert(syntax.text(name));
            }
        }
    }
    found
}

/// How this mention of a variable depends on its value; nothing if it only gets one.
fn value_use(syntax: &SyntaxTree, id: NodeId) -> Vec<ValueUse<'_>> {
    let mut below = id;
    for outer in syntax.ancestors(id) {
        let kind = syntax.kind(outer);
        let field = syntax.field_name(below);
        match kind {
            "assignment_expression" if is_statement(syntax, outer) => {
                let left = syntax.child_by_field(outer, "left");
                let target = left.and_then(|left| assigned_variable(syntax, left));
                return unless_target(syntax, target, id, outer);
            }
            "update_expression" if is_statement(syntax, outer) => {
                let target = assigned_variable(syntax, below);
                return unless_target(syntax, target, id, outer);
            }
            "init_declarator" => {
                if field != Some("value") {
                    return Vec::new();
                }
                let name = syntax.child_by_field(outer, "declarator");
                let name = name.and_then(|name| {
                    let mut parts = syntax.subtree(name);
                    parts.find(|part| syntax.kind(*part) == "identifier")
                });
                return vec![use_for(syntax, name, outer)];
            }
            "declaration" | "array_declarator" if field == Some("declarator") => {
                return Vec::new();
            }
            "if_statement" | "while_statement" | "do_statement" | "for_statement"
                if field == Some("condition") =>
            {
                return controlled_variables(syntax, outer)
                    .map(|names| names.into_iter().map(ValueUse::For).collect())
                    .unwrap_or_else(|| vec![ValueUse::Always]);
            }
            _ if kind.ends_with("_statement") || kind == "function_definition" => {
                return vec![ValueUse::Always];
            }
            _ => {}
        }
        below = outer;
    }
    vec![ValueUse::Always]
}

/// Nothing if this mention is what gets the value.
fn unless_target<'p>(
    syntax: &'p SyntaxTree,
    target: Option<NodeId>,
    id: NodeId,
    within: NodeId,
) -> Vec<ValueUse<'p>> {
    if target == Some(id) {
        return Vec::new();
    }
    vec![use_for(syntax, target, within)]
}

/// The variables that a decision or loop changes, if it does nothing else.
fn controlled_variables(syntax: &SyntaxTree, statement: NodeId) -> Option<Vec<&str>> {
    let mut names = Vec::new();
    for id in syntax.subtree(statement) {
        match syntax.kind(id) {
            "call_expression" | "<<" | ">>" | "return_statement" | "break_statement"
            | "continue_statement" | "goto_statement" | "throw_statement" | "new_expression"
            | "delete_expression" | "lambda_expression" | "ERROR" => return None,
            kind @ ("assignment_expression" | "update_expression") => {
                let field = if kind == "update_expression" {
                    "argument"
                } else {
                    "left"
                };
                let target = syntax.child_by_field(id, field)?;
                let name = assigned_variable(syntax, target)?;
                if !is_statement(syntax, id) {
                    return None;
                }
                names.push(syntax.text(name));
            }
            "declaration" => {
                for declared in declared_names(syntax, id) {
                    names.push(syntax.text(declared.name?));
                }
            }
            _ => {}
        }
    }
    Some(names)
}

/// Who depends on what stands in an assignment to `target`. What calls a function is done in any case.
fn use_for<'p>(syntax: &'p SyntaxTree, target: Option<NodeId>, within: NodeId) -> ValueUse<'p> {
    let mut parts = syntax.subtree(within);
    let calls = parts.any(|part| matches!(syntax.kind(part), "call_expression" | ">>" | "<<"));
    match target.filter(|_| !calls) {
        Some(target) => ValueUse::For(syntax.text(target)),
        None => ValueUse::Always,
    }
}

/// Whether the value of an expression is used by nobody.
fn is_statement(syntax: &SyntaxTree, id: NodeId) -> bool {
    let mut below = id;
    for outer in syntax.ancestors(id) {
        match syntax.kind(outer) {
            "expression_statement" => return true,
            "for_statement" => {
                return matches!(syntax.field_name(below), Some("update" | "initializer"));
            }
            "comma_expression" | "parenthesized_expression" => below = outer,
            _ => return false,
        }
    }
    false
}

/// The variable of which an assignment to `target` changes a part; none if it may be anything, such as what a pointer points to.
pub(super) fn assigned_variable(syntax: &SyntaxTree, target: NodeId) -> Option<NodeId> {
    let mut now = target;
    loop {
        now = match syntax.kind(now) {
            "identifier" => return Some(now),
            "subscript_expression" => syntax.child_by_field(now, "argument")?,
            "parenthesized_expression" => {
                let mut children = syntax.children(now);
                children.find(|child| !matches!(syntax.kind(*child), "(" | ")"))?
            }
            _ => return None,
        };
    }
}

/// The names that can be reached from these, each of which mentions others.
pub(super) fn reachable_names<'p>(
    roots: impl IntoIterator<Item = &'p str>,
    mentions: &BTreeMap<&'p str, BTreeSet<&'p str>>,
) -> BTreeSet<&'p str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = roots.into_iter().collect();
    while let Some(name) = open.pop() {
        if reached.insert(name) {
            open.extend(mentions.get(name).into_iter().flatten());
        }
    }
    reached
}
