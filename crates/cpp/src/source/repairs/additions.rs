//! Statements that are missing: an answer for values that no branch takes, a special case, a value that is set again.

use super::super::declared::DeclaredVariable;
use super::super::syntax::{NodeId, SyntaxTree};
use super::places::{LOOPS, RepairContext};
use super::switching::to_one_line;
use super::texts::{PrintClues, is_print, reads_input, render_print};
use model::{RepairableSlip, SourceRepair, SwitchedText, TextEdit};

/// How many conditions a new branch may exclude.
const MOST_CONDITIONS: usize = 12;

/// How many assignments of the program are repeated elsewhere.
const MOST_ASSIGNMENTS: usize = 8;

/// What is added to a program.
pub(super) fn repair_missing_statements(
    places: &RepairContext<'_>,
    clues: &PrintClues<'_>,
    found: &mut Vec<SourceRepair>,
) {
    let texts = clues.added_texts();
    for id in places.syntax.nodes_of_kinds(&["compound_statement"]) {
        add_branches(places, &texts, id, found);
    }
    for id in places.syntax.nodes_of_kinds(&["function_definition"]) {
        add_special_cases(places, id, found);
    }
    clear_arrays(places, found);
    drop_signs(places, found);
    take_rests(places, found);
    repeat_assignments(places, found);
}

/// `else` with a text that is expected and printed nowhere, after each row of `if`s that has none.
fn add_branches(
    places: &RepairContext<'_>,
    texts: &[&str],
    block: NodeId,
    found: &mut Vec<SourceRepair>,
) {
    let syntax = places.syntax;
    let mut row: Vec<NodeId> = Vec::new();
    for child in syntax.children(block) {
        match syntax.kind(child) {
            "comment" => {}
            "if_statement" => row.push(child),
            _ => add_branch(places, texts, &std::mem::take(&mut row), found),
        }
    }
}

fn add_branch(
    places: &RepairContext<'_>,
    texts: &[&str],
    row: &[NodeId],
    found: &mut Vec<SourceRepair>,
) {
    let syntax = places.syntax;
    let Some(last) = row.last() else {
        return;
    };
    let mut conditions = Vec::new();
    for id in row {
        // After an `else`, no value is left.
        match branch_conditions(syntax, *id) {
            Some(more) => conditions.extend(more),
            None => return,
        }
    }
    if conditions.len() > MOST_CONDITIONS {
        return;
    }
    let end = syntax.bytes(*last).end;
    let is_left = conditions
        .iter()
        .map(|condition| format!("!{condition}"))
        .collect::<Vec<_>>()
        .join(" && ");
    let Some(is_left) = to_one_line(&is_left) else {
        return;
    };
    for text in texts {
        let print = render_print(syntax, text);
        // What the branches do may change their conditions: that the text itself is right is proved later.
        let guarded = TextEdit::insertion(end, format!(" if ({is_left}) {print}"));
        let written = match row {
            [_] => TextEdit::insertion(end, format!(" else {print}")),
            _ => guarded.clone(),
        };
        found.push(places.switched_repair_at(
            RepairableSlip::MissingBranch,
            last_branch(syntax, *last),
            vec![written],
            vec![SwitchedText::insertion(guarded)],
        ));
    }
}

/// The last `else if` of an `if`, or itself.
fn last_branch(syntax: &SyntaxTree, id: NodeId) -> NodeId {
    let mut last = id;
    while let Some(next) = syntax
        .child_by_field(last, "alternative")
        .and_then(|alternative| syntax.child_of_kind(alternative, "if_statement"))
    {
        last = next;
    }
    last
}

/// The conditions of an `if` and all its `else if`s; none if there is an `else`.
fn branch_conditions(syntax: &SyntaxTree, id: NodeId) -> Option<Vec<&str>> {
    let mut conditions = Vec::new();
    let mut branch = id;
    loop {
        let condition = syntax.text(syntax.child_by_field(branch, "condition")?);
        conditions.push(condition);
        let Some(alternative) = syntax.child_by_field(branch, "alternative") else {
            return Some(conditions);
        };
        branch = syntax.child_of_kind(alternative, "if_statement")?;
    }
}

/// `if (n == 1) return 0;` at the beginning of a function.
fn add_special_cases(places: &RepairContext<'_>, function: NodeId, found: &mut Vec<SourceRepair>) {
    const CONDITIONS: [&str; 4] = ["== 0", "== 1", "< 2", "< 0"];
    const MOST_PARAMETERS: usize = 2;
    let syntax = places.syntax;
    let kind = syntax
        .child_by_field(function, "type")
        .map(|it| syntax.text(it));
    let body = syntax.child_by_field(function, "body");
    let is_first = |id: &NodeId| !matches!(syntax.kind(*id), "{" | "comment" | "declaration");
    let first = body.and_then(|body| syntax.children(body).find(is_first));
    let Some(first) = first.filter(|_| kind.is_some_and(|kind| kind != "void")) else {
        return;
    };
    let inside = syntax.bytes(function);
    let parameters = places.variables.iter().filter(|one| {
        syntax.kind(one.declaration) == "parameter_declaration"
            && inside.contains(&syntax.bytes(one.declaration).start)
            && one.is_number()
    });
    for parameter in parameters.take(MOST_PARAMETERS) {
        for condition in CONDITIONS {
            for value in ["0", "1"] {
                let text = format!("if ({} {condition}) return {value}; ", parameter.name);
                let edit = places.insert_before(first, text);
                let switched = vec![SwitchedText::insertion(edit.clone())];
                let slip = RepairableSlip::MissingBranch;
                found.push(places.switched_repair_at(slip, first, vec![edit], switched));
            }
        }
    }
}

/// A number without its sign: after it was read, and after what is printed of it was computed.
fn drop_signs(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    const MOST: usize = 12;
    let syntax = places.syntax;
    let mut targets: Vec<(NodeId, &str)> = Vec::new();
    for id in syntax.nodes_of_kinds(&["expression_statement"]) {
        let is_read = reads_input(syntax, id);
        if !is_read && !is_print(syntax, id) {
            continue;
        }
        for name in signed_names(places, id) {
            let statement = if is_read {
                Some(id)
            } else {
                last_assignment(syntax, name, id)
            };
            let in_block = |id: &NodeId| syntax.kind(syntax.parent(*id)) == "compound_statement";
            if let Some(statement) = statement.filter(in_block)
                && !targets.contains(&(statement, name))
            {
                targets.push((statement, name));
            }
        }
    }
    targets.truncate(MOST);
    for (statement, name) in targets {
        let text = format!(" if ({name} < 0) {name} = -{name};");
        let edit = places.insert_after(statement, text);
        let switched = vec![SwitchedText::insertion(edit.clone())];
        let slip = RepairableSlip::NegatedCondition;
        found.push(places.switched_repair_at(slip, statement, vec![edit], switched));
    }
}

/// `n = n % 26;` after `n` was read, by each number of the program: more rounds than there are places begin again.
fn take_rests(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    const MOST: usize = 12;
    let syntax = places.syntax;
    let mut numbers: Vec<&str> = Vec::new();
    for id in syntax.nodes_of_kinds(&["number_literal"]) {
        let text = syntax.text(id);
        let is_count = text.parse::<u32>().is_ok_and(|value| value > 1);
        if is_count && !numbers.contains(&text) {
            numbers.push(text);
        }
    }
    let mut added = 0;
    for id in syntax.nodes_of_kinds(&["expression_statement"]) {
        let in_block = syntax.kind(syntax.parent(id)) == "compound_statement";
        if !in_block || !reads_input(syntax, id) {
            continue;
        }
        let end = syntax.bytes(id).end;
        for name in signed_names(places, id) {
            let known = places.known_variables(end).rev();
            let mut whole = known.filter(|one| one.name == name && one.kind == "int");
            if whole.next().is_none() {
                continue;
            }
            for number in &numbers {
                added += 1;
                if added > MOST {
                    return;
                }
                let edit = places.insert_after(id, format!(" {name} = {name} % {number};"));
                let switched = vec![SwitchedText::insertion(edit.clone())];
                let slip = RepairableSlip::MissingStatement;
                found.push(places.switched_repair_at(slip, id, vec![edit], switched));
            }
        }
    }
}

/// The variables of a statement that may be negative.
fn signed_names<'s>(places: &RepairContext<'s>, statement: NodeId) -> Vec<&'s str> {
    let syntax = places.syntax;
    let at = syntax.bytes(statement).start;
    let mut names: Vec<&str> = Vec::new();
    for id in syntax.subtree(statement) {
        let name = syntax.text(id);
        let is_number = |one: &DeclaredVariable| {
            let has_sign = !one.kind.contains("char") && !one.kind.contains("unsigned");
            one.name == name && one.is_number() && has_sign
        };
        if syntax.kind(id) == "identifier"
            && !names.contains(&name)
            && places.known_variables(at).any(is_number)
        {
            names.push(name);
        }
    }
    names
}

/// The last statement before another that gives a variable a value.
fn last_assignment(syntax: &SyntaxTree, name: &str, before: NodeId) -> Option<NodeId> {
    let gives = |id: NodeId| {
        let target = syntax
            .child_by_field(id, "left")
            .or_else(|| syntax.child_by_field(id, "declarator"));
        target.is_some_and(|target| syntax.text(target) == name)
    };
    syntax
        .nodes_of_kinds(&["assignment_expression", "init_declarator"])
        .take_while(|id| *id < before)
        .filter(|id| gives(*id))
        .last()
        .map(|id| syntax.parent(id))
}

/// An array whose elements have no first value.
fn clear_arrays(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    for id in syntax.nodes_of_kinds(&["declaration"]) {
        if syntax.kind(syntax.parent(id)) != "compound_statement" {
            continue;
        }
        for array in syntax.children(id) {
            if syntax.kind(array) != "array_declarator" {
                continue;
            }
            let Some(name) = syntax.text(array).split('[').next() else {
                continue;
            };
            let cleared = format!(" __builtin_memset({name}, 0, sizeof({name}));");
            let cleared = places.insert_after(id, cleared);
            // The size of an array with a first value is a constant.
            let has_constant_size = syntax.text(array)[name.len()..]
                .chars()
                .all(|sign| !sign.is_lowercase());
            let edits = if has_constant_size {
                vec![places.insert_after(array, " = {0}")]
            } else {
                vec![cleared.clone()]
            };
            found.push(places.switched_repair_at(
                RepairableSlip::InitialValue,
                id,
                edits,
                vec![SwitchedText::insertion(cleared)],
            ));
        }
    }
}

/// An assignment that stands somewhere in the program, at each other place of a loop's body.
fn repeat_assignments(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let assignments = simple_assignments(places);
    for block in syntax.nodes_of_kinds(&["compound_statement"]) {
        let in_loop = syntax
            .ancestors(block)
            .take_while(|outer| syntax.kind(*outer) != "function_definition")
            .any(|outer| LOOPS.contains(&syntax.kind(outer)));
        if !in_loop {
            continue;
        }
        for child in syntax.children(block) {
            if matches!(syntax.kind(child), "{" | "comment") {
                continue;
            }
            let at = syntax.bytes(child).start;
            for (name, text) in &assignments {
                let mut known = places.known_variables(at);
                if syntax.text(child) == text || !known.any(|one| one.name == *name) {
                    continue;
                }
                let edits = vec![places.insert_before(child, format!(" {text} "))];
                found.push(places.repair_at(RepairableSlip::MissingReset, child, edits));
            }
        }
    }
}

/// The assignments of numbers to variables, by the variables' names, each once.
fn simple_assignments(places: &RepairContext<'_>) -> Vec<(String, String)> {
    let syntax = places.syntax;
    let mut all: Vec<(String, String)> = Vec::new();
    for id in syntax.nodes_of_kinds(&["init_declarator", "assignment_expression"]) {
        let left = syntax
            .child_by_field(id, "declarator")
            .or_else(|| syntax.child_by_field(id, "left"));
        let right = syntax
            .child_by_field(id, "value")
            .or_else(|| syntax.child_by_field(id, "right"));
        let (Some(left), Some(right)) = (left, right) else {
            continue;
        };
        let is_plain = syntax.kind(left) == "identifier"
            && matches!(
                syntax.kind(right),
                "number_literal" | "char_literal" | "true" | "false"
            );
        let name = syntax.text(left);
        let one = (name.to_owned(), format!("{name} = {};", syntax.text(right)));
        if is_plain && !all.contains(&one) {
            all.push(one);
        }
    }
    all.truncate(MOST_ASSIGNMENTS);
    all
}
