//! Numbers that come out wrong in a way that tells why.

use super::edit;
use super::judged_run::{HintContext, plain_lines, quoted};
use crate::model::Hint;

/// A number lacks its fraction, as a division of whole numbers leaves it.
pub(super) fn whole_division(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let (Some(expected), Some(found)) = run.first_difference() else { return None };
    if !is_cut_off(expected, found) {
        return None;
    }
    let wanted: Vec<Vec<String>> =
        run.expected.iter().map(|turn| plain_lines(&turn.printed())).collect();
    let corrected = edit::printed(run.seen, |turn, text| {
        let wanted = wanted.get(turn).map_or(&[][..], Vec::as_slice);
        let lines = text.split('\n').map(|line| {
            let whole = wanted.iter().find(|wanted| *wanted != line && is_cut_off(wanted, line));
            whole.map_or(line, String::as_str)
        });
        lines.collect::<Vec<_>>().join("\n")
    });
    (corrected != *run.seen && run.would_be_right(&corrected)).then(|| {
        Hint::new(
            "whole-number-division",
            "A result lacks its fraction, as a division of two whole numbers leaves it: make one of the two a number \
             with a fraction before you divide.",
        )
        .with(format!("It should be {} and is {}.", quoted(expected), quoted(found)))
    })
}

/// Whether a line is the wanted one but for numbers that lack their fraction.
fn is_cut_off(wanted: &str, found: &str) -> bool {
    let (wanted, found) = (words(wanted), words(found));
    let mut cut = false;
    wanted.len() == found.len()
        && wanted.iter().zip(&found).all(|(wanted, found)| {
            let is_cut = is_truncation(wanted, found);
            cut |= is_cut;
            is_cut || wanted == found
        })
        && cut
}

/// A line as numbers and what stands between them.
fn words(line: &str) -> Vec<&str> {
    let is_of_number = |letter: char| letter.is_ascii_digit() || letter == '.';
    let mut words = Vec::new();
    let mut rest = line.trim();
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|letter| is_of_number(letter) != is_of_number(first));
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        words.push(word.trim());
        rest = after;
    }
    words
}

fn is_truncation(wanted: &str, found: &str) -> bool {
    let (Ok(exact), Ok(whole)) = (wanted.parse::<f64>(), found.parse::<f64>()) else {
        return false;
    };
    exact.fract() != 0.0 && whole.total_cmp(&exact.trunc()).is_eq()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_cut_off_where_only_its_fraction_is_missing() {
        for (wanted, found, expected) in [
            ("Mean: 2.5", "Mean: 2", true),
            ("Mean: 2.50, of 4", "Mean: 2.00, of 4", true),
            ("Mean: -2.5", "Mean: -2", true),
            ("Mean: 2.5", "Mean: 3", false),
            ("Mean: 2.0", "Mean: 2", false),
            ("Mean: 2.5, of 4", "Mean: 2, of 3", false),
            ("Mean: 2.5", "Average: 2", false),
        ] {
            assert_eq!(is_cut_off(wanted, found), expected, "{wanted} {found}");
        }
    }
}
