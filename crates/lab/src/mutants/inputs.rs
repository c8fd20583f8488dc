//! Inputs at which beginners' programs often fail, and which no case of an assignment has.

use std::collections::BTreeSet;

/// What no input has of: two equal numbers, a negative number, nothing at all. Nothing if no input has a number. Each input is given by
/// its lines.
pub(super) fn missing_inputs(inputs: &[Vec<String>]) -> Vec<&'static str> {
    let numbers: Vec<Vec<i64>> = inputs.iter().map(|lines| parse_integers(lines)).collect();
    if numbers.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    let has_equal = |numbers: &Vec<i64>| {
        let distinct: BTreeSet<&i64> = numbers.iter().collect();
        distinct.len() < numbers.len()
    };
    let mut missing = Vec::new();
    if !numbers.iter().any(has_equal) {
        missing.push("two equal numbers");
    }
    if !numbers.iter().flatten().any(|number| *number < 0) {
        missing.push("a negative number");
    }
    if !inputs.iter().any(Vec::is_empty) {
        missing.push("no input at all");
    }
    missing
}

fn parse_integers(lines: &[String]) -> Vec<i64> {
    let words = lines.iter().flat_map(|line| line.split_whitespace());
    words.filter_map(|word| word.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_no_input_has_is_missing() {
        let table: [(&[&[&str]], &[&str]); 4] = [
            (&[&["a", "b"]], &[]),
            (
                &[&["1 2", "3"], &["4"]],
                &["two equal numbers", "a negative number", "no input at all"],
            ),
            (&[&["1", "x 1"], &["-4"]], &["no input at all"]),
            (&[&["-1 -1"], &[]], &[]),
        ];
        for (inputs, missing) in table {
            let inputs: Vec<Vec<String>> = inputs
                .iter()
                .map(|lines| lines.iter().map(|line| (*line).to_owned()).collect())
                .collect();
            assert_eq!(missing_inputs(&inputs), missing, "{inputs:?}");
        }
    }
}
