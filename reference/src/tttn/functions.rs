//! The six functions of the text, graded one by one.
//!
//! They take the grid as the text does: a letter per square, row by row, `?` for a blank one. Each answers none where
//! the text promises nothing: a grid of another size, other letters, an index that is not on the grid.

use super::grid::{DIMENSIONS, render_rows};
use crate::board::{Board, Mark};
use crate::{CallEffect, CppValue};

/// The text's `checkForWinner`: 1 if X fills a line, 2 if O does, 0 if nobody does.
///
/// The numbers are the handout's. A grid that both have won is no grid of this game.
pub fn check_for_winner(grid: &[u8], dimension: i64) -> Option<i64> {
    let board = parse_board(grid, dimension)?;
    match [Mark::X, Mark::O].map(|mark| board.is_won_by(mark)) {
        [false, false] => Some(0),
        [true, false] => Some(1),
        [false, true] => Some(2),
        [true, true] => None,
    }
}

/// The text's `checkForDraw`: whether every row, column and diagonal holds an X and an O.
pub fn check_for_draw(grid: &[u8], dimension: i64) -> Option<bool> {
    parse_board(grid, dimension).map(|board| board.is_blocked())
}

/// The text's `printTTT`: the rows of the grid, with dashes between them.
pub fn print_ttt(grid: &[u8], dimension: i64) -> Option<Vec<String>> {
    parse_board(grid, dimension).map(|board| render_rows(&board))
}

/// The text's `getEntryAtRC`: the letter in a row and a column.
pub fn entry_at(grid: &[u8], dimension: i64, row: i64, column: i64) -> Option<u8> {
    let on_grid = |place: &i64| (0..dimension).contains(place);
    let index = on_grid(&row).then_some(row)? * dimension + on_grid(&column).then_some(column)?;
    grid.get(usize::try_from(index).ok()?).copied()
}

/// The text's `idxToRow` with the dimension that its prose passes.
pub fn index_to_row(index: i64, dimension: i64) -> Option<i64> {
    is_on_grid(index, dimension).then(|| index / dimension)
}

/// The text's `idxToCol` with the dimension that its prose passes.
pub fn index_to_column(index: i64, dimension: i64) -> Option<i64> {
    is_on_grid(index, dimension).then(|| index % dimension)
}

/// Calls one of the six by the text's name.
pub(crate) fn call_function(name: &str, arguments: &[CppValue]) -> Option<CallEffect> {
    let returning = |value| Some(CallEffect::from_return_value(value, arguments));
    let integer = |number: i64| CppValue::Integer(number.into());
    match (name, arguments) {
        ("idxToRow", [index, dim]) => returning(integer(index_to_row(
            index.as_integer()?,
            dim.as_integer()?,
        )?)),
        ("idxToCol", [index, dim]) => returning(integer(index_to_column(
            index.as_integer()?,
            dim.as_integer()?,
        )?)),
        (_, [grid, dim, rest @ ..]) => {
            let grid = grid.as_characters()?;
            let dim = dim.as_integer()?;
            match (name, rest) {
                ("checkForWinner", []) => returning(integer(check_for_winner(&grid, dim)?)),
                ("checkForDraw", []) => returning(CppValue::Boolean(check_for_draw(&grid, dim)?)),
                ("printTTT", []) => Some(CallEffect::from_printed_lines(
                    print_ttt(&grid, dim)?,
                    arguments,
                )),
                ("getEntryAtRC", [row, column]) => {
                    let entry = entry_at(&grid, dim, row.as_integer()?, column.as_integer()?)?;
                    returning(CppValue::Character(entry))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_on_grid(index: i64, dimension: i64) -> bool {
    DIMENSIONS.contains(&dimension) && (0..dimension * dimension).contains(&index)
}

/// The board that a grid of letters stands for.
fn parse_board(grid: &[u8], dimension: i64) -> Option<Board> {
    let mark = |letter: &u8| match letter {
        b'X' => Some(Some(Mark::X)),
        b'O' => Some(Some(Mark::O)),
        b'?' => Some(None),
        _ => None,
    };
    let rows = usize::try_from(dimension)
        .ok()
        .filter(|_| DIMENSIONS.contains(&dimension))?;
    let squares: Vec<Option<Mark>> = grid.iter().map(mark).collect::<Option<_>>()?;
    (squares.len() == rows * rows).then(|| Board::from_squares(rows, squares))
}
