//! Which statement printed the first wrong text: what a program prints while its prints are traced.

use model::{TRACE_END, TRACE_START};

/// The byte of a printed text from which it is not the expected one, whatever the white space; none if only something is missing
/// at the end.
pub(super) fn first_wrong_text(printed: &str, expected: &str) -> Option<usize> {
    let mut words = expected.split_whitespace();
    let mut end = 0;
    for word in printed.split_whitespace() {
        // Only white space is before it.
        let start = end + printed[end..].find(word)?;
        end = start + word.len();
        let wanted = words.next().unwrap_or_default();
        if word != wanted {
            let both = word.bytes().zip(wanted.bytes());
            let same = both.take_while(|(one, other)| one == other).count();
            return Some(start + same.min(word.len() - 1));
        }
    }
    None
}

/// The line whose print printed a byte of the text, by the text with traces. None where that is not known: what no traced print has
/// printed, or a program that prints something else each time.
pub(super) fn find_printing_line(traced: &str, text: &str, at: usize) -> Option<usize> {
    let mut plain = String::with_capacity(text.len());
    let mut lines: Vec<usize> = Vec::new();
    let mut found = None;
    let mut rest = traced;
    while let Some((before, after)) = rest.split_once(TRACE_START) {
        let (number, after) = after.split_once(TRACE_END)?;
        append_part(&mut plain, before, at, lines.last(), &mut found);
        match number {
            "" => {
                lines.pop();
            }
            number => lines.push(number.parse().ok()?),
        }
        rest = after;
    }
    append_part(&mut plain, rest, at, lines.last(), &mut found);
    found.filter(|_| plain == text)
}

fn append_part(
    plain: &mut String,
    part: &str,
    at: usize,
    line: Option<&usize>,
    found: &mut Option<usize>,
) {
    let start = plain.len();
    plain.push_str(part);
    if (start..plain.len()).contains(&at) {
        *found = line.copied();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_wrong_text_is_found_whatever_the_white_space() {
        for (printed, expected, wanted) in [
            ("1 2\n3", "1 2 4", Some(4)),
            ("YesNo", "Yes", Some(3)),
            ("1 2", "12", Some(0)),
            ("12", "1 2", Some(1)),
            ("1 2", "1\n2 3", None),
            ("1 2 3", "1 2", Some(4)),
            ("", "1", None),
        ] {
            assert_eq!(first_wrong_text(printed, expected), wanted, "{printed:?}");
        }
    }

    #[test]
    fn a_traced_print_is_known_by_its_line() {
        let traced = "\u{1}3\u{2}a\u{1}9\u{2}b\u{1}\u{2}c\u{1}\u{2}d";
        for (at, wanted) in [(0, Some(3)), (1, Some(9)), (2, Some(3)), (3, None)] {
            assert_eq!(find_printing_line(traced, "abcd", at), wanted, "{at}");
        }
        assert_eq!(find_printing_line(traced, "abcx", 0), None, "another run");
        assert_eq!(find_printing_line("a\u{1}", "a", 0), None, "cut off");
    }
}
