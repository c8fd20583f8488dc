//! Numbers that are wrong where all else is right, in programs that are no games: there, a number is a name or a square.

use super::edit;
use super::judged_run::{HintContext, collapse_blanks, plain_lines, quote_text};
use super::number::missing_fraction;
use super::sentences;
use model::{Hint, Observation};

/// A number that stands where another one is wanted, and the lines that they stand in.
pub(super) struct WrongNumber {
    wanted: String,
    found: String,
    lines: (String, String),
}

/// Only numbers are wrong, and show why: too large for their type, written otherwise, or printed in another order.
pub(super) fn detect_wrong_number(context: &HintContext<'_>) -> Option<Hint> {
    let (corrected, hint) = with_right_numbers(context)?;
    hint.filter(|_| context.run.would_be_right(&corrected))
}

/// The run with the right numbers in its lines, and the cause that its own numbers show, if they show one. None where there is no
/// wrong number.
pub(super) fn with_right_numbers(context: &HintContext<'_>) -> Option<(Observation, Option<Hint>)> {
    let run = context.run;
    if context.is_game {
        return None;
    }
    let wanted: Vec<Vec<String>> = run
        .expected
        .iter()
        .map(|turn| plain_lines(&turn.printed_text()))
        .collect();
    let corrected = edit::map_output(run.seen, |turn, text| {
        correct_numbers(text, words_of_turn(&wanted, turn)).0
    });
    let texts = run
        .seen
        .turns
        .iter()
        .map(|turn| String::from_utf8_lossy(&turn.output));
    let wrong: Vec<WrongNumber> = texts
        .enumerate()
        .flat_map(|(turn, text)| correct_numbers(&text, words_of_turn(&wanted, turn)).1)
        .collect();
    let first = wrong.first()?;
    let hint = if is_overflow(&first.wanted, &first.found) {
        Some(sentences::NUMBER_OVERFLOW.hint())
    } else if wrong
        .iter()
        .all(|one| has_other_zeros(&one.wanted, &one.found))
    {
        Some(sentences::LEADING_ZEROS.hint())
    } else if wrong.iter().all(WrongNumber::has_other_decimals) {
        Some(sentences::NUMBER_DECIMALS.hint())
    } else if are_permuted(&wrong) {
        Some(sentences::NUMBERS_IN_ANOTHER_ORDER.hint())
    } else {
        None
    };
    let (wanted, found) = &first.lines;
    let detail = format!(
        "It should be {} and is {}.",
        quote_text(wanted),
        quote_text(found)
    );
    Some((corrected, hint.map(|hint| hint.with_detail(detail))))
}

fn words_of_turn(wanted: &[Vec<String>], turn: usize) -> &[String] {
    wanted.get(turn).map_or(&[][..], Vec::as_slice)
}

impl WrongNumber {
    /// Whether only the decimals are others. A number without any may have lost its fraction, which is another fault, where it
    /// is not rounded up.
    fn has_other_decimals(&self) -> bool {
        let is_cut_off = missing_fraction(&self.wanted, &self.found).is_some_and(|it| it != 0.0);
        let may_be_cut_off = !self.found.contains('.') && is_cut_off;
        is_same_value(&self.wanted, &self.found) && !may_be_cut_off
    }
}

/// Whether two whole numbers differ only in the zeros before them.
fn has_other_zeros(wanted: &str, found: &str) -> bool {
    wanted != found
        && trim_leading_zeros(wanted).is_some_and(|one| trim_leading_zeros(found) == Some(one))
}

fn trim_leading_zeros(number: &str) -> Option<String> {
    let (sign, digits) = number
        .strip_prefix('-')
        .map_or(("", number), |digits| ("-", digits));
    let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_whole.then(|| format!("{sign}{}", digits.trim_start_matches('0')))
}

/// Whether the wrong numbers are the right ones in another order. Two that are swapped may be a coincidence of small numbers, so at least
/// one of them has two digits.
fn are_permuted(wrong: &[WrongNumber]) -> bool {
    let mut wanted: Vec<&str> = wrong.iter().map(|one| one.wanted.as_str()).collect();
    let mut found: Vec<&str> = wrong.iter().map(|one| one.found.as_str()).collect();
    wanted.sort_unstable();
    found.sort_unstable();
    wanted == found && (wanted.len() > 2 || wanted.iter().any(|number| number.len() > 1))
}

/// A text with the right number wherever a line is a wanted one but for its numbers, and the numbers that were wrong. Lines
/// follow each other as the wanted ones do.
pub(super) fn correct_numbers(text: &str, wanted: &[String]) -> (String, Vec<WrongNumber>) {
    /// How many of the wanted lines may be missing before one: a program that prints others would be held against all of them.
    const MOST_MISSING: usize = 100;
    let mut wrong = Vec::new();
    let mut lines = Vec::new();
    let mut wanted = wanted.iter();
    for line in text.split('\n') {
        let mut rest = wanted.clone();
        let mut next = rest.by_ref().take(MOST_MISSING);
        let same =
            next.find_map(|wanted| with_numbers_of(wanted, line).map(|right| (wanted, right)));
        let Some((wanted_line, (right, numbers))) = same else {
            lines.push(line.to_owned());
            continue;
        };
        wanted = rest;
        lines.push(right);
        let texts = || (wanted_line.clone(), line.to_owned());
        wrong.extend(numbers.into_iter().map(|(wanted, found)| WrongNumber {
            wanted,
            found,
            lines: texts(),
        }));
    }
    (lines.join("\n"), wrong)
}

/// A line with the numbers of another one, and the pairs that differ; none where the two are not alike but for numbers.
fn with_numbers_of(wanted: &str, line: &str) -> Option<(String, Vec<(String, String)>)> {
    let wanted = split_at_numbers(wanted);
    let found = split_at_numbers(line);
    if wanted.len() != found.len() {
        return None;
    }
    let mut text = String::new();
    let mut differ = Vec::new();
    for (wanted, found) in wanted.iter().zip(&found) {
        match (is_number(wanted), is_number(found)) {
            (true, true) => {
                text.push_str(wanted);
                if wanted != found {
                    differ.push(((*wanted).to_owned(), (*found).to_owned()));
                }
            }
            (false, false) if collapse_blanks(wanted) == collapse_blanks(found) => {
                text.push_str(found)
            }
            _ => return None,
        }
    }
    Some((text, differ))
}

fn is_number(part: &str) -> bool {
    part.ends_with(|letter: char| letter.is_ascii_digit())
}

/// A line cut into numbers and what stands between them. A sign belongs to its number, and so does a point.
pub(super) fn split_at_numbers(line: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let start = number_start(rest);
        let (text, after) = rest.split_at(start);
        let (number, after) = after.split_at(number_length(after));
        parts.extend([text, number].into_iter().filter(|part| !part.is_empty()));
        rest = after;
    }
    parts
}

/// Where the first number of a text begins.
fn number_start(text: &str) -> usize {
    let Some(digit) = text.find(|letter: char| letter.is_ascii_digit()) else {
        return text.len();
    };
    let before = text.get(..digit).unwrap_or_default();
    let Some(unsigned) = before.strip_suffix('-') else {
        return digit;
    };
    if unsigned.ends_with(char::is_alphanumeric) {
        digit
    } else {
        unsigned.len()
    }
}

/// How long the number is with which a text begins.
fn number_length(text: &str) -> usize {
    let sign = usize::from(text.starts_with('-'));
    let whole = sign + count_digits(text.get(sign..).unwrap_or_default());
    let end = match text
        .get(whole..)
        .and_then(|rest| rest.strip_prefix('.'))
        .map(count_digits)
    {
        Some(decimals) if decimals > 0 => whole + 1 + decimals,
        _ => whole,
    };
    // As `cout` writes large and small numbers: 1.5e+06.
    let rest = text.get(end..).unwrap_or_default();
    let power = rest
        .strip_prefix("e+")
        .or_else(|| rest.strip_prefix("e-"))
        .map(count_digits);
    power
        .filter(|power| *power >= 2)
        .map_or(end, |power| end + 2 + power)
}

fn count_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Whether one number is what an `int` makes of the other.
fn is_overflow(wanted: &str, found: &str) -> bool {
    let (Ok(exact), Ok(wrapped)) = (wanted.parse::<i64>(), found.parse::<i32>()) else {
        return false;
    };
    i32::try_from(exact).is_err() && exact.wrapping_sub(i64::from(wrapped)) % (1 << 32) == 0
}

/// Whether two numbers are the same but for how many decimals are written.
fn is_same_value(wanted: &str, found: &str) -> bool {
    let (Ok(one), Ok(other)) = (wanted.parse::<f64>(), found.parse::<f64>()) else {
        return false;
    };
    if let Some(power) = [wanted, found]
        .into_iter()
        .find(|number| number.contains('e'))
    {
        let digits = count_decimals(power);
        return wanted != found && format!("{one:.digits$e}") == format!("{other:.digits$e}");
    }
    let fewer = count_decimals(wanted).min(count_decimals(found));
    count_decimals(wanted) != count_decimals(found)
        && format!("{one:.fewer$}") == format!("{other:.fewer$}")
}

fn count_decimals(number: &str) -> usize {
    let number = number.split('e').next().unwrap_or_default();
    number
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::stage::HintTestRun;

    fn mistake(wanted: &[&str], text: &str) -> Option<&'static str> {
        HintTestRun::from_messages(wanted, text).find_mistake(detect_wrong_number)
    }

    #[test]
    fn a_number_that_is_wrong_alone_is_found_with_the_reason_that_it_shows() {
        let large = ["Sum: 5999999999", "Half: 2999999999.50"];
        for (wanted, text, name) in [
            (&["Sum: 8"][..], "Sum: 9\n", None),
            (&["Sum: -8, of 2"], "Sum: 8, of 2\n", None),
            (&["09:05"], "9:5\n", Some("leading-zeros")),
            (&["9:05"], "9:50\n", None),
            (&["3 12 14"], "14 12 3\n", Some("numbers-in-another-order")),
            (&["3 12 14"], "14 12 4\n", None),
            (&["Sum: 1, of 2"], "Sum: 2, of 1\n", None),
            (&["Mean: 0.78"], "Mean: 1\n", Some("number-decimals")),
            (&["Mean: 1.22"], "Mean: 1\n", None),
            (&["Mean: 4.00"], "Mean: 4\n", Some("number-decimals")),
            (
                &large,
                "Sum: 1705032703\nHalf: 852516351.50\n",
                Some("number-overflow"),
            ),
            (&["Mean: 2.50"], "Mean: 2.5\n", Some("number-decimals")),
            (&["Mean: 2.5"], "Mean: 2.500\n", Some("number-decimals")),
            (&["Mean: 2.50"], "Mean: 2.6\n", None),
            (
                &["Mean: 1234567.89"],
                "Mean: 1.23457e+06\n",
                Some("number-decimals"),
            ),
            (&["Mean: 1234567.89"], "Mean: 1.23458e+06\n", None),
            (&["Mean: 33.33"], "Mean: 33.3333\n", Some("number-decimals")),
            (&["Sum: 8"], "Total: 9\n", None),
            (&["Sum: 8", "Mean: 4"], "Sum: 9\n", None),
            (&["Sum: 8"], "Sum: many\n", None),
        ] {
            assert_eq!(mistake(wanted, text), name, "{text}");
        }
        let mut game = HintTestRun::from_messages(&["Sum: 8"], "Sum: 9\n");
        game.is_game = true;
        assert_eq!(
            game.find_hint(detect_wrong_number),
            None,
            "in a game a number is a name"
        );
    }

    #[test]
    fn a_line_is_cut_at_its_numbers() {
        assert_eq!(
            split_at_numbers("Mean: -2.50, of 4."),
            ["Mean: ", "-2.50", ", of ", "4", "."]
        );
        assert_eq!(split_at_numbers("2-3"), ["2", "-3"]);
        assert_eq!(split_at_numbers("é-1é"), ["é-", "1", "é"]);
        assert_eq!(split_at_numbers(""), [""; 0]);
    }
}
