//! Slips in reading: `getline` after `>>`, a failed read that is repeated, and an end that is noticed too late.

use super::super::syntax::NodeId;
use super::places::RepairContext;
use model::{RepairableSlip, SourceRepair};

pub(super) fn find_repairs(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    for id in places.syntax.nodes_of_kinds(&["call_expression"]) {
        found.extend(line_left_unread(places, id));
    }
    for id in places.syntax.nodes_of_kinds(&LOOPS) {
        found.extend(end_noticed_late(places, id));
        found.extend(failed_read_repeated(places, id));
    }
}

const LOOPS: [&str; 3] = ["while_statement", "do_statement", "for_statement"];

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
    let usable_again = |stream: &str| format!("{stream}.clear(); {stream}.ignore(1000000, '\\n');");
    let condition = syntax.child_by_field(statement, "condition");
    if let Some(condition) = condition.filter(|it| syntax.text(*it).contains('!'))
        && let Some((read, stream)) = first_read(places, condition)
    {
        let brace = syntax.children(body).next()?;
        let edits = vec![places.insert_after(brace, format!(" {}", usable_again(stream)))];
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
        usable_again(stream)
    );
    Some(places.repair_at(
        RepairableSlip::FailedReadRepeated,
        read,
        vec![places.insert_after(read, edit)],
    ))
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
