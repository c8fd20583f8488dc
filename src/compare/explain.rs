//! Where two transcripts differ, for a person. Nothing here decides anything.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::Outcome;
use super::text::{Line, texts};
use super::turns::Lacking;
use crate::model::{DiffLine, Difference, Scope};

/// Lines of both sides that are shown before and after the first difference.
const BEFORE: usize = 4;
const AFTER: usize = 24;

/// Everything an explanation is made from.
pub(super) struct Explanation {
    pub(super) expected: Vec<Line>,
    pub(super) actual: Vec<Line>,
    pub(super) scope: Scope,
    pub(super) inputs: Vec<String>,
    pub(super) outcome: Outcome,
    /// How many inputs the program read, if it ended before it had read them all.
    pub(super) short: Option<usize>,
    pub(super) lacking: Option<Lacking>,
}

impl Explanation {
    pub(super) fn difference(&self) -> Difference {
        let same = self
            .expected
            .iter()
            .zip(&self.actual)
            .take_while(|(one, other)| one.text == other.text)
            .count();
        let start = same.saturating_sub(BEFORE);
        let (expected, actual) = (window(&self.expected, start), window(&self.actual, start));
        let mut lines = Vec::new();
        if start > 0 {
            lines.push(DiffLine::Skipped(start));
        }
        lines.extend(aligned(expected, actual));
        let first = lines
            .iter()
            .position(|line| matches!(line, DiffLine::Expected(_) | DiffLine::Actual(_)))
            .unwrap_or(lines.len());
        Difference { sentence: self.sentence(same), lines, first }
    }

    fn sentence(&self, same: usize) -> String {
        let (expected, actual) = (self.expected.get(same), self.actual.get(same));
        match (&self.lacking, expected, actual) {
            (_, _, None) if self.short.is_some() => self.stopped_early(),
            (Some(lacking), None, None) => self.lacks(lacking),
            _ if self.outcome == Outcome::Presentation => {
                format!(
                    "{} only white space differs from what is expected.",
                    self.place(expected.or(actual))
                )
            }
            (_, Some(line), None) => {
                format!(
                    "{} your program printed nothing more, but `{}` is expected.",
                    self.place(Some(line)),
                    line.text.trim()
                )
            }
            (_, None, Some(line)) => {
                format!(
                    "{} your program printed `{}`, but nothing more is expected.",
                    self.place(Some(line)),
                    line.text.trim()
                )
            }
            (_, Some(expected), Some(actual)) => self.differs(expected, actual),
            (None, None, None) => "The output differs from what is expected.".to_owned(),
        }
    }

    fn differs(&self, expected: &Line, actual: &Line) -> String {
        let place = self.place(Some(expected));
        format!(
            "{place} `{}` is expected, but your program printed `{}`.",
            cut(&expected.text),
            cut(&actual.text)
        )
    }

    fn stopped_early(&self) -> String {
        let read = self.short.unwrap_or_default();
        match self.inputs.get(read) {
            Some(input) => format!(
                "Your program ended too early: it never read input {} (`{input}`), which the game still needs.",
                read + 1
            ),
            None => "Your program ended before it had read all of its input.".to_owned(),
        }
    }

    fn lacks(&self, lacking: &Lacking) -> String {
        let prompt = if lacking.text.is_empty() {
            "nothing".to_owned()
        } else {
            format!("`{}`", cut(&lacking.text))
        };
        format!(
            "{} your program asks with {prompt}, but a prompt must show `{}` there.",
            self.after(lacking.turn),
            lacking.missing
        )
    }

    fn place(&self, line: Option<&Line>) -> String {
        match (self.scope, line) {
            (Scope::Final, _) => "On the last screen".to_owned(),
            (Scope::Transcript | Scope::Turns, Some(line)) => self.after(line.turn),
            (Scope::Transcript | Scope::Turns, None) => "In the output".to_owned(),
        }
    }

    /// Which input came before a turn.
    fn after(&self, turn: usize) -> String {
        match turn.checked_sub(1).and_then(|index| self.inputs.get(index)) {
            Some(input) => format!("After input {turn} (`{input}`)"),
            None if turn == 0 => "Before the first input".to_owned(),
            None => "After the last input".to_owned(),
        }
    }
}

fn window(lines: &[Line], start: usize) -> &[Line] {
    let start = start.min(lines.len());
    &lines[start..lines.len().min(start + BEFORE + AFTER)]
}

fn aligned(expected: &[Line], actual: &[Line]) -> Vec<DiffLine> {
    let (old, new) = (texts(expected), texts(actual));
    let operations = capture_diff_slices(Algorithm::Myers, &old, &new);
    operations.into_iter().flat_map(|operation| lines_of(operation, &old, &new)).collect()
}

fn lines_of(operation: DiffOp, old: &[&str], new: &[&str]) -> Vec<DiffLine> {
    if let DiffOp::Equal { .. } = operation {
        return old[operation.old_range()]
            .iter()
            .map(|line| DiffLine::Same((*line).to_owned()))
            .collect();
    }
    let expected =
        old[operation.old_range()].iter().map(|line| DiffLine::Expected((*line).to_owned()));
    let actual = new[operation.new_range()].iter().map(|line| DiffLine::Actual((*line).to_owned()));
    expected.chain(actual).collect()
}

/// A text that fits a sentence.
fn cut(text: &str) -> String {
    const LONGEST: usize = 80;
    let text = text.trim();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
