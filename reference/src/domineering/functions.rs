//! The text's four functions by the text's names.

use super::grid::{grid_state, is_placeable, print_grid, put_to_grid};
use crate::{Effect, Value};

/// Calls one of the four.
pub(crate) fn call(name: &str, arguments: &[Value]) -> Option<Effect> {
    let numbers: Vec<i64> = arguments.iter().map(Value::integer).collect::<Option<_>>()?;
    match (name, numbers.as_slice()) {
        ("gridState", &[grid, position]) => {
            let state = Value::Integer(grid_state(grid, position).into());
            Some(Effect::returning(state, arguments))
        }
        ("printGrid", &[grid]) => Some(Effect::printing(print_grid(grid), arguments)),
        ("isPlaceable", &[grid, position, player]) => {
            let fits = Value::Boolean(is_placeable(grid, position, player));
            Some(Effect::returning(fits, arguments))
        }
        ("putToGrid", &[mut grid, position, player]) => {
            put_to_grid(&mut grid, position, player);
            let mut effect = Effect::printing(Vec::new(), arguments);
            effect.after[0] = Value::Integer(grid.into());
            Some(effect)
        }
        _ => None,
    }
}
