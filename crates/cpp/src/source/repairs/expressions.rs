//! Slips in conditions (`=` for `==`, `1 < x < 9`, `x == 1 || 2`) and in computing: a division that loses its fraction, operations
//! in the wrong order.

use super::super::syntax::NodeId;
use super::groups::repair_all;
use super::places::RepairContext;
use model::{RepairableSlip, SourceRepair, TextEdit};

const COMPARISONS: [&str; 4] = ["<", "<=", ">", ">="];

pub(super) fn repair_conditions(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    for id in places.syntax.nodes_of_kinds(&["assignment_expression"]) {
        found.extend(assignment_in_condition(places, id));
    }
    let mut chained = Vec::new();
    for id in places.syntax.nodes_of_kinds(&["binary_expression"]) {
        if let Some(repair) = chained_comparison(places, id) {
            chained.push((id, repair));
        }
        found.extend(bare_values(places, id));
    }
    // Who writes one so writes all so, and none of them helps alone.
    let ids: Vec<NodeId> = chained.iter().map(|(id, _)| *id).collect();
    let edits = chained.iter().flat_map(|(_, repair)| repair.edits.clone());
    let slip = RepairableSlip::ChainedComparison;
    repair_all(places, slip, &ids, edits.collect(), found);
    found.extend(chained.into_iter().map(|(_, repair)| repair));
}

fn assignment_in_condition(places: &RepairContext<'_>, id: NodeId) -> Option<SourceRepair> {
    places.statement_of_condition(id)?;
    let (_, operator, _) = places.binary_operands(id)?;
    let is_plain = places.syntax.text(operator) == "=";
    let edits = vec![places.replace_node(operator, "==")];
    is_plain.then(|| places.repair_at(RepairableSlip::AssignmentInCondition, id, edits))
}

fn chained_comparison(places: &RepairContext<'_>, id: NodeId) -> Option<SourceRepair> {
    let (left, ..) = places.binary_operands(id)?;
    if !places.is_operation(id, &COMPARISONS) || !places.is_operation(left, &COMPARISONS) {
        return None;
    }
    let (.., middle) = places.binary_operands(left)?;
    let edits = vec![places.insert_after(left, format!(" && {}", places.syntax.text(middle)))];
    Some(places.repair_at(RepairableSlip::ChainedComparison, id, edits))
}

/// `x == 1 || 2 || 3`: the first has a variable, and the others are values alone.
fn bare_values(places: &RepairContext<'_>, id: NodeId) -> Option<SourceRepair> {
    const VALUES: [&str; 4] = [
        "number_literal",
        "char_literal",
        "string_literal",
        "identifier",
    ];
    let syntax = places.syntax;
    let is_or = |id| places.is_operation(id, &["||"]);
    if !is_or(id) || is_or(syntax.parent(id)) {
        return None;
    }
    let mut first = id;
    let mut values = Vec::new();
    while is_or(first) {
        let (left, _, right) = places.binary_operands(first)?;
        values.push(right);
        first = left;
    }
    let (variable, _, value) = places
        .binary_operands(first)
        .filter(|_| places.is_operation(first, &["=="]))?;
    // What is compared with a number has numbers beside it: `x == 1 || done` is none of this.
    let is_value =
        |id: &NodeId| VALUES.contains(&syntax.kind(*id)) && syntax.kind(*id) == syntax.kind(value);
    let equals = format!("{} == ", syntax.text(variable));
    let edits: Vec<_> = values
        .iter()
        .filter(|id| is_value(id))
        .map(|id| places.insert_before(*id, &*equals))
        .collect();
    (!edits.is_empty()).then(|| places.repair_at(RepairableSlip::BareValue, id, edits))
}

pub(super) fn repair_arithmetic(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    for id in places.syntax.nodes_of_kinds(&["binary_expression"]) {
        found.extend(integer_division(places, id));
        found.extend(other_precedence(places, id));
    }
}

/// One of two whole numbers becomes one with a fraction, and so does what the result is kept in.
fn integer_division(places: &RepairContext<'_>, id: NodeId) -> Option<SourceRepair> {
    let syntax = places.syntax;
    let (left, ..) = places
        .binary_operands(id)
        .filter(|_| places.is_operation(id, &["/"]))?;
    let has_fraction = syntax.subtree(id).any(|inner| {
        let text = syntax.text(inner);
        (syntax.kind(inner) == "number_literal" && text.contains('.'))
            || (syntax.kind(inner) == "primitive_type" && ["double", "float"].contains(&text))
    });
    let kept = integer_result_type(places, id);
    let mut edits: Vec<TextEdit> = kept
        .into_iter()
        .map(|kind| places.replace_node(kind, "double"))
        .collect();
    if !has_fraction {
        edits.push(places.insert_before(left, "1.0 * "));
    }
    (!edits.is_empty()).then(|| places.repair_at(RepairableSlip::WholeDivision, id, edits))
}

/// The type of the variable or of the function that keeps a result, if it is one of whole numbers.
fn integer_result_type(places: &RepairContext<'_>, id: NodeId) -> Option<NodeId> {
    const INTEGER_TYPES: [&str; 3] = ["int", "long", "long long"];
    let syntax = places.syntax;
    let keeper = syntax.ancestors(id).find(|outer| {
        [
            "init_declarator",
            "assignment_expression",
            "return_statement",
            "expression_statement",
        ]
        .contains(&syntax.kind(*outer))
    })?;
    let declaration = match syntax.kind(keeper) {
        "init_declarator" => Some(syntax.parent(keeper)),
        "return_statement" => syntax
            .ancestors(keeper)
            .find(|outer| syntax.kind(*outer) == "function_definition"),
        "assignment_expression" => {
            let variable = syntax.text(syntax.child_by_field(keeper, "left")?);
            let declarations = syntax
                .nodes_of_kinds(&["declaration"])
                .take_while(|it| *it < keeper);
            let declares = |declaration: &NodeId| {
                syntax
                    .children_by_field(*declaration, "declarator")
                    .any(|declarator| {
                        let name = syntax
                            .child_by_field(declarator, "declarator")
                            .unwrap_or(declarator);
                        syntax.text(name) == variable
                    })
            };
            declarations.filter(declares).last()
        }
        _ => None,
    };
    let kind = syntax.child_by_field(declaration?, "type")?;
    INTEGER_TYPES.contains(&syntax.text(kind)).then_some(kind)
}

/// `a + b / c` becomes `(a + b) / c`, and `a / b + c` becomes `a / (b + c)`.
fn other_precedence(places: &RepairContext<'_>, id: NodeId) -> Option<SourceRepair> {
    const FIRST: [&str; 3] = ["*", "/", "%"];
    let (left, _, right) = places
        .binary_operands(id)
        .filter(|_| places.is_operation(id, &["+", "-"]))?;
    let (start, end) = if places.is_operation(right, &FIRST) {
        let mut first = right;
        while places.is_operation(first, &FIRST) {
            first = places.binary_operands(first)?.0;
        }
        (left, first)
    } else if places.is_operation(left, &FIRST) {
        (places.binary_operands(left)?.2, right)
    } else {
        return None;
    };
    // Nobody means `(2 - 1)`.
    let is_number = |id| places.syntax.kind(id) == "number_literal";
    if is_number(start) && is_number(end) {
        return None;
    }
    let edits = vec![
        places.insert_before(start, "("),
        places.insert_after(end, ")"),
    ];
    Some(places.repair_at(RepairableSlip::OrderOfOperations, id, edits))
}
