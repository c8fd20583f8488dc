//! From which number a program counts its squares (the text counts from 1, and what a program prints first shows if it does not), and which
//! of them the published program takes for free.
//!
//! The text picks the CPU's square with `availPos[1 + rand() % availPos.size()]`. That never names the first free square,
//! and one time in as many as there are it names the element past the end: the memory still holds what stood there
//! before the last `erase`. A program that copied the line chooses taken squares in this way.

use std::sync::LazyLock;

use super::move_evidence::{MoveEvent, MoveEvidence, find_placed_square};
use ::reference::cpu::CpuPosition;
use regex::Regex;

/// `[1-9]`, `1 to 9`, `between 1 and 9`.
static FROM_ONE: LazyLock<Option<Regex>> = LazyLock::new(|| compile_range('1', '9'));

/// `[0-8]`.
static FROM_ZERO: LazyLock<Option<Regex>> = LazyLock::new(|| compile_range('0', '8'));

fn compile_range(first: char, last: char) -> Option<Regex> {
    let pattern =
        format!(r"(?i)\b{first}\b[^\w\n]*(?:(?:to|and|through|until)\b)?[^\w\n]*\b{last}\b");
    Regex::new(&pattern).ok()
}

/// What a program asks for that does not number its squares: `Row and column`, `A square (A1-C3)`.
static OTHER_NAMES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:^|[^a\s]\s+|[^\w\s]\s*)rows?\b|\b(?:cols?|columns?|coordinates?|[abc][123])\b",
    )
    .ok()
});

/// Whether the last line before the first answer asks for a square in another way than by its number.
pub(super) fn is_question_for_other_name(opening: &MoveEvidence) -> bool {
    let question = opening.words.lines().next_back().unwrap_or_default();
    OTHER_NAMES
        .as_ref()
        .is_some_and(|names| names.is_match(question))
}

/// How squares are numbered: 0 in the text's way, 1 where the program's numbers are smaller by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::cpu) struct SquareNumbering {
    shift: i64,
}

impl SquareNumbering {
    /// As shown before the first answer. The range that a program names says more than the numbers on its board.
    pub(super) fn from_opening(opening: &MoveEvidence) -> SquareNumbering {
        let from_zero = !mentions_range(opening, &FROM_ONE)
            && (mentions_range(opening, &FROM_ZERO) || draws_zero(opening));
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
            if let MoveEvent::Choice(choice) = event {
                choice.square = self.to_square(choice.square);
            }
        }
    }
}

fn mentions_range(opening: &MoveEvidence, range: &Option<Regex>) -> bool {
    range
        .as_ref()
        .is_some_and(|range| range.is_match(&opening.words))
}

fn draws_zero(opening: &MoveEvidence) -> bool {
    let mut events = opening.events.iter();
    events.any(|event| matches!(event, MoveEvent::Board(grid, _) if grid.counts_from_zero))
}

/// The list, and the memory behind it.
#[derive(Debug, Clone)]
pub(super) struct FreeSquareList {
    slots: [i64; 9],
    size: usize,
}

impl FreeSquareList {
    /// All squares.
    pub(super) fn new() -> FreeSquareList {
        FreeSquareList {
            slots: [1, 2, 3, 4, 5, 6, 7, 8, 9],
            size: 9,
        }
    }

    /// Erases a square as `std::vector` does: those behind it move up, and the last stays where it was as well.
    pub(super) fn erase_square(&mut self, square: i64) {
        let Some(at) = self.slots[..self.size].iter().position(|it| *it == square) else {
            return;
        };
        self.slots.copy_within(at + 1..self.size, at);
        self.size -= 1;
    }

    /// What the element past the end holds.
    pub(super) fn past_the_end(&self) -> Option<i64> {
        self.slots.get(self.size).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_element_past_the_end_is_what_stood_last_before_an_erase() {
        let mut available = FreeSquareList::new();
        assert_eq!(available.past_the_end(), None);
        available.erase_square(5);
        assert_eq!(available.past_the_end(), Some(9));
        available.erase_square(9);
        assert_eq!(available.past_the_end(), Some(9));
        available.erase_square(3);
        available.erase_square(3);
        assert_eq!(available.past_the_end(), Some(8));
    }
}
