//! The text's four functions by the text's names.

use super::grid::{grid_state, is_placeable, place_domino, print_grid};
use crate::{CallEffect, CppValue};

/// Calls one of the four.
pub(crate) fn call_function(name: &str, arguments: &[CppValue]) -> Option<CallEffect> {
    let numbers: Vec<i64> = arguments
        .iter()
        .map(CppValue::as_integer)
        .collect::<Option<_>>()?;
    match (name, numbers.as_slice()) {
        ("gridState", &[grid, position]) => {
            let state = CppValue::Integer(grid_state(grid, position).into());
            Some(CallEffect::from_return_value(state, arguments))
        }
        ("printGrid", &[grid]) => Some(CallEffect::from_printed_lines(print_grid(grid), arguments)),
        ("isPlaceable", &[grid, position, player]) => {
            let fits = CppValue::Boolean(is_placeable(grid, position, player));
            Some(CallEffect::from_return_value(fits, arguments))
        }
        ("putToGrid", &[mut grid, position, player]) => {
            place_domino(&mut grid, position, player);
            let mut effect = CallEffect::from_printed_lines(Vec::new(), arguments);
            effect.after[0] = CppValue::Integer(grid.into());
            Some(effect)
        }
        _ => None,
    }
}
