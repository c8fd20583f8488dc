//! From which number a program counts its squares: the text counts from 1, and what a program prints first shows if it does not.

use std::sync::LazyLock;

use ::reference::cpu::CpuPosition;
use regex::Regex;

use super::drawn::find_placed_square;
use super::move_evidence::{MoveEvent, MoveEvidence};

/// `[1-9]`, `1 to 9`, `between 1 and 9`.
static FROM_ONE: LazyLock<Option<Regex>> = LazyLock::new(|| compile_range('1', '9'));

/// `[0-8]`.
static FROM_ZERO: LazyLock<Option<Regex>> = LazyLock::new(|| compile_range('0', '8'));

fn compile_range(first: char, last: char) -> Option<Regex> {
    let pattern =
        format!(r"(?i)\b{first}\b[^\w\n]*(?:(?:to|and|through|until)\b)?[^\w\n]*\b{last}\b");
    Regex::new(&pattern).ok()
}

/// How squares are numbered: 0 in the text's way, 1 where the program's numbers are smaller by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::cpu) struct SquareNumbering {
    shift: i64,
}

impl SquareNumbering {
    /// As shown before the first answer. The range that a program names says more than the numbers on its board.
    pub(super) fn from_opening(opening: &MoveEvidence) -> SquareNumbering {
        let names = |range: &Option<Regex>| {
            range
                .as_ref()
                .is_some_and(|range| range.is_match(&opening.words))
        };
        let draws_zero = || {
            let mut events = opening.events.iter();
            events.any(|event| matches!(event, MoveEvent::Board(grid, _) if grid.counts_from_zero))
        };
        let from_zero = !names(&FROM_ONE) && (names(&FROM_ZERO) || draws_zero());
        SquareNumbering {
            shift: i64::from(from_zero),
        }
    }

    /// After the program's first board with a mark. An X on the square with the very number that was typed proves that squares are
    /// counted from 1, whatever the prompt says.
    pub(super) fn confirm_with(self, typed: i64, evidence: &MoveEvidence) -> SquareNumbering {
        let is_board = |event: &MoveEvent| matches!(event, MoveEvent::Board(grid, _) if find_placed_square(grid, &CpuPosition::new()) == Some(typed));
        if self.is_from_zero() && evidence.events.iter().any(is_board) {
            SquareNumbering::default()
        } else {
            self
        }
    }

    /// Whether squares are counted from 0.
    pub(super) fn is_from_zero(self) -> bool {
        self.shift != 0
    }

    /// The text's number of a square that the program calls `number`.
    pub(in crate::cpu) fn to_square(self, number: i64) -> i64 {
        number.saturating_add(self.shift)
    }

    /// What the program calls a square.
    pub(in crate::cpu) fn to_number(self, square: i64) -> i64 {
        square.saturating_sub(self.shift)
    }

    /// The same events with the text's numbers.
    pub(super) fn renumber_events(self, evidence: &mut MoveEvidence) {
        for event in &mut evidence.events {
            if let MoveEvent::Choice(number) = event {
                *number = self.to_square(*number);
            }
        }
    }
}
