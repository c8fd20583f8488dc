//! Slips in loops and limits (one round too few or too many, a sum that is not set back, `<` for `<=`) and in reading: `getline` after
//! `>>`, a failed read that is repeated, and an end that is noticed too late.

use super::super::syntax::NodeId;
use super::control::body_of;
use super::places::RepairContext;
use super::switching::to_one_line;
use super::texts::reads_input;
use model::{RepairableSlip, SourceRepair, SwitchForm, SwitchedText, TextEdit};

const LOOPS: [&str; 3] = ["for_statement", "while_statement", "do_statement"];

pub(super) fn repair_loops(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    for id in places.syntax.nodes_of_kinds(&["binary_expression"]) {
        found.extend(limit_comparison(places, id));
    }
    for id in places.syntax.nodes_of_kinds(&["for_statement"]) {
        found.extend(loop_start(places, id));
    }
    for id in places.syntax.nodes_of_kinds(&["init_declarator"]) {
        found.extend(not_reset(places, id));
    }
    for id in places.syntax.nodes_of_kinds(&["while_statement"]) {
        found.extend(first_round_always(places, id));
        found.extend(end_sign_used(places, id));
    }
    for id in places.syntax.nodes_of_kinds(&LOOPS) {
        step_missing(places, id, found);
    }
}

/// `while (…) { … }` becomes `do { … } while (…);`.
fn first_round_always(places: &RepairContext<'_>, statement: NodeId) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let condition = syntax.child_by_field(statement, "condition")?;
    let body = body_of(syntax, statement)?;
    let condition = syntax.text(condition);
    let head = TextEdit {
        start: syntax.bytes(statement).start,
        end: syntax.bytes(body).start,
        text: "do ".to_owned(),
    };
    let tail = places.insert_after(body, format!(" while {condition};"));
    let whole = to_one_line(&format!("do {} while {condition};", syntax.text(body)))?;
    let switched = SwitchedText {
        edit: places.replace_node(statement, whole),
        form: SwitchForm::Statement,
    };
    let slip = RepairableSlip::TooFewRounds;
    Some(places.switched_repair_at(slip, statement, vec![head, tail], vec![switched]))
}

/// `while (sign != '\n') { sign = getchar(); … }`: what ends the loop is used before it is asked for.
fn end_sign_used(places: &RepairContext<'_>, statement: NodeId) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let condition = syntax.child_by_field(statement, "condition")?;
    let body = body_of(syntax, statement)?;
    let is_statement = |id: &NodeId| syntax.kind(*id) == "expression_statement";
    let names = condition_variables(places, condition);
    let reads_name = |id: &NodeId| {
        let has_name = |id: &NodeId| names.contains(&syntax.text(*id));
        reads_input(syntax, *id) && syntax.subtree(*id).any(|id| has_name(&id))
    };
    let read = syntax
        .children(body)
        .filter(is_statement)
        .find(reads_name)?;
    let text = format!(" if (!{}) break;", to_one_line(syntax.text(condition))?);
    let edits = vec![places.insert_after(read, text)];
    Some(places.repair_at(RepairableSlip::MissingBreak, read, edits))
}

/// The variables that a condition asks for.
fn condition_variables<'s>(places: &RepairContext<'s>, condition: NodeId) -> Vec<&'s str> {
    let syntax = places.syntax;
    let names = syntax.subtree(condition).filter(|id| {
        let parent = syntax.kind(syntax.parent(*id));
        syntax.kind(*id) == "identifier" && parent != "call_expression"
    });
    let mut distinct: Vec<&str> = Vec::new();
    for name in names.map(|id| syntax.text(id)) {
        let mut known = places.variables.iter();
        if !distinct.contains(&name) && known.any(|one| one.name == name && one.is_number()) {
            distinct.push(name);
        }
    }
    distinct
}

/// A loop in which nothing changes what its condition asks for.
fn step_missing(places: &RepairContext<'_>, statement: NodeId, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let condition = syntax.child_by_field(statement, "condition");
    let body = syntax.child_by_field(statement, "body");
    let (Some(condition), Some(body)) = (condition, body) else {
        return;
    };
    let names = condition_variables(places, condition);
    let is_changed = |name: &str| {
        syntax.subtree(statement).any(|id| {
            let target = match syntax.kind(id) {
                "assignment_expression" => syntax.child_by_field(id, "left"),
                "update_expression" | "pointer_expression" => syntax.child_by_field(id, "argument"),
                "binary_expression" if places.is_operation(id, &[">>"]) => {
                    syntax.child_by_field(id, "right")
                }
                _ => None,
            };
            target.is_some_and(|target| syntax.text(target) == name)
        })
    };
    if names.is_empty() || names.iter().any(|name| is_changed(name)) {
        return;
    }
    for name in names {
        for step in ["++", "--", " /= 10"] {
            let text = format!("{name}{step};");
            let edit = if syntax.kind(body) == "compound_statement" {
                let Some(brace) = syntax.children(body).last() else {
                    continue;
                };
                places.insert_before(brace, format!(" {text} "))
            } else {
                places.replace_node(body, format!("{{ {} {text} }}", syntax.text(body)))
            };
            found.push(places.repair_at(RepairableSlip::MissingStep, statement, vec![edit]));
        }
    }
}

/// Another comparison with the limit.
fn limit_comparison(places: &RepairContext<'_>, id: NodeId) -> Option<SourceRepair> {
    let (_, operator, _) = places.binary_operands(id)?;
    let (other, in_loop) = match places.syntax.text(operator) {
        "<" => ("<=", RepairableSlip::TooFewRounds),
        "<=" => ("<", RepairableSlip::TooManyRounds),
        ">" => (">=", RepairableSlip::TooFewRounds),
        ">=" => (">", RepairableSlip::TooManyRounds),
        _ => return None,
    };
    let statement = places.statement_of_condition(id)?;
    let is_loop = LOOPS.contains(&places.syntax.kind(statement));
    let slip = if is_loop {
        in_loop
    } else {
        RepairableSlip::Limit
    };
    Some(places.repair_at(slip, id, vec![places.replace_node(operator, other)]))
}

/// Another number to count from.
fn loop_start(places: &RepairContext<'_>, statement: NodeId) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let first = syntax.child_by_field(statement, "initializer")?;
    let number = syntax
        .subtree(first)
        .find(|id| syntax.kind(*id) == "number_literal")?;
    let (other, slip) = match syntax.text(number) {
        "0" => ("1", RepairableSlip::TooManyRounds),
        "1" => ("0", RepairableSlip::TooFewRounds),
        _ => return None,
    };
    Some(places.repair_at(slip, statement, vec![places.replace_node(number, other)]))
}

/// A variable that gets its first value before a loop, and is added to in a loop within that.
fn not_reset(places: &RepairContext<'_>, declarator: NodeId) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let value = syntax
        .child_by_field(declarator, "value")
        .filter(|id| syntax.kind(*id) == "number_literal")?;
    let name = syntax.text(syntax.child_by_field(declarator, "declarator")?);
    let block = syntax.parent(syntax.parent(declarator));
    let changes = |id: &NodeId| match syntax.kind(*id) {
        "assignment_expression" => syntax
            .child_by_field(*id, "left")
            .is_some_and(|left| syntax.text(left) == name),
        "update_expression" => syntax
            .child_by_field(*id, "argument")
            .is_some_and(|it| syntax.text(it) == name),
        _ => false,
    };
    let change = syntax
        .subtree(block)
        .filter(|id| *id > declarator)
        .find(changes)?;
    let loops: Vec<NodeId> = syntax
        .ancestors(change)
        .take_while(|outer| *outer != block)
        .filter(|outer| LOOPS.contains(&syntax.kind(*outer)))
        .collect();
    // The innermost loop is the one that adds up.
    let [_, outer, ..] = loops.as_slice() else {
        return None;
    };
    let body = syntax
        .child_by_field(*outer, "body")
        .filter(|id| syntax.kind(*id) == "compound_statement")?;
    let brace = syntax.children(body).next()?;
    let again = format!(" {name} = {};", syntax.text(value));
    Some(places.repair_at(
        RepairableSlip::NotReset,
        declarator,
        vec![places.insert_after(brace, again)],
    ))
}

pub(super) fn repair_reading(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    for id in places.syntax.nodes_of_kinds(&["call_expression"]) {
        found.extend(line_left_unread(places, id));
    }
    for id in places.syntax.nodes_of_kinds(&LOOPS) {
        found.extend(end_noticed_late(places, id));
        found.extend(failed_read_repeated(places, id));
    }
}

/// `getline(cin, text)` that can follow a `cin >> number`: that is before it in the text, or in the same loop.
fn line_left_unread(places: &RepairContext<'_>, call: NodeId) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let stream = getline_stream(places, call)?;
    let whose = syntax.text(stream);
    let reads =
        |id: NodeId| places.is_operation(id, &[">>"]) && first_operand(places, id) == Some(whose);
    let before = syntax
        .nodes_of_kinds(&["binary_expression"])
        .take_while(|id| *id < call);
    let loops = syntax
        .ancestors(call)
        .filter(|outer| LOOPS.contains(&syntax.kind(*outer)));
    before
        .chain(loops.flat_map(|outer| syntax.subtree(outer)))
        .find(|id| reads(*id))?;
    let edits = vec![places.insert_after(stream, " >> std::ws")];
    Some(places.repair_at(RepairableSlip::LineLeftUnread, call, edits))
}

/// A loop that reads again after what could not be read, without making the stream usable: the read is in its condition, or is the
/// first of its body.
fn failed_read_repeated(places: &RepairContext<'_>, statement: NodeId) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let body = syntax
        .child_by_field(statement, "body")
        .filter(|body| syntax.kind(*body) == "compound_statement")?;
    let condition = syntax.child_by_field(statement, "condition");
    if let Some(condition) = condition.filter(|it| syntax.text(*it).contains('!'))
        && let Some((read, stream)) = first_read(places, condition)
    {
        let brace = syntax.children(body).next()?;
        let edits = vec![places.insert_after(brace, format!(" {}", render_recovery(stream)))];
        return Some(places.repair_at(RepairableSlip::FailedReadRepeated, read, edits));
    }
    let is_statement = |id: &NodeId| syntax.kind(*id) == "expression_statement";
    let mut reads = syntax.subtree(body).filter(is_statement);
    let (read, stream) = reads.find_map(|id| {
        let read = syntax.children(id).next()?;
        Some((id, first_operand(places, read)?))
    })?;
    let edit = format!(
        " if (!{stream} && !{stream}.eof()) {{ {} }}",
        render_recovery(stream)
    );
    Some(places.repair_at(
        RepairableSlip::FailedReadRepeated,
        read,
        vec![places.insert_after(read, edit)],
    ))
}

fn render_recovery(stream: &str) -> String {
    format!("{stream}.clear(); {stream}.ignore(1000000, '\\n');")
}

/// The first chain of `>>` within a node, and the stream that it reads from.
fn first_read<'s>(places: &RepairContext<'s>, id: NodeId) -> Option<(NodeId, &'s str)> {
    let inside = std::iter::once(id).chain(places.syntax.subtree(id));
    inside
        .into_iter()
        .find_map(|id| Some((id, first_operand(places, id)?)))
}

/// A loop that asks for the end before it reads, and takes what could not be read for a value.
fn end_noticed_late(places: &RepairContext<'_>, statement: NodeId) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let body = syntax
        .child_by_field(statement, "body")
        .filter(|body| syntax.kind(*body) == "compound_statement")?;
    let mut reads = syntax.subtree(body).filter_map(|id| {
        let is_statement = syntax.kind(id) == "expression_statement";
        let read = syntax.children(id).next().filter(|_| is_statement)?;
        Some((
            id,
            first_operand(places, read).or_else(|| getline_variable(places, read))?,
        ))
    });
    let (read, stream) = reads.next()?;
    let edits = vec![places.insert_after(read, format!(" if (!{stream}) break;"))];
    let condition = syntax
        .child_by_field(statement, "condition")
        .unwrap_or(statement);
    Some(places.repair_at(RepairableSlip::EndNoticedLate, condition, edits))
}

/// The stream that a call of `getline` reads from.
fn getline_stream(places: &RepairContext<'_>, call: NodeId) -> Option<NodeId> {
    let syntax = places.syntax;
    let name = syntax.text(syntax.child_by_field(call, "function")?);
    let mut inside = syntax.children(syntax.child_by_field(call, "arguments")?);
    let stream = inside.find(|child| !["(", ")", ","].contains(&syntax.kind(*child)));
    stream.filter(|_| ["getline", "std::getline"].contains(&name))
}

/// The same, where it is a variable.
fn getline_variable<'s>(places: &RepairContext<'s>, call: NodeId) -> Option<&'s str> {
    let stream = getline_stream(places, call)?;
    (places.syntax.kind(stream) == "identifier").then(|| places.syntax.text(stream))
}

/// The stream that a chain of `>>` reads from.
fn first_operand<'s>(places: &RepairContext<'s>, id: NodeId) -> Option<&'s str> {
    let mut first = Some(id).filter(|id| places.is_operation(*id, &[">>"]))?;
    while places.is_operation(first, &[">>"]) {
        first = places.binary_operands(first)?.0;
    }
    let is_name = ["identifier", "qualified_identifier"].contains(&places.syntax.kind(first));
    is_name.then(|| places.syntax.text(first))
}
