//! A list that ends one value too early, or too late.

use super::edit;
use super::judged_run::{HintContext, plain, quoted};
use crate::model::{Hint, Turn};

/// In some lines the last value is missing, or one follows the last; or that is the very last line, at the end of a list of lines.
pub(super) fn one_value_less_or_more(context: &HintContext<'_>) -> Option<Hint> {
    if context.is_game || !context.run.is_compared_by_knobs() {
        return None;
    }
    [Change::Missing, Change::OneMore].into_iter().find_map(|change| change.hint(context))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Missing,
    OneMore,
}

impl Change {
    fn hint(self, context: &HintContext<'_>) -> Option<Hint> {
        let run = context.run;
        let corrected = edit::printed(run.seen, |turn, text| {
            let wanted = run.expected.get(turn).map(Turn::printed).unwrap_or_default();
            self.corrected(&wanted, text)
        });
        if corrected == *run.seen || !run.would_be_right(&corrected) {
            return None;
        }
        let (expected, found) = run.first_difference();
        let hint = match self {
            Change::Missing => Hint::new(
                "last-value-missing",
                "The last value of a list is missing, and all before it are right: look at where the loop ends, and at what must \
                 still be done after it.",
            ),
            Change::OneMore => Hint::new(
                "one-value-too-many",
                "After the last value of a list your program prints one more, and all before it are right: look at where the \
                 loop ends, and at what is done with a value that could not be read.",
            ),
        };
        Some(match (self, expected, found) {
            (_, Some(expected), Some(found)) => {
                hint.with(format!("It should be {} and is {}.", quoted(expected), quoted(found)))
            }
            (Change::Missing, Some(line), None) => hint.with(format!("It is {}.", quoted(line))),
            (Change::OneMore, None, Some(line)) => hint.with(format!("It is {}.", quoted(line))),
            _ => hint,
        })
    }

    /// The text with its lists as they should be.
    fn corrected(self, wanted: &str, text: &str) -> String {
        let (all, lines): (Vec<&str>, Vec<&str>) =
            (wanted.lines().collect(), text.lines().collect());
        if all.len() == lines.len() {
            let both = all.iter().zip(&lines);
            let is_it = |(wanted, line): (&&str, &&str)| self.is_it(wanted, line);
            if !both.clone().any(is_it) {
                return text.to_owned();
            }
            let right =
                both.map(|(wanted, line)| if self.is_it(wanted, line) { *wanted } else { *line });
            let end = if text.ends_with('\n') { "\n" } else { "" };
            return right.collect::<Vec<_>>().join("\n") + end;
        }
        let (longer, shorter) = match self {
            Change::Missing => (&all, &lines),
            Change::OneMore => (&lines, &all),
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

    fn is_it(self, wanted: &str, line: &str) -> bool {
        let (longer, shorter) = match self {
            Change::Missing => (plain(wanted), plain(line)),
            Change::OneMore => (plain(line), plain(wanted)),
        };
        let (longer, shorter) = (values(&longer), values(&shorter));
        let is_one = longer.len() == shorter.len() + 1 && shorter.len() >= 2;
        let is_list = matches!(longer.as_slice(), [.., before, last] if is_alike(before, last));
        is_one && is_list && longer.starts_with(&shorter)
    }
}

/// A line's values: what stands between blanks or commas.
fn values(line: &str) -> Vec<&str> {
    line.split([' ', ',']).filter(|value| !value.is_empty()).collect()
}

/// Whether two texts are of one kind: as many words, and numbers where the other has numbers. A sign alone is like itself only: a full
/// stop after a word is no value of a list.
fn is_alike(one: &str, other: &str) -> bool {
    let is_sign = |text: &str| !text.contains(char::is_alphanumeric);
    if (is_sign(one) || is_sign(other)) && one != other {
        return false;
    }
    let kinds = |text: &str| -> Vec<bool> {
        text.split_whitespace().map(|word| word.parse::<f64>().is_ok()).collect()
    };
    kinds(one) == kinds(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::stage::Stage;

    #[test]
    fn a_list_that_ends_too_early_or_too_late_is_told_from_other_lines() {
        for (wanted, text, name) in [
            (&["1 2 3", "4 5 6"][..], "1 2\n4 5\n", Some("last-value-missing")),
            (&["List: 1, 2, 3"], "List: 1, 2\n", Some("last-value-missing")),
            (&["1 2 3"], "1 2 3 3\n", Some("one-value-too-many")),
            (&["ann 1", "bob 2", "cid 3"], "ann 1\nbob 2\n", Some("last-value-missing")),
            (&["ann 1", "bob 2"], "ann 1\nbob 2\nbob 2\n", Some("one-value-too-many")),
            (&["ann 1", "bob 2", "Sum 3 in all"], "ann 1\nbob 2\n", None),
            (&["1 2 3"], "1 3\n", None),
            (&["ann and bob"], "ann and bob .\n", None),
            (&["ann and bob", "cid and dan"], "ann and bob\ncid and dan\n!\n", None),
            (&["* * *"], "* * * *\n", Some("one-value-too-many")),
            (&["1 2 3"], "2 3\n", None),
            (&["1 2 end"], "1 2\n", None),
            (&["Sum: 3"], "Sum:\n", None),
        ] {
            assert_eq!(
                Stage::telling(wanted, text).mistake(one_value_less_or_more),
                name,
                "{text}"
            );
        }
    }
}
