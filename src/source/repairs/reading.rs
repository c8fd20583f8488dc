//! Slips in reading: `getline` after `>>`, and an end that is noticed too late.

use super::super::syntax::Id;
use super::places::Places;
use crate::model::{Repair, Slip};

pub(super) fn find(places: &Places<'_>, found: &mut Vec<Repair>) {
    for id in places.syntax.of_kinds(&["call_expression"]) {
        found.extend(line_left_unread(places, id));
    }
    for id in places.syntax.of_kinds(&["while_statement", "do_statement", "for_statement"]) {
        found.extend(end_noticed_late(places, id));
    }
}

/// `getline(cin, text)` behind a `cin >> number` of the same program.
fn line_left_unread(places: &Places<'_>, call: Id) -> Option<Repair> {
    let syntax = places.syntax;
    let stream = read_by_line(places, call)?;
    let whose = syntax.text(stream);
    let reads =
        |id: Id| places.is_operation(id, &[">>"]) && first_operand(places, id) == Some(whose);
    syntax.of_kinds(&["binary_expression"]).take_while(|id| *id < call).find(|id| reads(*id))?;
    let edits = vec![places.behind(stream, " >> std::ws")];
    Some(places.repair(Slip::LineLeftUnread, call, edits))
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
