//! Statements that are missing, too many, or in the wrong place: `else`, `break`, `return`, a stray `;`.

use super::super::syntax::{NodeId, SyntaxTree};
use super::places::{LOOPS, RepairContext};
use super::switching::to_one_line;
use super::texts::{is_print, reads_input};
use model::{RepairableSlip, SourceRepair, SwitchForm, SwitchedText, TextEdit};

/// How long a branch may be that is moved, in bytes.
const LONGEST_MOVED: usize = 200;

/// What is changed in the order of statements.
pub(super) fn repair_control(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    for id in syntax.nodes_of_kinds(&["if_statement"]) {
        found.extend(add_else(places, id));
        add_jumps(places, id, found);
    }
    for id in syntax.nodes_of_kinds(&["case_statement"]) {
        add_break_to_case(places, id, found);
    }
    for id in syntax.nodes_of_kinds(&["if_statement", "for_statement", "while_statement"]) {
        found.extend(drop_semicolon(places, id));
    }
    for id in syntax.nodes_of_kinds(&["compound_statement"]) {
        add_all_elses(places, id, found);
        move_statements(places, id, found);
        move_arrays(places, id, found);
    }
    for id in syntax.nodes_of_kinds(&["return_statement"]) {
        found.extend(return_after_loop(places, id));
    }
    for id in syntax.nodes_of_kinds(&LOOPS) {
        found.extend(add_braces(places, id));
    }
    for id in syntax.nodes_of_kinds(&["if_statement"]) {
        found.extend(add_braces(places, id));
        found.extend(drop_else(places, id));
    }
    for id in syntax.nodes_of_kinds(&[
        "expression_statement",
        "break_statement",
        "continue_statement",
        "return_statement",
    ]) {
        let is_plain = !matches!(syntax.field_name(id), Some("initializer" | "condition"))
            && syntax.text(id).trim() != ";";
        if is_plain && !is_print(syntax, id) {
            found.push(places.replacement_at(RepairableSlip::ExtraStatement, id, ";"));
        }
    }
    for id in syntax.nodes_of_kinds(&["function_definition"]) {
        add_return(places, id, found);
    }
}

/// `if (a) …  if (b) …` becomes `if (a) … else if (b) …`.
fn add_else(places: &RepairContext<'_>, first: NodeId) -> Option<SourceRepair> {
    let syntax = places.syntax;
    if syntax.kind(syntax.parent(first)) == "else_clause" {
        return None;
    }
    let second = places.next_statement(first)?;
    let is_plain = matches!(
        syntax.kind(second),
        "if_statement" | "expression_statement" | "return_statement" | "compound_statement"
    );
    if !is_plain {
        return None;
    }
    // What the branches do may change their conditions: that the text itself is right is proved later.
    let mut text = String::new();
    let mut branch = first;
    loop {
        let condition = syntax.child_by_field(branch, "condition")?;
        text += &format!("if{}{{}}else ", syntax.text(condition));
        let Some(alternative) = syntax.child_by_field(branch, "alternative") else {
            break;
        };
        branch = syntax.child_of_kind(alternative, "if_statement")?;
    }
    text += syntax.text(second);
    let edits = vec![places.insert_before(second, "else ")];
    let switched = switched_statement(places, second, &text).into_iter();
    let slip = RepairableSlip::MissingElse;
    Some(places.switched_repair_at(slip, second, edits, switched.collect()))
}

/// `else` before each but the first of some `if`s that have none.
fn add_all_elses(places: &RepairContext<'_>, block: NodeId, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let mut row: Vec<NodeId> = Vec::new();
    for child in syntax.children(block) {
        let kind = syntax.kind(child);
        let has_else = syntax.child_by_field(child, "alternative").is_some();
        if kind == "if_statement" && !has_else {
            row.push(child);
        } else if kind != "comment" {
            found.extend(chain_branches(places, &std::mem::take(&mut row)));
        }
    }
}

fn chain_branches(places: &RepairContext<'_>, row: &[NodeId]) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let [_, second, _, ..] = row else {
        return None;
    };
    let mut edits = Vec::new();
    let mut switched = Vec::new();
    let mut before = String::new();
    for id in row {
        let condition = syntax.child_by_field(*id, "condition")?;
        let value = syntax.condition_value(condition)?;
        let text = to_one_line(syntax.text(value))?;
        if !before.is_empty() {
            edits.push(places.insert_before(*id, "else "));
            switched.push(SwitchedText {
                edit: places.replace_node(value, format!("{before} && ({text})")),
                form: SwitchForm::Truth,
            });
            before.push_str(" && ");
        }
        before.push_str(&format!("!({text})"));
    }
    let slip = RepairableSlip::MissingElse;
    Some(places.switched_repair_at(slip, *second, edits, switched))
}

/// `for (…) { if (…) return 0; else return 1; }`: the answer is known only after all rounds.
fn return_after_loop(places: &RepairContext<'_>, id: NodeId) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let outer = syntax
        .ancestors(id)
        .take_while(|outer| syntax.kind(*outer) != "function_definition")
        .find(|outer| LOOPS.contains(&syntax.kind(*outer)))?;
    let clause = syntax
        .ancestors(id)
        .take_while(|inner| *inner != outer)
        .find(|inner| syntax.kind(*inner) == "else_clause");
    // Without an `else`, it is the last of the body.
    let body = body_of(syntax, outer);
    let is_last = body.is_some_and(|body| {
        let last = syntax.children(body).filter(|it| syntax.text(*it) != "}");
        last.last() == Some(id)
    });
    let to = syntax.bytes(outer).end;
    let removed = match clause {
        Some(clause) if to_one_line(syntax.text(clause))?.len() <= syntax.bytes(id).len() + 10 => {
            clause
        }
        _ if is_last => id,
        _ => return None,
    };
    if syntax.kind(syntax.parent(outer)) != "compound_statement" || !is_known_at(places, id, to) {
        return None;
    }
    let text = to_one_line(syntax.text(id))?;
    let added = TextEdit::insertion(to, format!(" {text} "));
    let edits = vec![places.replace_node(removed, ""), added.clone()];
    let switched = vec![
        switched_statement(places, id, ";")?,
        SwitchedText::insertion(added),
    ];
    let slip = RepairableSlip::StatementPlace;
    Some(places.switched_repair_at(slip, id, edits, switched))
}

/// `if (…) a; else b;` becomes `if (…) a; b;`.
fn drop_else(places: &RepairContext<'_>, id: NodeId) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let branch = syntax.child_by_field(id, "consequence")?;
    let clause = syntax.child_by_field(id, "alternative")?;
    let word = syntax.children(clause).next()?;
    let other = syntax.children(clause).last()?;
    if syntax.kind(syntax.parent(id)) != "compound_statement" || syntax.text(word) != "else" {
        return None;
    }
    let both = format!("{} {}", syntax.text(branch), syntax.text(other));
    let switched = vec![switched_statement(places, branch, &both)?];
    let edits = vec![places.replace_node(word, "")];
    let slip = RepairableSlip::StatementPlace;
    Some(places.switched_repair_at(slip, other, edits, switched))
}

/// The statement after a loop or a branch without braces, in it.
fn add_braces(places: &RepairContext<'_>, id: NodeId) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let body = syntax
        .child_by_field(id, "body")
        .or_else(|| syntax.child_by_field(id, "consequence"))?;
    let next = places.next_statement(id)?;
    let has_else = syntax.child_by_field(id, "alternative").is_some();
    let is_simple = matches!(
        syntax.kind(next),
        "expression_statement" | "return_statement" | "break_statement" | "continue_statement"
    );
    let is_plain = is_simple
        && !matches!(syntax.kind(body), "compound_statement" | ";")
        && syntax.text(body).trim() != ";";
    if !is_plain || has_else || syntax.kind(syntax.parent(id)) != "compound_statement" {
        return None;
    }
    let edits = vec![
        places.insert_before(body, "{ "),
        places.insert_after(next, " }"),
    ];
    let both = format!("{} {}", syntax.text(body), syntax.text(next));
    let switched = vec![
        switched_statement(places, body, &both)?,
        switched_statement(places, next, ";")?,
    ];
    let slip = RepairableSlip::StatementPlace;
    Some(places.switched_repair_at(slip, next, edits, switched))
}

/// Another statement in the place of one, behind a switch.
fn switched_statement(places: &RepairContext<'_>, id: NodeId, text: &str) -> Option<SwitchedText> {
    Some(SwitchedText {
        edit: places.replace_node(id, to_one_line(text)?),
        form: SwitchForm::Statement,
    })
}

/// `break`, `continue` and `return` at the end of a branch.
fn add_jumps(places: &RepairContext<'_>, id: NodeId, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let Some(branch) = syntax.child_by_field(id, "consequence") else {
        return;
    };
    let in_loop = syntax
        .ancestors(id)
        .take_while(|outer| syntax.kind(*outer) != "function_definition")
        .any(|outer| LOOPS.contains(&syntax.kind(outer)));
    let mut jumps = vec![(RepairableSlip::MissingReturn, return_text(syntax, id))];
    if in_loop {
        jumps.push((RepairableSlip::MissingBreak, "break;".to_owned()));
        jumps.push((RepairableSlip::MissingBreak, "continue;".to_owned()));
    }
    for (slip, jump) in jumps {
        if syntax.kind(branch) == "compound_statement" {
            let last = syntax.children(branch).last();
            let Some(brace) = last.filter(|it| syntax.text(*it) == "}") else {
                continue;
            };
            let edits = vec![places.insert_before(brace, format!(" {jump} "))];
            found.push(places.repair_at(slip, branch, edits));
        } else {
            let text = format!("{{ {} {jump} }}", syntax.text(branch));
            found.push(places.replacement_at(slip, branch, text));
        }
    }
}

/// How the function around a node can be left.
fn return_text(syntax: &SyntaxTree, id: NodeId) -> String {
    let function = syntax
        .ancestors(id)
        .find(|outer| syntax.kind(*outer) == "function_definition");
    let kind = function.and_then(|function| syntax.child_by_field(function, "type"));
    match kind.map(|kind| syntax.text(kind)) {
        Some("void") => "return;".to_owned(),
        _ => "return 0;".to_owned(),
    }
}

fn add_break_to_case(places: &RepairContext<'_>, id: NodeId, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let Some(last) = syntax.children(id).last() else {
        return;
    };
    if matches!(
        syntax.kind(last),
        "break_statement" | "return_statement" | ":"
    ) {
        return;
    }
    let edit = places.insert_after(last, " break;");
    let switched = vec![SwitchedText::insertion(edit.clone())];
    let slip = RepairableSlip::MissingBreak;
    found.push(places.switched_repair_at(slip, last, vec![edit], switched));
}

/// `for (…);` and what was meant to be repeated.
fn drop_semicolon(places: &RepairContext<'_>, id: NodeId) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let body = syntax
        .child_by_field(id, "body")
        .or_else(|| syntax.child_by_field(id, "consequence"))?;
    let next = places.next_statement(id)?;
    let is_empty = syntax.text(body).trim() == ";";
    let is_statement = syntax.kind(next).ends_with("statement");
    if !is_empty || !is_statement {
        return None;
    }
    let edits = vec![places.replace_node(body, "")];
    let switched = vec![
        switched_statement(places, body, syntax.text(next))?,
        switched_statement(places, next, ";")?,
    ];
    Some(places.switched_repair_at(RepairableSlip::StraySemicolon, id, edits, switched))
}

/// Two neighbouring statements the other way round, the last statement of a body after it, and the statement after a body in it.
fn move_statements(places: &RepairContext<'_>, block: NodeId, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let is_statement = |id: &NodeId| {
        let kind = syntax.kind(*id);
        kind.ends_with("statement") || LOOPS.contains(&kind)
    };
    let statements: Vec<NodeId> = syntax.children(block).filter(is_statement).collect();
    let is_small = |id: NodeId| syntax.kind(id) == "expression_statement";
    for pair in statements.windows(2) {
        let &[one, other] = pair else { continue };
        // Where any prompt is right, one that comes too late is none.
        let is_prompt = is_print(syntax, one) && reads_input(syntax, other);
        let is_branch = |id: NodeId| {
            syntax.kind(id) == "if_statement" && syntax.bytes(id).len() <= LONGEST_MOVED
        };
        let is_pair = is_small(one) && is_small(other) || is_branch(one) && is_branch(other);
        if is_pair && !is_prompt {
            found.extend(move_statement(places, one, syntax.bytes(other).end));
        }
        let Some(body) = body_of(syntax, one).filter(|_| is_small(other)) else {
            continue;
        };
        let brace = syntax.children(body).last();
        if let Some(brace) = brace.filter(|it| syntax.text(*it) == "}") {
            found.extend(move_statement(places, other, syntax.bytes(brace).start));
        }
    }
    for outer in statements {
        let Some(body) = body_of(syntax, outer) else {
            continue;
        };
        let last = syntax.children(body).filter(is_statement).last();
        if let Some(last) = last.filter(|id| is_small(*id)) {
            found.extend(move_statement(places, last, syntax.bytes(outer).end));
        }
        let first = syntax.children(body).find(is_statement);
        if let Some(first) = first.filter(|id| is_small(*id)) {
            found.extend(move_statement(places, first, syntax.bytes(outer).start));
        }
    }
}

/// `int values[n];` behind the statement that reads `n`. A declaration cannot stand behind a switch.
fn move_arrays(places: &RepairContext<'_>, block: NodeId, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let uses = |node: NodeId, name: &str| {
        let mut inside = syntax.subtree(node);
        inside.any(|id| syntax.kind(id) == "identifier" && syntax.text(id) == name)
    };
    for one in syntax.children(block) {
        if syntax.kind(one) != "declaration" {
            continue;
        }
        let sizes = syntax
            .subtree(one)
            .filter(|id| syntax.kind(*id) == "array_declarator")
            .filter_map(|id| syntax.child_by_field(id, "size"))
            .filter(|size| syntax.kind(*size) == "identifier");
        let Some(size) = sizes.map(|size| syntax.text(size)).next() else {
            continue;
        };
        let later = syntax.children(block).filter(|other| *other > one);
        let mut reading = later.filter(|other| reads_input(syntax, *other) && uses(*other, size));
        let Some(reading) = reading.next() else {
            continue;
        };
        let edits = vec![
            places.replace_node(one, ""),
            places.insert_after(reading, format!(" {}", syntax.text(one))),
        ];
        let slip = RepairableSlip::StatementPlace;
        found.push(places.switched_repair_at(slip, one, edits, Vec::new()));
    }
}

/// The block that a loop or a branch has.
pub(super) fn body_of(syntax: &SyntaxTree, id: NodeId) -> Option<NodeId> {
    let body = syntax
        .child_by_field(id, "body")
        .or_else(|| syntax.child_by_field(id, "consequence"));
    body.filter(|body| syntax.kind(*body) == "compound_statement")
}

fn move_statement(places: &RepairContext<'_>, id: NodeId, to: usize) -> Option<SourceRepair> {
    let syntax = places.syntax;
    if !is_known_at(places, id, to) {
        return None;
    }
    let text = to_one_line(syntax.text(id))?;
    let removed = places.replace_node(id, "");
    let added = TextEdit::insertion(to, format!(" {text} "));
    let switched = vec![
        switched_statement(places, id, ";")?,
        SwitchedText::insertion(added.clone()),
    ];
    let slip = RepairableSlip::StatementPlace;
    Some(places.switched_repair_at(slip, id, vec![removed, added], switched))
}

/// Whether the variables of a statement are declared at another place, too.
fn is_known_at(places: &RepairContext<'_>, statement: NodeId, to: usize) -> bool {
    let syntax = places.syntax;
    let at = syntax.bytes(statement).start;
    let is_lost = |id: NodeId| {
        let name = syntax.text(id);
        let is_known = |place| places.known_variables(place).any(|one| one.name == name);
        syntax.kind(id) == "identifier" && is_known(at) && !is_known(to)
    };
    !syntax.subtree(statement).any(is_lost)
}

/// `return` at the end of a function that returns something: each of its variables.
fn add_return(places: &RepairContext<'_>, id: NodeId, found: &mut Vec<SourceRepair>) {
    const MOST: usize = 6;
    let syntax = places.syntax;
    let kind = syntax.child_by_field(id, "type").map(|it| syntax.text(it));
    let Some(body) = syntax.child_by_field(id, "body") else {
        return;
    };
    let statements: Vec<NodeId> = syntax.children(body).collect();
    let [.., last, brace] = statements.as_slice() else {
        return;
    };
    if kind.is_none_or(|kind| kind == "void") || syntax.kind(*last) == "return_statement" {
        return;
    }
    let mut names: Vec<&str> = Vec::new();
    for name in syntax
        .subtree(body)
        .filter(|it| syntax.kind(*it) == "identifier")
    {
        let is_variable = syntax.kind(syntax.parent(name)) != "call_expression";
        if is_variable && !names.contains(&syntax.text(name)) {
            names.push(syntax.text(name));
        }
    }
    names.truncate(MOST);
    for name in names.into_iter().chain(["0", "1"]) {
        let edits = vec![places.insert_before(*brace, format!(" return {name}; "))];
        found.push(places.repair_at(RepairableSlip::MissingReturn, *last, edits));
    }
}
