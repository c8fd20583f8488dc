//! A difference as two columns: what is expected, and what the program printed, line beside line.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::prose::Prose;
use crate::report::diff_rows::{DiffRow, ShownDifference, Side};
use crate::report::visible;

/// What a line of a column is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
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
pub(super) struct Part {
    pub(super) text: String,
    pub(super) differs: bool,
}

/// A line of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ColumnLine {
    pub(super) kind: Kind,
    pub(super) parts: Vec<Part>,
    pub(super) is_first: bool,
}

/// Both sides, with as many lines each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) expected: Vec<ColumnLine>,
    pub(super) printed: Vec<ColumnLine>,
    /// Where in the first line that differs.
    pub(super) note: Option<Prose>,
    /// What the signs mean that stand for blanks and the like.
    pub(super) legend: Vec<Prose>,
}

impl Columns {
    /// The rows of a unified diff, side by side.
    pub(super) fn of(difference: &ShownDifference) -> Columns {
        let mut columns = Columns::default();
        let mut rest = difference.rows.as_slice();
        while let Some((row, others)) = rest.split_first() {
            match row.side {
                Side::Both => columns.push(whole(row, Kind::Same), whole(row, Kind::Same)),
                Side::Remark => columns.push(whole(row, Kind::Remark), whole(row, Kind::Remark)),
                Side::Expected | Side::Printed => {
                    let is_same = |it: &&DiffRow| it.side != Side::Both;
                    let length = rest.iter().take_while(is_same).count();
                    let (block, behind) = rest.split_at(length);
                    columns.push_block(block);
                    rest = behind;
                    continue;
                }
            }
            rest = others;
        }
        let shown: String = difference.rows.iter().map(|row| row.text.as_str()).collect();
        columns.legend = visible::legend(&shown).into_iter().map(Prose::of_text).collect();
        columns.note = difference.note.as_deref().map(Prose::of_markdown);
        columns
    }

    fn push(&mut self, expected: ColumnLine, printed: ColumnLine) {
        self.expected.push(expected);
        self.printed.push(printed);
    }

    /// Lines that differ: the first of one side stands beside the first of the other.
    fn push_block(&mut self, block: &[DiffRow]) {
        let (mut expected, mut printed) = (Vec::new(), Vec::new());
        let mut side = Side::Expected;
        for row in block {
            // What is said of lines belongs to those above it.
            side = if row.side == Side::Remark { side } else { row.side };
            if side == Side::Expected { expected.push(row) } else { printed.push(row) }
        }
        for at in 0..expected.len().max(printed.len()) {
            let (one, other) = (expected.get(at).copied(), printed.get(at).copied());
            let (one, other) = match (one, other) {
                (Some(one), Some(other))
                    if one.side != Side::Remark && other.side != Side::Remark =>
                {
                    pair(one, other)
                }
                (one, other) => (alone(one), alone(other)),
            };
            self.push(one, other);
        }
    }
}

fn alone(row: Option<&DiffRow>) -> ColumnLine {
    match row {
        None => ColumnLine { kind: Kind::Gap, parts: Vec::new(), is_first: false },
        Some(row) if row.side == Side::Remark => whole(row, Kind::Remark),
        Some(row) => {
            let line = whole(row, Kind::Alone);
            let parts = line.parts.into_iter().map(|part| Part { differs: true, ..part });
            ColumnLine { parts: parts.collect(), ..line }
        }
    }
}

fn whole(row: &DiffRow, kind: Kind) -> ColumnLine {
    let part = Part { text: row.text.clone(), differs: false };
    ColumnLine { kind, parts: vec![part], is_first: row.is_first }
}

/// Two lines with the words marked that differ.
fn pair(expected: &DiffRow, printed: &DiffRow) -> (ColumnLine, ColumnLine) {
    let (old, new) = (words(&expected.text), words(&printed.text));
    let mut sides = (Vec::new(), Vec::new());
    let operations = capture_diff_slices(Algorithm::Myers, &old, &new);
    let last = operations.len().saturating_sub(1);
    for (at, operation) in operations.into_iter().enumerate() {
        let is_blank = old[operation.old_range()].iter().all(|word| word.trim().is_empty());
        // A blank between two words that differ is no place to rest the eye.
        let differs =
            !matches!(operation, DiffOp::Equal { .. }) || (is_blank && at > 0 && at < last);
        add(&mut sides.0, &old[operation.old_range()], differs);
        add(&mut sides.1, &new[operation.new_range()], differs);
    }
    // The eye follows the first difference of the two, whichever side names it.
    let is_first = expected.is_first || printed.is_first;
    let line = |parts| ColumnLine { kind: Kind::Changed, parts, is_first };
    (line(sides.0), line(sides.1))
}

fn add(parts: &mut Vec<Part>, words: &[&str], differs: bool) {
    let text = words.concat();
    match parts.last_mut() {
        Some(last) if last.differs == differs => last.text.push_str(&text),
        _ if text.is_empty() => {}
        _ => parts.push(Part { text, differs }),
    }
}

/// A line in words; every sign that belongs to none is a word of its own.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = match first.is_alphanumeric() {
            true => rest.find(|sign: char| !sign.is_alphanumeric()).unwrap_or(rest.len()),
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

    fn row(side: Side, text: &str) -> DiffRow {
        DiffRow { side, text: text.to_owned(), is_first: false }
    }

    fn marked(line: &ColumnLine) -> String {
        let part = |part: &Part| match part.differs {
            true => format!("[{}]", part.text),
            false => part.text.clone(),
        };
        line.parts.iter().map(part).collect()
    }

    #[test]
    fn only_words_that_differ_are_marked_and_columns_stay_in_step() {
        let rows = vec![
            row(Side::Both, "-----"),
            row(Side::Expected, "? | X | ?"),
            row(Side::Expected, "X player wins!"),
            row(Side::Printed, "? | O | ?"),
            row(Side::Printed, "O to move!"),
            row(Side::Remark, "… 3 lines left out …"),
        ];
        let columns = Columns::of(&ShownDifference { rows, note: None });
        let sides = |lines: &[ColumnLine]| lines.iter().map(marked).collect::<Vec<_>>();
        assert_eq!(sides(&columns.expected), ["-----", "? | [X] | ?", "[X player wins]!", ""]);
        assert_eq!(
            sides(&columns.printed),
            ["-----", "? | [O] | ?", "[O to move]!", "… 3 lines left out …"]
        );
        assert_eq!(columns.expected.len(), columns.printed.len());
    }
}
