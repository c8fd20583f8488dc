//! Text as one setting of the knobs sees it.

use super::numbers;
use crate::model::{ExtraLines, Tolerance, Whitespace};

/// What counts while two texts are held against each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sight {
    pub(super) blanks: Blanks,
    pub(super) numbers: Option<Tolerance>,
    pub(super) extra_lines: ExtraLines,
}

/// Which white space counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Blanks {
    /// As the rubric's knob says.
    Knob(Whitespace),
    /// None: what is equal now is a matter of presentation.
    Blind,
}

impl Sight {
    /// Lines say the same, whatever blanks stand between their words.
    pub(super) const COLLAPSE: Sight = Sight::strict(Blanks::Knob(Whitespace::Collapse));

    /// Every number and every line counts.
    pub(super) const fn strict(blanks: Blanks) -> Sight {
        Sight { blanks, numbers: None, extra_lines: ExtraLines::Deny }
    }

    /// One line as this setting sees it.
    pub(super) fn line(self, line: &str) -> String {
        match self.blanks {
            Blanks::Knob(Whitespace::Exact) => line.to_owned(),
            Blanks::Knob(Whitespace::Trailing) => line.trim_end().to_owned(),
            Blanks::Knob(Whitespace::Collapse) => words(line).join(" "),
            Blanks::Blind => words(line).concat(),
        }
    }

    /// Lines as this setting sees them: blank lines and the end of the file as it takes them.
    pub(super) fn lines(self, lines: &[Line]) -> Vec<Line> {
        let mut seen: Vec<Line> = lines
            .iter()
            .map(|line| Line { text: self.line(&line.text), turn: line.turn })
            .collect();
        match self.blanks {
            Blanks::Knob(Whitespace::Exact) => {}
            Blanks::Knob(Whitespace::Trailing) => {
                let end =
                    seen.iter().rposition(|line| !line.text.is_empty()).map_or(0, |last| last + 1);
                seen.truncate(end);
            }
            Blanks::Knob(Whitespace::Collapse) | Blanks::Blind => {
                seen.retain(|line| !line.text.is_empty())
            }
        }
        seen
    }

    /// Whether two lines are the same for this setting.
    pub(super) fn is_same(self, expected: &str, actual: &str) -> bool {
        self.is_equal(&self.line(expected), &self.line(actual))
    }

    /// Whether two lists of lines, prepared by `lines`, are equal for this setting.
    pub(super) fn are_equal(self, expected: &[Line], actual: &[Line]) -> bool {
        expected.len() == actual.len()
            && expected.iter().zip(actual).all(|(one, other)| self.is_equal(&one.text, &other.text))
    }

    fn is_equal(self, expected: &str, actual: &str) -> bool {
        expected == actual
            || self.numbers.is_some_and(|tolerance| numbers::are_near(expected, actual, tolerance))
    }
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// A line, and the turn in which it was printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) turn: usize,
}

/// Only the texts.
pub(super) fn texts(lines: &[Line]) -> Vec<&str> {
    lines.iter().map(|line| line.text.as_str()).collect()
}

/// What a program printed, as text: bytes that are no UTF-8 become marks that no reference prints. Where white space
/// is not exact, terminal colours and the `\r` of Windows line ends go, and remarks say so.
pub(super) fn decode(bytes: &[u8], whitespace: Whitespace, remarks: &mut Vec<String>) -> String {
    let text = String::from_utf8_lossy(bytes).into_owned();
    if whitespace == Whitespace::Exact {
        return text;
    }
    let plain = if text.contains('\u{1b}') {
        anstream::adapter::strip_str(&text).to_string()
    } else {
        text.clone()
    };
    note(
        remarks,
        plain != text,
        "The program's output contains terminal colour sequences; they were ignored.",
    );
    let unix = plain.replace("\r\n", "\n");
    note(remarks, unix != plain, "The program ends lines with \\r\\n; the \\r was ignored.");
    unix
}

fn note(remarks: &mut Vec<String>, applies: bool, remark: &str) {
    if applies && !remarks.iter().any(|known| known == remark) {
        remarks.push(remark.to_owned());
    }
}
