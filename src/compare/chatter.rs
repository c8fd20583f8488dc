//! Lines of a program's own that say nothing the reference says: "Nice move!".
//!
//! A row of a board is never chatter, and neither is a line that holds a message which the reference prints in this or
//! another case: a program that announces two winners has not chatted, it is wrong.

use super::board::BoardLook;
use super::expected::ExpectedTurn;
use super::text::{Line, Sight};
use crate::model::ExtraLines;

/// What is no chatter.
#[derive(Debug, Clone)]
pub(super) struct Chatter {
    look: BoardLook,
    messages: Vec<String>,
}

impl Chatter {
    pub(super) fn of(look: &BoardLook, expected: &[ExpectedTurn], elsewhere: &[String]) -> Chatter {
        let here = expected.iter().flat_map(|turn| &turn.content);
        let messages = here.chain(elsewhere).filter(|line| !look.has(line));
        let mut messages: Vec<String> =
            messages.map(|line| plain(line)).filter(|line| !line.is_empty()).collect();
        messages.sort_unstable();
        messages.dedup();
        Chatter { look: look.clone(), messages }
    }

    /// The lines without chatter, where the setting allows it.
    pub(super) fn removed<'a>(
        &self,
        mut lines: Vec<Line<'a>>,
        extra_lines: ExtraLines,
    ) -> Vec<Line<'a>> {
        if extra_lines == ExtraLines::Allow {
            lines.retain(|line| !self.has(&line.text));
        }
        lines
    }

    /// Whether a line is chatter.
    pub(super) fn has(&self, line: &str) -> bool {
        let is_board = self.look.has(line) || self.look.before_row(line).is_some();
        let line = plain(line);
        let says = |message: &String| line.contains(message.as_str());
        !line.is_empty() && !is_board && !self.messages.iter().any(says)
    }
}

fn plain(line: &str) -> String {
    Sight::COLLAPSE.line(line).to_lowercase()
}
