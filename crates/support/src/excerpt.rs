//! The part of a long line that matters: one way to cut, for sentences and for diffs; and the ends of a long text.

/// At most `most` characters of a text, such that column `column` (from 0) is among them; what was cut off leaves a `…`.
pub fn excerpt_around(text: &str, column: usize, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    let start = column.saturating_sub(most / 2).min(length - most);
    let middle: String = text.chars().skip(start).take(most).collect();
    let before = if start > 0 { "…" } else { "" };
    let after = if start + most < length { "…" } else { "" };
    format!("{before}{middle}{after}")
}

/// The beginning of a text, of at most `most` bytes and without a part of a character.
pub fn cut_to(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The end of a text, of at most `most` bytes and without a part of a character.
pub fn end_of(text: &str, most: usize) -> &str {
    let mut start = text.len().saturating_sub(most);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_is_kept_and_what_is_missing_is_marked() {
        let table = [
            (0, 10, "0123456789"),
            (0, 4, "0123…"),
            (5, 4, "…3456…"),
            (9, 4, "…6789"),
            (99, 4, "…6789"),
        ];
        for (column, most, expected) in table {
            assert_eq!(
                excerpt_around("0123456789", column, most),
                expected,
                "{column} {most}"
            );
        }
        assert_eq!(
            excerpt_around("äöü", 2, 1),
            "…ü",
            "characters are counted, not bytes"
        );
    }

    #[test]
    fn no_character_is_cut_in_two() {
        for (most, beginning, end) in [
            (0, "", ""),
            (1, "", ""),
            (2, "ä", "ö"),
            (3, "ä", "ö"),
            (9, "äö", "äö"),
        ] {
            assert_eq!(cut_to("äö", most), beginning, "{most}");
            assert_eq!(end_of("äö", most), end, "{most}");
        }
    }
}
