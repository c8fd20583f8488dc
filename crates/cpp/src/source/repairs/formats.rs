//! Conversions of `printf` and `scanf`, and the decimals of a stream.

use super::super::syntax::{NodeId, SyntaxTree};
use super::places::RepairContext;
use super::texts::{PrintClues, conversion_length, is_format_of, print_operands, print_statements};
use super::variables::{DeclaredVariable, declared_variables, value_kind};
use model::{RepairableSlip, SourceRepair, TextEdit};

const READERS: [&str; 2] = ["scanf", "std::scanf"];

/// Other conversions in each format.
pub(super) fn repair_formats(
    places: &RepairContext<'_>,
    clues: &PrintClues<'_>,
    found: &mut Vec<SourceRepair>,
) {
    let syntax = places.syntax;
    let variables = declared_variables(syntax);
    for id in syntax.nodes_of_kinds(&["string_literal"]) {
        if is_format_of(syntax, id, &["printf", "std::printf"]) {
            let slip = RepairableSlip::NumberFormat;
            change_conversions(places, &variables, id, slip, found, |conversion, kind| {
                printed_conversions(conversion, kind, clues)
            });
        }
        if is_format_of(syntax, id, &READERS) {
            let slip = RepairableSlip::ReadFormat;
            change_conversions(places, &variables, id, slip, found, read_conversions);
        }
    }
    for id in syntax.nodes_of_kinds(&["call_expression"]) {
        repair_addresses(places, &variables, id, found);
    }
    set_decimals(places, clues, found);
}

/// What stands in a call between its brackets.
fn call_arguments(syntax: &SyntaxTree, list: NodeId) -> Vec<NodeId> {
    syntax
        .children(list)
        .filter(|id| !matches!(syntax.kind(*id), "(" | ")" | "," | "comment"))
        .collect()
}

fn change_conversions(
    places: &RepairContext<'_>,
    variables: &[DeclaredVariable],
    literal: NodeId,
    slip: RepairableSlip,
    found: &mut Vec<SourceRepair>,
    others: impl Fn(&str, Option<&str>) -> Vec<String>,
) {
    let syntax = places.syntax;
    let arguments = call_arguments(syntax, syntax.parent(literal));
    let mut values = arguments.into_iter().skip_while(|id| *id <= literal);
    let start = syntax.bytes(literal).start;
    let text = syntax.text(literal);
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find('%')) {
        at += next;
        let rest = &text[at..];
        if rest.starts_with("%%") {
            at += 2;
            continue;
        }
        let length = conversion_length(rest);
        // What a width takes, or nothing is written to, is not followed.
        if rest[..length].contains('*') {
            return;
        }
        let value = values.next();
        let kind = value.and_then(|value| value_kind(syntax, variables, value));
        for other in others(&rest[..length], kind.as_deref()) {
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

/// Other conversions that print a value of this kind; of an unknown kind, those that print the same.
fn printed_conversions(
    conversion: &str,
    kind: Option<&str>,
    clues: &PrintClues<'_>,
) -> Vec<String> {
    let mut others: Vec<String> = Vec::new();
    let known = match conversion.chars().last() {
        Some('d' | 'i' | 'u') => "int",
        Some('f' | 'g' | 'e' | 'F') => "double",
        Some('c') => "char",
        _ => "",
    };
    match kind.unwrap_or(known) {
        "int" | "char" | "short" | "bool" => {
            let fitting = ["%d", "%02d", "%2d", "%3d", "%c", "%u"];
            others.extend(fitting.map(str::to_owned));
        }
        "long" => others.extend(["%ld", "%02ld"].map(str::to_owned)),
        "long long" => others.extend(["%lld", "%02lld"].map(str::to_owned)),
        "float" | "double" => {
            let decimals = clues.decimals().into_iter().take(4);
            others.extend(decimals.map(|count| format!("%.{count}f")));
            others.extend(["%f", "%g"].map(str::to_owned));
        }
        "char*" | "char[]" => others.push("%s".to_owned()),
        _ => {}
    }
    others.retain(|other| other != conversion);
    others
}

/// Other conversions that read a value of this kind.
fn read_conversions(conversion: &str, kind: Option<&str>) -> Vec<String> {
    let others: &[&str] = match kind.unwrap_or_default() {
        "int*" => &["%d"],
        "long*" => &["%ld"],
        "long long*" => &["%lld"],
        "float*" => &["%f"],
        "double*" => &["%lf"],
        "char*" if conversion.ends_with('c') => &[" %c", "%c"],
        "char*" | "char[]" => &["%s", "%[^\\n]", " %[^\\n]", "%c", " %c"],
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
fn repair_addresses(
    places: &RepairContext<'_>,
    variables: &[DeclaredVariable],
    call: NodeId,
    found: &mut Vec<SourceRepair>,
) {
    let syntax = places.syntax;
    let name = syntax.child_by_field(call, "function");
    let arguments = syntax.child_by_field(call, "arguments");
    let (Some(name), Some(arguments)) = (name, arguments) else {
        return;
    };
    if !READERS.contains(&syntax.text(name)) {
        return;
    }
    for id in call_arguments(syntax, arguments).into_iter().skip(1) {
        let kind = value_kind(syntax, variables, id);
        let is_value = kind.is_some_and(|kind| !kind.ends_with(['*', ']']));
        if is_value {
            let edits = vec![places.insert_before(id, "&")];
            found.push(places.repair_at(RepairableSlip::MissingAddress, id, edits));
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
