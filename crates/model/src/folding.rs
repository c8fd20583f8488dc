//! Long text in brief: a line that is repeated stands there once, a very long line keeps its ends. And words as a list.

use std::borrow::Cow;

/// From how many equal lines in a row on they are shown as one.
const MANY: usize = 6;

/// How many characters of a line are shown; of a longer one, how many from its start and from its end.
const LONGEST: usize = 200;
const HEAD: usize = 120;
const TAIL: usize = 40;

/// A line, and how often it stands there in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RepeatedLine<'a> {
    /// The line without its end.
    pub line: &'a [u8],
    /// How often.
    pub times: usize,
}

/// Lines, each as often as it is to be shown: many equal ones are one run, few are as many.
pub fn fold_repeats<'a>(
    lines: impl Iterator<Item = &'a [u8]>,
) -> impl Iterator<Item = RepeatedLine<'a>> {
    let mut lines = lines.peekable();
    let mut copies: Option<(RepeatedLine<'a>, usize)> = None;
    std::iter::from_fn(move || {
        if let Some((run, left)) = copies.take() {
            copies = (left > 1).then_some((run, left - 1));
            return Some(run);
        }
        let line = lines.next()?;
        let mut times = 1;
        while lines.next_if_eq(&line).is_some() {
            times += 1;
        }
        if times >= MANY {
            return Some(RepeatedLine { line, times });
        }
        let run = RepeatedLine { line, times: 1 };
        copies = (times > 1).then_some((run, times - 1));
        Some(run)
    })
}

/// What stands below a line that is repeated.
pub fn repeat_note(more: usize) -> String {
    format!("… the same line {} times more …", group_digits(more))
}

/// Whether a line is what stands below a repeated one.
pub fn is_repeat_note(line: &str) -> bool {
    line.starts_with("… the same line ") && line.ends_with(" times more …")
}

/// What stands in place of characters.
pub fn omission_note(count: usize) -> String {
    format!(
        " … {} character{} left out … ",
        group_digits(count),
        if count == 1 { "" } else { "s" }
    )
}

/// What follows a line that was cut because a program had printed too much.
pub const CUT: &str = " … (cut at the limit)";

/// A line, or its ends if it is very long.
pub fn abridge_line(line: &[u8]) -> Cow<'_, [u8]> {
    if line.len() <= LONGEST {
        return line.into();
    }
    let starts = character_starts(line);
    if starts.len() <= LONGEST {
        return line.into();
    }
    let head = &line[..starts[HEAD]];
    let tail = &line[starts[starts.len() - TAIL]..];
    [
        head,
        omission_note(starts.len() - HEAD - TAIL).as_bytes(),
        tail,
    ]
    .concat()
    .into()
}

/// Where each character begins; a byte that belongs to none counts as one.
fn character_starts(line: &[u8]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut at = 0;
    for chunk in line.utf8_chunks() {
        let valid = chunk.valid();
        starts.extend(valid.char_indices().map(|(inside, _)| at + inside));
        at += valid.len();
        starts.extend(at..at + chunk.invalid().len());
        at += chunk.invalid().len();
    }
    starts
}

/// All of a text with its lines in brief. A text may have a million of them, so none is kept by itself.
pub(super) fn fold_text(text: &[u8]) -> Vec<u8> {
    let mut brief = Vec::with_capacity(text.len());
    for run in fold_repeats(text.split(|&byte| byte == b'\n')) {
        brief.extend_from_slice(&abridge_line(run.line));
        brief.push(b'\n');
        if run.times > 1 {
            brief.extend_from_slice(repeat_note(run.times - 1).as_bytes());
            brief.push(b'\n');
        }
    }
    brief.pop();
    brief
}

/// `1048576` as `1,048,576`.
pub fn group_digits(number: usize) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// `a`, `a and b`, or `a, b and c`; empty for no words.
pub fn join_with_and(words: &[String]) -> String {
    join_before_last(words, "and")
}

/// `a`, `a or b`, or `a, b or c`; empty for no words.
pub fn join_with_or(words: &[String]) -> String {
    join_before_last(words, "or")
}

fn join_before_last(words: &[String], conjunction: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., last] => format!("{} {conjunction} {last}", before.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fold_to_string(text: &str) -> String {
        String::from_utf8(fold_text(text.as_bytes())).unwrap()
    }

    #[test]
    fn many_equal_lines_are_one_and_few_stay() {
        assert_eq!(fold_to_string("a\n\n\n\n\n\nb\n"), "a\n\n\n\n\n\nb\n");
        let many = format!("a\n{}b\n", "y\n".repeat(4813));
        assert_eq!(
            fold_to_string(&many),
            "a\ny\n… the same line 4,812 times more …\nb\n"
        );
    }

    #[test]
    fn a_long_line_keeps_its_ends_and_says_how_much_is_missing() {
        let long = format!("{}{}", "ä".repeat(500), "z".repeat(500));
        let brief = format!(
            "{} … 840 characters left out … {}",
            "ä".repeat(120),
            "z".repeat(40)
        );
        assert_eq!(fold_to_string(&long), brief);
        assert_eq!(
            fold_to_string(&brief),
            brief,
            "what is brief stays as it is"
        );
        let fits = "é".repeat(LONGEST);
        assert_eq!(fold_to_string(&fits), fits);
        assert!(
            abridge_line(&[0x80; 999]).len() < 220,
            "bytes that are no characters"
        );
    }

    #[test]
    fn numbers_are_easy_to_read() {
        let numbers = [0, 999, 1000, 12_345, 1_048_576].map(group_digits);
        assert_eq!(numbers, ["0", "999", "1,000", "12,345", "1,048,576"]);
    }
}
