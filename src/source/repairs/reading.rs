//! Slips in reading: `getline` after `>>`, a failed read that is repeated, and an end that is noticed too late.

use super::super::syntax::Id;
use super::places::Places;
use crate::model::{Repair, Slip};

pub(super) fn find(places: &Places<'_>, found: &mut Vec<Repair>) {
    for id in places.syntax.of_kinds(&["call_expression"]) {
        found.extend(line_left_unread(places, id));
    }
    for id in places.syntax.of_kinds(&LOOPS) {
        found.extend(end_noticed_late(places, id));
        found.extend(failed_read_repeated(places, id));
    }
}

const LOOPS: [&str; 3] = ["while_statement", "do_statement", "for_statement"];

/// `getline(cin, text)` that can follow a `cin >> number`: that is before it in the text, or in the same loop.
fn line_left_unread(places: &Places<'_>, call: Id) -> Option<Repair> {
    let syntax = places.syntax;
    let stream = read_by_line(places, call)?;
    let whose = syntax.text(stream);
    let reads =
        |id: Id| places.is_operation(id, &[">>"]) && first_operand(places, id) == Some(whose);
    let before = syntax.of_kinds(&["binary_expression"]).take_while(|id| *id < call);
    let loops = syntax.ancestors(call).filter(|outer| LOOPS.contains(&syntax.kind(*outer)));
    before.chain(loops.flat_map(|outer| syntax.within(outer))).find(|id| reads(*id))?;
    let edits = vec![places.behind(stream, " >> std::ws")];
    Some(places.repair(Slip::LineLeftUnread, call, edits))
}

/// A loop that reads again after what could not be read, without making the stream usable: the read is in its condition, or is the
/// first of its body.
fn failed_read_repeated(places: &Places<'_>, statement: Id) -> Option<Repair> {
    let syntax = places.syntax;
    let body = syntax
        .field(statement, "body")
        .filter(|body| syntax.kind(*body) == "compound_statement")?;
    let usable_again = |stream: &str| format!("{stream}.clear(); {stream}.ignore(1000000, '\\n');");
    let condition = syntax.field(statement, "condition");
    if let Some(condition) = condition.filter(|it| syntax.text(*it).contains('!'))
        && let Some((read, stream)) = first_read(places, condition)
    {
        let brace = syntax.children(body).next()?;
        let edits = vec![places.behind(brace, format!(" {}", usable_again(stream)))];
        return Some(places.repair(Slip::FailedReadRepeated, read, edits));
    }
    let is_statement = |id: &Id| syntax.kind(*id) == "expression_statement";
    let mut reads = syntax.within(body).filter(is_statement);
    let (read, stream) = reads.find_map(|id| {
        let read = syntax.children(id).next()?;
        Some((id, first_operand(places, read)?))
    })?;
    let edit = format!(" if (!{stream} && !{stream}.eof()) {{ {} }}", usable_again(stream));
    Some(places.repair(Slip::FailedReadRepeated, read, vec![places.behind(read, edit)]))
}

/// The first chain of `>>` within a node, and the stream that it reads from.
fn first_read<'s>(places: &Places<'s>, id: Id) -> Option<(Id, &'s str)> {
    let inside = std::iter::once(id).chain(places.syntax.within(id));
    inside.into_iter().find_map(|id| Some((id, first_operand(places, id)?)))
}

/// A loop that asks for the end before it reads, and takes what could not be read for a value.
fn end_noticed_late(places: &Places<'_>, statement: Id) -> Option<Repair> {
    let syntax = places.syntax;
    let body = syntax
        .field(statement, "body")
        .filter(|body| syntax.kind(*body) == "compound_statement")?;
    let mut reads = syntax.within(body).filter_map(|id| {
        let is_statement = syntax.kind(id) == "expression_statement";
        let read = syntax.children(id).next().filter(|_| is_statement)?;
        Some((id, first_operand(places, read).or_else(|| whose_line(places, read))?))
    });
    let (read, stream) = reads.next()?;
    let edits = vec![places.behind(read, format!(" if (!{stream}) break;"))];
    let condition = syntax.field(statement, "condition").unwrap_or(statement);
    Some(places.repair(Slip::EndNoticedLate, condition, edits))
}

/// The stream that a call of `getline` reads from.
fn read_by_line(places: &Places<'_>, call: Id) -> Option<Id> {
    let syntax = places.syntax;
    let name = syntax.text(syntax.field(call, "function")?);
    let mut inside = syntax.children(syntax.field(call, "arguments")?);
    let stream = inside.find(|child| !["(", ")", ","].contains(&syntax.kind(*child)));
    stream.filter(|_| ["getline", "std::getline"].contains(&name))
}

/// The same, where it is a variable.
fn whose_line<'s>(places: &Places<'s>, call: Id) -> Option<&'s str> {
    let stream = read_by_line(places, call)?;
    (places.syntax.kind(stream) == "identifier").then(|| places.syntax.text(stream))
}

/// The stream that a chain of `>>` reads from.
fn first_operand<'s>(places: &Places<'s>, id: Id) -> Option<&'s str> {
    let mut first = Some(id).filter(|id| places.is_operation(*id, &[">>"]))?;
    while places.is_operation(first, &[">>"]) {
        first = places.operation(first)?.0;
    }
    let is_name = ["identifier", "qualified_identifier"].contains(&places.syntax.kind(first));
    is_name.then(|| places.syntax.text(first))
}
