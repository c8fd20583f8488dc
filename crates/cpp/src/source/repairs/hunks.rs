//! Where a printed text and the expected one differ, word by word.

use std::ops::Range;

/// So many words of each text are aligned; of longer ones, all that differs is one stretch.
const MOST_WORDS: usize = 600;

/// A stretch of the printed text, and what is expected in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TextHunk {
    pub(super) printed: Range<usize>,
    pub(super) expected: String,
}

/// The stretches that differ, in their order.
pub(super) fn text_hunks(printed: &str, expected: &str) -> Vec<TextHunk> {
    let left = split_words(printed);
    let right = split_words(expected);
    let mut hunks: Vec<TextHunk> = Vec::new();
    let mut at = 0;
    let mut open: Option<TextHunk> = None;
    for step in align_words(&left, &right) {
        match step {
            WordStep::Both(word) => {
                hunks.extend(open.take());
                at += word.len();
            }
            WordStep::Printed(word) => {
                let hunk = open.get_or_insert_with(|| TextHunk {
                    printed: at..at,
                    expected: String::new(),
                });
                at += word.len();
                hunk.printed.end = at;
            }
            WordStep::Expected(word) => {
                let hunk = open.get_or_insert_with(|| TextHunk {
                    printed: at..at,
                    expected: String::new(),
                });
                hunk.expected.push_str(word);
            }
        }
    }
    hunks.extend(open);
    hunks
}

/// How many words differ: 0 if the texts are equal.
pub fn text_distance(printed: &str, expected: &str) -> usize {
    let left = split_words(printed);
    let right = split_words(expected);
    let differs = |step: &WordStep<'_>| !matches!(step, WordStep::Both(_));
    align_words(&left, &right)
        .iter()
        .filter(|step| differs(step))
        .count()
}

/// Numbers, words of letters, and other characters one by one.
fn split_words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_digit() {
            rest.find(|it: char| !it.is_ascii_digit())
        } else if first.is_alphabetic() {
            rest.find(|it: char| !it.is_alphabetic())
        } else {
            Some(first.len_utf8())
        };
        let length = length.unwrap_or(rest.len());
        words.push(&rest[..length]);
        rest = &rest[length..];
    }
    words
}

/// A step from one list of words to another.
pub(super) enum WordStep<'t> {
    Both(&'t str),
    Printed(&'t str),
    Expected(&'t str),
}

/// The steps that keep most words.
pub(super) fn align_words<'t>(left: &[&'t str], right: &[&'t str]) -> Vec<WordStep<'t>> {
    let before = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    let left_rest = &left[before..];
    let right_rest = &right[before..];
    let pairs = left_rest.iter().rev().zip(right_rest.iter().rev());
    let after = pairs.take_while(|(a, b)| a == b).count();
    let left_middle = &left_rest[..left_rest.len() - after];
    let right_middle = &right_rest[..right_rest.len() - after];
    let mut steps: Vec<WordStep<'t>> = left[..before].iter().map(|it| WordStep::Both(it)).collect();
    steps.extend(align_middle(left_middle, right_middle));
    let end = left.len() - after;
    steps.extend(left[end..].iter().map(|it| WordStep::Both(it)));
    steps
}

/// By a longest common subsequence.
fn align_middle<'t>(left: &[&'t str], right: &[&'t str]) -> Vec<WordStep<'t>> {
    let width = right.len() + 1;
    let mut lengths = vec![0_u16; 0];
    let is_small = left.len() <= MOST_WORDS && right.len() <= MOST_WORDS;
    if is_small {
        lengths = vec![0_u16; (left.len() + 1) * width];
        for i in (0..left.len()).rev() {
            for j in (0..right.len()).rev() {
                lengths[i * width + j] = if left[i] == right[j] {
                    lengths[(i + 1) * width + j + 1] + 1
                } else {
                    lengths[(i + 1) * width + j].max(lengths[i * width + j + 1])
                };
            }
        }
    }
    let mut steps = Vec::new();
    let mut i = 0;
    let mut j = 0;
    while is_small && i < left.len() && j < right.len() {
        if left[i] == right[j] {
            steps.push(WordStep::Both(left[i]));
            i += 1;
            j += 1;
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
            steps.push(WordStep::Printed(left[i]));
            i += 1;
        } else {
            steps.push(WordStep::Expected(right[j]));
            j += 1;
        }
    }
    steps.extend(left[i..].iter().map(|it| WordStep::Printed(it)));
    steps.extend(right[j..].iter().map(|it| WordStep::Expected(it)));
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_differ_in_words() {
        let hunks = |printed: &str, expected: &str| -> Vec<(String, String)> {
            text_hunks(printed, expected)
                .into_iter()
                .map(|hunk| (printed[hunk.printed].to_owned(), hunk.expected))
                .collect()
        };
        let pair = |left: &str, right: &str| (left.to_owned(), right.to_owned());
        assert_eq!(hunks("Sum is 7\n", "Sum is 7\n"), []);
        assert_eq!(
            hunks("The sum of 7", "The Sum: 7\n"),
            [pair("sum of", "Sum:"), pair("", "\n")]
        );
        assert_eq!(text_distance("1 2 3", "1 3 2"), 4);
        assert_eq!(hunks("", "Hi"), [pair("", "Hi")]);
    }
}
