//! Two transcripts turn by turn: which turns are right.
//!
//! Turns are paired so that as many as possible are right, in order. A turn that differs, is missing or is one too many
//! therefore costs itself alone, and the turns after it count again.

use std::borrow::Cow;

use super::board::BoardShape;
use super::chatter::Chatter;
use super::expected::ExpectedTurn;
use super::pairs;
use super::prompt::{self, SeparatedTurn};
use super::shown::shown;
use super::text::{Line, MatchOptions, echoed, split};
use super::turns::ActualTurn;
use crate::model::{PartCount, Prompts};

/// How turns are held against each other.
pub(super) struct Pairing<'a> {
    pub(super) prompts: Prompts,
    pub(super) options: MatchOptions,
    pub(super) board: &'a BoardShape,
    pub(super) chatter: &'a Chatter,
}

impl Pairing<'_> {
    /// How many turns are right, of those of the longer transcript.
    pub(super) fn count(&self, expected: &[ExpectedTurn], actual: &[ActualTurn]) -> PartCount {
        pairs::count(expected, actual, |one, other| self.is_right(one, other))
    }

    /// Whether what was printed in a turn is what is expected there; which input followed does not matter.
    fn is_right(&self, expected: &ExpectedTurn, actual: &ActualTurn) -> bool {
        if expected.input.is_some() != actual.input.is_some() {
            return false;
        }
        self.says(expected, actual, Prompts::Exact)
            || (self.prompts != Prompts::Exact && self.says(expected, actual, self.prompts))
    }

    fn says(&self, expected: &ExpectedTurn, actual: &ActualTurn, prompts: Prompts) -> bool {
        if expected.input.is_none() {
            return self.are_same(&split(&expected.printed, 0), split(&actual.text, 0));
        }
        if prompts == Prompts::Exact {
            let expected = echoed(&expected.printed, "", 0);
            return self.are_same(&expected, echoed(&actual.text, "", 0));
        }
        let SeparatedTurn { content, prompt } =
            prompt::separate(&actual.text, expected, self.board);
        let shows = || {
            let text = prompt.join("\n");
            expected.must_show().iter().all(|word| shown(&text, word) > 0)
        };
        let line = |text| Line { text: Cow::Borrowed(text), turn: 0 };
        let wanted: Vec<Line<'_>> = expected.content.iter().map(String::as_str).map(line).collect();
        self.are_same(&wanted, content.into_iter().map(line).collect())
            && (prompts == Prompts::Any || shows())
    }

    fn are_same(&self, expected: &[Line<'_>], actual: Vec<Line<'_>>) -> bool {
        self.options.are_equal(expected, &self.chatter.removed(actual, self.options.extra_lines))
    }
}
