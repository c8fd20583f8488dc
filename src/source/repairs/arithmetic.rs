//! Slips in computing: a division that loses its fraction, operations in the wrong order.

use super::super::syntax::Id;
use super::places::Places;
use crate::model::{Repair, Slip, TextEdit};

pub(super) fn find(places: &Places<'_>, found: &mut Vec<Repair>) {
    for id in places.syntax.of_kinds(&["binary_expression"]) {
        found.extend(whole_division(places, id));
        found.extend(other_order(places, id));
    }
}

/// One of two whole numbers becomes one with a fraction, and so does what the result is kept in.
fn whole_division(places: &Places<'_>, id: Id) -> Option<Repair> {
    let syntax = places.syntax;
    let (left, ..) = places.operation(id).filter(|_| places.is_operation(id, &["/"]))?;
    let has_fraction = syntax.within(id).any(|inner| {
        let text = syntax.text(inner);
        (syntax.kind(inner) == "number_literal" && text.contains('.'))
            || (syntax.kind(inner) == "primitive_type" && ["double", "float"].contains(&text))
    });
    let kept = kept_whole(places, id);
    let mut edits: Vec<TextEdit> =
        kept.into_iter().map(|kind| places.instead(kind, "double")).collect();
    if !has_fraction {
        edits.push(places.before(left, "1.0 * "));
    }
    (!edits.is_empty()).then(|| places.repair(Slip::WholeDivision, id, edits))
}

/// The type of the variable or of the function that keeps a result, if it is one of whole numbers.
fn kept_whole(places: &Places<'_>, id: Id) -> Option<Id> {
    const WHOLE: [&str; 3] = ["int", "long", "long long"];
    let syntax = places.syntax;
    let keeper = syntax.ancestors(id).find(|outer| {
        ["init_declarator", "assignment_expression", "return_statement", "expression_statement"]
            .contains(&syntax.kind(*outer))
    })?;
    let declaration = match syntax.kind(keeper) {
        "init_declarator" => Some(syntax.parent(keeper)),
        "return_statement" => {
            syntax.ancestors(keeper).find(|outer| syntax.kind(*outer) == "function_definition")
        }
        "assignment_expression" => {
            let variable = syntax.text(syntax.field(keeper, "left")?);
            let declarations = syntax.of_kinds(&["declaration"]).take_while(|it| *it < keeper);
            let declares = |declaration: &Id| {
                syntax.fields(*declaration, "declarator").any(|declarator| {
                    let name = syntax.field(declarator, "declarator").unwrap_or(declarator);
                    syntax.text(name) == variable
                })
            };
            declarations.filter(declares).last()
        }
        _ => None,
    };
    let kind = syntax.field(declaration?, "type")?;
    WHOLE.contains(&syntax.text(kind)).then_some(kind)
}

/// `a + b / c` becomes `(a + b) / c`, and `a / b + c` becomes `a / (b + c)`.
fn other_order(places: &Places<'_>, id: Id) -> Option<Repair> {
    const FIRST: [&str; 3] = ["*", "/", "%"];
    let (left, _, right) = places.operation(id).filter(|_| places.is_operation(id, &["+", "-"]))?;
    let edits = if places.is_operation(right, &FIRST) {
        let mut first = right;
        while places.is_operation(first, &FIRST) {
            first = places.operation(first)?.0;
        }
        vec![places.before(left, "("), places.behind(first, ")")]
    } else if places.is_operation(left, &FIRST) {
        let (.., last) = places.operation(left)?;
        vec![places.before(last, "("), places.behind(right, ")")]
    } else {
        return None;
    };
    Some(places.repair(Slip::OrderOfOperations, id, edits))
}
