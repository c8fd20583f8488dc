//! The three knobs: which lines of both sides count, and whether they are equal.

use super::aligned::Pairing;
use super::board::BoardShape;
use super::chatter::Chatter;
use super::compared::{Compared, Expected, Outcome};
use super::expected::{self, ExpectedTurn};
use super::only_blanks::differ_at_most_in_blanks;
use super::reads::reads_less;
use super::text::{Line, MatchOptions, WhitespaceRule, decode, split};
use super::turns::{self, ActualTurn};
use super::{explain, pairs, prompt, whole_output};
use crate::model::{
    Comparison, ExtraLines, Observation, PartCount, Prompts, Scope, Turn, Whitespace,
};

/// Both transcripts, read once for all settings of the knobs.
struct Sides<'a> {
    expected: Vec<ExpectedTurn>,
    last_screen: Vec<String>,
    actual: Vec<ActualTurn>,
    board: BoardShape,
    chatter: Chatter,
    rule: &'a Comparison,
    synchronised: bool,
}

const HELD_BACK: &str = "The program held its output back until after it had read (nothing was flushed, or all input was \
    read first), so where each input belongs could not be seen; the output was compared as a whole.";

const NOT_BY_TURNS: &str = "Where the program read could not be told from its output, so its turns could not be counted \
    one by one: they are all right or all wrong.";

/// Compares by scope, white space and prompts.
pub(super) fn compare(expected: Expected<'_>, seen: &Observation, rule: &Comparison) -> Compared {
    let mut remarks = Vec::new();
    let sides = Sides::new(expected, seen, rule, &mut remarks);
    if sides.synchronised && sides.is_held_back() {
        remarks.push(HELD_BACK.to_owned());
    }
    let short = reads_less(expected.turns, seen);
    let outcome = match short {
        Some(_) => Outcome::Different,
        None if sides.are_equal(WhitespaceRule::Setting(rule.whitespace)) => Outcome::Equal,
        None if sides.are_equal_to(&[sides.options(WhitespaceRule::IgnoreAll)]) => {
            Outcome::Presentation
        }
        None if sides.differ_at_most_in_white_space() => Outcome::Presentation,
        None => Outcome::Different,
    };
    let parts = match rule.scope {
        Scope::Turns => Some(sides.right_turns(outcome, &mut remarks)),
        Scope::Transcript => Some(sides.right_lines(outcome, expected.turns)),
        Scope::Final | Scope::Output => None,
    };
    let difference =
        (outcome != Outcome::Equal).then(|| sides.explain(outcome, short, seen.is_cut_at_limit()));
    Compared { difference, parts, remarks, ..Compared::new(outcome) }
}

/// Whether nothing differs.
pub(super) fn is_equal(expected: Expected<'_>, seen: &Observation, rule: &Comparison) -> bool {
    reads_less(expected.turns, seen).is_none()
        && Sides::new(expected, seen, rule, &mut Vec::new())
            .are_equal(WhitespaceRule::Setting(rule.whitespace))
}

impl<'a> Sides<'a> {
    fn new(
        Expected { turns: expected, messages }: Expected<'_>,
        seen: &Observation,
        rule: &'a Comparison,
        remarks: &mut Vec<String>,
    ) -> Sides<'a> {
        let turns = expected::turns(expected);
        let actual = seen.turns.iter().map(|turn| ActualTurn {
            text: decode(&turn.output, rule.whitespace, remarks),
            input: turn.input.clone(),
        });
        let (mut actual, board): (Vec<ActualTurn>, _) =
            (actual.collect(), BoardShape::from_transcript(expected));
        turns::put_late_prompts_back(&mut actual, &turns, &board);
        Sides {
            last_screen: expected::last_screen(expected, &turns),
            actual,
            chatter: Chatter::new(&board, &turns, messages),
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
        self.are_equal_to(&self.alternatives(blanks))
    }

    /// The rule's setting and all stricter ones.
    fn alternatives(&self, blanks: WhitespaceRule) -> Vec<MatchOptions> {
        let mut alternatives = vec![self.options(blanks)];
        let mut add = |stricter: fn(MatchOptions) -> MatchOptions| {
            let more: Vec<MatchOptions> =
                alternatives.iter().map(|options| stricter(*options)).collect();
            alternatives.extend(more);
        };
        add(|options| MatchOptions { numbers: None, ..options });
        add(|options| MatchOptions { extra_lines: ExtraLines::Deny, ..options });
        add(|options| MatchOptions {
            blanks: options.blanks.min(WhitespaceRule::Setting(Whitespace::Trailing)),
            ..options
        });
        add(|options| MatchOptions {
            blanks: options.blanks.min(WhitespaceRule::Setting(Whitespace::Exact)),
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

    fn options(&self, blanks: WhitespaceRule) -> MatchOptions {
        MatchOptions {
            numbers: self.rule.numbers,
            extra_lines: self.rule.extra_lines,
            ..MatchOptions::strict(blanks)
        }
    }

    /// Whether the two are equal for any of these settings.
    fn are_equal_to(&self, alternatives: &[MatchOptions]) -> bool {
        [ExtraLines::Deny, ExtraLines::Allow].into_iter().any(|extra_lines| {
            let alternatives: Vec<MatchOptions> = alternatives
                .iter()
                .filter(|options| options.extra_lines == extra_lines)
                .copied()
                .collect();
            let by_reads =
                || self.synchronised && self.are_equal_by_reads(&alternatives, extra_lines);
            let as_a_whole = || {
                self.reads_say_nothing() && self.are_equal_as_a_whole(&alternatives, extra_lines)
            };
            !alternatives.is_empty() && (by_reads() || as_a_whole())
        })
    }

    /// Whether each turn is right but for blanks and line breaks, in a program that draws no board: there, lines are the drawing.
    fn differ_at_most_in_white_space(&self) -> bool {
        let is_by_turns = matches!(self.rule.scope, Scope::Transcript | Scope::Turns);
        if !is_by_turns || !self.synchronised || self.board.is_known() {
            return false;
        }
        let is_lacking = self.rule.prompts == Prompts::Shows && self.lacking().is_some();
        let is_same = |(expected, actual): (&ExpectedTurn, &ActualTurn)| {
            let is_right_without_prompt = || {
                let content = prompt::separate(&actual.text, expected, &self.board).content;
                differ_at_most_in_blanks(&expected.content.join("\n"), &content.join("\n"))
            };
            let may_differ_in_prompt =
                self.rule.prompts != Prompts::Exact && expected.input.is_some();
            expected.input == actual.input
                && (differ_at_most_in_blanks(&expected.printed, &actual.text)
                    || may_differ_in_prompt && is_right_without_prompt())
        };
        !is_lacking
            && self.expected.len() == self.actual.len()
            && self.expected.iter().zip(&self.actual).all(is_same)
    }

    /// How many turns are right. Not all of them, unless the transcript is accepted.
    fn right_turns(&self, outcome: Outcome, remarks: &mut Vec<String>) -> PartCount {
        let all = self.expected.len();
        if outcome == Outcome::Equal {
            return PartCount { right: all, all };
        }
        if self.reads_say_nothing() {
            remarks.push(NOT_BY_TURNS.to_owned());
            return PartCount { right: 0, all };
        }
        let pairing = Pairing {
            prompts: self.rule.prompts,
            options: self.options(WhitespaceRule::Setting(self.rule.whitespace)),
            board: &self.board,
            chatter: &self.chatter,
        };
        let PartCount { right, all } = pairing.count(&self.expected, &self.actual);
        PartCount { right: right.min(all.saturating_sub(1)), all }
    }

    /// How many lines are right; blank ones do not count. Not all of them, unless the transcript is accepted.
    fn right_lines(&self, outcome: Outcome, turns: &[Turn]) -> PartCount {
        let all = pairs::part_total(turns, Scope::Transcript).unwrap_or_default();
        if outcome == Outcome::Equal {
            return PartCount { right: all, all };
        }
        let (printed, text): (String, String);
        let (mut expected, mut actual) = if self.reads_say_nothing() {
            // Prompts cannot be removed here. One that differs makes the line wrong that follows it.
            printed = self.expected.iter().map(|turn| turn.printed.as_str()).collect();
            text = self.actual.iter().map(|turn| turn.text.as_str()).collect();
            (split(&printed, 0), split(&text, 0))
        } else {
            self.compared_lines()
        };
        expected.retain(|line| !line.is_blank());
        actual.retain(|line| !line.is_blank());
        let options = self.options(WhitespaceRule::Setting(self.rule.whitespace));
        let PartCount { right, all } =
            pairs::count(&expected, &actual, |one, other| options.is_same(&one.text, &other.text));
        PartCount { right: right.min(all.saturating_sub(1)), all: all.max(1) }
    }

    /// Whether the program's output was held back past a read at which the reference had printed something, or was cut
    /// inside a row of a board by a buffer that was full.
    fn reads_say_nothing(&self) -> bool {
        let held_back = |(expected, actual): (&ExpectedTurn, &ActualTurn)| {
            let nothing = actual.text.is_empty() && !expected.printed.is_empty();
            actual.input.is_some() && (nothing || self.board.breaks_off(&actual.text))
        };
        !self.synchronised || self.expected.iter().zip(&self.actual).any(held_back)
    }

    /// Whether nothing at all was printed before the last read.
    fn is_held_back(&self) -> bool {
        let mut read = self.actual.iter().filter(|turn| turn.input.is_some()).peekable();
        read.peek().is_some() && read.all(|turn| turn.text.is_empty()) && self.reads_say_nothing()
    }

    fn are_equal_by_reads(&self, alternatives: &[MatchOptions], extra_lines: ExtraLines) -> bool {
        match self.rule.scope {
            // The last screen holds no prompt of a read that the reference makes, so their wording does not matter.
            Scope::Final => any_equal(alternatives, &self.screen(), &self.last_lines(extra_lines)),
            Scope::Transcript | Scope::Turns | Scope::Output => {
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
            any_equal(alternatives, &expected, &self.actual_lines(prompts, extra_lines))
        };
        match self.rule.prompts {
            Prompts::Exact => equal(Prompts::Exact),
            Prompts::Shows => {
                equal(Prompts::Exact) || (equal(Prompts::Shows) && self.lacking().is_none())
            }
            Prompts::Any => equal(Prompts::Exact) || equal(Prompts::Any),
        }
    }

    fn lacking(&self) -> Option<turns::Lacking> {
        turns::lacking_prompt(&self.actual, &self.expected, &self.board)
    }

    fn screen(&self) -> Vec<Line<'_>> {
        let turn = self.expected.len().saturating_sub(1);
        self.last_screen.iter().map(|text| Line { text: text.into(), turn }).collect()
    }

    /// The program's last lines that are not blank, as many as the last screen has.
    fn last_lines(&self, extra_lines: ExtraLines) -> Vec<Line<'_>> {
        let lines = if self.board.is_known() {
            turns::screen_lines(&self.actual, &self.expected, &self.board)
        } else {
            turns::actual_lines(&self.actual, &self.expected, Prompts::Any, &self.board)
        };
        let mut lines = self.chatter.removed(lines, extra_lines);
        lines.retain(|line| !line.is_blank());
        lines.split_off(lines.len().saturating_sub(self.last_screen.len()))
    }

    fn are_equal_as_a_whole(&self, alternatives: &[MatchOptions], extra_lines: ExtraLines) -> bool {
        let text: String = self.actual.iter().map(|turn| turn.text.as_str()).collect();
        let any = |is_matched: &dyn Fn(whole_output::WholeOutput<'_>) -> bool| {
            alternatives.iter().any(|options| is_matched(self.whole(*options)))
        };
        match (self.rule.scope, self.rule.prompts) {
            (Scope::Final, _) => any(&|whole| whole.ends_with(&self.last_screen, &text)),
            (_, prompts) => {
                self.wholes_are_equal(&text, alternatives, extra_lines)
                    || (prompts != Prompts::Exact
                        && any(&|whole| whole.is_matched_by(&text, prompts == Prompts::Shows)))
            }
        }
    }

    fn whole(&self, options: MatchOptions) -> whole_output::WholeOutput<'_> {
        whole_output::WholeOutput {
            expected: &self.expected,
            board: &self.board,
            chatter: &self.chatter,
            options,
        }
    }

    /// Where reads say nothing, a prompt ends where its words end: there the player would type, and the cursor would
    /// stand in a new line.
    fn wholes_are_equal(
        &self,
        text: &str,
        alternatives: &[MatchOptions],
        extra_lines: ExtraLines,
    ) -> bool {
        let printed: String = self.expected.iter().map(|turn| turn.printed.as_str()).collect();
        let are_equal = |expected: &str, actual: &str| {
            let actual = self.chatter.removed(split(actual, 0), extra_lines);
            any_equal(alternatives, &split(expected, 0), &actual)
        };
        are_equal(&printed, text) || are_equal(&self.with_typing(&printed), &self.with_typing(text))
    }

    fn with_typing(&self, text: &str) -> String {
        let prompts = self.expected.iter().flat_map(|turn| &turn.prompts);
        let mut words: Vec<&str> =
            prompts.map(|prompt| prompt.text.as_str()).filter(|text| !text.is_empty()).collect();
        words.sort_unstable();
        words.dedup();
        words
            .iter()
            .fold(text.to_owned(), |text, words| text.replace(words, &format!("{words}‹›\n")))
    }

    fn actual_lines(&self, prompts: Prompts, extra_lines: ExtraLines) -> Vec<Line<'_>> {
        let lines = turns::actual_lines(&self.actual, &self.expected, prompts, &self.board);
        self.chatter.removed(lines, extra_lines)
    }

    fn explain(
        &self,
        outcome: Outcome,
        short: Option<usize>,
        is_cut: bool,
    ) -> crate::model::Difference {
        let blanks = match outcome {
            // What differs is white space: look at all of it that counts.
            Outcome::Presentation => self.rule.whitespace.min(Whitespace::Trailing),
            _ => self.rule.whitespace,
        };
        let options = self.options(WhitespaceRule::Setting(blanks));
        let lacking = match (self.rule.scope, self.rule.prompts) {
            (Scope::Transcript | Scope::Turns, Prompts::Shows) => self.lacking(),
            _ => None,
        };
        let is_told = short.is_some() || lacking.is_some();
        let (expected, actual) = self.compared_lines();
        let inputs = self.expected.iter().filter_map(|turn| {
            let is_move = self.board.is_known() && !turn.prompts.is_empty();
            Some(explain::Typed { line: turn.input.clone()?, is_move })
        });
        let expected = options.lines(&expected);
        let actual = options.as_expected(&expected, options.lines(&actual));
        let mut explanation = explain::Explanation {
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
        if !is_told && explanation.shows_nothing() {
            // Where a prompt ends is a guess, and by this one nothing differs: then all of both is shown, to the last blank.
            (all_expected, all_actual) = (
                turns::expected_lines(&self.expected, Prompts::Exact),
                self.actual_lines(Prompts::Exact, ExtraLines::Deny),
            );
            let exact = MatchOptions::strict(WhitespaceRule::Setting(Whitespace::Exact));
            explanation.expected = exact.lines(&all_expected);
            explanation.actual = exact.lines(&all_actual);
            explanation.scope = Scope::Transcript;
        }
        explanation.difference()
    }

    /// The lines of both sides that the rule compares.
    fn compared_lines(&self) -> (Vec<Line<'_>>, Vec<Line<'_>>) {
        match self.rule.scope {
            Scope::Final => (self.screen(), self.last_lines(self.rule.extra_lines)),
            Scope::Transcript | Scope::Turns | Scope::Output => (
                turns::expected_lines(&self.expected, self.rule.prompts),
                self.actual_lines(self.rule.prompts, self.rule.extra_lines),
            ),
        }
    }
}

fn any_equal(alternatives: &[MatchOptions], expected: &[Line<'_>], actual: &[Line<'_>]) -> bool {
    alternatives.iter().any(|options| options.are_equal(expected, actual))
}
