//! Right characters, wrong white space.

use unicode_security::skeleton;

use super::edit;
use super::judged_run::{HintContext, JudgedRun, plain_lines, quote_text};
use super::sentences;
use model::{Comparison, GameTurn, Hint, Observation, Verdict, WhitespaceMode};

/// Only what stands at the ends of lines differs.
pub(super) fn detect_wrong_line_ends(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    if !is_right_with(run, WhitespaceMode::Trailing) {
        return None;
    }
    let seen = run.seen;
    let hint = if run.would_be_right(&edit::map_lines(seen, |line| Some(line.replace('\r', "")))) {
        sentences::CARRIAGE_RETURNS.hint()
    } else if run.would_be_right(&map_last_output(seen, |text| format!("{text}\n"))) {
        sentences::FINAL_NEWLINE_MISSING.hint()
    } else if run.would_be_right(&map_last_output(seen, |text| {
        format!("{}\n", text.trim_end())
    })) {
        sentences::BLANK_LINES_AT_THE_END.hint()
    } else if has_longer_end(run) == Some(true) {
        sentences::TRAILING_BLANKS.hint()
    } else if has_longer_end(run) == Some(false) {
        sentences::TRAILING_BLANKS_MISSING.hint()
    } else {
        sentences::LINE_ENDS.hint()
    };
    Some(hint)
}

/// Lines that are empty, and should not be there.
pub(super) fn detect_extra_blank_lines(context: &HintContext<'_>) -> Option<Hint> {
    let corrected = edit::map_output(context.run.seen, |_, text| without_blank_lines(text));
    context
        .run
        .would_be_right(&corrected)
        .then(extra_blank_lines_hint)
}

pub(super) fn extra_blank_lines_hint() -> Hint {
    sentences::EXTRA_BLANK_LINES.hint()
}

/// White space that is no plain blank.
pub(super) fn detect_odd_blanks(context: &HintContext<'_>) -> Option<Hint> {
    let without =
        |odd: char| edit::map_lines(context.run.seen, |line| Some(line.replace(odd, " ")));
    if context.run.would_be_right(&without('\t')) {
        return Some(sentences::TABS_FOR_BLANKS.hint());
    }
    context
        .run
        .would_be_right(&without('\u{A0}'))
        .then(|| sentences::NON_BREAKING_SPACES.hint())
}

/// Characters that only look like the right ones.
pub(super) fn detect_look_alikes(context: &HintContext<'_>) -> Option<Hint> {
    let corrected = edit::map_output(context.run.seen, |_, text| {
        text.chars().map(plain_sign).collect()
    });
    (corrected != *context.run.seen && context.run.would_be_right(&corrected))
        .then(|| sentences::LOOK_ALIKE_CHARACTERS.hint())
}

fn plain_sign(sign: char) -> String {
    if sign.is_ascii() {
        sign.to_string()
    } else {
        skeleton(sign.encode_utf8(&mut [0; 4])).collect()
    }
}

/// Too few or too many blanks inside lines, or lines broken elsewhere.
pub(super) fn detect_wrong_blanks(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let only_blanks = run.judgement.verdict == Verdict::PresentationError
        || is_right_with(run, WhitespaceMode::Collapse);
    let (Some(expected), Some(actual)) = run.first_difference() else {
        return only_blanks.then(misplaced_blanks_hint);
    };
    if !only_blanks {
        return None;
    }
    let wanted = count_blanks(expected);
    let found = count_blanks(actual);
    Some(match without_blanks(expected) == without_blanks(actual) {
        true if found < wanted => sentences::BLANKS_MISSING.hint(),
        true if found > wanted => sentences::BLANKS_TOO_MANY.hint(),
        _ => misplaced_blanks_hint(),
    })
}

/// Lines that should be on their own are on one line. Words may be joined where they meet.
pub(super) fn detect_missing_line_break(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let corrected = edit::map_output(run.seen, |turn, text| {
        let printed = run
            .expected
            .get(turn)
            .map(GameTurn::printed_text)
            .unwrap_or_default();
        if joins_lines(&printed, text) {
            printed
        } else {
            text.to_owned()
        }
    });
    if context.is_game || corrected == *run.seen || !run.would_be_right(&corrected) {
        return None;
    }
    let hint = sentences::LINE_BREAK_MISSING.hint();
    let (Some(_), Some(actual)) = run.first_difference() else {
        return Some(hint);
    };
    Some(hint.with_detail(format!(
        "Your program prints {} on one line.",
        quote_text(actual)
    )))
}

/// Whether a text has two or more of the wanted lines on one line, all in their order, and nothing else differs but blanks at their ends.
fn joins_lines(wanted: &str, text: &str) -> bool {
    let mut wanted = plain_lines(wanted).into_iter();
    let mut joins = false;
    for line in plain_lines(text) {
        let mut rest = line.as_str();
        let mut count = 0;
        while !rest.is_empty() {
            let Some(after) = wanted
                .next()
                .and_then(|next| rest.strip_prefix(next.as_str()))
            else {
                return false;
            };
            rest = after.trim_start();
            count += 1;
        }
        joins |= count > 1 && !is_drawn(&line);
    }
    joins && wanted.next().is_none()
}

/// Whether a line is part of a picture: all that it shows are signs.
fn is_drawn(line: &str) -> bool {
    !line.trim().is_empty() && !line.contains(char::is_alphanumeric)
}

/// The words are right, and lines are broken between others. Of a picture, blanks and line breaks are the content.
pub(super) fn detect_moved_line_breaks(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    if !context.is_game
        && String::from_utf8_lossy(&run.seen.stdout())
            .lines()
            .any(is_drawn)
    {
        return None;
    }
    let corrected = edit::map_output(run.seen, |turn, text| {
        let printed = run
            .expected
            .get(turn)
            .map(GameTurn::printed_text)
            .unwrap_or_default();
        let same = printed.split_whitespace().eq(text.split_whitespace());
        if same { printed } else { text.to_owned() }
    });
    (corrected != *run.seen && run.would_be_right(&corrected)).then(misplaced_blanks_hint)
}

fn misplaced_blanks_hint() -> Hint {
    sentences::BLANKS_MISPLACED.hint()
}

fn is_right_with(run: &JudgedRun<'_>, whitespace: WhitespaceMode) -> bool {
    whitespace > run.rule.whitespace
        && run.is_right_under(&Comparison {
            whitespace,
            ..run.rule.clone()
        })
}

fn map_last_output(seen: &Observation, change: impl Fn(&str) -> String) -> Observation {
    let last = seen.turns.len().saturating_sub(1);
    edit::map_output(seen, |turn, text| {
        if turn == last {
            change(text)
        } else {
            text.to_owned()
        }
    })
}

/// Whether the first line that differs has more behind its last character than it should; none if it differs before.
fn has_longer_end(run: &JudgedRun<'_>) -> Option<bool> {
    let (Some(expected), Some(actual)) = run.first_difference() else {
        return None;
    };
    (expected.trim_end() == actual.trim_end()).then_some(actual.len() > expected.len())
}

/// The last line has no line break behind it: it is a prompt, or nothing.
pub(super) fn without_blank_lines(text: &str) -> String {
    let Some((lines, last)) = text.rsplit_once('\n') else {
        return text.to_owned();
    };
    let kept = lines.split('\n').filter(|line| !line.trim().is_empty());
    kept.flat_map(|line| [line, "\n"]).chain([last]).collect()
}

fn count_blanks(text: &str) -> usize {
    text.chars()
        .filter(|character| character.is_whitespace())
        .count()
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use reference::tttn;

    use super::*;
    use crate::feedback::stage::{HintTestRun, STRICT};
    use crate::feedback::{OUTPUT_RULES, Rule};

    const EXACT: Comparison = Comparison {
        whitespace: WhitespaceMode::Exact,
        ..STRICT
    };

    fn found(rule: Comparison, change: impl Fn(String) -> String) -> Option<&'static str> {
        let stage = HintTestRun::from_game(
            tttn::RULES,
            &["3", "0", "1", "4", "2", "8"],
            rule,
            |_, text| change(text),
        );
        let run = stage.judged_run();
        assert!(run.has_failed());
        let context = HintContext {
            run: &run,
            messages: &[],
            endings: &[],
            players: &BTreeSet::new(),
            is_game: true,
            loses_fractions: false,
        };
        OUTPUT_RULES
            .iter()
            .find_map(|look: &Rule| look(&context))
            .map(|hint| hint.mistake)
    }

    #[test]
    fn each_slip_of_white_space_has_its_name() {
        type Slip = fn(String) -> String;
        let cases: [(Comparison, Slip, &str); 10] = [
            (EXACT, |text| text.replace('\n', "\r\n"), "carriage-returns"),
            (
                EXACT,
                |text| text.replace("wins!\n", "wins!"),
                "final-newline-missing",
            ),
            (
                EXACT,
                |text| text.replace("wins!\n", "wins!\n\n\n"),
                "blank-lines-at-the-end",
            ),
            (
                EXACT,
                |text| text.replace("--\n", "-- \n"),
                "trailing-blanks",
            ),
            (
                EXACT,
                |text| text.replace(" \n", "\n"),
                "trailing-blanks-missing",
            ),
            (
                STRICT,
                |text| text.replace("Player", "\nPlayer"),
                "extra-blank-lines",
            ),
            (
                STRICT,
                |text| text.replace(" | ", "\t|\t"),
                "tabs-for-blanks",
            ),
            (
                STRICT,
                |text| text.replace(" | ", "\u{A0}|\u{A0}"),
                "non-breaking-spaces",
            ),
            (
                STRICT,
                |text| text.replace("X player", "\u{425} player"),
                "look-alike-characters",
            ),
            (STRICT, |text| text.replace(" | ", "|"), "blanks-missing"),
        ];
        for (rule, slip, name) in cases {
            assert_eq!(found(rule, slip), Some(name));
        }
        assert_eq!(
            found(STRICT, |text| text.replace(" | ", "  |  ")),
            Some("blanks-too-many")
        );
    }

    #[test]
    fn a_missing_line_break_differs_from_other_lines_and_from_pictures() {
        let mistake = |wanted: &[&str], text: &str, rule: Rule| {
            HintTestRun::from_messages(wanted, text).find_mistake(rule)
        };
        let sums = ["Sum: 3", "Mean: 1.5", "Bye"];
        for (text, name) in [
            ("Sum: 3Mean: 1.5\nBye\n", Some("line-break-missing")),
            ("Sum: 3 Mean: 1.5\nBye\n", Some("line-break-missing")),
            ("Sum: 3\nMean: 1.5Bye\n", Some("line-break-missing")),
            ("Sum:\n3 Mean: 1.5\nBye\n", None),
            ("Sum: 3Mean: 1.6\nBye\n", None),
            ("Sum: 3Mean: 1.5\n", None),
        ] {
            assert_eq!(
                mistake(&sums, text, detect_missing_line_break),
                name,
                "{text}"
            );
        }
        assert_eq!(
            mistake(&["*", "**"], "* **\n", detect_missing_line_break),
            None
        );
        assert_eq!(
            mistake(&["* * *"], "*\n*\n*\n", detect_moved_line_breaks),
            None
        );
        assert_eq!(
            mistake(&["one two"], "one\ntwo\n", detect_moved_line_breaks),
            Some("blanks-misplaced")
        );
    }
}
