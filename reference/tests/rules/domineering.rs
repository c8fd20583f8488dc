//! `domineering` against a table of characters and the list of all dominoes.

use proptest::prelude::*;
use reference::domineering::{DomineeringGame, grid_state, is_placeable, place_domino, print_grid};
use reference::{OutputPiece, ReferenceGame};

use crate::common::{count_marks, output};

type Table = [[char; 4]; 4];

/// All ways a player can put a domino on an empty grid: position, and both squares.
fn dominoes(player: i64) -> Vec<(i64, [(usize, usize); 2])> {
    let mut all = Vec::new();
    let mut position = 0;
    for row in 0..4 {
        for column in 0..4 {
            position += 1;
            let other = if player == 1 {
                (row + 1, column)
            } else {
                (row, column + 1)
            };
            if (player == 1 || player == 2) && other.0 < 4 && other.1 < 4 {
                all.push((position, [(row, column), other]));
            }
        }
    }
    all
}

fn fits(table: &Table, position: i64, player: i64) -> Option<[(usize, usize); 2]> {
    let free = |squares: &[(usize, usize); 2]| squares.iter().all(|(r, c)| table[*r][*c] == '.');
    let wanted = dominoes(player)
        .into_iter()
        .filter(|(number, _)| *number == position);
    wanted.map(|(_, squares)| squares).find(free)
}

fn drawn(table: &Table) -> String {
    let row = |row: &[char; 4]| format!("{} {} {} {}\n", row[0], row[1], row[2], row[3]);
    table.iter().map(row).collect()
}

/// The sixteen digits as the text writes them, and the table they stand for.
fn encoded(digits: &[u8]) -> (i64, Table) {
    let text: String = digits.iter().map(u8::to_string).collect();
    let mut table = [['.'; 4]; 4];
    for (index, digit) in digits.iter().enumerate() {
        table[index / 4][index % 4] = ['.', 'A', 'B'][usize::from(*digit)];
    }
    (text.parse().unwrap_or(-1), table)
}

/// A whole game, replayed on a table by the steps of the text's program flow.
fn expected(moves: &[i64]) -> String {
    let mut table = [['.'; 4]; 4];
    let mut player = 1;
    let mut text = drawn(&table) + "Player 1's move: ";
    for position in moves {
        let Some(squares) = fits(&table, *position, player) else {
            text += &format!("Invalid! Try again.\nPlayer {player}'s move: ");
            continue;
        };
        for (row, column) in squares {
            table[row][column] = if player == 1 { 'A' } else { 'B' };
        }
        text += &drawn(&table);
        let next = if player == 1 { 2 } else { 1 };
        if !dominoes(next)
            .iter()
            .any(|(number, _)| fits(&table, *number, next).is_some())
        {
            return text + &format!("Player {player} wins!\n");
        }
        player = next;
        text += &format!("Player {player}'s move: ");
    }
    text
}

proptest! {
    #[test]
    fn a_game_prints_what_the_program_flow_says(moves in prop::collection::vec(-1..19_i64, 0..120)) {
        let script: Vec<_> = moves.iter().map(i64::to_string).collect();
        prop_assert_eq!(output(DomineeringGame::new(), &script.join(" ")), expected(&moves));
    }

    #[test]
    fn the_four_functions_agree_with_a_table(digits in prop::collection::vec(0..3_u8, 16)) {
        let (grid, table) = encoded(&digits);
        prop_assert_eq!(print_grid(grid).join("\n") + "\n", drawn(&table));
        for (position, digit) in (1..).zip(&digits) {
            prop_assert_eq!(grid_state(grid, position), i64::from(*digit));
        }
        for (position, player) in (-3..21).flat_map(|p| (-1..5).map(move |player| (p, player))) {
            let squares = fits(&table, position, player);
            prop_assert_eq!(is_placeable(grid, position, player), squares.is_some());
            let mut after = grid;
            let mut wanted = table;
            for (row, column) in squares.into_iter().flatten() {
                wanted[row][column] = if player == 1 { 'A' } else { 'B' };
                place_domino(&mut after, position, player);
            }
            prop_assert_eq!(print_grid(after).join("\n") + "\n", drawn(&wanted));
        }
    }

    #[test]
    fn the_four_functions_answer_for_any_argument(mut grid: i64, position: i64, player: i64, near in -20..40_i64) {
        for position in [position, near] {
            for player in [player, 1, 2] {
                grid_state(grid, position);
                is_placeable(grid, position, player);
                place_domino(&mut grid, position, player);
            }
        }
        prop_assert_eq!(print_grid(grid).len(), 4);
    }

    #[test]
    fn each_domino_fills_two_squares(moves in prop::collection::vec(1..17_i64, 0..60)) {
        let mut game = DomineeringGame::new();
        let mut filled = 0;
        for position in moves {
            let legal = game.legal_inputs().contains(&position);
            let pieces = game.feed_token(&position.to_string());
            filled += if legal { 2 } else { 0 };
            let shown = pieces.iter().any(|piece| matches!(piece, OutputPiece::Board(_)));
            prop_assert_eq!(shown, legal);
            prop_assert!(!shown || count_marks(&pieces, "AB") == filled);
        }
    }
}

#[test]
fn the_functions_return_what_the_text_gives_as_examples() {
    assert_eq!(grid_state(1_122_110_010_221_000, 5), 1);
    assert_eq!(grid_state(1_220_100_102_210, 12), 0);
    assert_eq!(grid_state(1_220_100_102_210, 2), 0);
    let cases = [
        (1_122_110_010_221_000, 14, 2, 1_122_110_010_221_220),
        (122_010_010_221_000, 1, 1, 1_122_110_010_221_000),
        (0, 6, 1, 10_001_000_000),
        (122_010_010_011_221, 10, 2, 122_010_012_211_221),
    ];
    for (mut grid, position, player, after) in cases {
        place_domino(&mut grid, position, player);
        assert_eq!(grid, after, "position {position}, player {player}");
    }
}

#[test]
fn nothing_fits_off_the_grid_or_for_a_third_player() {
    for (position, player) in [
        (0, 1),
        (17, 2),
        (13, 1),
        (4, 2),
        (1, 0),
        (1, 3),
        (i64::MIN, 1),
        (i64::MAX, 2),
    ] {
        assert!(
            !is_placeable(0, position, player),
            "position {position}, player {player}"
        );
    }
}
