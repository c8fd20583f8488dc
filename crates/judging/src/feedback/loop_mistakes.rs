//! What a loop gets wrong: a list that ends one value too early or too late, and a sum that is not set back, so that the result of each
//! round is added to the one before.

use std::collections::BTreeMap;

use super::edit;
use super::judged_run::{HintContext, collapse_blanks, plain_lines, quote_text};
use super::lines::without_numbers;
use super::sentences;
use super::wrong_number::{correct_numbers, split_at_numbers};
use model::{GameTurn, Hint};

/// In some lines the last value is missing, or one follows the last; or that is the very last line, at the end of a list of lines.
pub(super) fn detect_wrong_list_end(context: &HintContext<'_>) -> Option<Hint> {
    if context.is_game || !context.run.is_compared_by_options() {
        return None;
    }
    [ListEndMistake::Missing, ListEndMistake::OneMore]
        .into_iter()
        .find_map(|change| change.find_hint(context))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ListEndMistake {
    Missing,
    OneMore,
}

impl ListEndMistake {
    fn find_hint(self, context: &HintContext<'_>) -> Option<Hint> {
        let run = context.run;
        let corrected = edit::map_output(run.seen, |turn, text| {
            let wanted = run
                .expected
                .get(turn)
                .map(GameTurn::printed_text)
                .unwrap_or_default();
            self.correct_lists(&wanted, text)
        });
        if corrected == *run.seen || !run.would_be_right(&corrected) {
            return None;
        }
        let (expected, found) = run.first_difference();
        let hint = match self {
            ListEndMistake::Missing => sentences::LAST_VALUE_MISSING.hint(),
            ListEndMistake::OneMore => sentences::ONE_VALUE_TOO_MANY.hint(),
        };
        Some(match (self, expected, found) {
            (_, Some(expected), Some(found)) => hint.with_detail(format!(
                "It should be {} and is {}.",
                quote_text(expected),
                quote_text(found)
            )),
            (ListEndMistake::Missing, Some(line), None) => {
                hint.with_detail(format!("It is {}.", quote_text(line)))
            }
            (ListEndMistake::OneMore, None, Some(line)) => {
                hint.with_detail(format!("It is {}.", quote_text(line)))
            }
            _ => hint,
        })
    }

    /// The text with its lists as they should be.
    fn correct_lists(self, wanted: &str, text: &str) -> String {
        let all: Vec<&str> = wanted.lines().collect();
        let lines: Vec<&str> = text.lines().collect();
        if all.len() == lines.len() {
            let both = all.iter().zip(&lines);
            let is_it = |(wanted, line): (&&str, &&str)| self.is_in_line(wanted, line);
            if !both.clone().any(is_it) {
                return text.to_owned();
            }
            let right = both.map(|(wanted, line)| {
                if self.is_in_line(wanted, line) {
                    *wanted
                } else {
                    *line
                }
            });
            let end = if text.ends_with('\n') { "\n" } else { "" };
            return right.collect::<Vec<_>>().join("\n") + end;
        }
        let (longer, shorter) = match self {
            ListEndMistake::Missing => (&all, &lines),
            ListEndMistake::OneMore => (&lines, &all),
        };
        // A single line is no list, and what follows other lines is a result.
        let is_list = matches!(longer.as_slice(), [.., before, last] if is_alike(before, last));
        let is_one = longer.len() == shorter.len() + 1 && shorter.len() >= 2;
        if is_one && is_list && longer.starts_with(shorter) {
            wanted.to_owned()
        } else {
            text.to_owned()
        }
    }

    fn is_in_line(self, wanted: &str, line: &str) -> bool {
        // Where blanks draw something, such as an empty middle, values beyond them follow nothing.
        let is_drawn = |text: &str| text.trim().contains("  ");
        if is_drawn(wanted) && !line.starts_with(wanted.trim_end()) && self == Self::OneMore {
            return false;
        }
        let (longer, shorter) = match self {
            ListEndMistake::Missing => (collapse_blanks(wanted), collapse_blanks(line)),
            ListEndMistake::OneMore => (collapse_blanks(line), collapse_blanks(wanted)),
        };
        let longer = split_values(&longer);
        let shorter = split_values(&shorter);
        let is_one = longer.len() == shorter.len() + 1 && shorter.len() >= 2;
        let is_list = matches!(longer.as_slice(), [.., before, last] if is_alike(before, last));
        is_one && is_list && longer.starts_with(&shorter)
    }
}

/// A line's values: what stands between blanks or commas.
fn split_values(line: &str) -> Vec<&str> {
    line.split([' ', ','])
        .filter(|value| !value.is_empty())
        .collect()
}

/// Whether two texts are of one kind: as many words, and numbers where the other has numbers. A sign alone is like itself only: a full
/// stop after a word is no value of a list.
fn is_alike(one: &str, other: &str) -> bool {
    if (is_sign_only(one) || is_sign_only(other)) && one != other {
        return false;
    }
    word_kinds(one) == word_kinds(other)
}

fn is_sign_only(text: &str) -> bool {
    !text.contains(char::is_alphanumeric)
}

fn word_kinds(text: &str) -> Vec<bool> {
    text.split_whitespace()
        .map(|word| word.parse::<f64>().is_ok())
        .collect()
}

/// So many wrong numbers must be totals of all rounds up to theirs: one alone may be a coincidence.
const LEAST: usize = 2;

/// Each result is the sum of all results up to it.
pub(super) fn detect_running_total(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    if context.is_game || !run.is_compared_by_options() {
        return None;
    }
    let wanted: String = run.expected.iter().map(GameTurn::printed_text).collect();
    let printed = String::from_utf8_lossy(&run.seen.stdout()).into_owned();
    let wanted = plain_lines(&wanted);
    let found = plain_lines(&printed);
    let (corrected, wrong) = correct_numbers(&printed, &wanted);
    if wrong.is_empty() || !plain_lines(&corrected).iter().eq(&wanted) {
        return None;
    }
    let wanted_columns = collect_columns(&wanted);
    let found_columns = collect_columns(&found);
    let mut totals = wanted_columns.iter().filter(|(column, wanted)| {
        found_columns
            .get(*column)
            .is_some_and(|found| is_running_total(wanted, found))
    });
    totals.next()?;
    let (expected, actual) = run.first_difference();
    let hint = sentences::SUM_NOT_RESET.hint();
    Some(match (expected, actual) {
        (Some(expected), Some(actual)) => hint.with_detail(format!(
            "It should be {} and is {}.",
            quote_text(expected),
            quote_text(actual)
        )),
        _ => hint,
    })
}

/// The numbers that stand in the same place of lines with the same words.
fn collect_columns(lines: &[String]) -> BTreeMap<(String, usize), Vec<f64>> {
    let mut columns: BTreeMap<(String, usize), Vec<f64>> = BTreeMap::new();
    for line in lines {
        let words = without_numbers(line);
        let numbers = split_at_numbers(line)
            .into_iter()
            .filter_map(|part| part.parse::<f64>().ok());
        for (place, number) in numbers.enumerate() {
            columns
                .entry((words.clone(), place))
                .or_default()
                .push(number);
        }
    }
    columns
}

fn is_running_total(wanted: &[f64], found: &[f64]) -> bool {
    const NEAR: f64 = 1e-9;
    let mut total = 0.0;
    let totals = wanted.iter().zip(found).all(|(wanted, found)| {
        total += wanted;
        (total - found).abs() <= NEAR * total.abs().max(1.0)
    });
    let is_wrong = |(wanted, found): &(&f64, &f64)| (*wanted - *found).abs() > NEAR;
    wanted.len() == found.len()
        && totals
        && wanted.iter().zip(found).filter(is_wrong).count() >= LEAST
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::stage::HintTestRun;

    #[test]
    fn a_list_that_ends_too_early_or_too_late_is_told_from_other_lines() {
        for (wanted, text, name) in [
            (
                &["1 2 3", "4 5 6"][..],
                "1 2\n4 5\n",
                Some("last-value-missing"),
            ),
            (
                &["List: 1, 2, 3"],
                "List: 1, 2\n",
                Some("last-value-missing"),
            ),
            (&["1 2 3"], "1 2 3 3\n", Some("one-value-too-many")),
            (
                &["ann 1", "bob 2", "cid 3"],
                "ann 1\nbob 2\n",
                Some("last-value-missing"),
            ),
            (
                &["ann 1", "bob 2"],
                "ann 1\nbob 2\nbob 2\n",
                Some("one-value-too-many"),
            ),
            (&["ann 1", "bob 2", "Sum 3 in all"], "ann 1\nbob 2\n", None),
            (&["1 2 3"], "1 3\n", None),
            (&["ann and bob"], "ann and bob .\n", None),
            (
                &["ann and bob", "cid and dan"],
                "ann and bob\ncid and dan\n!\n",
                None,
            ),
            (&["* * *"], "* * * *\n", Some("one-value-too-many")),
            (&["22222", "2   2"], "22222\n2 2 2\n", None),
            (&["1 2 3"], "2 3\n", None),
            (&["1 2 end"], "1 2\n", None),
            (&["Sum: 3"], "Sum:\n", None),
        ] {
            assert_eq!(
                HintTestRun::from_messages(wanted, text).find_mistake(detect_wrong_list_end),
                name,
                "{text}"
            );
        }
    }

    #[test]
    fn running_totals_differ_from_other_wrong_numbers() {
        let mistake = |wanted: &[&str], text: &str| {
            HintTestRun::from_messages(wanted, text).find_mistake(detect_running_total)
        };
        let rounds = ["Sum: 3, of 2", "Sum: 5, of 2", "Sum: 4, of 2"];
        for (text, name) in [
            (
                "Sum: 3, of 2\nSum: 8, of 2\nSum: 12, of 2\n",
                Some("sum-not-reset"),
            ),
            ("Sum: 3, of 2\nSum: 8, of 2\nSum: 11, of 2\n", None),
            ("Sum: 3, of 2\nSum: 8, of 2\nSum: 4, of 2\n", None),
            ("Sum: 3, of 2\nTotal: 8, of 2\nSum: 12, of 2\n", None),
        ] {
            assert_eq!(mistake(&rounds, text), name, "{text}");
        }
        assert_eq!(
            mistake(&["Sum: 3", "Sum: 5"], "Sum: 3\nSum: 8\n"),
            None,
            "one is too few"
        );
    }
}
