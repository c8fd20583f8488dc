//! Standard output as a whole, wherever the program read: for programs that are no dialogues (`scope = "output"`).
//!
//! What is compared one after the other is a line, or a word where white space is `tokens`. Many megabytes are read as they stand,
//! a few times; only lines around the first difference are kept.

use std::borrow::Cow;

use super::aligned;
use super::compared::{ComparisonOutcome, ComparisonResult};
use super::explain;
use super::line_diff;
use super::text::{ComparedLine, MatchOptions, WhitespaceRule, strip_terminal_codes};
use model::{
    Comparison, DiffLine, GameTurn, LineOrder, Observation, OutputPiece, PartCount,
    TranscriptDifference, WhitespaceMode, group_digits,
};
use support::raw_text;

/// Compares all that was printed.
pub(super) fn compare_output(
    expected: &[GameTurn],
    seen: &Observation,
    rule: &Comparison,
) -> ComparisonResult {
    let expected = join_expected(expected);
    let joined;
    let stdout = match seen.turns.as_slice() {
        [only] => only.output.as_slice(),
        _ => {
            joined = seen.stdout();
            joined.as_slice()
        }
    };
    let mut remarks = Vec::new();
    let actual = strip_terminal_codes(raw_text::from_bytes(stdout), rule.whitespace, &mut remarks);
    let sides = OutputPair {
        expected: &expected,
        actual: &actual,
        options: match_options(rule),
        rule,
    };
    let outcome = sides.decide_outcome();
    let difference = (outcome != ComparisonOutcome::Equal).then(|| sides.build_difference(outcome));
    let parts = Some(sides.right_lines(outcome));
    ComparisonResult {
        difference,
        parts,
        remarks,
        ..ComparisonResult::new(outcome)
    }
}

/// All that is expected, which as a rule stands there as one text.
fn join_expected(turns: &[GameTurn]) -> Cow<'_, str> {
    if let [GameTurn { pieces, .. }] = turns
        && let [OutputPiece::Prompt(whole)] = pieces.as_slice()
    {
        return Cow::Borrowed(&whole.text);
    }
    turns
        .iter()
        .map(GameTurn::printed_text)
        .collect::<String>()
        .into()
}

fn match_options(rule: &Comparison) -> MatchOptions {
    MatchOptions {
        numbers: rule.numbers,
        case_sensitive: rule.case_sensitive,
        ..MatchOptions::strict(WhitespaceRule::Setting(rule.whitespace))
    }
}

struct OutputPair<'a> {
    expected: &'a str,
    actual: &'a str,
    options: MatchOptions,
    rule: &'a Comparison,
}

impl<'a> OutputPair<'a> {
    fn decide_outcome(&self) -> ComparisonOutcome {
        let is_equal = self.expected == self.actual
            || match self.rule.order {
                LineOrder::AsReference => self.first_difference().is_none(),
                LineOrder::Any => {
                    let (missing, more) = self.find_unmatched();
                    missing.is_empty() && more.is_empty()
                }
            };
        let without_blanks = MatchOptions {
            blanks: WhitespaceRule::IgnoreAll,
            numbers: None,
            ..self.options
        };
        if is_equal {
            ComparisonOutcome::Equal
        } else if without_blanks.is_same(self.expected, self.actual) {
            ComparisonOutcome::Presentation
        } else {
            ComparisonOutcome::Different
        }
    }

    /// What is compared one after the other.
    fn split_units(&self, text: &'a str) -> Box<dyn Iterator<Item = &'a str> + 'a> {
        match self.rule.whitespace {
            WhitespaceMode::Exact => Box::new(text.split('\n')),
            WhitespaceMode::Trailing => Box::new(text.trim_end().split('\n')),
            WhitespaceMode::Collapse => {
                Box::new(text.split('\n').filter(|line| !line.trim().is_empty()))
            }
            WhitespaceMode::Tokens => Box::new(text.split_whitespace()),
        }
    }

    /// The first two that differ; none on a side that has come to its end.
    fn first_difference(&self) -> Option<(Option<&'a str>, Option<&'a str>)> {
        let mut expected = self.split_units(self.expected);
        let mut actual = self.split_units(self.actual);
        loop {
            match (expected.next(), actual.next()) {
                (None, None) => return None,
                (Some(one), Some(other)) if self.options.is_same(one, other) => {}
                differing => return Some(differing),
            }
        }
    }

    /// How many lines are right, of those of the longer side.
    fn right_lines(&self, outcome: ComparisonOutcome) -> PartCount {
        // Words in any order are as good as lines.
        let is_by_words =
            self.rule.order == LineOrder::Any && self.rule.whitespace == WhitespaceMode::Tokens;
        let lines = |text: &'a str| -> Box<dyn Iterator<Item = &'a str> + 'a> {
            if is_by_words {
                return Box::new(text.split_whitespace());
            }
            Box::new(text.lines().filter(|line| !line.trim().is_empty()))
        };
        let expected = lines(self.expected).count();
        let actual = lines(self.actual).count();
        let all = expected.max(actual);
        match (outcome, self.rule.order) {
            (ComparisonOutcome::Equal, _) => PartCount { right: all, all },
            (_, LineOrder::Any) => {
                let missing = self.find_unmatched().0;
                let missing = missing
                    .iter()
                    .filter(|line| !line.trim().is_empty())
                    .count();
                PartCount {
                    right: expected.saturating_sub(missing),
                    all,
                }
            }
            (_, LineOrder::AsReference) if all <= PAIRED => {
                let expected: Vec<_> = lines(self.expected).collect();
                let actual: Vec<_> = lines(self.actual).collect();
                aligned::count_right_pairs(&expected, &actual, |one, other| {
                    self.options.is_same(one, other)
                })
            }
            (_, LineOrder::AsReference) => {
                let pairs = lines(self.expected).zip(lines(self.actual));
                let right = pairs.filter(|(one, other)| self.options.is_same(one, other));
                PartCount {
                    right: right.count(),
                    all,
                }
            }
        }
    }

    /// Where the order is free: what has no counterpart, of either side, sorted.
    fn find_unmatched(&self) -> (Vec<String>, Vec<String>) {
        // Numbers with a tolerance are no key. So many lines are not worth the square of them, and who prints so many more than
        // are expected is wrong, whatever they are.
        const FEW: usize = 1000;
        let sorted = |text, most| {
            let lines = self
                .split_units(text)
                .take(most)
                .map(|line| self.options.sort_key(line));
            let mut lines: Vec<String> = lines.collect();
            lines.sort_unstable();
            lines
        };
        let expected = sorted(self.expected, usize::MAX);
        let actual = sorted(self.actual, expected.len() + FEW);
        let (mut missing, mut more) = without_common(expected, actual);
        if self.rule.numbers.is_some() && missing.len().max(more.len()) <= FEW {
            missing.retain(|one| {
                let place = more
                    .iter()
                    .position(|other| self.options.is_same(one, other));
                place.map(|place| more.swap_remove(place)).is_none()
            });
        }
        (missing, more)
    }

    fn build_difference(&self, outcome: ComparisonOutcome) -> TranscriptDifference {
        match (outcome, self.rule.order) {
            (ComparisonOutcome::Different, LineOrder::Any) => self.build_unordered_difference(),
            _ => self.build_ordered_difference(outcome),
        }
    }

    fn build_unordered_difference(&self) -> TranscriptDifference {
        const SHOWN: usize = 12;
        let (missing, more) = self.find_unmatched();
        let sentence = match (missing.first(), more.first()) {
            (Some(one), None) => format!(
                "{} expected, in any order, and missing; the first is {}.",
                format_line_count(missing.len()),
                line_diff::quote_line(one)
            ),
            (None, Some(one)) => format!(
                "{} more than is expected; the first is {}.",
                format_line_count(more.len()),
                line_diff::quote_line(one)
            ),
            (Some(one), Some(other)) => format!(
                "The line {} is expected, in whatever place, and missing; {} is not expected anywhere.",
                line_diff::quote_line(one),
                line_diff::quote_line(other)
            ),
            (None, None) => "The output differs from what is expected.".to_owned(),
        };
        let beyond = |lines: &[String]| lines.len().saturating_sub(SHOWN);
        let expected = beyond(&missing);
        let actual = beyond(&more);
        let mut lines: Vec<DiffLine> = missing
            .into_iter()
            .take(SHOWN)
            .map(DiffLine::Expected)
            .collect();
        lines.extend(
            more.into_iter()
                .take(SHOWN)
                .map(|line| explain::shorten_actual_line(&line, LONGEST)),
        );
        if expected + actual > 0 {
            lines.push(DiffLine::Beyond { expected, actual });
        }
        TranscriptDifference {
            sentence,
            lines,
            first: 0,
            turn: None,
            tells_end: false,
        }
    }

    fn build_ordered_difference(&self, outcome: ComparisonOutcome) -> TranscriptDifference {
        let mut rule = self.rule.clone();
        if outcome == ComparisonOutcome::Presentation {
            // What differs is white space: look at all of it that counts.
            rule.whitespace = rule.whitespace.min(WhitespaceMode::Trailing);
        }
        let all_expected = self.expected;
        let all_actual = self.actual;
        let options = match_options(&rule);
        let sides = OutputPair {
            expected: all_expected,
            actual: all_actual,
            options,
            rule: &rule,
        };
        let (one, other) = sides.first_difference().unwrap_or_default();
        let all_expected = without_end(all_expected, options);
        let all_actual = without_end(all_actual, options);
        let expected_line = line_of_unit(all_expected, one);
        let actual_line = line_of_unit(all_actual, other);
        // A text that has ended is one line behind.
        let is_same_place = expected_line.abs_diff(actual_line) <= 1;
        let first_line = expected_line.min(actual_line);
        let window = |text, line| {
            let line = if is_same_place { first_line } else { line };
            OutputWindow::around_line(text, line, options)
        };
        let expected = window(all_expected, expected_line);
        let actual = window(all_actual, actual_line);
        let shown_actual = options.replace_equal_lines(&expected.lines, actual.lines);
        let mut lines = Vec::new();
        if expected.before.max(actual.before) > 0 {
            lines.push(DiffLine::Skipped(expected.before.max(actual.before)));
        }
        lines.extend(explain::align_lines(&expected.lines, &shown_actual));
        if expected.beyond + actual.beyond > 0 {
            lines.push(DiffLine::Beyond {
                expected: expected.beyond,
                actual: actual.beyond,
            });
        }
        let first = lines
            .iter()
            .position(DiffLine::is_change)
            .unwrap_or(lines.len());
        let place = format!("In line {} of the output", group_digits(actual_line));
        let sentence = match (one, other) {
            (Some(one), Some(other)) => format!(
                "{place} {}",
                line_diff::describe_line_difference(one, other)
            ),
            (Some(""), None) => "The line break at the very end is missing.".to_owned(),
            (Some(one), None) => format!(
                "At the end of the output your program printed nothing more, but {} is expected.",
                line_diff::quote_line(one)
            ),
            (None, Some(other)) => format!(
                "{place} your program printed {}, but nothing more is expected.",
                line_diff::quote_line(other)
            ),
            (None, None) => "The output differs from what is expected.".to_owned(),
        };
        TranscriptDifference {
            sentence,
            lines,
            first,
            turn: None,
            tells_end: false,
        }
    }
}

/// More lines are not kept to be paired: then they are paired by their numbers.
const PAIRED: usize = 100_000;

/// As much of a line of the program's as is kept, in characters.
const LONGEST: usize = 1000;

fn format_line_count(count: usize) -> String {
    if count == 1 {
        "1 line is".to_owned()
    } else {
        format!("{} lines are", group_digits(count))
    }
}

/// What only one of two sorted lists has.
fn without_common(one: Vec<String>, other: Vec<String>) -> (Vec<String>, Vec<String>) {
    let mut missing = Vec::new();
    let mut more = Vec::new();
    let mut one = one.into_iter().peekable();
    let mut other = other.into_iter().peekable();
    loop {
        match (one.peek(), other.peek()) {
            (Some(first), Some(second)) if first == second => {
                one.next();
                other.next();
            }
            (Some(first), Some(second)) if first > second => more.extend(other.next()),
            (Some(_), _) => missing.extend(one.next()),
            (None, Some(_)) => more.extend(other.next()),
            (None, None) => return (missing, more),
        }
    }
}

/// A text without blank lines at its end, unless they count.
fn without_end(text: &str, options: MatchOptions) -> &str {
    if options.blanks == WhitespaceRule::Setting(WhitespaceMode::Exact) {
        text
    } else {
        text.trim_end()
    }
}

/// Which line of a text a part of it begins in, from 1; of none, the last line.
fn line_of_unit(text: &str, unit: Option<&str>) -> usize {
    let place = unit.map_or(text.len(), |unit| {
        unit.as_ptr().addr() - text.as_ptr().addr()
    });
    let head = &text.as_bytes()[..place.min(text.len())];
    1 + head.iter().filter(|byte| **byte == b'\n').count()
}

/// Some lines of a text, around a place.
struct OutputWindow<'t> {
    lines: Vec<ComparedLine<'t>>,
    /// How many stand before them.
    before: usize,
    /// How many come after them.
    beyond: usize,
}

impl<'t> OutputWindow<'t> {
    fn around_line(text: &'t str, line: usize, options: MatchOptions) -> OutputWindow<'t> {
        let before = (line - 1).saturating_sub(explain::BEFORE);
        let mut rest = text.split('\n').skip(before);
        let taken = rest.by_ref().take(explain::WINDOW);
        let lines = taken
            .map(|line| ComparedLine {
                text: options.normalize_line(line),
                turn: 0,
            })
            .collect();
        OutputWindow {
            lines,
            before,
            beyond: rest.count(),
        }
    }
}

#[cfg(test)]
mod tests {
    use sandbox::{Exit, ObservedTurn};

    use super::*;
    use model::{ComparisonScope, NumberTolerance, Prompt};

    fn rule(whitespace: WhitespaceMode) -> Comparison {
        Comparison {
            scope: ComparisonScope::Output,
            whitespace,
            ..Comparison::DEFAULT
        }
    }

    fn compared(expected: &str, printed: &str, rule: &Comparison) -> ComparisonResult {
        let prompt = Prompt {
            text: expected.to_owned(),
            shows: Vec::new(),
        };
        let turn = GameTurn {
            pieces: vec![OutputPiece::Prompt(prompt)],
            input: None,
        };
        let seen = Observation::new(vec![ObservedTurn::without_input(printed)], Exit::Code(0));
        compare_output(&[turn], &seen, rule)
    }

    fn outcomes(expected: &str, printed: &str) -> Vec<ComparisonOutcome> {
        use model::WhitespaceMode::{Collapse, Exact, Tokens, Trailing};
        let settings = [Exact, Trailing, Collapse, Tokens];
        settings
            .map(|it| compared(expected, printed, &rule(it)).outcome)
            .into()
    }

    #[test]
    fn white_space_counts_as_the_setting_says() {
        use crate::compare::compared::ComparisonOutcome::{Different, Equal, Presentation};
        for (expected, printed, wanted) in [
            ("1 2\n3\n", "1 2\n3\n", [Equal, Equal, Equal, Equal]),
            ("1 2\n3\n", "1 2 \n3", [Presentation, Equal, Equal, Equal]),
            (
                "1 2\n3\n",
                "1  2\n\n3\n",
                [Presentation, Presentation, Equal, Equal],
            ),
            (
                "1 2\n3\n",
                "1\n2\n3\n",
                [Presentation, Presentation, Presentation, Equal],
            ),
            ("Sum: 3\n", "Sum:3\n", [Presentation; 4]),
            ("12 3\n", "1 23\n", [Different; 4]),
            ("12 3\n", "123\n", [Different; 4]),
            ("*\n**\n***\n", "***\n**\n*\n", [Different; 4]),
            ("1 2\n3\n", "1 2\n4\n", [Different; 4]),
            ("1 2\n3\n", "1 2\n", [Different; 4]),
            ("", "", [Equal; 4]),
            ("", "x", [Different; 4]),
        ] {
            assert_eq!(
                outcomes(expected, printed),
                wanted,
                "{expected:?} {printed:?}"
            );
        }
    }

    #[test]
    fn letters_numbers_and_order_are_as_free_as_the_rule_says() {
        let loose = Comparison {
            case_sensitive: false,
            numbers: Some(NumberTolerance {
                absolute: 0.01,
                relative: 0.0,
            }),
            ..rule(WhitespaceMode::Tokens)
        };
        for (expected, printed, is_right) in [
            ("Mean 1.0", "MEAN 1.000", true),
            ("Mean 1.0", "MEAN 1.02", false),
            ("nan", "NaN", true),
            ("nan", "-nan", true),
            ("nan", "1", false),
            ("inf", "-inf", false),
            ("inf", "Infinity", true),
        ] {
            let found = compared(expected, printed, &loose).outcome == ComparisonOutcome::Equal;
            assert_eq!(found, is_right, "{expected} {printed}");
        }
        let any_order = Comparison {
            order: LineOrder::Any,
            ..rule(WhitespaceMode::Trailing)
        };
        assert_eq!(
            compared("a\nb\nb\n", "b\na\nb\n", &any_order).outcome,
            ComparisonOutcome::Equal
        );
        let twice = compared("a\nb\nb\n", "b\na\na\n", &any_order);
        assert_eq!(twice.outcome, ComparisonOutcome::Different);
        assert_eq!(
            twice.difference.unwrap().sentence,
            "The line `b` is expected, in whatever place, and missing; `a` is not expected anywhere."
        );
    }

    #[test]
    fn the_first_difference_is_one_that_counts() {
        let near = Comparison {
            numbers: Some(NumberTolerance {
                absolute: 0.01,
                relative: 0.0,
            }),
            ..rule(WhitespaceMode::Trailing)
        };
        let found = compared("1.0\n2.0\n", "1.000\n3.0\n", &near)
            .difference
            .unwrap();
        assert_eq!(
            found.sentence,
            "In line 2 of the output `2.0` is expected, but your program printed `3.0`."
        );
        let lines = ["1.0", "2.0", "3.0"].map(str::to_owned);
        let [same, expected, actual] = lines;
        assert_eq!(
            found.lines,
            [
                DiffLine::Same(same),
                DiffLine::Expected(expected),
                DiffLine::Actual(actual)
            ]
        );
    }

    #[test]
    fn where_the_output_ended_too_early_only_what_is_missing_differs() {
        let text: String = (1..=9).map(|line| format!("line {line}\n")).collect();
        let (printed, _) = text.split_once("line 9").unwrap();
        let found = compared(&text, printed, &rule(WhitespaceMode::Trailing));
        let difference = found.difference.unwrap();
        let changed = difference.lines.iter().filter(|line| line.is_change());
        let changed: Vec<&DiffLine> = changed.collect();
        assert_eq!(changed, [&DiffLine::Expected("line 9".to_owned())]);
    }

    #[test]
    fn bytes_that_are_no_text_count_as_what_they_are() {
        let expected = raw_text::from_bytes(b"caf\xE9\n").into_owned();
        let seen = |bytes: &[u8]| {
            Observation::new(vec![ObservedTurn::without_input(bytes)], Exit::Code(0))
        };
        let turn = |text| GameTurn {
            pieces: vec![OutputPiece::Message(text)],
            input: None,
        };
        let expected = [turn(expected.trim_end().to_owned())];
        let rule = rule(WhitespaceMode::Trailing);
        assert_eq!(
            compare_output(&expected, &seen(b"caf\xE9\n"), &rule).outcome,
            ComparisonOutcome::Equal
        );
        assert_eq!(
            compare_output(&expected, &seen(b"caf\xE8\n"), &rule).outcome,
            ComparisonOutcome::Different
        );
    }

    #[test]
    fn a_difference_far_into_much_output_shows_what_is_around_it() {
        let lines = |wrong: usize| -> String {
            (0..1000)
                .map(|at| {
                    if at == wrong {
                        "x\n".into()
                    } else {
                        format!("{at}\n")
                    }
                })
                .collect()
        };
        let found = compared(&lines(1000), &lines(500), &rule(WhitespaceMode::Trailing));
        let found = found.difference.unwrap();
        assert!(
            found
                .sentence
                .starts_with("In line 501 of the output `500` is expected")
        );
        assert_eq!(found.lines[0], DiffLine::Skipped(496));
        assert_eq!(
            found.lines[found.first],
            DiffLine::Expected("500".to_owned())
        );
        assert!(matches!(
            found.lines.last(),
            Some(DiffLine::Beyond {
                expected: 476,
                actual: 476
            })
        ));
    }
}
