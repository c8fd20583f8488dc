//! The functions that texts grade by themselves: `tttn`'s against lines written out as sets, and all of them by name.

use proptest::prelude::*;
use reference::tttn::{
    check_for_draw, check_for_winner, entry_at, index_to_column, index_to_row, print_ttt,
};
use reference::{CallEffect, CppValue, GameRules, counters, domineering, tttn};

use crate::common::{Square, lines};

fn grid() -> impl Strategy<Value = (usize, Vec<u8>)> {
    // Few blanks and long runs, or hardly any line would ever be full.
    let letter = prop_oneof![8 => Just(b'X'), 3 => Just(b'O'), 1 => Just(b'?')];
    (1..=11_usize).prop_flat_map(move |dimension| {
        (
            Just(dimension),
            prop::collection::vec(letter.clone(), dimension * dimension),
        )
    })
}

/// The letters of each line.
fn letters(dimension: usize, grid: &[u8]) -> Vec<Vec<u8>> {
    let at = |(row, column): &Square| grid[row * dimension + column];
    lines(dimension)
        .iter()
        .map(|line| line.iter().map(at).collect())
        .collect()
}

proptest! {
    #[test]
    fn winners_and_draws_are_what_the_sets_say((dimension, grid) in grid(), swapped: bool) {
        let swap = |letter: &u8| match letter { b'X' => b'O', b'O' => b'X', other => *other };
        let grid: Vec<u8> = if swapped { grid.iter().map(swap).collect() } else { grid };
        let lines = letters(dimension, &grid);
        let full = |letter: u8| lines.iter().any(|line| line.iter().all(|it| *it == letter));
        let winner = match (full(b'X'), full(b'O')) {
            (true, true) => None,
            (x, o) => Some(i64::from(x) + 2 * i64::from(o)),
        };
        let draw = lines.iter().all(|line| line.contains(&b'X') && line.contains(&b'O'));
        let dim = i64::try_from(dimension).unwrap_or(0);
        prop_assert_eq!(check_for_winner(&grid, dim), winner);
        prop_assert_eq!(check_for_draw(&grid, dim), Some(draw));
    }

    #[test]
    fn rows_columns_and_entries_agree((dimension, grid) in grid()) {
        let dim = i64::try_from(dimension).unwrap_or(0);
        let shown = print_ttt(&grid, dim).unwrap_or_default();
        prop_assert_eq!(shown.len(), 2 * dimension - 1);
        for (index, letter) in (0..).zip(&grid) {
            let row = index_to_row(index, dim);
            let column = index_to_column(index, dim);
            let (Some(row), Some(column)) = (row, column) else { panic!("{index} is on the grid") };
            prop_assert_eq!(row * dim + column, index);
            prop_assert_eq!(entry_at(&grid, dim, row, column), Some(*letter));
            let line = usize::try_from(2 * row);
            let place = usize::try_from(4 * column + 1);
            let line = shown[line.unwrap_or(0)].as_bytes();
            prop_assert_eq!(line[place.unwrap_or(0)], *letter);
        }
    }

    #[test]
    fn nothing_is_promised_off_the_grid((dimension, grid) in grid(), by in 1..5_i64) {
        let dim = i64::try_from(dimension).unwrap_or(0);
        prop_assert_eq!(check_for_winner(&grid, dim + by), None);
        prop_assert_eq!(index_to_row(dim * dim - 1 + by, dim), None);
        prop_assert_eq!(index_to_column(-by, dim), None);
        for (row, column) in [(-by, 0), (0, -by), (dim - 1 + by, 0), (0, dim - 1 + by)] {
            prop_assert_eq!(entry_at(&grid, dim, row, column), None);
        }
    }
}

fn integer(number: i128) -> CppValue {
    CppValue::Integer(number)
}

fn grid_of(letters: &str) -> CppValue {
    CppValue::List(letters.bytes().map(CppValue::Character).collect())
}

#[test]
fn functions_answer_by_the_names_in_their_texts() {
    let grid = || grid_of("XO??OX??X");
    let table: [(&GameRules, &str, Vec<CppValue>, CppValue); 8] = [
        (
            tttn::RULES,
            "checkForWinner",
            vec![grid_of("O??XXX??O"), integer(3)],
            integer(1),
        ),
        (
            tttn::RULES,
            "checkForWinner",
            vec![grid_of("OXX?O?X?O"), integer(3)],
            integer(2),
        ),
        (
            tttn::RULES,
            "checkForDraw",
            vec![grid(), integer(3)],
            CppValue::Boolean(false),
        ),
        (
            tttn::RULES,
            "getEntryAtRC",
            vec![grid(), integer(3), integer(1), integer(2)],
            CppValue::Character(b'X'),
        ),
        (
            tttn::RULES,
            "idxToRow",
            vec![integer(8), integer(3)],
            integer(2),
        ),
        (
            tttn::RULES,
            "idxToCol",
            vec![integer(7), integer(3)],
            integer(1),
        ),
        (
            domineering::RULES,
            "gridState",
            vec![integer(1_122_110_010_221_000), integer(5)],
            integer(1),
        ),
        (
            domineering::RULES,
            "isPlaceable",
            vec![integer(0), integer(17), integer(1)],
            CppValue::Boolean(false),
        ),
    ];
    for (game, name, arguments, returned) in table {
        let wanted = CallEffect {
            returned: Some(returned),
            after: arguments.clone(),
            printed: vec![],
        };
        assert_eq!(game.call_function(name, &arguments), Some(wanted), "{name}");
    }
}

#[test]
fn functions_print_and_change_what_their_texts_say() {
    let arguments = [grid_of("XO??OX??X"), integer(3)];
    let printed = tttn::RULES
        .call_function("printTTT", &arguments)
        .map(|effect| effect.printed);
    let rows = [
        " X | O | ? ",
        "-----------",
        " ? | O | X ",
        "-----------",
        " ? | ? | X ",
    ];
    assert_eq!(printed, Some(rows.map(str::to_owned).to_vec()));
    let arguments = [integer(0), integer(6), integer(1)];
    let after = domineering::RULES
        .call_function("putToGrid", &arguments)
        .map(|effect| effect.after);
    assert_eq!(
        after,
        Some(vec![integer(10_001_000_000), integer(6), integer(1)])
    );
}

#[test]
fn what_no_text_asks_for_has_no_answer() {
    for (game, name, arguments) in [
        (
            tttn::RULES,
            "checkforwinner",
            vec![grid_of("XO??OX??X"), integer(3)],
        ),
        (
            tttn::RULES,
            "checkForWinner",
            vec![integer(3), grid_of("XO??OX??X")],
        ),
        (tttn::RULES, "idxToRow", vec![integer(3)]),
        (
            domineering::RULES,
            "gridState",
            vec![CppValue::Boolean(true), integer(1)],
        ),
        (counters::RULES, "checkForWinner", vec![]),
    ] {
        assert_eq!(game.call_function(name, &arguments), None, "{name}");
    }
}
