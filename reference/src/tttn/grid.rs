//! The board: how large it may be, and how it is printed.

use crate::board::{Board, Mark};

/// The dimensions that can be played: the handout's array holds 121 squares.
///
/// The text promises odd numbers from 3; its rules work for any, and the course's own check plays 10.
pub const DIMENSIONS: std::ops::RangeInclusive<i64> = 1..=11;

/// The board's lines: a blank before and after each letter, and a row of dashes between rows.
pub(super) fn render_rows(board: &Board) -> Vec<String> {
    let mut rows = Vec::new();
    for row in board.rows() {
        if !rows.is_empty() {
            rows.push("-".repeat(row.len() * 4 - 1));
        }
        let letters: Vec<_> = row
            .iter()
            .map(|mark| mark.map_or("?", Mark::letter))
            .collect();
        rows.push(format!(" {} ", letters.join(" | ")));
    }
    rows
}
