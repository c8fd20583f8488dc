//! Numbers with tolerance in the middle of text.
//!
//! A number is what a C++ stream prints for one: a sign, digits, a fraction, an exponent; or `nan`, `inf` and `infinity` as words
//! of their own. A sign right after a letter or digit is none (`0-8` are two numbers). The text around the numbers must be the
//! same. What is no number equals what is none, whatever its sign, and an infinite number itself alone, as in testlib.

use std::sync::LazyLock;

use regex::Regex;

use model::NumberTolerance;

static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x) (?: \B [+-] )? (?: (?: [0-9]+ (?: \.[0-9]* )? | \.[0-9]+ ) (?: [eE][+-]?[0-9]+ )? | \b (?i: nan | inf (?: inity )? ) \b )",
    )
    .ok()
});

/// What stands for a number in a line that is [`mark_numbers`].
pub(super) const MARK: char = '\u{0}';

/// A line with a mark in place of each number.
pub(super) fn mark_numbers(line: &str) -> String {
    match NUMBER.as_ref() {
        Some(pattern) => pattern.replace_all(line, MARK.to_string()).into_owned(),
        None => line.to_owned(),
    }
}

/// Whether two lines are the same but for numbers, and those are near enough. `is_same_text` compares what is around the
/// numbers, with a mark in place of each.
pub(super) fn are_near(
    expected: &str,
    actual: &str,
    tolerance: NumberTolerance,
    is_same_text: fn(&str, &str) -> bool,
) -> bool {
    let (Some(expected), Some(actual)) = (NumericLine::parse(expected), NumericLine::parse(actual))
    else {
        return false;
    };
    is_same_text(&expected.text, &actual.text)
        && expected.numbers.len() == actual.numbers.len()
        && expected
            .numbers
            .iter()
            .zip(&actual.numbers)
            .all(|(one, other)| is_near(*one, *other, tolerance))
}

fn is_near(expected: f64, actual: f64, tolerance: NumberTolerance) -> bool {
    if !(expected.is_finite() && actual.is_finite()) {
        return expected == actual || (expected.is_nan() && actual.is_nan());
    }
    let most = tolerance.absolute.max(tolerance.relative * expected.abs());
    (expected - actual).abs() <= most
}

/// A line, taken apart.
struct NumericLine {
    /// The line with a mark for each number.
    text: String,
    numbers: Vec<f64>,
}

impl NumericLine {
    fn parse(line: &str) -> Option<NumericLine> {
        let pattern = NUMBER.as_ref()?;
        let numbers = pattern.find_iter(line).map(|found| found.as_str().parse());
        let numbers = numbers.collect::<Result<Vec<f64>, _>>().ok()?;
        Some(NumericLine {
            text: mark_numbers(line),
            numbers,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CENTS: NumberTolerance = NumberTolerance {
        absolute: 0.01,
        relative: 0.0,
    };
    const PER_MILLE: NumberTolerance = NumberTolerance {
        absolute: 0.0,
        relative: 0.001,
    };

    #[test]
    fn numbers_may_be_off_by_the_tolerance_and_the_text_around_them_may_not() {
        let table = [
            ("mean 3.14 m", "mean 3.149 m", CENTS, true),
            ("mean 3.14 m", "mean 3.16 m", CENTS, false),
            ("mean 3.14 m", "mean 3.14 cm", CENTS, false),
            ("mean 3.14", "3.14", CENTS, false),
            ("2 of 3", "2.0 of 3.00", CENTS, true),
            ("2 of 3", "3 of 2", CENTS, false),
            ("-1", "1", CENTS, false),
            ("x = -1.5e3", "x = -1500.001", CENTS, true),
            ("1e6", "1000900", PER_MILLE, true),
            ("1e6", "1001100", PER_MILLE, false),
            (".5", "0.5", CENTS, true),
            ("[0-8]", "[0-8]", CENTS, true),
            ("[0-8]", "[0-9]", CENTS, false),
            ("nan", "inf", CENTS, false),
            ("nan", "-NaN", CENTS, true),
            ("x = inf", "x = Infinity", CENTS, true),
            ("inf", "-inf", PER_MILLE, false),
            ("inf", "5", PER_MILLE, false),
            ("info", "inform", CENTS, false),
            ("1e999", "1e998", CENTS, true),
            ("1 2", "1", CENTS, false),
        ];
        for (expected, actual, tolerance, near) in table {
            let found = are_near(expected, actual, tolerance, |one, other| one == other);
            assert_eq!(found, near, "{expected} against {actual}");
        }
    }
}
