//! From which number a program counts its squares: the text counts from 1, and what a program prints first shows if it does not.

use std::sync::LazyLock;

use ::reference::cpu::Position;
use regex::Regex;

use super::drawn::placed;
use super::move_evidence::{Event, MoveEvidence};

/// `[1-9]`, `1 to 9`, `between 1 and 9`.
static FROM_ONE: LazyLock<Option<Regex>> = LazyLock::new(|| range('1', '9'));

/// `[0-8]`.
static FROM_ZERO: LazyLock<Option<Regex>> = LazyLock::new(|| range('0', '8'));

fn range(first: char, last: char) -> Option<Regex> {
    let pattern =
        format!(r"(?i)\b{first}\b[^\w\n]*(?:(?:to|and|through|until)\b)?[^\w\n]*\b{last}\b");
    Regex::new(&pattern).ok()
}

/// How squares are numbered: 0 in the text's way, 1 where the program's numbers are smaller by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::games::cpu) struct Numbering {
    shift: i64,
}

impl Numbering {
    /// As shown before the first answer. The range that a program names says more than the numbers on its board.
    pub(super) fn of_opening(opening: &MoveEvidence) -> Numbering {
        let names = |range: &Option<Regex>| {
            range.as_ref().is_some_and(|range| range.is_match(&opening.words))
        };
        let draws_zero = || {
            let mut events = opening.events.iter();
            events.any(|event| matches!(event, Event::Board(grid, _) if grid.counts_from_zero))
        };
        let from_zero = !names(&FROM_ONE) && (names(&FROM_ZERO) || draws_zero());
        Numbering { shift: i64::from(from_zero) }
    }

    /// After the program's first board with a mark. An X on the square with the very number that was typed proves that squares are
    /// counted from 1, whatever the prompt says.
    pub(super) fn confirmed(self, typed: i64, evidence: &MoveEvidence) -> Numbering {
        let is_board = |event: &Event| matches!(event, Event::Board(grid, _) if placed(grid, &Position::new()) == Some(typed));
        if self.is_from_zero() && evidence.events.iter().any(is_board) {
            Numbering::default()
        } else {
            self
        }
    }

    /// Whether squares are counted from 0.
    pub(super) fn is_from_zero(self) -> bool {
        self.shift != 0
    }

    /// The text's number of a square that the program calls `number`.
    pub(in crate::games::cpu) fn square(self, number: i64) -> i64 {
        number.saturating_add(self.shift)
    }

    /// What the program calls a square.
    pub(in crate::games::cpu) fn number(self, square: i64) -> i64 {
        square.saturating_sub(self.shift)
    }

    /// The same events with the text's numbers.
    pub(super) fn apply(self, evidence: &mut MoveEvidence) {
        for event in &mut evidence.events {
            if let Event::Choice(number) = event {
                *number = self.square(*number);
            }
        }
    }
}
