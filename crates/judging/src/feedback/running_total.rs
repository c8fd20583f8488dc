//! Results of several rounds that are each added to the one before: a sum that is not set back.

use std::collections::BTreeMap;

use super::judged_run::{HintContext, plain_lines, quote_text};
use super::lines::without_numbers;
use super::wrong_number::{correct_numbers, split_at_numbers};
use model::{GameTurn, Hint};

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
    let hint = Hint::new(
        "sum-not-reset",
        "From the second round on, a result holds what the rounds before it came to: set it back where a new round begins.",
    );
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
    fn results_that_hold_those_before_them_are_told_from_other_wrong_numbers() {
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
