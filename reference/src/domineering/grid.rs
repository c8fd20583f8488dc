//! The grid as one integer: what is at a position, where a domino fits, how it is printed.

/// The grid's positions.
pub(super) const POSITIONS: std::ops::RangeInclusive<i64> = 1..=16;

/// The text's `gridState`: what is at a position, 0 for nothing, 1 for `A`, 2 for `B`.
///
/// The text assumes a position from 1 to 16; any other holds nothing.
pub fn grid_state(grid: i64, position: i64) -> i64 {
    position_weight(position).map_or(0, |weight| grid / weight % 10)
}

/// The text's `printGrid`: the rows it prints, without a blank at their ends.
pub fn print_grid(grid: i64) -> Vec<String> {
    let row = |first| (first..first + 4).map(|position| state_symbol(grid_state(grid, position)));
    [1, 5, 9, 13]
        .map(|first| row(first).collect::<Vec<_>>().join(" "))
        .into()
}

/// The text's `isPlaceable`: whether the player's domino fits at a position.
///
/// As the text demands, the answer is no for a position outside 1–16 and for a player other than 1 and 2.
pub fn is_placeable(grid: i64, position: i64, player: i64) -> bool {
    domino_squares(position, player).is_some_and(|domino| {
        domino
            .into_iter()
            .all(|square| grid_state(grid, square) == 0)
    })
}

/// The text's `putToGrid`: sets both squares of the player's domino.
///
/// The text assumes that the squares are free. A domino that does not lie on the grid is not put at all.
pub fn place_domino(grid: &mut i64, position: i64, player: i64) {
    for square in domino_squares(position, player).into_iter().flatten() {
        let change = player - grid_state(*grid, square);
        *grid = grid.saturating_add(change * position_weight(square).unwrap_or(0));
    }
}

/// The two squares of a player's domino, if it lies on the grid.
fn domino_squares(position: i64, player: i64) -> Option<[i64; 2]> {
    let on_grid = POSITIONS.contains(&position);
    match player {
        1 if on_grid && position <= 12 => Some([position, position + 4]),
        2 if on_grid && position % 4 != 0 => Some([position, position + 1]),
        _ => None,
    }
}

/// What one unit at a position adds to the grid's integer.
fn position_weight(position: i64) -> Option<i64> {
    if !POSITIONS.contains(&position) {
        return None;
    }
    let digits_after = u32::try_from(16 - position).ok()?;
    10_i64.checked_pow(digits_after)
}

/// How a state is printed; `?` only for a digit that no grid of this game holds.
fn state_symbol(state: i64) -> &'static str {
    match state {
        0 => ".",
        1 => "A",
        2 => "B",
        _ => "?",
    }
}
