//! Another variable of the same type, and first values of variables.

use super::super::declared::{is_alike, is_use};
use super::super::syntax::{NodeId, SyntaxTree};
use super::places::RepairContext;
use model::{RepairableSlip, SourceRepair};

/// How many other variables are tried in one place.
const MOST_IN_A_PLACE: usize = 5;

/// Another variable in each place where one is used.
pub(super) fn repair_variables(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    let syntax = places.syntax;
    for id in syntax.nodes_of_kinds(&["identifier"]) {
        if !is_use(syntax, id) {
            continue;
        }
        let at = syntax.bytes(id).start;
        let name = syntax.text(id);
        let own = places
            .known_variables(at)
            .rev()
            .find(|one| one.name == name);
        let Some(own) = own else { continue };
        let others = places.known_variables(at).rev();
        let needs_integer = needs_integer(syntax, id);
        let others = others.filter(|one| {
            one.name != name
                && is_alike(&one.kind, &own.kind)
                && !(needs_integer && matches!(&*one.kind, "double" | "float"))
        });
        for other in others.take(MOST_IN_A_PLACE) {
            found.push(places.replacement_at(RepairableSlip::Variable, id, &*other.name));
        }
    }
}

/// Whether an identifier stands where no number with a fraction can: `switch (n)`, `values[n]`, `n % 2`.
fn needs_integer(syntax: &SyntaxTree, id: NodeId) -> bool {
    let mut inner = id;
    for outer in syntax.ancestors(id) {
        match syntax.kind(outer) {
            "parenthesized_expression" | "condition_clause" => inner = outer,
            "subscript_argument_list" => return true,
            "switch_statement" => return syntax.field_name(inner) == Some("condition"),
            "binary_expression" => {
                return syntax.children(outer).any(|part| syntax.text(part) == "%");
            }
            _ => return false,
        }
    }
    false
}

/// A first value for variables without one.
pub(super) fn repair_first_values(places: &RepairContext<'_>, found: &mut Vec<SourceRepair>) {
    const VALUES: [&str; 5] = ["0", "1", "(-1)", "2147483647", "(-2147483647 - 1)"];
    let syntax = places.syntax;
    for one in &places.variables {
        let is_local = syntax.kind(one.declaration) == "declaration"
            && syntax.kind(syntax.parent(one.declaration)) == "compound_statement";
        let is_number = one.is_number() || one.kind == "bool";
        if one.has_value || !is_local || !is_number {
            continue;
        }
        for value in VALUES {
            let edit = places.insert_after(one.declaration, format!(" {} = {value};", one.name));
            found.push(places.repair_at(RepairableSlip::InitialValue, one.declaration, vec![edit]));
        }
    }
}
