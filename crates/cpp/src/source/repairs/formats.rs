//! Conversions of `printf` and `scanf`, and the decimals of a stream.

use std::collections::BTreeMap;

use super::super::declared::{DeclaredVariable, value_kind};
use super::super::syntax::{NodeId, SyntaxTree};
use super::groups::repair_all_and_each;
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
    let variables = &places.variables;
    for id in syntax.nodes_of_kinds(&["string_literal"]) {
        if is_format_of(syntax, id, &["printf", "std::printf"]) {
            let slip = RepairableSlip::NumberFormat;
            change_conversions(places, variables, id, slip, found, |conversion, kind| {
                printed_conversions(conversion, kind, clues)
            });
            add_arguments(places, id, found);
        }
        if is_format_of(syntax, id, &READERS) {
            let slip = RepairableSlip::ReadFormat;
            change_conversions(places, variables, id, slip, found, read_conversions);
            found.extend(read_only_conversions(places, id));
        }
    }
    let mut missing = Vec::new();
    for id in syntax.nodes_of_kinds(&["call_expression"]) {
        let mut here = values_read(places, variables, id);
        here.extend(values_for_pointers(places, id));
        repair_addresses(places, &here, found);
        missing.extend(here);
    }
    repair_addresses(places, &missing, found);
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
    let mut alike: BTreeMap<(&str, String), Vec<TextEdit>> = BTreeMap::new();
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
                text: other.clone(),
            };
            found.push(places.repair_at(slip, literal, vec![edit.clone()]));
            alike
                .entry((&rest[..length], other))
                .or_default()
                .push(edit);
        }
        at += length;
    }
    // Who prints one number in the wrong form prints others so: `%d:%d` for `%02d:%02d`.
    for edits in alike.into_values().filter(|edits| edits.len() > 1) {
        found.push(places.repair_at(slip, literal, edits));
    }
}

/// `printf("%d")`: each variable that the last conversion can print, where values are missing.
fn add_arguments(places: &RepairContext<'_>, literal: NodeId, found: &mut Vec<SourceRepair>) {
    const MOST: usize = 6;
    let syntax = places.syntax;
    let arguments = call_arguments(syntax, syntax.parent(literal));
    let conversions = list_conversions(syntax.text(literal));
    let (Some(last), Some(argument)) = (conversions.last(), arguments.last()) else {
        return;
    };
    let is_one_missing =
        arguments.first() == Some(&literal) && conversions.len() == arguments.len();
    if !is_one_missing || conversions.iter().any(|one| one.contains('*')) {
        return;
    }
    let kinds: &[&str] = match last.chars().last() {
        Some('d' | 'i' | 'u') => &["int", "long", "short", "long long", "unsigned int"],
        Some('f' | 'g' | 'e' | 'F') => &["float", "double"],
        Some('c') => &["char"],
        Some('s') => &["char*", "char[]"],
        _ => return,
    };
    let known = places.known_variables(syntax.bytes(literal).start).rev();
    let fitting = known.filter(|one| kinds.contains(&&*one.kind));
    for one in fitting.take(MOST) {
        let edit = places.insert_after(*argument, format!(", {}", one.name));
        found.push(places.repair_at(RepairableSlip::MissingArgument, literal, vec![edit]));
    }
}

/// The conversions of a format that take a value.
fn list_conversions(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        rest = &rest[at..];
        let length = if rest.starts_with("%%") {
            2
        } else {
            let length = conversion_length(rest);
            all.push(&rest[..length]);
            length
        };
        rest = &rest[length..];
    }
    all
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
        "char*" => &["%s", "%[^\\n]", " %[^\\n]", "%c", " %c"],
        "char[]" => &["%s", "%[^\\n]", " %[^\\n]"],
        _ => &[],
    };
    let differs = |other: &&&str| **other != conversion;
    others
        .iter()
        .filter(differs)
        .map(|it| (*it).to_owned())
        .collect()
}

/// Values that `scanf` is given where it needs places.
fn values_read(
    places: &RepairContext<'_>,
    variables: &[DeclaredVariable],
    call: NodeId,
) -> Vec<NodeId> {
    let syntax = places.syntax;
    let name = syntax.child_by_field(call, "function");
    let arguments = syntax.child_by_field(call, "arguments");
    let (Some(name), Some(arguments)) = (name, arguments) else {
        return Vec::new();
    };
    if !READERS.contains(&syntax.text(name)) {
        return Vec::new();
    }
    let is_value = |id: &NodeId| match value_kind(syntax, variables, *id) {
        Some(kind) => !kind.ends_with(['*', ']']),
        // A part of a structure may be a value; running it tells.
        None => is_part_of_structure(syntax, *id),
    };
    let arguments = call_arguments(syntax, arguments).into_iter().skip(1);
    arguments.filter(is_value).collect()
}

/// Values that a function of the program is given where it takes addresses: `swap(a[i], a[j])`.
fn values_for_pointers(places: &RepairContext<'_>, call: NodeId) -> Vec<NodeId> {
    let syntax = places.syntax;
    let variables = &places.variables;
    let name = syntax.child_by_field(call, "function");
    let arguments = syntax.child_by_field(call, "arguments");
    let (Some(name), Some(arguments)) = (name, arguments) else {
        return Vec::new();
    };
    let mut parameters = Vec::new();
    for one in variables {
        let is_parameter = syntax.kind(one.declaration) == "parameter_declaration";
        if is_parameter && function_of(syntax, one.declaration) == Some(syntax.text(name)) {
            parameters.push(one.kind.as_str());
        }
    }
    let arguments = call_arguments(syntax, arguments);
    if parameters.len() != arguments.len() {
        return Vec::new();
    }
    let pairs = arguments.into_iter().zip(parameters);
    let is_value = |(argument, parameter): &(NodeId, &str)| {
        let kind = value_kind(syntax, variables, *argument);
        let element = parameter.strip_suffix('*');
        element.is_some() && kind.as_deref() == element
    };
    pairs
        .filter(is_value)
        .map(|(argument, _)| argument)
        .collect()
}

/// The name of the function whose parameter this is.
fn function_of(syntax: &SyntaxTree, parameter: NodeId) -> Option<&str> {
    let mut outer = syntax.ancestors(parameter);
    let function = outer.find(|id| syntax.kind(*id) == "function_declarator")?;
    let name = syntax.child_by_field(function, "declarator")?;
    Some(syntax.text(name))
}

/// `p->x`, or the same in brackets.
fn is_part_of_structure(syntax: &SyntaxTree, id: NodeId) -> bool {
    let inner = match syntax.kind(id) {
        "parenthesized_expression" => syntax
            .children(id)
            .find(|it| !matches!(syntax.kind(*it), "(" | ")")),
        _ => Some(id),
    };
    inner.is_some_and(|inner| syntax.kind(inner) == "field_expression")
}

/// `scanf("%d", n)` reads to wherever `n` points: each value, and all of them.
fn repair_addresses(places: &RepairContext<'_>, values: &[NodeId], found: &mut Vec<SourceRepair>) {
    let slip = RepairableSlip::MissingAddress;
    let edits = values.iter().map(|id| places.insert_before(*id, "&"));
    repair_all_and_each(places, slip, values, edits.collect(), found);
}

/// A format of `scanf` without what it has besides conversions: that must stand in the input, too.
fn read_only_conversions(places: &RepairContext<'_>, literal: NodeId) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let text = syntax.text(literal);
    let mut conversions = Vec::new();
    for piece in text.split('%').skip(1) {
        let letter = piece.find(|sign: char| !sign.is_ascii_digit() && !"hlL".contains(sign))?;
        let conversion = format!("%{}", piece.get(..=letter)?);
        if !conversion.ends_with(['d', 'i', 'u', 'f', 'c', 's']) {
            return None;
        }
        // A letter is read where the blanks before it end.
        let blank = if conversion.ends_with('c') { " " } else { "" };
        conversions.push(format!("{blank}{conversion}"));
    }
    let plain = format!("\"{}\"", conversions.join(" "));
    let values = call_arguments(syntax, syntax.parent(literal));
    let fits = values.len() == conversions.len() + 1 && !conversions.is_empty();
    (fits && plain != text)
        .then(|| places.replacement_at(RepairableSlip::ReadFormat, literal, plain))
}

/// Another type of numbers, with all conversions of what is declared with it; none can stand behind a switch.
pub(super) fn repair_types(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let variables = &places.variables;
    for id in syntax.nodes_of_kinds(&["primitive_type"]) {
        let outer = syntax.parent(id);
        let is_declared = matches!(
            syntax.kind(outer),
            "declaration" | "function_definition" | "parameter_declaration"
        );
        let others: &[&str] = match syntax.text(id) {
            "int" if is_declared => &["double", "long long"],
            "float" if is_declared => &["double"],
            _ => &[],
        };
        for other in others {
            let own = variables.iter().filter(|one| one.declaration == outer);
            let names: Vec<&str> = own.map(|one| one.name.as_str()).collect();
            let mut edits = vec![places.replace_node(id, *other)];
            edits.extend(retyped_conversions(places, &names, other));
            found.push(places.repair_at(RepairableSlip::NumberType, id, edits));
        }
    }
}

/// The conversions of these variables, for another type.
fn retyped_conversions(places: &RepairContext<'_>, names: &[&str], kind: &str) -> Vec<TextEdit> {
    let syntax = places.syntax;
    let mut edits = Vec::new();
    for literal in syntax.nodes_of_kinds(&["string_literal"]) {
        let is_print = is_format_of(syntax, literal, &["printf", "std::printf"]);
        if !is_print && !is_format_of(syntax, literal, &READERS) {
            continue;
        }
        let conversion = match kind {
            "double" if is_print => "%f",
            "double" => "%lf",
            _ => "%lld",
        };
        let arguments = call_arguments(syntax, syntax.parent(literal));
        let mut values = arguments.into_iter().skip_while(|id| *id <= literal);
        let text = syntax.text(literal);
        let start = syntax.bytes(literal).start;
        let mut at = 0;
        while let Some(next) = text.get(at..).and_then(|rest| rest.find('%')) {
            at += next;
            if text[at..].starts_with("%%") {
                at += 2;
                continue;
            }
            let length = conversion_length(&text[at..]);
            let value = values.next().map(|id| syntax.text(id));
            let name = value.map(|text| text.trim_start_matches('&'));
            let is_number = text[at..at + length].ends_with(['d', 'i', 'f']);
            let fits = is_print && text[at..at + length].ends_with('f') && kind == "double";
            if is_number && !fits && name.is_some_and(|name| names.contains(&name)) {
                edits.push(TextEdit {
                    start: start + at,
                    end: start + at + length,
                    text: conversion.to_owned(),
                });
            }
            at += length;
        }
    }
    edits
}

/// `std::fixed` with as many decimals as are expected, before the first prints of variables.
fn set_decimals(places: &RepairContext<'_>, clues: &PrintClues<'_>, found: &mut Vec<SourceRepair>) {
    const MOST: usize = 6;
    let syntax = places.syntax;
    // The last print that does is the one that the hint is about.
    let streams = print_statements(syntax).into_iter().rev().filter(|id| {
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
