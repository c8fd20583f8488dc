//! Two transcripts turn by turn: which turns are right.
//!
//! Turns are paired so that as many as possible are right, in order. A turn that differs, is missing or is one too many
//! therefore costs itself alone, and the turns after it count again.

use std::borrow::Cow;

use super::board::BoardShape;
use super::chatter::ChatterFilter;
use super::expected::ExpectedTurn;
use super::pairs;
use super::prompt::{self, SeparatedTurn};
use super::shown::count_occurrences;
use super::text::{ComparedLine, MatchOptions, split_lines, split_lines_with_input};
use super::turns::ActualTurn;
use model::{PartCount, PromptMode};

/// How turns are held against each other.
pub(super) struct TurnPairing<'a> {
    pub(super) prompts: PromptMode,
    pub(super) options: MatchOptions,
    pub(super) board: &'a BoardShape,
    pub(super) chatter: &'a ChatterFilter,
}

impl TurnPairing<'_> {
    /// How many turns are right, of those of the longer transcript.
    pub(super) fn count_right_turns(
        &self,
        expected: &[ExpectedTurn],
        actual: &[ActualTurn],
    ) -> PartCount {
        pairs::count_right_pairs(expected, actual, |one, other| self.is_right(one, other))
    }

    /// Whether what was printed in a turn is what is expected there; which input followed does not matter.
    fn is_right(&self, expected: &ExpectedTurn, actual: &ActualTurn) -> bool {
        if expected.input.is_some() != actual.input.is_some() {
            return false;
        }
        self.matches_with_prompts(expected, actual, PromptMode::Exact)
            || (self.prompts != PromptMode::Exact
                && self.matches_with_prompts(expected, actual, self.prompts))
    }

    fn matches_with_prompts(
        &self,
        expected: &ExpectedTurn,
        actual: &ActualTurn,
        prompts: PromptMode,
    ) -> bool {
        if expected.input.is_none() {
            return self.are_same(
                &split_lines(&expected.printed, 0),
                split_lines(&actual.text, 0),
            );
        }
        if prompts == PromptMode::Exact {
            let expected = split_lines_with_input(&expected.printed, "", 0);
            return self.are_same(&expected, split_lines_with_input(&actual.text, "", 0));
        }
        let SeparatedTurn { content, prompt } =
            prompt::separate_prompt(&actual.text, expected, self.board);
        let shows = || {
            let text = prompt.join("\n");
            expected
                .must_show()
                .iter()
                .all(|word| count_occurrences(&text, word) > 0)
        };
        let line = |text| ComparedLine {
            text: Cow::Borrowed(text),
            turn: 0,
        };
        let wanted: Vec<ComparedLine<'_>> = expected
            .content
            .iter()
            .map(String::as_str)
            .map(line)
            .collect();
        self.are_same(&wanted, content.into_iter().map(line).collect())
            && (prompts == PromptMode::Any || shows())
    }

    fn are_same(&self, expected: &[ComparedLine<'_>], actual: Vec<ComparedLine<'_>>) -> bool {
        self.options.are_equal(
            expected,
            &self
                .chatter
                .remove_chatter(actual, self.options.extra_lines),
        )
    }
}
