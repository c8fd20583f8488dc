//! Other comparisons, calculations, conditions and constants.

use super::super::declared::{known_variables, value_kind};
use super::super::syntax::{NodeId, SyntaxTree};
use super::groups::{repair_all_and_each, repair_together};
use super::places::RepairContext;
use model::{RepairableSlip, SourceRepair, TextEdit};

/// How many variables are tried in place of a number.
const MOST_NAMES: usize = 4;

const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

/// What is changed in expressions.
pub(super) fn repair_operators(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    for id in syntax.all_nodes() {
        if is_fixed(syntax, id) {
            continue;
        }
        match syntax.kind(id) {
            "binary_expression" => change_binary(places, id, found),
            "assignment_expression" => change_assignment(places, id, found),
            "update_expression" => change_update(places, id, found),
            "unary_expression" => drop_negation(places, id, found),
            "if_statement" | "while_statement" | "do_statement" => {
                negate_condition(places, id, found);
                found.extend(drop_last_condition(places, id));
            }
            "call_expression" => {
                swap_arguments(places, id, found);
                found.extend(rename_function(places, id));
            }
            _ => {}
        }
    }
    repair_powers(places, found);
}

/// `a ^ 2` is no power: each of them, and all.
fn repair_powers(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let mut ids = Vec::new();
    let mut edits = Vec::new();
    for id in syntax.nodes_of_kinds(&["binary_expression"]) {
        let powers = places.binary_operands(id);
        let Some((left, _, right)) = powers.filter(|_| places.is_operation(id, &["^"])) else {
            continue;
        };
        // It binds less than `+`, so what it was written for is what stands beside it.
        let is_binary = |id: &NodeId| syntax.kind(*id) == "binary_expression";
        let operands = |id| {
            Some(id)
                .filter(is_binary)
                .and_then(|id| places.binary_operands(id))
        };
        let mut base = left;
        while let Some((.., last)) = operands(base) {
            base = last;
        }
        let mut exponent = right;
        while let Some((first, ..)) = operands(exponent) {
            exponent = first;
        }
        let base_text = syntax.text(base);
        let power = match syntax.text(exponent) {
            "2" => format!("({base_text} * {base_text})"),
            "3" => format!("({base_text} * {base_text} * {base_text})"),
            other if syntax.source_text().contains("math") => format!("pow({base_text}, {other})"),
            _ => continue,
        };
        ids.push(id);
        edits.push(TextEdit {
            start: syntax.bytes(base).start,
            end: syntax.bytes(exponent).end,
            text: power,
        });
    }
    let slip = RepairableSlip::Arithmetic;
    repair_all_and_each(places, slip, &ids, edits, found);
}

/// What is changed in constants, and by one.
pub(super) fn repair_constants(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let letters = other_letters(syntax);
    repair_alike_numbers(places, found);
    for id in syntax.all_nodes() {
        if is_fixed(syntax, id) {
            continue;
        }
        match syntax.kind(id) {
            "number_literal" => change_number(places, id, found),
            "char_literal" => {
                for other in letters.iter().filter(|other| **other != syntax.text(id)) {
                    found.push(places.replacement_at(RepairableSlip::Constant, id, *other));
                }
            }
            "true" | "false" => {
                let other = if syntax.kind(id) == "true" {
                    "false"
                } else {
                    "true"
                };
                found.push(places.replacement_at(RepairableSlip::Constant, id, other));
            }
            "identifier" if is_counted(syntax, id) => {
                for other in ["+ 1", "- 1"] {
                    let text = format!("({} {other})", syntax.text(id));
                    found.push(places.replacement_at(RepairableSlip::OffByOne, id, text));
                }
            }
            _ => {}
        }
    }
}

/// Where nothing is changed.
fn is_fixed(syntax: &SyntaxTree, id: NodeId) -> bool {
    syntax.is_doubtful(id) || syntax.kind(syntax.parent(id)).starts_with("preproc_")
}

fn change_binary(places: &RepairContext<'_>, id: NodeId, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let Some((left, operator, right)) = places.binary_operands(id) else {
        return;
    };
    let with =
        |slip, other: &str| places.repair_at(slip, id, vec![places.replace_node(operator, other)]);
    match syntax.text(operator) {
        own if COMPARISONS.contains(&own) => {
            for other in COMPARISONS.iter().filter(|other| **other != own) {
                found.push(with(RepairableSlip::Comparison, other));
            }
        }
        // It keeps an index inside: without it a program may be right by chance.
        "%" if matches!(
            syntax.kind(syntax.parent(id)),
            "subscript_argument_list" | "subscript_expression"
        ) => {}
        // Places of memory can only be counted on from.
        "+" | "-"
            if [left, right]
                .iter()
                .any(|operand| is_place(places, *operand)) => {}
        own @ ("+" | "-" | "*" | "/" | "%") => {
            for other in other_calculations(own) {
                found.push(with(RepairableSlip::Arithmetic, other));
            }
            for operand in [left, right] {
                let text = syntax.text(operand);
                found.push(places.replacement_at(RepairableSlip::Arithmetic, id, text));
            }
            let is_inner = places.is_operation(syntax.parent(id), &["+", "-", "*", "/", "%"]);
            if let Some(function) = absolute_function(syntax, own).filter(|_| !is_inner) {
                let text = format!("{function}({})", syntax.text(id));
                found.push(places.replacement_at(RepairableSlip::NegatedCondition, id, text));
            }
            if matches!(own, "-" | "/" | "%") {
                let text = format!("{} {own} {}", syntax.text(right), syntax.text(left));
                found.push(places.replacement_at(RepairableSlip::Order, id, text));
            }
        }
        own @ ("&&" | "||" | "&" | "|") => {
            for other in ["&&", "||"].into_iter().filter(|other| *other != own) {
                found.push(with(RepairableSlip::Logic, other));
            }
            for operand in [left, right] {
                let text = syntax.text(operand);
                found.push(places.replacement_at(RepairableSlip::Logic, id, text));
            }
        }
        _ => {}
    }
}

/// Whether a value is an array or an address.
fn is_place(places: &RepairContext<'_>, value: NodeId) -> bool {
    let kind = value_kind(places.syntax, &places.variables, value);
    kind.is_some_and(|kind| kind.ends_with(['*', ']']))
}

/// The function that drops a sign, if one is declared.
fn absolute_function(syntax: &SyntaxTree, operator: &str) -> Option<&'static str> {
    let source = syntax.source_text();
    if source.contains("math") && operator != "%" {
        Some("fabs")
    } else {
        let is_declared = ["stdlib", "iostream", "math"]
            .iter()
            .any(|name| source.contains(name));
        is_declared.then_some("abs")
    }
}

/// What people write in place of an operator.
fn other_calculations(operator: &str) -> &'static [&'static str] {
    match operator {
        "+" => &["-", "*"],
        "-" => &["+"],
        "*" => &["/", "+"],
        "/" => &["%", "*"],
        "%" => &["/"],
        _ => &[],
    }
}

fn change_assignment(places: &RepairContext<'_>, id: NodeId, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let Some((left, operator, right)) = places.binary_operands(id) else {
        return;
    };
    let own = syntax.text(operator);
    let is_truth = matches!(syntax.kind(right), "true" | "false");
    let is_first = own == "=" && gets_first_value(places, left);
    for other in ["=", "+=", "-=", "*=", "/="] {
        if other != own && !is_truth && !is_first {
            let edits = vec![places.replace_node(operator, other)];
            found.push(places.repair_at(RepairableSlip::Arithmetic, id, edits));
        }
    }
    let can_be_assigned = matches!(
        syntax.kind(right),
        "identifier" | "subscript_expression" | "field_expression"
    );
    if own == "=" && can_be_assigned && !is_first {
        let text = format!("{} = {}", syntax.text(right), syntax.text(left));
        found.push(places.replacement_at(RepairableSlip::Order, id, text));
    }
    if own == "=" {
        for more in [" + 1", " - 1"] {
            let edits = vec![places.insert_after(right, more)];
            found.push(places.repair_at(RepairableSlip::OffByOne, id, edits));
        }
    }
}

/// Whether a variable gets its first value here: what it held before is chance, and a change that uses it may pass by chance.
fn gets_first_value(places: &RepairContext<'_>, left: NodeId) -> bool {
    let syntax = places.syntax;
    let name = syntax.text(left);
    let at = syntax.bytes(left).start;
    let mut known = known_variables(&places.variables, at).rev();
    let Some(own) = known.find(|one| one.name == name) else {
        return false;
    };
    let is_global = syntax.kind(syntax.parent(own.declaration)) == "translation_unit";
    let is_given = syntax.kind(own.declaration) != "declaration";
    if own.has_value || is_global || is_given {
        return false;
    }
    let declared = syntax.bytes(own.declaration).end;
    let mut names = syntax.nodes_of_kinds(&["identifier"]);
    !names.any(|id| (declared..at).contains(&syntax.bytes(id).start) && syntax.text(id) == name)
}

fn change_update(places: &RepairContext<'_>, id: NodeId, found: &mut Vec<SourceRepair>) {
    let text = places.syntax.text(id);
    let other = if text.contains("++") {
        text.replace("++", "--")
    } else {
        text.replace("--", "++")
    };
    found.push(places.replacement_at(RepairableSlip::Arithmetic, id, other));
    if let Some(argument) = places.syntax.child_by_field(id, "argument") {
        let by_two = format!("{} += 2", places.syntax.text(argument));
        found.push(places.replacement_at(RepairableSlip::Arithmetic, id, by_two));
    }
}

fn drop_negation(places: &RepairContext<'_>, id: NodeId, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let operator = syntax
        .child_by_field(id, "operator")
        .map(|it| syntax.text(it));
    let argument = syntax.child_by_field(id, "argument");
    if let (Some("!" | "-"), Some(argument)) = (operator, argument) {
        let slip = RepairableSlip::NegatedCondition;
        found.push(places.replacement_at(slip, id, syntax.text(argument)));
    }
}

fn negate_condition(places: &RepairContext<'_>, id: NodeId, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let Some(condition) = syntax.child_by_field(id, "condition") else {
        return;
    };
    let text = syntax.text(condition);
    let inside = text.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    if let Some(inside) = inside.filter(|it| !it.trim().is_empty()) {
        let text = format!("(!({inside}))");
        found.push(places.replacement_at(RepairableSlip::NegatedCondition, condition, text));
    }
}

/// `abs` of a number with a fraction is a whole number in C.
fn rename_function(places: &RepairContext<'_>, id: NodeId) -> Option<SourceRepair> {
    let name = places.syntax.child_by_field(id, "function")?;
    let other = match places.syntax.text(name) {
        "abs" if places.syntax.source_text().contains("math") => "fabs",
        "fabs" => "abs",
        "sqrt" => "(int)sqrt",
        "ceil" => "floor",
        "floor" => "ceil",
        _ => return None,
    };
    Some(places.replacement_at(RepairableSlip::NumberType, name, other))
}

/// The last `else if (…)` becomes `else`.
fn drop_last_condition(places: &RepairContext<'_>, id: NodeId) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let has_else = syntax.child_by_field(id, "alternative").is_some();
    let is_else = syntax.kind(syntax.parent(id)) == "else_clause";
    let condition = syntax.child_by_field(id, "condition")?;
    if has_else || !is_else || syntax.kind(id) != "if_statement" {
        return None;
    }
    let mut repair = places.replacement_at(RepairableSlip::ConditionTooMany, condition, "(1)");
    let removed = TextEdit {
        start: syntax.bytes(id).start,
        end: syntax.bytes(condition).end,
        text: String::new(),
    };
    repair.edits = vec![removed];
    Some(repair)
}

/// Two neighbouring arguments, or things that are printed, the other way round.
fn swap_arguments(places: &RepairContext<'_>, id: NodeId, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let Some(list) = syntax.child_by_field(id, "arguments") else {
        return;
    };
    let is_argument = |child: &NodeId| !matches!(syntax.kind(*child), "(" | ")" | "," | "comment");
    let arguments: Vec<NodeId> = syntax.children(list).filter(is_argument).collect();
    for pair in arguments.windows(2) {
        let &[one, other] = pair else { continue };
        if syntax.text(one) == syntax.text(other) || syntax.kind(one) == "string_literal" {
            continue;
        }
        let edits = vec![
            places.replace_node(one, syntax.text(other)),
            places.replace_node(other, syntax.text(one)),
        ];
        found.push(places.repair_at(RepairableSlip::Order, id, edits));
    }
}

fn change_number(places: &RepairContext<'_>, id: NodeId, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let text = syntax.text(id);
    let mut others: Vec<String> = Vec::new();
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let is_decimal = digits == "0" || !digits.starts_with('0');
    if let Some(number) = digits.parse::<i64>().ok().filter(|_| is_decimal) {
        for other in [number.saturating_add(1), number.saturating_sub(1), 0, 1] {
            let other = if other < 0 {
                format!("({other})")
            } else {
                other.to_string()
            };
            others.push(other);
        }
        others.push(format!("{digits}.0"));
        others.push(format!("(-{digits})"));
    }
    let first_value = syntax.field_name(id) == Some("value")
        && syntax.kind(syntax.parent(id)) == "init_declarator";
    let slip = if first_value {
        others.extend(["2147483647", "(-2147483647 - 1)"].map(str::to_owned));
        RepairableSlip::InitialValue
    } else {
        RepairableSlip::Constant
    };
    let at = syntax.bytes(id).start;
    let known = places.known_variables(at).rev();
    let known = known.filter(|one| one.is_number());
    let names: Vec<&str> = known
        .take(MOST_NAMES)
        .map(|one| one.name.as_str())
        .collect();
    others.extend(names.iter().map(|name| (*name).to_owned()));
    // A size that was written as a number is mostly larger than 1.
    if !first_value && !matches!(digits, "0" | "1") {
        for name in &names {
            others.extend([format!("({name} + 1)"), format!("({name} - 1)")]);
        }
    }
    // What counts from -1 hides that something is counted too often.
    if first_value && is_counter(syntax, id) {
        others.retain(|other| !other.starts_with("(-1"));
    }
    others.retain(|other| other != text);
    others.dedup();
    for other in others {
        found.push(places.replacement_at(slip, id, other));
    }
}

/// The same variable in the place of all numbers that are alike: a size that was written as a number.
fn repair_alike_numbers(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    let mut seen: Vec<&str> = Vec::new();
    for first in syntax.nodes_of_kinds(&["number_literal"]) {
        let text = syntax.text(first);
        let is_size = text.parse::<u64>().is_ok_and(|number| number > 1);
        if !is_size || seen.contains(&text) {
            continue;
        }
        seen.push(text);
        let at = syntax.bytes(first).start;
        let known = places.known_variables(at).rev();
        let names = known.filter(|one| one.is_number()).take(MOST_NAMES);
        for one in names {
            let alike: Vec<NodeId> = syntax
                .nodes_of_kinds(&["number_literal"])
                .filter(|id| syntax.text(*id) == text && !is_fixed(syntax, *id))
                .filter(|id| one.scope.contains(&syntax.bytes(*id).start))
                .collect();
            if let [first, _, ..] = alike.as_slice() {
                let edits = alike.iter().map(|id| places.replace_node(*id, &*one.name));
                let slip = RepairableSlip::Constant;
                found.push(repair_together(places, slip, *first, edits.collect()));
            }
        }
    }
}

/// Whether the variable with this first value is counted up.
fn is_counter(syntax: &SyntaxTree, value: NodeId) -> bool {
    let declarator = syntax.child_by_field(syntax.parent(value), "declarator");
    declarator.is_some_and(|name| {
        let name = syntax.text(name);
        syntax.nodes_of_kinds(&["update_expression"]).any(|id| {
            let counted = syntax.child_by_field(id, "argument");
            counted.is_some_and(|counted| syntax.text(counted) == name)
        })
    })
}

/// The letters of the program, and those that begin and end an alphabet.
fn other_letters(syntax: &SyntaxTree) -> Vec<&str> {
    const MOST: usize = 10;
    let mut all: Vec<&str> = syntax
        .nodes_of_kinds(&["char_literal"])
        .map(|id| syntax.text(id))
        .collect();
    all.extend([
        "'a'", "'z'", "'A'", "'Z'", "'0'", "'9'", "' '", "'\\n'", "'\\0'",
    ]);
    let mut distinct: Vec<&str> = Vec::new();
    for one in all {
        if !distinct.contains(&one) {
            distinct.push(one);
        }
    }
    distinct.truncate(MOST);
    distinct
}

/// Whether a variable is compared, used as an index, returned or passed on, so that it may be one too many.
fn is_counted(syntax: &SyntaxTree, id: NodeId) -> bool {
    let parent = syntax.parent(id);
    let part = syntax.field_name(id);
    match syntax.kind(parent) {
        "binary_expression" => {
            let operator = syntax.child_by_field(parent, "operator");
            let is_comparison = operator.is_some_and(|it| COMPARISONS.contains(&syntax.text(it)));
            is_comparison && part == Some("right")
        }
        "subscript_argument_list" | "return_statement" => true,
        "subscript_expression" => part == Some("index") || part == Some("indices"),
        "argument_list" => {
            let call = syntax.parent(parent);
            let name = syntax
                .child_by_field(call, "function")
                .map(|it| syntax.text(it));
            !name.is_some_and(|name| name.contains("scanf") || name.contains("getline"))
        }
        _ => false,
    }
}
