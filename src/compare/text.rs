//! Text as one setting of white space sees it.

use crate::model::Whitespace;

/// Which white space counts while two texts are held against each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    /// As the rubric's knob says.
    Knob(Whitespace),
    /// No white space counts: what is equal now is a matter of presentation.
    Blind,
}

impl Sight {
    /// One line as this setting sees it.
    pub(super) fn line(self, line: &str) -> String {
        match self {
            Sight::Knob(Whitespace::Exact) => line.to_owned(),
            Sight::Knob(Whitespace::Trailing) => line.trim_end().to_owned(),
            Sight::Knob(Whitespace::Collapse) => words(line).join(" "),
            Sight::Blind => words(line).concat(),
        }
    }

    /// Lines as this setting sees them: blank lines and the end of the file as it takes them.
    pub(super) fn lines(self, lines: &[Line]) -> Vec<Line> {
        let mut seen: Vec<Line> = lines
            .iter()
            .map(|line| Line { text: self.line(&line.text), turn: line.turn })
            .collect();
        match self {
            Sight::Knob(Whitespace::Exact) => {}
            Sight::Knob(Whitespace::Trailing) => {
                let end =
                    seen.iter().rposition(|line| !line.text.is_empty()).map_or(0, |last| last + 1);
                seen.truncate(end);
            }
            Sight::Knob(Whitespace::Collapse) | Sight::Blind => {
                seen.retain(|line| !line.text.is_empty())
            }
        }
        seen
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
