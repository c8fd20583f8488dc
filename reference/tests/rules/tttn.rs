//! `tttn` against lines written out as sets.

use std::collections::BTreeSet;

use proptest::prelude::*;
use reference::{OutputPiece, ReferenceGame, tttn::TttnGame};

use crate::common::{Square, count_marks, lines, messages, output, printed};

/// The two players' squares and what the text says about them.
struct Oracle {
    lines: Vec<BTreeSet<Square>>,
    taken: [BTreeSet<Square>; 2],
}

impl Oracle {
    fn new(dimension: usize) -> Oracle {
        Oracle {
            lines: lines(dimension),
            taken: Default::default(),
        }
    }

    fn result(&self) -> Option<&'static str> {
        let [x, o] = &self.taken;
        let won = |squares: &BTreeSet<_>| self.lines.iter().any(|line| line.is_subset(squares));
        let dead = |line: &BTreeSet<_>| !line.is_disjoint(x) && !line.is_disjoint(o);
        match () {
            () if won(x) => Some("X player wins!"),
            () if won(o) => Some("O player wins!"),
            () if self.lines.iter().all(dead) => Some("Draw...game over!"),
            () => None,
        }
    }
}

fn shuffled_squares() -> impl Strategy<Value = (usize, Vec<usize>)> {
    (1..=11_usize).prop_flat_map(|dimension| {
        let squares: Vec<usize> = (0..dimension * dimension).collect();
        (Just(dimension), Just(squares).prop_shuffle())
    })
}

proptest! {
    #[test]
    fn a_game_ends_exactly_when_the_sets_say_so((dimension, squares) in shuffled_squares()) {
        let mut game = TttnGame::new();
        let mut oracle = Oracle::new(dimension);
        game.start_game();
        game.feed_token(&dimension.to_string());
        for (turn, square) in squares.iter().enumerate() {
            let pieces = game.feed_token(&square.to_string());
            oracle.taken[turn % 2].insert((square / dimension, square % dimension));
            let result = oracle.result();
            prop_assert_eq!(messages(&pieces), Vec::from_iter(result));
            prop_assert_eq!(count_marks(&pieces, "XO"), turn + 1);
            prop_assert_eq!(game.is_over(), result.is_some());
            if result.is_some() {
                return Ok(());
            }
        }
        prop_assert!(false, "a full board must have ended the game");
    }

    #[test]
    fn exactly_the_legal_squares_are_accepted(moves in prop::collection::vec(0..9_i64, 0..5), next in -2..11_i64) {
        let mut game = TttnGame::new();
        game.feed_token("3");
        for square in moves {
            game.feed_token(&square.to_string());
        }
        let was_over = game.is_over();
        let legal = game.legal_inputs();
        let pieces = game.feed_token(&next.to_string());
        prop_assert_eq!(count_marks(&pieces, "XO") > 0, legal.contains(&next));
        prop_assert_eq!(pieces.is_empty(), was_over || !(0..9).contains(&next));
    }
}

#[test]
fn games_are_made_up_only_on_boards_that_the_text_promises() {
    assert_eq!(TttnGame::new().legal_inputs(), [3, 5, 7, 9, 11]);
}

#[test]
fn nothing_is_printed_before_the_dimension_is_read() {
    assert_eq!(TttnGame::new().start_game(), []);
}

#[test]
fn boards_are_spaced_as_in_the_text() {
    let text = output(TttnGame::new(), "5 0");
    let board = text.split_once(": ").map_or("", |(_, board)| board);
    assert!(
        board.starts_with(" X | ? | ? | ? | ? \n-------------------\n ? |"),
        "{board}"
    );
    assert_eq!(
        board.matches("-------------------\n").count(),
        4,
        "no dashes after the last row"
    );
    assert!(output(TttnGame::new(), "1").starts_with(" ? \nPlayer X"));
}

#[test]
fn a_prompt_shows_whose_turn_it_is_and_the_range() {
    let mut game = TttnGame::new();
    let Some(OutputPiece::Prompt(prompt)) = game.feed_token("10").pop() else {
        panic!("no prompt")
    };
    assert_eq!(prompt.text, "Player X enter your square choice [0-99]: ");
    assert_eq!(prompt.shows, ["X", "0", "99"]);
    let Some(OutputPiece::Prompt(prompt)) = game.feed_token("7").pop() else {
        panic!("no prompt")
    };
    assert_eq!(prompt.shows, ["O", "0", "99"]);
}

#[test]
fn a_taken_square_repeats_the_prompt_and_nothing_else() {
    let mut game = TttnGame::new();
    game.feed_token("3");
    game.feed_token("4");
    for _ in 0..3 {
        assert_eq!(
            printed(&game.feed_token("4")),
            "Player O enter your square choice [0-8]: "
        );
    }
    assert_eq!(game.legal_inputs(), [0, 1, 2, 3, 5, 6, 7, 8]);
}

#[test]
fn a_square_off_the_board_or_no_number_ends_the_game_without_a_word() {
    for token in [
        "-1",
        "9",
        "9223372036854775808",
        "-9223372036854775809",
        "x",
        "1x",
        "?",
    ] {
        let mut game = TttnGame::new();
        game.feed_token("3");
        assert_eq!(game.feed_token(token), [], "{token}");
        assert!(game.is_over(), "{token}");
        assert_eq!(game.feed_token("0"), [], "nothing follows the end");
    }
}

#[test]
fn only_dimensions_that_121_squares_can_hold_are_played() {
    for (dimension, plays) in [
        (-3, false),
        (0, false),
        (1, true),
        (2, true),
        (11, true),
        (12, false),
    ] {
        let mut game = TttnGame::new();
        assert_eq!(
            !game.feed_token(&dimension.to_string()).is_empty(),
            plays,
            "{dimension}"
        );
        assert_eq!(game.is_over(), !plays, "{dimension}");
    }
}

#[test]
fn a_draw_is_declared_while_squares_are_still_free() {
    let text = output(TttnGame::new(), "3  1 0  2 4  8 5  3 7 6");
    let end =
        " O | X | X \n-----------\n X | O | O \n-----------\n ? | O | X \nDraw...game over!\n";
    assert!(text.ends_with(end), "{text}");
}
