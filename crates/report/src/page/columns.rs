//! A difference as two columns: what is expected, and what the program printed, line beside line.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::diff_rows::{DiffRow, DiffSide, RenderedDifference};
use document::{Prose, visible};

/// What a line of a column is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnLineKind {
    /// On both sides.
    Same,
    /// Another one stands beside it.
    Changed,
    /// None stands beside it.
    Alone,
    /// None: it keeps the columns in step.
    Gap,
    /// A line of ours.
    Remark,
}

/// A part of a line, and whether the other side has something else there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ColumnLinePart {
    pub(super) text: String,
    pub(super) differs: bool,
}

/// A line of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ColumnLine {
    pub(super) kind: ColumnLineKind,
    pub(super) parts: Vec<ColumnLinePart>,
    pub(super) is_first: bool,
}

/// Both sides, with as many lines each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct DiffColumns {
    pub(super) expected: Vec<ColumnLine>,
    pub(super) printed: Vec<ColumnLine>,
    /// Where in the first line that differs.
    pub(super) note: Option<Prose>,
    /// What the signs mean that stand for blanks and the like.
    pub(super) legend: Vec<Prose>,
}

impl DiffColumns {
    /// The rows of a unified diff, side by side.
    pub(super) fn from_difference(difference: &RenderedDifference) -> DiffColumns {
        let mut columns = DiffColumns::default();
        let mut rest = difference.rows.as_slice();
        while let Some((row, others)) = rest.split_first() {
            match row.side {
                DiffSide::Both => columns.push_pair(
                    unmarked_line(row, ColumnLineKind::Same),
                    unmarked_line(row, ColumnLineKind::Same),
                ),
                DiffSide::Remark => columns.push_pair(
                    unmarked_line(row, ColumnLineKind::Remark),
                    unmarked_line(row, ColumnLineKind::Remark),
                ),
                DiffSide::Expected | DiffSide::Printed => {
                    let is_same = |it: &&DiffRow| it.side != DiffSide::Both;
                    let length = rest.iter().take_while(is_same).count();
                    let (block, behind) = rest.split_at(length);
                    columns.push_block(block);
                    rest = behind;
                    continue;
                }
            }
            rest = others;
        }
        let shown: String = difference
            .rows
            .iter()
            .map(|row| row.text.as_str())
            .collect();
        columns.legend = visible::describe_signs(&shown)
            .into_iter()
            .map(Prose::text)
            .collect();
        columns.note = difference.note.clone();
        columns
    }

    fn push_pair(&mut self, expected: ColumnLine, printed: ColumnLine) {
        self.expected.push(expected);
        self.printed.push(printed);
    }

    /// Lines that differ: the first of one side stands beside the first of the other.
    fn push_block(&mut self, block: &[DiffRow]) {
        let mut expected = Vec::new();
        let mut printed = Vec::new();
        let mut side = DiffSide::Expected;
        for row in block {
            // What is said of lines belongs to those above it.
            side = if row.side == DiffSide::Remark {
                side
            } else {
                row.side
            };
            if side == DiffSide::Expected {
                expected.push(row)
            } else {
                printed.push(row)
            }
        }
        for at in 0..expected.len().max(printed.len()) {
            let one = expected.get(at).copied();
            let other = printed.get(at).copied();
            let (one, other) = match (one, other) {
                (Some(one), Some(other))
                    if one.side != DiffSide::Remark && other.side != DiffSide::Remark =>
                {
                    paired_lines(one, other)
                }
                (one, other) => (unpaired_line(one), unpaired_line(other)),
            };
            self.push_pair(one, other);
        }
    }
}

fn unpaired_line(row: Option<&DiffRow>) -> ColumnLine {
    match row {
        None => ColumnLine {
            kind: ColumnLineKind::Gap,
            parts: Vec::new(),
            is_first: false,
        },
        Some(row) if row.side == DiffSide::Remark => unmarked_line(row, ColumnLineKind::Remark),
        Some(row) => {
            let line = unmarked_line(row, ColumnLineKind::Alone);
            let parts = line.parts.into_iter().map(|part| ColumnLinePart {
                differs: true,
                ..part
            });
            ColumnLine {
                parts: parts.collect(),
                ..line
            }
        }
    }
}

fn unmarked_line(row: &DiffRow, kind: ColumnLineKind) -> ColumnLine {
    let part = ColumnLinePart {
        text: row.text.clone(),
        differs: false,
    };
    ColumnLine {
        kind,
        parts: vec![part],
        is_first: row.is_first,
    }
}

/// Two lines with the words marked that differ.
fn paired_lines(expected: &DiffRow, printed: &DiffRow) -> (ColumnLine, ColumnLine) {
    let old = split_words(&expected.text);
    let new = split_words(&printed.text);
    let mut sides = (Vec::new(), Vec::new());
    let operations = capture_diff_slices(Algorithm::Myers, &old, &new);
    let last = operations.len().saturating_sub(1);
    for (at, operation) in operations.into_iter().enumerate() {
        let is_blank = old[operation.old_range()]
            .iter()
            .all(|word| word.trim().is_empty());
        // A blank between two words that differ is no place to rest the eye.
        let differs =
            !matches!(operation, DiffOp::Equal { .. }) || (is_blank && at > 0 && at < last);
        append_words(&mut sides.0, &old[operation.old_range()], differs);
        append_words(&mut sides.1, &new[operation.new_range()], differs);
    }
    // The eye follows the first difference of the two, whichever side names it.
    let is_first = expected.is_first || printed.is_first;
    let line = |parts| ColumnLine {
        kind: ColumnLineKind::Changed,
        parts,
        is_first,
    };
    (line(sides.0), line(sides.1))
}

fn append_words(parts: &mut Vec<ColumnLinePart>, words: &[&str], differs: bool) {
    let text = words.concat();
    match parts.last_mut() {
        Some(last) if last.differs == differs => last.text.push_str(&text),
        _ if text.is_empty() => {}
        _ => parts.push(ColumnLinePart { text, differs }),
    }
}

/// A line in words; every sign that belongs to none is a word of its own.
fn split_words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = match first.is_alphanumeric() {
            true => rest
                .find(|sign: char| !sign.is_alphanumeric())
                .unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, behind) = rest.split_at(length);
        words.push(word);
        rest = behind;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(side: DiffSide, text: &str) -> DiffRow {
        DiffRow {
            side,
            text: text.to_owned(),
            is_first: false,
        }
    }

    fn marked(line: &ColumnLine) -> String {
        let part = |part: &ColumnLinePart| match part.differs {
            true => format!("[{}]", part.text),
            false => part.text.clone(),
        };
        line.parts.iter().map(part).collect()
    }

    #[test]
    fn only_words_that_differ_are_marked_and_columns_stay_in_step() {
        let rows = vec![
            row(DiffSide::Both, "-----"),
            row(DiffSide::Expected, "? | X | ?"),
            row(DiffSide::Expected, "X player wins!"),
            row(DiffSide::Printed, "? | O | ?"),
            row(DiffSide::Printed, "O to move!"),
            row(DiffSide::Remark, "… 3 lines left out …"),
        ];
        let columns = DiffColumns::from_difference(&RenderedDifference { rows, note: None });
        let sides = |lines: &[ColumnLine]| lines.iter().map(marked).collect::<Vec<_>>();
        assert_eq!(
            sides(&columns.expected),
            ["-----", "? | [X] | ?", "[X player wins]!", ""]
        );
        assert_eq!(
            sides(&columns.printed),
            [
                "-----",
                "? | [O] | ?",
                "[O to move]!",
                "… 3 lines left out …"
            ]
        );
        assert_eq!(columns.expected.len(), columns.printed.len());
    }
}
