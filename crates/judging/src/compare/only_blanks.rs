//! Whether two texts differ in white space alone, so that a person would call them the same.
//!
//! Blanks may be missing or too many, and line breaks may be missing or too many (not both: then lines have another content).
//! Numbers and words are never joined or split: `1 23` and `123` are other numbers than `12 3`. Only where all characters of
//! the expected line stand alone (`X O X`) may they be printed without any blank between them.

/// White space before a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum BlankGap {
    None,
    Blank,
    LineBreak,
}

/// A character that can be seen, with the white space before it.
struct VisibleCharacter {
    character: char,
    gap: BlankGap,
    /// Where it is in its text, in bytes.
    start: usize,
}

/// Whether the characters that can be seen are the same, and make the same numbers, words and lines.
pub(super) fn differ_at_most_in_blanks(expected: &str, actual: &str) -> bool {
    let mut expected_rest = visible_characters(expected);
    let mut actual_rest = visible_characters(actual);
    let mut misses_line_break = false;
    let mut has_more_line_breaks = false;
    loop {
        let (one, other) = match (expected_rest.next(), actual_rest.next()) {
            (None, None) => return !(misses_line_break && has_more_line_breaks),
            (Some(one), Some(other)) if one.character == other.character => (one, other),
            _ => return false,
        };
        let before = &expected[..one.start];
        if before.trim_end().is_empty() || one.gap == other.gap {
            continue;
        }
        misses_line_break |= one.gap == BlankGap::LineBreak;
        has_more_line_breaks |= other.gap == BlankGap::LineBreak;
        let place = BlankPlace {
            before: before.trim_end(),
            after: &expected[one.start..],
        };
        let is_allowed = match (one.gap, other.gap) {
            (gap, BlankGap::None) => {
                place.can_be_joined(gap) || is_spaced_out(expected, &one, actual, &other)
            }
            (BlankGap::None, gap) => place.can_be_split(gap),
            _ => true,
        };
        if !is_allowed {
            return false;
        }
    }
}

fn visible_characters(text: &str) -> impl Iterator<Item = VisibleCharacter> {
    let mut gap = BlankGap::None;
    text.char_indices().filter_map(move |(start, character)| {
        if character.is_whitespace() {
            gap = gap.max(if character == '\n' {
                BlankGap::LineBreak
            } else {
                BlankGap::Blank
            });
            return None;
        }
        Some(VisibleCharacter {
            character,
            gap: std::mem::replace(&mut gap, BlankGap::None),
            start,
        })
    })
}

/// Where the white space of two texts differs, in the expected one: what it has before it and after it.
struct BlankPlace<'t> {
    before: &'t str,
    after: &'t str,
}

impl BlankPlace<'_> {
    /// Whether both sides can still be told from each other without the white space between them.
    fn can_be_joined(&self, gap: BlankGap) -> bool {
        let gets_a_sign = self.before.ends_with(char::is_alphanumeric)
            && self.after.starts_with(['-', '+'])
            && self.after[1..].starts_with(|next: char| next.is_ascii_digit());
        let is_line_break_of_a_picture = gap == BlankGap::LineBreak && self.repeats_a_sign();
        !self.is_inside_a_word()
            && !self.is_at_a_point()
            && !gets_a_sign
            && !is_line_break_of_a_picture
    }

    /// Whether both sides mean the same with white space between them.
    fn can_be_split(&self, gap: BlankGap) -> bool {
        let loses_its_sign = self.before.ends_with(['-', '+'])
            && self.after.starts_with(|next: char| next.is_ascii_digit())
            && !self.before[..self.before.len() - 1]
                .ends_with(|it: char| it.is_alphanumeric() || it == ')');
        let is_line_of_a_picture = gap == BlankGap::LineBreak && self.repeats_a_sign();
        !self.is_inside_a_word()
            && !self.is_at_a_point()
            && !loses_its_sign
            && !is_line_of_a_picture
    }

    /// Whether both sides together would be one number or one word. `10cm` is a number and a word, `1e5` is one number.
    fn is_inside_a_word(&self) -> bool {
        let before: Vec<char> = self
            .before
            .chars()
            .rev()
            .take_while(|it| it.is_alphanumeric())
            .collect();
        let after: Vec<char> = self
            .after
            .chars()
            .take_while(|it| it.is_alphanumeric())
            .collect();
        if before.is_empty() || after.is_empty() {
            return false;
        }
        let can_be_told = are_digits(&before) && are_letters(&after)
            || are_letters(&before) && are_digits(&after);
        !can_be_told
    }

    /// Whether a decimal point would be in a number, or a number at its point.
    fn is_at_a_point(&self) -> bool {
        let number_then_point = self.before.ends_with(|it: char| it.is_ascii_digit())
            && self.after.strip_prefix('.').is_some_and(begins_with_digit);
        let point_then_number = begins_with_digit(self.after)
            && self
                .before
                .strip_suffix('.')
                .is_some_and(|it| !it.ends_with(char::is_alphabetic));
        number_then_point || point_then_number
    }

    fn repeats_a_sign(&self) -> bool {
        self.before.chars().next_back() == self.after.chars().next()
    }
}

fn are_digits(run: &[char]) -> bool {
    run.iter().all(char::is_ascii_digit)
}

fn are_letters(run: &[char]) -> bool {
    run.iter().all(|it| it.is_alphabetic())
}

fn begins_with_digit(text: &str) -> bool {
    text.starts_with(|it: char| it.is_ascii_digit())
}

/// Whether every character of the expected line stands alone, and none of the printed line does.
fn is_spaced_out(
    expected: &str,
    one: &VisibleCharacter,
    actual: &str,
    other: &VisibleCharacter,
) -> bool {
    one.gap == BlankGap::Blank
        && line_at(expected, one.start)
            .split_whitespace()
            .all(is_single_character)
        && line_at(actual, other.start).split_whitespace().count() == 1
}

fn is_single_character(word: &str) -> bool {
    word.chars().count() == 1
}

fn line_at(text: &str, place: usize) -> &str {
    let start = text[..place].rfind('\n').map_or(0, |end| end + 1);
    let end = text[place..]
        .find('\n')
        .map_or(text.len(), |length| place + length);
    &text[start..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_presentation_where_numbers_words_and_lines_stay() {
        let same = [
            ("Sum: 3", "Sum:3"),
            ("Sum:3", "Sum :  3\n"),
            (". . . .\n", "....\n"),
            ("X O X\n", "XOX\n"),
            ("1 2 3\n4 5 6\n", "123\n456\n"),
            ("3 - 2", "3-2"),
            ("3-2", "3 - 2"),
            ("1,2,3", "1, 2, 3"),
            ("10 cm", "10cm"),
            ("No. 1", "No.1"),
            ("***", "* * *"),
            ("12 3\n", "12\n3\n"),
            ("12\n3\n", "12 3\n"),
            ("Sum: 3\nMean: 1.5\n", "Sum: 3Mean: 1.5\n"),
            ("Done.\nBye\n", "Done.Bye\n"),
            ("*\n*\n", " *\n *\n"),
        ];
        for (expected, actual) in same {
            assert!(
                differ_at_most_in_blanks(expected, actual),
                "{expected:?} {actual:?}"
            );
        }
        let different = [
            ("12 3", "1 23"),
            ("12 3", "123"),
            ("123", "12 3"),
            ("12\n3\n", "123\n"),
            ("1 2 3", "1 23"),
            ("1 2 10", "1210"),
            ("1.5", "1 .5"),
            ("1.5", "1. 5"),
            ("1 .5", "1.5"),
            ("1. 5", "1.5"),
            ("-2", "- 2"),
            ("3 -2", "3-2"),
            ("1e5", "1 e5"),
            ("1 e5", "1e5"),
            ("no one", "noone"),
            ("nobody", "no body"),
            ("*\n**\n***\n", "***\n**\n*\n"),
            ("*\n**\n", "***\n"),
            ("***\n", "*\n**\n"),
            ("a b\nc\n", "a\nb c\n"),
            ("1\n2\n3\n", "123\n"),
            ("ab", "abc"),
        ];
        for (expected, actual) in different {
            assert!(
                !differ_at_most_in_blanks(expected, actual),
                "{expected:?} {actual:?}"
            );
        }
    }
}
