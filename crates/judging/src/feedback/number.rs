//! Numbers that come out wrong in a way that tells why.

use std::collections::BTreeSet;

use super::edit;
use super::judged_run::{HintContext, JudgedRun, plain_lines, quote_text};
use super::sentences;
use model::{GameTurn, Hint};

/// Whether some run proves that fractions are lost, and not rounded by the format of the output: there is a number that rounding
/// would not make of the right one. If the same number is another one in another run, it lost its fraction by chance.
pub(super) fn loses_fractions(runs: &[JudgedRun<'_>]) -> bool {
    let mut is_proved = false;
    let mut cut_off = BTreeSet::new();
    let mut wrong = BTreeSet::new();
    for run in runs.iter().filter(|run| run.has_failed() && !run.is_long()) {
        let wanted: String = run.expected.iter().map(GameTurn::printed_text).collect();
        let wanted = plain_lines(&wanted);
        let found = plain_lines(&String::from_utf8_lossy(&run.seen.stdout()));
        if wanted.len() != found.len() {
            continue;
        }
        for (wanted, found) in wanted.iter().zip(&found) {
            let around = without_numbers(wanted);
            if wanted == found || around != without_numbers(found) {
                continue;
            }
            if is_cut_off(wanted, found) {
                is_proved |= proves_cut_off(wanted, found);
                cut_off.insert(around);
            } else {
                wrong.insert(around);
            }
        }
    }
    is_proved && cut_off.is_disjoint(&wrong)
}

/// A line with a sign in the place of each number.
fn without_numbers(line: &str) -> String {
    let words = split_numbers(line).into_iter();
    let words = words.map(|word| {
        if word.starts_with(is_number_character) {
            "#"
        } else {
            word
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether one of the numbers of a line that lack their fraction is not rounded.
fn proves_cut_off(wanted: &str, found: &str) -> bool {
    let wanted = split_numbers(wanted);
    let found = split_numbers(found);
    let mut pairs = wanted.iter().zip(&found);
    pairs.any(|(wanted, found)| is_not_rounded(wanted, found))
}

/// A number lacks its fraction, as a division of whole numbers leaves it.
pub(super) fn detect_integer_division(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let (Some(expected), Some(found)) = run.first_difference() else {
        return None;
    };
    if !context.loses_fractions || !is_cut_off(expected, found) {
        return None;
    }
    let wanted: Vec<Vec<String>> = run
        .expected
        .iter()
        .map(|turn| plain_lines(&turn.printed_text()))
        .collect();
    let corrected = edit::map_output(run.seen, |turn, text| {
        let wanted = wanted.get(turn).map_or(&[][..], Vec::as_slice);
        let lines = text.split('\n').map(|line| {
            let whole = wanted
                .iter()
                .find(|wanted| *wanted != line && is_cut_off(wanted, line));
            whole.map_or(line, String::as_str)
        });
        lines.collect::<Vec<_>>().join("\n")
    });
    (corrected != *run.seen && run.would_be_right(&corrected)).then(|| {
        sentences::WHOLE_NUMBER_DIVISION.hint().with_detail(format!(
            "It should be {} and is {}.",
            quote_text(expected),
            quote_text(found)
        ))
    })
}

/// Whether a line is the wanted one but for numbers that lack their fraction.
fn is_cut_off(wanted: &str, found: &str) -> bool {
    let wanted = split_numbers(wanted);
    let found = split_numbers(found);
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
fn split_numbers(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|letter| is_number_character(letter) != is_number_character(first));
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        words.push(word.trim());
        rest = after;
    }
    words
}

fn is_number_character(letter: char) -> bool {
    letter.is_ascii_digit() || letter == '.'
}

fn is_truncation(wanted: &str, found: &str) -> bool {
    // A whole result has lost nothing, but its type shows: an `int` is written without a point.
    let is_written_as_whole = wanted.contains('.') && !found.contains('.');
    missing_fraction(wanted, found).is_some_and(|fraction| fraction != 0.0 || is_written_as_whole)
}

/// The fraction of the wanted number, 0 of a whole one, where the other is the number without it; none where it is another.
pub(super) fn missing_fraction(wanted: &str, found: &str) -> Option<f64> {
    let exact = wanted.parse::<f64>().ok()?;
    let whole = found.parse::<f64>().ok()?;
    whole
        .total_cmp(&exact.trunc())
        .is_eq()
        .then(|| exact.fract())
}

/// Whether a number is cut off where rounding makes another one of it, or rounding would not leave its zeros: 2.75 as 2, 2.25 as 2.00.
fn is_not_rounded(wanted: &str, found: &str) -> bool {
    let Ok(exact) = wanted.parse::<f64>() else {
        return false;
    };
    let rounds_otherwise = exact.round_ties_even().total_cmp(&exact.trunc()).is_ne();
    let is_written_with_zeros = exact.fract() != 0.0 && found.contains('.');
    is_truncation(wanted, found) && (rounds_otherwise || is_written_with_zeros)
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
            ("Mean: 2.0", "Mean: 2", true),
            ("Mean: 2", "Mean: 2", false),
            ("Mean: 2.5, of 4", "Mean: 2, of 3", false),
            ("Mean: 2.5", "Average: 2", false),
        ] {
            assert_eq!(is_cut_off(wanted, found), expected, "{wanted} {found}");
        }
    }

    #[test]
    fn what_rounding_makes_is_no_proof_of_a_division() {
        for (wanted, found, expected) in [
            ("2.75", "2", true),
            ("2.25", "2.00", true),
            ("2.25", "2", false),
            ("0.78", "1", false),
            ("2.5", "2", false),
            ("3.5", "3", true),
            ("4.00", "4", false),
        ] {
            assert_eq!(is_not_rounded(wanted, found), expected, "{wanted} {found}");
        }
    }
}
