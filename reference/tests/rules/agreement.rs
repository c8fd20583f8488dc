//! Three games implement the same tic-tac-toe in three ways: they must name the same winner.

use proptest::prelude::*;
use reference::{counters::CountersGame, rowcol::RowcolGame, tttn::TttnGame};

use crate::common::output;

/// 1, 2, or nobody, from the last lines a game printed.
fn winner(text: &str) -> Option<u8> {
    let says = |lines: [&str; 2]| lines.iter().any(|line| text.contains(line));
    match () {
        () if says(["X player wins!", "Player 1 wins!"]) => Some(1),
        () if says(["O player wins!", "Player 2 wins!"]) => Some(2),
        () => None,
    }
}

proptest! {
    #[test]
    fn the_same_squares_have_the_same_winner(squares in Just([0, 1, 2, 3, 4, 5, 6, 7, 8]).prop_shuffle()) {
        let numbers = squares.map(|square: i64| square.to_string()).join(" ");
        let pairs = squares.map(|square| format!("{} {}", square / 3, square % 3)).join(" ");
        let counted = winner(&output(CountersGame::new(), &numbers));
        prop_assert_eq!(winner(&output(RowcolGame::new(0), &pairs)), counted);
        prop_assert_eq!(winner(&output(TttnGame::new(), &format!("3 {numbers}"))), counted);
    }
}
