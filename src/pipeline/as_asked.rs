//! Rows and columns, given as the program asks for them.
//!
//! Programs differ in when they look at a row: some only when they have the column as well, others at once, and ask for
//! the row again. A fixed script then falls out of step, though the program is right. So each answer is chosen at the
//! read, by what the program asks for, and a wrong move that is refused halfway is not finished. A program that asks
//! for both at once gets both in one line.

use std::sync::LazyLock;

use ::reference::{Game, Turn};
use regex::Regex;

/// A script of rows and columns, and how far it was given.
#[derive(Debug, Clone)]
pub(super) struct AsAsked {
    /// Row, column, row, column.
    numbers: Vec<String>,
    /// By move: whether the rules refuse it.
    refused: Vec<bool>,
    /// The number that comes next.
    next: usize,
    /// The numbers that were given, or left out, without a line of their own.
    without_line: Vec<usize>,
}

/// What a prompt asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    Row,
    Column,
    Both,
    /// It does not say.
    Anything,
}

impl AsAsked {
    /// Gives `numbers` to a program that plays what `game` plays.
    pub(super) fn new(numbers: &[String], game: &mut dyn Game) -> AsAsked {
        game.open();
        let mut fits = |number: &String| {
            let legal = ::reference::integer(number).is_some_and(|it| game.legal().contains(&it));
            game.feed(number);
            legal
        };
        let refused = numbers
            .chunks(2)
            .map(|pair| !pair.iter().map(&mut fits).fold(true, |all, it| all && it));
        AsAsked {
            refused: refused.collect(),
            numbers: numbers.to_vec(),
            next: 0,
            without_line: Vec::new(),
        }
    }

    /// The next line; none at the end.
    pub(super) fn answer(&mut self, printed: &[u8]) -> Option<String> {
        let asked = asked(&String::from_utf8_lossy(printed));
        let (number, is_row) = (self.next / 2, self.next % 2 == 0);
        let was_refused = |number: Option<usize>| {
            number.and_then(|it| self.refused.get(it)).copied().unwrap_or(false)
        };
        let refused_halfway = asked == Asked::Row && !is_row && was_refused(Some(number));
        let column_again = asked == Asked::Column && is_row && was_refused(number.checked_sub(1));
        if refused_halfway || column_again {
            self.leave_out();
        }
        let first = self.numbers.get(self.next)?.clone();
        self.next += 1;
        match self.numbers.get(self.next).cloned() {
            Some(second) if asked == Asked::Both && is_row => {
                self.leave_out();
                Some(format!("{first} {second}"))
            }
            _ => Some(first),
        }
    }

    fn leave_out(&mut self) {
        self.without_line.push(self.next);
        self.next += 1;
    }

    /// What was not given.
    pub(super) fn rest(&self) -> &[String] {
        self.numbers.get(self.next..).unwrap_or_default()
    }

    /// The expected turns as they are when these lines are read.
    pub(super) fn expected(&self, turns: &[Turn]) -> Vec<Turn> {
        let mut result: Vec<Turn> = Vec::new();
        let mut pieces = Vec::new();
        for (number, turn) in turns.iter().enumerate() {
            pieces.extend(turn.pieces.iter().cloned());
            if turn.input.is_none() || !self.without_line.contains(&number) {
                let pieces = std::mem::take(&mut pieces);
                result.push(Turn { pieces, input: turn.input.clone() });
            }
        }
        result
    }
}

/// What the last line that speaks of rows or columns asks for.
fn asked(printed: &str) -> Asked {
    let (Some(row), Some(column)) = (&*ROW, &*COLUMN) else { return Asked::Anything };
    let asks = |line: &&str| row.is_match(line) || column.is_match(line);
    let last = printed.lines().rev().find(asks).unwrap_or("");
    match (row.is_match(last), column.is_match(last)) {
        (true, false) => Asked::Row,
        (false, true) => Asked::Column,
        (true, true) => Asked::Both,
        (false, false) => Asked::Anything,
    }
}

static ROW: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?i)\brows?\b|\bline\b").ok());
static COLUMN: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\bcol(?:umn)?s?\b").ok());
