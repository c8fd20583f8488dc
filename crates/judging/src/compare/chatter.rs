//! Lines of a program's own that say nothing the reference says: "Nice move!".
//!
//! A row of a board is never chatter, and neither is a line that holds a message which the reference prints in this or
//! another case: a program that announces two winners has not chatted, it is wrong. The same holds for a line that is
//! such a message but for its numbers: a wrong result is no chatter, and neither is every result one after the other.

use super::board::BoardShape;
use super::expected::ExpectedTurn;
use super::numbers;
use super::text::{ComparedLine, MatchOptions};
use model::ExtraLines;

/// What is no chatter.
#[derive(Debug, Clone)]
pub(super) struct ChatterFilter {
    board: BoardShape,
    messages: Vec<String>,
    /// The messages that hold numbers, with a mark for each.
    with_numbers: Vec<String>,
}

impl ChatterFilter {
    pub(super) fn new(
        board: &BoardShape,
        expected: &[ExpectedTurn],
        elsewhere: &[String],
    ) -> ChatterFilter {
        let here = expected.iter().flat_map(|turn| &turn.content);
        let messages = here.chain(elsewhere).filter(|line| !board.is_row(line));
        let mut messages: Vec<String> = messages
            .map(|line| normalize_line(line))
            .filter(|line| !line.is_empty())
            .collect();
        messages.sort_unstable();
        messages.dedup();
        let with_numbers = messages
            .iter()
            .map(|message| numbers::mark_numbers(message));
        let with_numbers = with_numbers
            .filter(|marked| marked.contains(numbers::MARK))
            .collect();
        ChatterFilter {
            board: board.clone(),
            messages,
            with_numbers,
        }
    }

    /// The lines without chatter, where the setting allows it.
    pub(super) fn remove_chatter<'a>(
        &self,
        mut lines: Vec<ComparedLine<'a>>,
        extra_lines: ExtraLines,
    ) -> Vec<ComparedLine<'a>> {
        if extra_lines == ExtraLines::Allow {
            lines.retain(|line| !self.is_chatter(&line.text));
        }
        lines
    }

    /// Whether a line is chatter.
    pub(super) fn is_chatter(&self, line: &str) -> bool {
        let is_board = self.board.is_row(line) || self.board.before_row(line).is_some();
        let line = normalize_line(line);
        let says = |message: &String| line.contains(message.as_str());
        let says_it_with_others = || self.with_numbers.contains(&numbers::mark_numbers(&line));
        !line.is_empty() && !is_board && !self.messages.iter().any(says) && !says_it_with_others()
    }
}

fn normalize_line(line: &str) -> String {
    MatchOptions::COLLAPSE.normalize_line(line).to_lowercase()
}
