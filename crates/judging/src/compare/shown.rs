//! What a text shows: words and numbers that stand in it for themselves. Lines that show nothing of the reference are chatter: "Nice move!".
//!
//! A row of a board is never chatter, and neither is a line that holds a message which the reference prints in this or
//! another case: a program that announces two winners has not chatted, it is wrong. The same holds for a line that is
//! such a message but for its numbers: a wrong result is no chatter, and neither is every result one after the other.

use super::expected::{BoardShape, ExpectedTurn};
use super::numbers;
use super::text::{ComparedLine, MatchOptions};
use model::ExtraLines;

/// How often `text` shows `wanted` as a word or number of its own: `0-8` shows `8`, and `18` does not. Numbers count by
/// what they are worth, so `00` shows `0`; a bound that is itself excluded shows the last number before it, so
/// `0 <= n < 9` shows `8`.
pub(crate) fn count_occurrences(text: &str, wanted: &str) -> usize {
    let number = wanted.parse::<u64>().ok();
    if !may_show(text, wanted, number) {
        return 0;
    }
    let is_wanted = |word: &ComparedWord<'_>| match (number, word.text.parse::<u64>()) {
        (Some(wanted), Ok(found)) => {
            found == wanted || (word.is_excluded && found.checked_sub(1) == Some(wanted))
        }
        _ => word.text.eq_ignore_ascii_case(wanted),
    };
    split_words(text)
        .iter()
        .filter(|word| is_wanted(word))
        .count()
}

/// Whether the text holds what a word that is wanted begins with; most lines hold nothing of the kind.
fn may_show(text: &str, wanted: &str, number: Option<u64>) -> bool {
    match (number, wanted.as_bytes().first()) {
        (Some(_), _) => text.bytes().any(|byte| byte.is_ascii_digit()),
        (None, Some(first)) => text.bytes().any(|byte| byte.eq_ignore_ascii_case(first)),
        (None, None) => true,
    }
}

struct ComparedWord<'a> {
    text: &'a str,
    /// Whether what stands around it says that it is the first that no longer counts.
    is_excluded: bool,
}

/// Words and numbers; `playerX1` are three. The text is gone through once: a program may print a megabyte on one line.
fn split_words(text: &str) -> Vec<ComparedWord<'_>> {
    let mut words = Vec::new();
    let mut last_bracket = None;
    let mut start = 0;
    for end in find_boundaries(text) {
        let part = &text[start..end];
        if part.starts_with(char::is_alphanumeric) {
            let is_excluded = is_excluded(&text[..start], &text[end..], last_bracket);
            words.push(ComparedWord {
                text: part,
                is_excluded,
            });
        } else {
            last_bracket = part
                .chars()
                .rfind(|sign| ['[', '('].contains(sign))
                .or(last_bracket);
        }
        start = end;
    }
    words
}

/// Where words, numbers and what stands between them end.
fn find_boundaries(text: &str) -> Vec<usize> {
    let inside = text.char_indices().zip(text.char_indices().skip(1));
    let inside = inside.filter(|((_, left), (_, right))| is_boundary(*left, *right));
    inside.map(|(_, (at, _))| at).chain([text.len()]).collect()
}

fn is_boundary(left: char, right: char) -> bool {
    left.is_numeric() != right.is_numeric()
        || left.is_alphanumeric() != right.is_alphanumeric()
        || (left.is_lowercase() && right.is_uppercase())
}

/// Whether a number between `before` and `after` is a bound that does not count itself: `< 9`, `less than 9`, `[0, 9)`.
fn is_excluded(before: &str, after: &str, last_bracket: Option<char>) -> bool {
    let before = before.trim_end();
    let ends_with = |words: &str| {
        let start = before.len().checked_sub(words.len());
        start
            .and_then(|start| before.get(start..))
            .is_some_and(|end| end.eq_ignore_ascii_case(words))
    };
    ["<", "less than", "smaller than", "lower than", "below"]
        .into_iter()
        .any(ends_with)
        || (last_bracket == Some('[') && after.starts_with(')'))
}

/// What is no chatter.
#[derive(Debug, Clone)]
pub(super) struct ChatterFilter {
    board: BoardShape,
    messages: Vec<String>,
    /// The messages that hold numbers, with a mark for each.
    with_numbers: Vec<String>,
}

impl ChatterFilter {
    pub(super) fn new(
        board: &BoardShape,
        expected: &[ExpectedTurn],
        elsewhere: &[String],
    ) -> ChatterFilter {
        let here = expected.iter().flat_map(|turn| &turn.content);
        let messages = here.chain(elsewhere).filter(|line| !board.is_row(line));
        let mut messages: Vec<String> = messages
            .map(|line| normalize_line(line))
            .filter(|line| !line.is_empty())
            .collect();
        messages.sort_unstable();
        messages.dedup();
        let with_numbers = messages
            .iter()
            .map(|message| numbers::mark_numbers(message));
        let with_numbers = with_numbers
            .filter(|marked| marked.contains(numbers::MARK))
            .collect();
        ChatterFilter {
            board: board.clone(),
            messages,
            with_numbers,
        }
    }

    /// The lines without chatter, where the setting allows it.
    pub(super) fn remove_chatter<'a>(
        &self,
        mut lines: Vec<ComparedLine<'a>>,
        extra_lines: ExtraLines,
    ) -> Vec<ComparedLine<'a>> {
        if extra_lines == ExtraLines::Allow {
            lines.retain(|line| !self.is_chatter(&line.text));
        }
        lines
    }

    pub(super) fn is_chatter(&self, line: &str) -> bool {
        let is_board = self.board.is_row(line) || self.board.before_row(line).is_some();
        !line.trim().is_empty() && !is_board && !self.repeats_message(line)
    }

    /// Whether a line says what the reference says somewhere, with these numbers or others.
    pub(super) fn repeats_message(&self, line: &str) -> bool {
        let line = normalize_line(line);
        let says = |message: &String| line.contains(message.as_str());
        let says_it_with_others = || self.with_numbers.contains(&numbers::mark_numbers(&line));
        self.messages.iter().any(says) || says_it_with_others()
    }
}

fn normalize_line(line: &str) -> String {
    MatchOptions::COLLAPSE.normalize_line(line).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers_stand_for_themselves() {
        for (text, wanted, times) in [
            ("Player X enter your square choice [0-8]: ", "8", 1),
            ("Player X, 0 to 18", "8", 0),
            ("playerX: choose (0..8)", "X", 1),
            ("Player's XO turn", "X", 0),
            ("X's turn; X?", "X", 2),
            ("x's turn", "X", 1),
            ("X1 goes", "X", 1),
            ("[00-8]", "0", 1),
            ("[00-08]", "8", 1),
        ] {
            assert_eq!(count_occurrences(text, wanted), times, "{text} {wanted}");
        }
    }

    #[test]
    fn a_bound_that_does_not_count_itself_shows_the_number_before_it() {
        for (text, times) in [
            ("0 <= square < 9", 1),
            ("a number less than 9", 1),
            ("[0, 9)", 1),
            ("(0 to 9)", 0),
            ("0 <= square <= 9", 0),
            ("[1-9] (please)", 0),
            ("<9999999999999999999999", 0),
            ("é<9", 1),
        ] {
            assert_eq!(count_occurrences(text, "8"), times, "{text}");
        }
        assert_eq!(count_occurrences("< 0", "0"), 1);
    }

    #[test]
    fn a_megabyte_on_one_line_is_gone_through_once() {
        let flood = "9 ".repeat(1 << 19);
        assert_eq!(count_occurrences(&flood, "9"), 1 << 19);
        assert_eq!(count_occurrences(&flood, "8"), 0);
    }
}
