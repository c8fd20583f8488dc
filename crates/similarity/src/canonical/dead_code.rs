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

/// How this mention of a variable depends on its value; none if it only gets one.
fn value_use(syntax: &SyntaxTree, id: NodeId) -> Option<ValueUse<'_>> {
    let mut below = id;
    for outer in syntax.ancestors(id) {
        let kind = syntax.kind(outer);
        match kind {
            "assignment_expression" if is_statement(syntax, outer) => {
                let left = syntax.child_by_field(outer, "left")?;
                let target = assigned_variable(syntax, left);
                if target == Some(id) {
                    return None;
                }
                return Some(use_for(syntax, target, outer));
            }
            "update_expression" if is_statement(syntax, outer) => {
                let target = assigned_variable(syntax, below);
                let is_target = target == Some(id);
                return (!is_target).then(|| use_for(syntax, target, outer));
            }
            "init_declarator" => {
                if syntax.field_name(below) != Some("value") {
                    return None;
                }
                let name = syntax.child_by_field(outer, "declarator");
                let name = name.and_then(|name| {
                    let mut parts = syntax.subtree(name);
                    parts.find(|part| syntax.kind(*part) == "identifier")
                });
                return Some(use_for(syntax, name, outer));
            }
            "declaration" | "array_declarator"
                if syntax.field_name(below) == Some("declarator") =>
            {
                return None;
            }
            _ if kind.ends_with("_statement") || kind == "function_definition" => {
                return Some(ValueUse::Always);
            }
            _ => {}
        }
        below = outer;
    }
    Some(ValueUse::Always)
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
