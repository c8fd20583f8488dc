//! Inputs at which beginners' programs often fail, and which no case of an assignment has.

use std::collections::BTreeSet;

/// What no input has of: two equal numbers, a negative number, a decimal where the program computes with decimals, two equal words,
/// nothing at all. Of numbers only if some input has one, and of words likewise. Each input is given by its lines.
pub(super) fn missing_inputs(
    inputs: &[Vec<String>],
    computes_with_decimals: bool,
) -> Vec<&'static str> {
    let mut has_number = false;
    let mut has_word = false;
    let mut has_equal_numbers = false;
    let mut has_equal_words = false;
    let mut has_negative = false;
    let mut has_decimal = false;
    for lines in inputs {
        let mut seen = BTreeSet::new();
        for word in lines.iter().flat_map(|line| line.split_whitespace()) {
            let is_repeated = !seen.insert(word);
            if word.parse::<f64>().is_ok() {
                has_number = true;
                has_equal_numbers |= is_repeated;
                has_negative |= word.starts_with('-');
                has_decimal |= word.contains('.');
            } else {
                has_word = true;
                has_equal_words |= is_repeated;
            }
        }
    }
    let mut missing = Vec::new();
    if has_number && !has_equal_numbers {
        missing.push("two equal numbers");
    }
    if has_number && !has_negative {
        missing.push("a negative number");
    }
    if has_number && computes_with_decimals && !has_decimal {
        missing.push("a decimal");
    }
    if has_word && !has_equal_words {
        missing.push("two equal words");
    }
    // Programs that read nothing in any case are not about their input.
    if (has_number || has_word) && !inputs.iter().any(Vec::is_empty) {
        missing.push("no input at all");
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of each input, whether decimals are computed with, and what is missing.
    type MissingRow = (
        &'static [&'static [&'static str]],
        bool,
        &'static [&'static str],
    );

    #[test]
    fn only_what_no_input_has_is_missing() {
        let table: [MissingRow; 7] = [
            (
                &[&["a", "b"]],
                true,
                &["two equal words", "no input at all"],
            ),
            (&[&["a b a"], &[]], true, &[]),
            (
                &[&["1 2", "3"], &["4"]],
                false,
                &["two equal numbers", "a negative number", "no input at all"],
            ),
            (
                &[&["1", "x 1"], &["-4"]],
                false,
                &["two equal words", "no input at all"],
            ),
            (&[&["-1 -1"], &[]], true, &["a decimal"]),
            (&[&["-1.5 -1.5"], &[]], true, &[]),
            (&[&[]], true, &[]),
        ];
        for (inputs, computes_with_decimals, missing) in table {
            let inputs: Vec<Vec<String>> = inputs
                .iter()
                .map(|lines| lines.iter().map(|line| (*line).to_owned()).collect())
                .collect();
            assert_eq!(
                missing_inputs(&inputs, computes_with_decimals),
                missing,
                "{inputs:?}"
            );
        }
    }
}
