//! `rowcol` against a table of tiles and the eight lines as the pseudocode spells them out.

use proptest::prelude::*;
use reference::rowcol::RowcolGame;
use reference::{OutputPiece, ReferenceGame};

use crate::common::{lines, output};

fn drawn(tiles: &[[char; 3]; 3]) -> String {
    tiles
        .iter()
        .map(|[a, b, c]| format!(" {a}  {b}  {c} \n"))
        .collect()
}

/// A whole game by rows and columns that count from `base`.
fn expected(base: i64, moves: &[(i64, i64)]) -> String {
    let mut tiles = [['*'; 3]; 3];
    let mut players = [(1, 'X'), (2, 'O')];
    let mut text = drawn(&tiles);
    for (row, column) in moves {
        let (number, tile) = players[0];
        text += &format!("Please enter Row for Player {number} ({tile}): ");
        text += &format!("Please enter Column for Player {number} ({tile}): ");
        let row = row - base;
        let column = column - base;
        if ![row, column]
            .iter()
            .all(|number| [0, 1, 2].contains(number))
        {
            text += "ERROR: Out of Bounds\n";
            continue;
        }
        let slot = &mut tiles[row as usize][column as usize];
        if *slot != '*' {
            text += "ERROR: Slot is occupied.\n";
            continue;
        }
        *slot = tile;
        text += &drawn(&tiles);
        if lines(3)
            .iter()
            .any(|line| line.iter().all(|(r, c)| tiles[*r][*c] == tile))
        {
            return text + &format!("{tile} wins\nPlayer {number} wins!\nGAME OVER!\n");
        }
        if !tiles.concat().contains(&'*') {
            return text + "It is a tie!\nGAME OVER!\n";
        }
        players.reverse();
    }
    let (number, tile) = players[0];
    text + &format!("Please enter Row for Player {number} ({tile}): ")
}

proptest! {
    #[test]
    fn a_game_prints_what_the_requirement_says(
        base in 0..=1_u8,
        moves in prop::collection::vec((-1..5_i64, -1..5_i64), 0..60),
    ) {
        let script: Vec<_> = moves.iter().map(|(row, column)| format!("{row} {column}")).collect();
        let game = RowcolGame::new(base);
        prop_assert_eq!(output(game, &script.join(" ")), expected(i64::from(base), &moves));
    }

    #[test]
    fn exactly_the_legal_rows_and_columns_lead_to_a_move(
        moves in prop::collection::vec((0..3_i64, 0..3_i64), 0..8),
        row in -1..4_i64,
        column in -1..4_i64,
    ) {
        let mut game = RowcolGame::new(0);
        for number in moves.iter().flat_map(|(row, column)| [row, column]) {
            game.feed_token(&number.to_string());
        }
        let row_is_legal = game.legal_inputs().contains(&row);
        game.feed_token(&row.to_string());
        let column_is_legal = game.legal_inputs().contains(&column);
        let pieces = game.feed_token(&column.to_string());
        prop_assert_eq!(matches!(pieces.first(), Some(OutputPiece::Board(_))), column_is_legal);
        prop_assert!(row_is_legal || !column_is_legal);
    }
}

#[test]
fn a_win_with_the_ninth_mark_is_not_a_tie() {
    let text = output(RowcolGame::new(0), "0 0 0 1 1 1 0 2 1 2 1 0 2 1 2 0 2 2");
    assert!(
        text.ends_with("X wins\nPlayer 1 wins!\nGAME OVER!\n"),
        "{text}"
    );
}

#[test]
fn numbers_beyond_any_board_are_out_of_bounds() {
    for number in ["-9223372036854775808", "99999999999999999999"] {
        let text = output(RowcolGame::new(1), &format!("{number} {number}"));
        assert!(
            text.contains("ERROR: Out of Bounds\nPlease enter Row for Player 1 (X): "),
            "{text}"
        );
    }
}

#[test]
fn a_prompt_shows_the_players_tile() {
    let Some(OutputPiece::Prompt(prompt)) = RowcolGame::new(0).start_game().pop() else {
        panic!("no prompt")
    };
    assert_eq!(prompt.shows, ["X"]);
}
