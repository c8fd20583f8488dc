//! Two transcripts turn by turn: which turns are right, paired so that as many as possible are.
//!
//! Turns are paired so that as many as possible are right, in order. A turn that differs, is missing or is one too many
//! therefore costs itself alone, and the turns after it count again.

use std::borrow::Cow;

use super::expected::{BoardShape, ExpectedTurn};
use super::prompt::{self, SeparatedTurn};
use super::shown::{ChatterFilter, count_occurrences};
use super::text::{ComparedLine, MatchOptions, split_lines, split_lines_with_input};
use super::turns::ActualTurn;
use model::{ComparisonScope, GameTurn, PartCount, PromptMode};

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
        count_right_pairs(expected, actual, |one, other| self.is_right(one, other))
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

/// More pairs than these are not tried: then parts are paired by their numbers.
const PAIRS: usize = 1 << 18;

/// How many parts a transcript has for the credits `per-turn` and `per-line`: its turns, or its lines that are not blank.
pub fn part_total(expected: &[GameTurn], scope: ComparisonScope) -> Option<usize> {
    match scope {
        ComparisonScope::Turns => Some(expected.len()),
        ComparisonScope::Transcript => {
            let printed: String = expected.iter().map(GameTurn::printed_text).collect();
            let lines = printed
                .lines()
                .filter(|line| !line.trim().is_empty())
                .count();
            Some(lines.max(1))
        }
        ComparisonScope::Final | ComparisonScope::Output => None,
    }
}

/// Counts the parts that are right, of those of the longer side. What differs, is missing or is one too many costs itself alone.
pub(super) fn count_right_pairs<E, A>(
    expected: &[E],
    actual: &[A],
    is_right: impl Fn(&E, &A) -> bool,
) -> PartCount {
    let all = expected.len().max(actual.len());
    let are_right = |(one, other): &(&E, &A)| is_right(one, other);
    let start = expected.iter().zip(actual).take_while(are_right).count();
    let expected = &expected[start..];
    let actual = &actual[start..];
    let end = expected
        .iter()
        .rev()
        .zip(actual.iter().rev())
        .take_while(are_right)
        .count();
    let expected = &expected[..expected.len() - end];
    let actual = &actual[..actual.len() - end];
    let middle = if expected.len().saturating_mul(actual.len()) > PAIRS {
        expected.iter().zip(actual).filter(are_right).count()
    } else {
        longest_common_length(expected, actual, is_right)
    };
    PartCount {
        right: start + middle + end,
        all,
    }
}

/// The longest common subsequence, row by row.
fn longest_common_length<E, A>(
    expected: &[E],
    actual: &[A],
    is_right: impl Fn(&E, &A) -> bool,
) -> usize {
    let mut above = vec![0; actual.len() + 1];
    for one in expected {
        let mut row = vec![0; actual.len() + 1];
        for (index, other) in actual.iter().enumerate() {
            row[index + 1] = if is_right(one, other) {
                above[index] + 1
            } else {
                above[index + 1].max(row[index])
            };
        }
        above = row;
    }
    above.last().copied().unwrap_or(0)
}
