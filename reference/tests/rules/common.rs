//! What several oracles need.

use std::collections::BTreeSet;

use reference::{OutputPiece, ReferenceGame};

/// A square by row and column.
pub(crate) type Square = (usize, usize);

/// What the pieces look like on a pipe.
pub(crate) fn printed(pieces: &[OutputPiece]) -> String {
    pieces.iter().map(OutputPiece::printed_text).collect()
}

/// Everything a game prints for a script.
pub(crate) fn output(mut game: impl ReferenceGame, script: &str) -> String {
    let mut text = printed(&game.start_game());
    for token in script.split_whitespace() {
        text += &printed(&game.feed_token(token));
    }
    text
}

/// Every line of an n×n board as the set of its squares.
pub(crate) fn lines(n: usize) -> Vec<BTreeSet<Square>> {
    let rows = (0..n).map(|row| (0..n).map(|column| (row, column)).collect());
    let columns = (0..n).map(|column| (0..n).map(|row| (row, column)).collect());
    let falling = (0..n).map(|place| (place, place)).collect();
    let rising = (0..n).map(|place| (n - 1 - place, place)).collect();
    rows.chain(columns).chain([falling, rising]).collect()
}

/// The messages among the pieces.
pub(crate) fn messages(pieces: &[OutputPiece]) -> Vec<&str> {
    pieces
        .iter()
        .filter_map(|piece| match piece {
            OutputPiece::Message(text) => Some(text.as_str()),
            _ => None,
        })
        .collect()
}

/// How many squares of the boards among the pieces show one of `marks`.
pub(crate) fn count_marks(pieces: &[OutputPiece], marks: &str) -> usize {
    let rows = pieces.iter().flat_map(|piece| match piece {
        OutputPiece::Board(rows) => rows.as_slice(),
        _ => &[],
    });
    rows.map(|row| {
        row.chars()
            .filter(|character| marks.contains(*character))
            .count()
    })
    .sum()
}
