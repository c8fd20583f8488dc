//! Conversions of `printf` and `scanf`, and the decimals of a stream.

use super::super::syntax::NodeId;
use super::places::RepairContext;
use super::texts::{PrintClues, conversion_length, is_format_of, print_operands, print_statements};
use model::{RepairableSlip, SourceRepair, TextEdit};

const READERS: [&str; 2] = ["scanf", "std::scanf"];

/// Other conversions in each format.
pub(super) fn repair_formats(
    places: &RepairContext<'_>,
    clues: &PrintClues<'_>,
    found: &mut Vec<SourceRepair>,
) {
    let syntax = places.syntax;
    for id in syntax.nodes_of_kinds(&["string_literal"]) {
        if is_format_of(syntax, id, &["printf", "std::printf"]) {
            change_conversions(
                places,
                id,
                RepairableSlip::NumberFormat,
                found,
                |conversion| printed_conversions(conversion, clues),
            );
        }
        if is_format_of(syntax, id, &READERS) {
            change_conversions(
                places,
                id,
                RepairableSlip::ReadFormat,
                found,
                read_conversions,
            );
        }
    }
    for id in syntax.nodes_of_kinds(&["call_expression"]) {
        repair_addresses(places, id, found);
    }
    set_decimals(places, clues, found);
}

fn change_conversions(
    places: &RepairContext<'_>,
    literal: NodeId,
    slip: RepairableSlip,
    found: &mut Vec<SourceRepair>,
    others: impl Fn(&str) -> Vec<String>,
) {
    let start = places.syntax.bytes(literal).start;
    let text = places.syntax.text(literal);
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find('%')) {
        at += next;
        let rest = &text[at..];
        if rest.starts_with("%%") {
            at += 2;
            continue;
        }
        let length = conversion_length(rest);
        for other in others(&rest[..length]) {
            let edit = TextEdit {
                start: start + at,
                end: start + at + length,
                text: other,
            };
            found.push(places.repair_at(slip, literal, vec![edit]));
        }
        at += length;
    }
}

fn printed_conversions(conversion: &str, clues: &PrintClues<'_>) -> Vec<String> {
    let mut others: Vec<String> = Vec::new();
    let fixed = |kind: &str| -> Vec<String> {
        let decimals = clues.decimals().into_iter().take(4);
        decimals.map(|count| format!("%.{count}{kind}")).collect()
    };
    match conversion.chars().last() {
        Some('d' | 'i' | 'u') => {
            let fitting = ["%d", "%02d", "%2d", "%3d", "%ld", "%lld", "%u", "%c"];
            others.extend(fitting.map(str::to_owned));
            others.extend(fixed("f"));
        }
        Some('f' | 'g' | 'e' | 'F') => {
            others.extend(fixed("f"));
            others.extend(["%f", "%g", "%d"].map(str::to_owned));
        }
        Some('c') => others.extend(["%d", "%s"].map(str::to_owned)),
        Some('s') => others.extend(["%c", "%d"].map(str::to_owned)),
        _ => {}
    }
    others.retain(|other| other != conversion);
    others
}

fn read_conversions(conversion: &str) -> Vec<String> {
    let others: &[&str] = match conversion.chars().last() {
        Some('d' | 'i' | 'u') => &["%d", "%f", "%lf", "%ld", "%lld", " %c", "%c"],
        Some('f' | 'g') => &["%lf", "%f", "%d"],
        Some('c') => &[" %c", "%d", "%s", "\\n%c"],
        Some('s') => &["%[^\\n]", " %[^\\n]", "%c"],
        _ => &[],
    };
    let differs = |other: &&&str| **other != conversion;
    others
        .iter()
        .filter(differs)
        .map(|it| (*it).to_owned())
        .collect()
}

/// `scanf("%d", n)` reads to wherever `n` points.
fn repair_addresses(places: &RepairContext<'_>, call: NodeId, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let name = syntax.child_by_field(call, "function");
    let arguments = syntax.child_by_field(call, "arguments");
    let (Some(name), Some(arguments)) = (name, arguments) else {
        return;
    };
    if !READERS.contains(&syntax.text(name)) {
        return;
    }
    let all: Vec<NodeId> = syntax
        .children(arguments)
        .filter(|id| !matches!(syntax.kind(*id), "(" | ")" | "," | "comment"))
        .collect();
    for id in all.into_iter().skip(1) {
        match syntax.kind(id) {
            "identifier" | "subscript_expression" | "field_expression" => {
                let edits = vec![places.insert_before(id, "&")];
                found.push(places.repair_at(RepairableSlip::MissingAddress, id, edits));
            }
            "pointer_expression" => {
                let text = syntax.text(id).trim_start_matches('&').to_owned();
                found.push(places.replacement_at(RepairableSlip::ReadFormat, id, text));
            }
            _ => {}
        }
    }
}

/// `std::fixed` with as many decimals as are expected, before the first prints of variables.
fn set_decimals(places: &RepairContext<'_>, clues: &PrintClues<'_>, found: &mut Vec<SourceRepair>) {
    const MOST: usize = 4;
    let syntax = places.syntax;
    let streams = print_statements(syntax).into_iter().filter(|id| {
        let expression = syntax.children(*id).next();
        let operands = expression.and_then(|id| print_operands(syntax, id));
        let is_number = |id: NodeId| !syntax.kind(id).ends_with("literal");
        operands.is_some_and(|all| all.iter().any(|(_, operand)| is_number(*operand)))
    });
    for id in streams.take(MOST) {
        for count in clues.decimals().into_iter().filter(|count| *count > 0) {
            // Needs no header of its own.
            let text = format!(
                " std::cout.precision({count}); std::cout.setf(std::ios::fixed, std::ios::floatfield); "
            );
            let edits = vec![places.insert_before(id, text)];
            found.push(places.repair_at(RepairableSlip::NumberFormat, id, edits));
        }
    }
}
