//! How many parts of two sides can be paired, in order, so that as many as possible are right.

use model::{ComparisonScope, GameTurn, PartCount};

/// More pairs than these are not tried: then parts are paired by their numbers.
const PAIRS: usize = 1 << 18;

/// How many parts a transcript has for the credits `per-turn` and `per-line`: its turns, or its lines that are not blank.
pub fn part_total(expected: &[GameTurn], scope: ComparisonScope) -> Option<usize> {
    match scope {
        ComparisonScope::Turns => Some(expected.len()),
        ComparisonScope::Transcript => {
            let printed: String = expected.iter().map(GameTurn::printed_text).collect();
            let lines = printed
                .lines()
                .filter(|line| !line.trim().is_empty())
                .count();
            Some(lines.max(1))
        }
        ComparisonScope::Final | ComparisonScope::Output => None,
    }
}

/// Counts the parts that are right, of those of the longer side. What differs, is missing or is one too many costs itself alone.
pub(super) fn count_right_pairs<E, A>(
    expected: &[E],
    actual: &[A],
    is_right: impl Fn(&E, &A) -> bool,
) -> PartCount {
    let all = expected.len().max(actual.len());
    let are_right = |(one, other): &(&E, &A)| is_right(one, other);
    let start = expected.iter().zip(actual).take_while(are_right).count();
    let expected = &expected[start..];
    let actual = &actual[start..];
    let end = expected
        .iter()
        .rev()
        .zip(actual.iter().rev())
        .take_while(are_right)
        .count();
    let expected = &expected[..expected.len() - end];
    let actual = &actual[..actual.len() - end];
    let middle = if expected.len().saturating_mul(actual.len()) > PAIRS {
        expected.iter().zip(actual).filter(are_right).count()
    } else {
        longest_common_length(expected, actual, is_right)
    };
    PartCount {
        right: start + middle + end,
        all,
    }
}

/// The longest common subsequence, row by row.
fn longest_common_length<E, A>(
    expected: &[E],
    actual: &[A],
    is_right: impl Fn(&E, &A) -> bool,
) -> usize {
    let mut above = vec![0; actual.len() + 1];
    for one in expected {
        let mut row = vec![0; actual.len() + 1];
        for (index, other) in actual.iter().enumerate() {
            row[index + 1] = if is_right(one, other) {
                above[index] + 1
            } else {
                above[index + 1].max(row[index])
            };
        }
        above = row;
    }
    above.last().copied().unwrap_or(0)
}
