//! The three knobs: which lines of both sides count, and whether they are equal.

use super::aligned::TurnPairing;
use super::compared::{ComparisonOutcome, ComparisonResult, ExpectedTranscript, reads_less};
use super::expected::{self, BoardShape, ExpectedTurn};
use super::only_blanks::differ_at_most_in_blanks;
use super::shown::ChatterFilter;
use super::text::{ComparedLine, MatchOptions, WhitespaceRule, decode_output, split_lines};
use super::turns::{self, ActualTurn};
use super::{aligned, explain, prompt, question, whole_output};
use model::{
    Comparison, ComparisonScope, ExtraLines, GameTurn, Observation, PartCount, PromptMode,
    WhitespaceMode,
};

/// Both transcripts, read once for all settings of the knobs.
struct TranscriptPair<'a> {
    expected: Vec<ExpectedTurn>,
    last_screen: Vec<String>,
    actual: Vec<ActualTurn>,
    board: BoardShape,
    chatter: ChatterFilter,
    rule: &'a Comparison,
    synchronised: bool,
}

const HELD_BACK: &str = "The program printed only after it had read all of its input, or held its output back (nothing was \
    flushed). So it is not known where each input belongs, and the output was compared as a whole.";

/// With more lines than this after it, a screen is not looked at as the last one.
const LINES_TOO_MANY: usize = 3;

const NOT_BY_TURNS: &str = "Where the program read could not be told from its output, so its turns could not be counted \
    one by one: they are all right or all wrong.";

/// Compares by scope, white space and prompts.
pub(super) fn compare_by_options(
    expected: ExpectedTranscript<'_>,
    seen: &Observation,
    rule: &Comparison,
) -> ComparisonResult {
    let mut remarks = Vec::new();
    let sides = TranscriptPair::new(expected, seen, rule, &mut remarks);
    if sides.synchronised && sides.is_held_back() {
        remarks.push(HELD_BACK.to_owned());
    }
    let short = reads_less(expected.turns, seen);
    let outcome = match short {
        Some(_) => ComparisonOutcome::Different,
        None if sides.are_equal(WhitespaceRule::Setting(rule.whitespace)) => {
            ComparisonOutcome::Equal
        }
        None if sides.are_equal_to(&[sides.match_options(WhitespaceRule::IgnoreAll)]) => {
            ComparisonOutcome::Presentation
        }
        None if sides.differ_at_most_in_white_space() => ComparisonOutcome::Presentation,
        None if sides.differ_at_most_in_breaks_after_prompts() => ComparisonOutcome::Presentation,
        None => ComparisonOutcome::Different,
    };
    let parts = match rule.scope {
        ComparisonScope::Turns => Some(sides.right_turns(outcome, &mut remarks)),
        ComparisonScope::Transcript => {
            let mut parts = sides.right_lines(outcome, expected.turns);
            // What a program does after the end of input is no part of the game, unless it was right.
            if let (false, Some(cut)) = (outcome == ComparisonOutcome::Equal, cut_at_end(seen)) {
                let sides = TranscriptPair::new(expected, &cut, rule, &mut Vec::new());
                parts = larger_share(parts, sides.right_lines(outcome, expected.turns));
            }
            Some(parts)
        }
        ComparisonScope::Final | ComparisonScope::Output => None,
    };
    let difference = (outcome != ComparisonOutcome::Equal)
        .then(|| sides.explain_difference(outcome, short, seen.is_last_line_cut()));
    ComparisonResult {
        difference,
        parts,
        remarks,
        ..ComparisonResult::new(outcome)
    }
}

/// The run without what was printed after the program was first told of the end of input; none if it never was.
fn cut_at_end(seen: &Observation) -> Option<Observation> {
    let before_end = seen.before_end.as_ref().filter(|_| seen.saw_eof)?;
    let last = seen.turns.len().checked_sub(1)?;
    Some(question::truncate_observation(seen, last, before_end))
}

/// The count of which the larger part is right.
fn larger_share(one: PartCount, other: PartCount) -> PartCount {
    if other.right * one.all > one.right * other.all {
        other
    } else {
        one
    }
}

/// Whether nothing differs in what a program printed that read enough.
pub(super) fn is_equal(
    expected: ExpectedTranscript<'_>,
    seen: &Observation,
    rule: &Comparison,
) -> bool {
    TranscriptPair::new(expected, seen, rule, &mut Vec::new())
        .are_equal(WhitespaceRule::Setting(rule.whitespace))
}

impl<'a> TranscriptPair<'a> {
    fn new(
        ExpectedTranscript {
            turns: expected,
            messages,
        }: ExpectedTranscript<'_>,
        seen: &Observation,
        rule: &'a Comparison,
        remarks: &mut Vec<String>,
    ) -> TranscriptPair<'a> {
        let board = BoardShape::from_transcript(expected);
        let turns = expected::split_turns(expected, &board);
        let actual = seen.turns.iter().map(|turn| ActualTurn {
            text: decode_output(&turn.output, rule.whitespace, remarks),
            input: turn.input.clone(),
        });
        let mut actual: Vec<ActualTurn> = actual.collect();
        turns::restore_late_prompts(&mut actual, &turns, &board);
        if rule.prompts != PromptMode::Exact {
            turns::restore_further_prompts(&mut actual, &turns, &board);
        }
        if rule.extra_lines != ExtraLines::Deny {
            turns::remove_redraws(&mut actual, &turns, &board);
        }
        TranscriptPair {
            last_screen: expected::last_screen(expected, &turns),
            actual,
            chatter: ChatterFilter::new(&board, &turns, messages),
            board,
            expected: turns,
            rule,
            synchronised: seen.synchronised,
        }
    }

    /// Whether the two are equal as the rule sees them, or as any stricter rule does. Where a prompt is and where it ends
    /// is a guess that depends on the setting; asking every stricter one makes sure that a looser rule never rejects what
    /// a stricter one accepts.
    fn are_equal(&self, blanks: WhitespaceRule) -> bool {
        self.are_equal_to(&self.list_stricter_options(blanks))
    }

    /// The rule's setting and all stricter ones.
    fn list_stricter_options(&self, blanks: WhitespaceRule) -> Vec<MatchOptions> {
        let mut alternatives = vec![self.match_options(blanks)];
        let mut add = |stricter: fn(MatchOptions) -> MatchOptions| {
            let more: Vec<MatchOptions> = alternatives
                .iter()
                .map(|options| stricter(*options))
                .collect();
            alternatives.extend(more);
        };
        add(|options| MatchOptions {
            numbers: None,
            ..options
        });
        add(|options| MatchOptions {
            extra_lines: ExtraLines::Deny,
            ..options
        });
        add(|options| MatchOptions {
            blanks: options
                .blanks
                .min(WhitespaceRule::Setting(WhitespaceMode::Trailing)),
            ..options
        });
        add(|options| MatchOptions {
            blanks: options
                .blanks
                .min(WhitespaceRule::Setting(WhitespaceMode::Exact)),
            ..options
        });
        let mut distinct: Vec<MatchOptions> = Vec::new();
        alternatives.into_iter().for_each(|options| {
            if !distinct.contains(&options) {
                distinct.push(options);
            }
        });
        distinct
    }

    fn match_options(&self, blanks: WhitespaceRule) -> MatchOptions {
        MatchOptions {
            numbers: self.rule.numbers,
            extra_lines: self.rule.extra_lines,
            ..MatchOptions::strict(blanks)
        }
    }

    /// Whether the two are equal for any of these settings.
    fn are_equal_to(&self, alternatives: &[MatchOptions]) -> bool {
        [ExtraLines::Deny, ExtraLines::Redraws, ExtraLines::Allow]
            .into_iter()
            .any(|extra_lines| {
                let alternatives: Vec<MatchOptions> = alternatives
                    .iter()
                    .filter(|options| options.extra_lines == extra_lines)
                    .copied()
                    .collect();
                let by_reads =
                    || self.synchronised && self.are_equal_by_reads(&alternatives, extra_lines);
                let as_a_whole = || {
                    self.has_unreliable_reads()
                        && self.are_equal_without_reads(&alternatives, extra_lines)
                };
                !alternatives.is_empty() && (by_reads() || as_a_whole())
            })
    }

    /// Whether each turn is right but for blanks and line breaks, in a program that draws no board: there, lines are the drawing.
    fn differ_at_most_in_white_space(&self) -> bool {
        let is_by_turns = matches!(
            self.rule.scope,
            ComparisonScope::Transcript | ComparisonScope::Turns
        );
        if !is_by_turns || !self.synchronised || self.board.is_known() {
            return false;
        }
        let is_lacking =
            self.rule.prompts == PromptMode::Shows && self.find_incomplete_prompt().is_some();
        let is_same = |(expected, actual): (&ExpectedTurn, &ActualTurn)| {
            let is_right_without_prompt = || {
                let content = prompt::separate_prompt(&actual.text, expected, &self.board).content;
                differ_at_most_in_blanks(&expected.content.join("\n"), &content.join("\n"))
            };
            let may_differ_in_prompt =
                self.rule.prompts != PromptMode::Exact && expected.input.is_some();
            expected.input == actual.input
                && (differ_at_most_in_blanks(&expected.printed, &actual.text)
                    || may_differ_in_prompt && is_right_without_prompt())
        };
        !is_lacking
            && self.expected.len() == self.actual.len()
            && self.expected.iter().zip(&self.actual).all(is_same)
    }

    /// Whether all is right but for line breaks after prompts, where the words of prompts count and their input follows on the same line.
    fn differ_at_most_in_breaks_after_prompts(&self) -> bool {
        if self.rule.prompts != PromptMode::Exact {
            return false;
        }
        let mut actual = self.actual.clone();
        for (turn, expected) in actual.iter_mut().zip(&self.expected) {
            let is_same_line = expected.input.is_some() && !expected.printed.ends_with('\n');
            if turn.input.is_some() && is_same_line && turn.text.ends_with('\n') {
                turn.text.truncate(turn.text.trim_end().len());
            }
        }
        let joined = TranscriptPair {
            actual,
            expected: self.expected.clone(),
            last_screen: self.last_screen.clone(),
            board: self.board.clone(),
            chatter: self.chatter.clone(),
            ..*self
        };
        joined.are_equal_to(&[joined.match_options(WhitespaceRule::IgnoreAll)])
    }

    /// How many turns are right. Not all of them, unless the transcript is accepted.
    fn right_turns(&self, outcome: ComparisonOutcome, remarks: &mut Vec<String>) -> PartCount {
        let all = self.expected.len();
        if outcome == ComparisonOutcome::Equal {
            return PartCount { right: all, all };
        }
        if self.has_unreliable_reads() {
            remarks.push(NOT_BY_TURNS.to_owned());
            return PartCount { right: 0, all };
        }
        let pairing = TurnPairing {
            prompts: self.rule.prompts,
            options: self.match_options(WhitespaceRule::Setting(self.rule.whitespace)),
            board: &self.board,
            chatter: &self.chatter,
        };
        let PartCount { right, all } = pairing.count_right_turns(&self.expected, &self.actual);
        PartCount {
            right: right.min(all.saturating_sub(1)),
            all,
        }
    }

    /// How many lines are right; blank ones do not count. Not all of them, unless the transcript is accepted.
    fn right_lines(&self, outcome: ComparisonOutcome, turns: &[GameTurn]) -> PartCount {
        let all = aligned::part_total(turns, ComparisonScope::Transcript).unwrap_or_default();
        if outcome == ComparisonOutcome::Equal {
            return PartCount { right: all, all };
        }
        if !self.has_unreliable_reads() {
            let (expected, actual) = self.compared_lines();
            return self.count_right_lines(expected, actual);
        }
        let printed: String = self
            .expected
            .iter()
            .map(|turn| turn.printed.as_str())
            .collect();
        let text: String = self.actual.iter().map(|turn| turn.text.as_str()).collect();
        // Where the program's prompts end cannot be seen. If it prints the reference's, each stands before the line that follows it.
        let with_prompts = self.count_right_lines(split_lines(&printed, 0), split_lines(&text, 0));
        if self.rule.prompts == PromptMode::Exact {
            return with_prompts;
        }
        // If it prints none, its lines are those of a program whose prompts were removed.
        let lines = self
            .chatter
            .remove_chatter(split_lines(&text, 0), self.rule.extra_lines);
        let expected = turns::expected_lines(&self.expected, self.rule.prompts);
        let without_prompts = self.count_right_lines(expected, lines);
        larger_share(with_prompts, without_prompts)
    }

    /// How many lines that are not blank are right, but not all of them.
    fn count_right_lines(
        &self,
        mut expected: Vec<ComparedLine<'_>>,
        mut actual: Vec<ComparedLine<'_>>,
    ) -> PartCount {
        expected.retain(|line| !line.is_blank());
        actual.retain(|line| !line.is_blank());
        let options = self.match_options(WhitespaceRule::Setting(self.rule.whitespace));
        let PartCount { right, all } =
            aligned::count_right_pairs(&expected, &actual, |one, other| {
                options.is_same(&one.text, &other.text)
            });
        PartCount {
            right: right.min(all.saturating_sub(1)),
            all: all.max(1),
        }
    }

    /// Whether the program's output was held back past a read at which the reference had printed something, or was cut
    /// inside a row of a board by a buffer that was full. Who prints nothing where only a prompt is expected does not ask, unless
    /// nothing is printed before any read.
    fn has_unreliable_reads(&self) -> bool {
        let mut reads = self.actual.iter().filter(|turn| turn.input.is_some());
        let is_silent = reads.all(|turn| turn.text.is_empty());
        let held_back = |(expected, actual): (&ExpectedTurn, &ActualTurn)| {
            let is_awaited = match is_silent {
                true => !expected.printed.is_empty(),
                false => !expected.content.is_empty(),
            };
            let nothing = actual.text.is_empty() && is_awaited;
            actual.input.is_some() && (nothing || self.board.breaks_off(&actual.text))
        };
        !self.synchronised || self.expected.iter().zip(&self.actual).any(held_back)
    }

    /// Whether nothing at all was printed before the last read.
    fn is_held_back(&self) -> bool {
        let mut read = self
            .actual
            .iter()
            .filter(|turn| turn.input.is_some())
            .peekable();
        read.peek().is_some()
            && read.all(|turn| turn.text.is_empty())
            && self.has_unreliable_reads()
    }

    fn are_equal_by_reads(&self, alternatives: &[MatchOptions], extra_lines: ExtraLines) -> bool {
        match self.rule.scope {
            // The last screen holds no prompt of a read that the reference makes, so their wording does not matter.
            ComparisonScope::Final => any_equal(
                alternatives,
                &self.expected_screen_lines(),
                &self.last_lines(extra_lines),
            ),
            ComparisonScope::Transcript | ComparisonScope::Turns | ComparisonScope::Output => {
                self.transcripts_are_equal(alternatives, extra_lines)
            }
        }
    }

    fn transcripts_are_equal(
        &self,
        alternatives: &[MatchOptions],
        extra_lines: ExtraLines,
    ) -> bool {
        let equal = |prompts| {
            let expected = turns::expected_lines(&self.expected, prompts);
            any_equal(
                alternatives,
                &expected,
                &self.actual_lines(prompts, extra_lines),
            )
        };
        match self.rule.prompts {
            PromptMode::Exact => equal(PromptMode::Exact),
            PromptMode::Shows => {
                equal(PromptMode::Exact)
                    || (equal(PromptMode::Shows) && self.find_incomplete_prompt().is_none())
            }
            PromptMode::Any => equal(PromptMode::Exact) || equal(PromptMode::Any),
        }
    }

    fn find_incomplete_prompt(&self) -> Option<turns::IncompletePrompt> {
        turns::find_incomplete_prompt(&self.actual, &self.expected, &self.board)
    }

    fn expected_screen_lines(&self) -> Vec<ComparedLine<'_>> {
        let turn = self.expected.len().saturating_sub(1);
        self.last_screen
            .iter()
            .map(|text| ComparedLine {
                text: text.into(),
                turn,
            })
            .collect()
    }

    /// The program's last lines that are not blank, as many as the last screen has.
    fn last_lines(&self, extra_lines: ExtraLines) -> Vec<ComparedLine<'_>> {
        let mut lines = self.filled_lines(extra_lines);
        lines.split_off(lines.len().saturating_sub(self.last_screen.len()))
    }

    /// The program's last lines for a person: from where most of them are as expected, so that a line too many at the end, or one
    /// that is missing, is all that differs.
    fn aligned_last_lines(&self, expected: &[ComparedLine<'_>]) -> Vec<ComparedLine<'_>> {
        let options = self.match_options(WhitespaceRule::Setting(self.rule.whitespace));
        let mut lines = self.filled_lines(self.rule.extra_lines);
        let usual = lines.len().saturating_sub(expected.len());
        let count_right = |start: usize| {
            let pairs = expected.iter().zip(&lines[start..]);
            pairs
                .filter(|(one, other)| options.is_same(&one.text, &other.text))
                .count()
        };
        let mut best = (count_right(usual), usual);
        for start in usual.saturating_sub(LINES_TOO_MANY)..lines.len() {
            let right = count_right(start);
            if right > best.0 {
                best = (right, start);
            }
        }
        lines.split_off(best.1)
    }

    /// The program's lines that are not blank and may be of its last screen.
    fn filled_lines(&self, extra_lines: ExtraLines) -> Vec<ComparedLine<'_>> {
        let lines = if self.board.is_known() {
            turns::screen_lines(&self.actual, &self.expected, &self.board)
        } else {
            turns::actual_lines(&self.actual, &self.expected, PromptMode::Any, &self.board)
        };
        let mut lines = self.chatter.remove_chatter(lines, extra_lines);
        lines.retain(|line| !line.is_blank());
        lines
    }

    fn are_equal_without_reads(
        &self,
        alternatives: &[MatchOptions],
        extra_lines: ExtraLines,
    ) -> bool {
        let text: String = self.actual.iter().map(|turn| turn.text.as_str()).collect();
        let any = |is_matched: &dyn Fn(whole_output::OutputExpectation<'_>) -> bool| {
            alternatives
                .iter()
                .any(|options| is_matched(self.output_expectation(*options)))
        };
        match (self.rule.scope, self.rule.prompts) {
            (ComparisonScope::Final, _) => any(&|whole| whole.ends_with(&self.last_screen, &text)),
            (_, prompts) => {
                self.are_outputs_equal(&text, alternatives, extra_lines)
                    || (prompts != PromptMode::Exact
                        && any(&|whole| whole.is_matched_by(&text, prompts == PromptMode::Shows)))
            }
        }
    }

    fn output_expectation(&self, options: MatchOptions) -> whole_output::OutputExpectation<'_> {
        whole_output::OutputExpectation {
            expected: &self.expected,
            board: &self.board,
            chatter: &self.chatter,
            options,
        }
    }

    /// Where reads say nothing, a prompt ends where its words end: there the player would type, and the cursor would
    /// stand in a new line.
    fn are_outputs_equal(
        &self,
        text: &str,
        alternatives: &[MatchOptions],
        extra_lines: ExtraLines,
    ) -> bool {
        let printed: String = self
            .expected
            .iter()
            .map(|turn| turn.printed.as_str())
            .collect();
        let are_equal = |expected: &str, actual: &str| {
            let actual = self
                .chatter
                .remove_chatter(split_lines(actual, 0), extra_lines);
            any_equal(alternatives, &split_lines(expected, 0), &actual)
        };
        are_equal(&printed, text)
            || are_equal(
                &self.insert_typing_marks(&printed),
                &self.insert_typing_marks(text),
            )
    }

    fn insert_typing_marks(&self, text: &str) -> String {
        let prompts = self.expected.iter().flat_map(|turn| &turn.prompts);
        let mut words: Vec<&str> = prompts
            .map(|prompt| prompt.text.as_str())
            .filter(|text| !text.is_empty())
            .collect();
        words.sort_unstable();
        words.dedup();
        words.iter().fold(text.to_owned(), |text, words| {
            text.replace(words, &format!("{words}‹›\n"))
        })
    }

    fn actual_lines(&self, prompts: PromptMode, extra_lines: ExtraLines) -> Vec<ComparedLine<'_>> {
        let lines = turns::actual_lines(&self.actual, &self.expected, prompts, &self.board);
        self.chatter.remove_chatter(lines, extra_lines)
    }

    fn explain_difference(
        &self,
        outcome: ComparisonOutcome,
        short: Option<usize>,
        is_cut: bool,
    ) -> model::TranscriptDifference {
        let blanks = match outcome {
            // What differs is white space: look at all of it that counts.
            ComparisonOutcome::Presentation => self.rule.whitespace.min(WhitespaceMode::Trailing),
            _ => self.rule.whitespace,
        };
        let options = self.match_options(WhitespaceRule::Setting(blanks));
        let lacking = match (self.rule.scope, self.rule.prompts) {
            (ComparisonScope::Transcript | ComparisonScope::Turns, PromptMode::Shows) => {
                self.find_incomplete_prompt()
            }
            _ => None,
        };
        let is_told = short.is_some() || lacking.is_some();
        let (expected, actual) = self.compared_lines();
        let inputs = self.expected.iter().filter_map(|turn| {
            let is_move = self.board.is_known() && !turn.prompts.is_empty();
            Some(explain::ExplainedInput {
                line: turn.input.clone()?,
                is_move,
            })
        });
        let expected = options.normalize_lines(&expected);
        let actual = options.replace_equal_lines(&expected, options.normalize_lines(&actual));
        let mut explanation = explain::DifferenceExplanation {
            expected,
            actual,
            scope: self.rule.scope,
            inputs: inputs.collect(),
            outcome,
            short,
            lacking,
            is_cut,
        };
        let (all_expected, all_actual);
        if !is_told && explanation.has_no_difference() {
            // Where a prompt ends is a guess, and by this one nothing differs: then all of both is shown, to the last blank.
            (all_expected, all_actual) = (
                turns::expected_lines(&self.expected, PromptMode::Exact),
                self.actual_lines(PromptMode::Exact, ExtraLines::Deny),
            );
            let exact = MatchOptions::strict(WhitespaceRule::Setting(WhitespaceMode::Exact));
            explanation.expected = exact.normalize_lines(&all_expected);
            explanation.actual = exact.normalize_lines(&all_actual);
            explanation.scope = ComparisonScope::Transcript;
        }
        explanation.build_difference()
    }

    /// The lines of both sides that the rule compares.
    fn compared_lines(&self) -> (Vec<ComparedLine<'_>>, Vec<ComparedLine<'_>>) {
        match self.rule.scope {
            ComparisonScope::Final => {
                let expected = self.expected_screen_lines();
                let actual = self.aligned_last_lines(&expected);
                (expected, actual)
            }
            ComparisonScope::Transcript | ComparisonScope::Turns | ComparisonScope::Output => (
                turns::expected_lines(&self.expected, self.rule.prompts),
                self.actual_lines(self.rule.prompts, self.rule.extra_lines),
            ),
        }
    }
}

fn any_equal(
    alternatives: &[MatchOptions],
    expected: &[ComparedLine<'_>],
    actual: &[ComparedLine<'_>],
) -> bool {
    alternatives
        .iter()
        .any(|options| options.are_equal(expected, actual))
}
