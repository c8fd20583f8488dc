//! `counters` against the eight lines and the marks that lie on them.

use std::collections::BTreeMap;

use proptest::prelude::*;
use reference::counters::CountersGame;
use reference::{OutputPiece, ReferenceGame};

use crate::common::{Square, messages, output, printed};

/// The text's eight lines in the order of its counters.
fn lines_in_order() -> Vec<Vec<Square>> {
    let columns = (0..3).map(|column| vec![(0, column), (1, column), (2, column)]);
    let rows = (0..3).map(|row| vec![(row, 0), (row, 1), (row, 2)]);
    let diagonals = [vec![(0, 0), (1, 1), (2, 2)], vec![(0, 2), (1, 1), (2, 0)]];
    columns.chain(rows).chain(diagonals).collect()
}

fn result(sums: &[i8], marks: usize) -> Option<&'static str> {
    match () {
        () if sums.contains(&-3) => Some("Player 1 wins!"),
        () if sums.contains(&3) => Some("Player 2 wins!"),
        () => (marks == 9).then_some("match is drawn"),
    }
}

proptest! {
    #[test]
    fn every_counter_is_the_sum_of_its_lines_marks(answers in prop::collection::vec(-1..10_i64, 0..40)) {
        let mut marks: BTreeMap<Square, i8> = BTreeMap::new();
        let mut game = CountersGame::new();
        for answer in answers {
            let legal = game.legal_inputs().contains(&answer);
            let pieces = game.feed_token(&answer.to_string());
            let accepted = matches!(pieces.first(), Some(OutputPiece::Board(_)));
            prop_assert_eq!(accepted, legal);
            if !accepted {
                continue;
            }
            let mark = if marks.len().is_multiple_of(2) { -1 } else { 1 };
            prop_assert_eq!(marks.insert((answer as usize / 3, answer as usize % 3), mark), None);
            let sum = |line: &Vec<Square>| line.iter().filter_map(|square| marks.get(square)).sum();
            let sums: Vec<i8> = lines_in_order().iter().map(sum).collect();
            prop_assert_eq!(game.line_counters().to_vec(), sums.clone());
            let result = result(&sums, marks.len());
            prop_assert_eq!(messages(&pieces), Vec::from_iter(result));
            prop_assert_eq!(game.is_over(), result.is_some());
        }
    }
}

#[test]
fn the_markers_are_shown_after_every_move() {
    let mut game = CountersGame::new();
    assert_eq!(
        printed(&game.start_game()),
        "Player 1, enter a square [0-8]: "
    );
    game.feed_token("4");
    let board = " 1  0  0\n 0 -1  0\n 0  0  0\n";
    assert_eq!(
        printed(&game.feed_token("0")),
        format!("{board}Player 1, enter a square [0-8]: ")
    );
}

#[test]
fn a_bad_or_marked_square_is_explained_and_asked_for_again() {
    let mut game = CountersGame::new();
    game.feed_token("4");
    for (token, word) in [
        ("-1", "from 0 to 8"),
        ("9", "from 0 to 8"),
        ("4", "already marked"),
    ] {
        let text = printed(&game.feed_token(token));
        assert!(text.contains(word), "{text}");
        assert!(
            text.ends_with("\nPlayer 2, enter a square [0-8]: "),
            "{text}"
        );
    }
}

#[test]
fn a_full_board_without_a_line_is_drawn() {
    assert!(output(CountersGame::new(), "4 0 3 5 1 7 2 6 8").ends_with("match is drawn\n"));
}
