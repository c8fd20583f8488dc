//! Small changes of a program's text, each of which a right program may have there.

use serde::{Deserialize, Serialize};

/// A slip that a small change of a program's text undoes; the likeliest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum RepairableSlip {
    /// `if (x = 1)`.
    AssignmentInCondition,
    /// `1 < x < 9`.
    ChainedComparison,
    /// `x == 1 || 2`.
    BareValue,
    /// `getline` reads the rest of the line that `>>` has left.
    LineLeftUnread,
    /// A loop reads again after a read that failed, and every read fails from then on.
    FailedReadRepeated,
    /// `while (!cin.eof())`.
    EndNoticedLate,
    /// `1 / 2 * x`.
    WholeDivision,
    /// `a + b / 2`.
    OrderOfOperations,
    /// A sum keeps what it was in the round before.
    NotReset,
    /// A loop ends one round too early, or begins one too late.
    TooFewRounds,
    /// A loop ends one round too late, or begins one too early.
    TooManyRounds,
    /// A comparison does with the limit itself what it should do with what is beyond it, or the other way round.
    Limit,
}

/// A change of a program's text that undoes one slip.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SourceRepair {
    /// What it undoes.
    pub slip: RepairableSlip,
    /// The place of the file among the program's.
    pub file: usize,
    /// The line that it is about, from 1.
    pub line: usize,
    /// What is changed.
    pub edits: Vec<TextEdit>,
}

/// Some bytes of a text, and what stands in their place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TextEdit {
    /// Where they begin.
    pub start: usize,
    /// Where they end.
    pub end: usize,
    /// What stands there instead.
    pub text: String,
}

impl SourceRepair {
    /// The text after the change; none if this is no text that it fits.
    pub fn apply_to(&self, text: &str) -> Option<String> {
        let mut edits: Vec<&TextEdit> = self.edits.iter().collect();
        edits.sort();
        let mut changed = String::with_capacity(text.len() + 64);
        let mut done = 0;
        for edit in edits {
            changed.push_str(text.get(done..edit.start)?);
            changed.push_str(&edit.text);
            done = edit.end.max(edit.start);
        }
        changed.push_str(text.get(done..)?);
        Some(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_a_text_changes_nothing() {
        let edit = |start, end, text: &str| TextEdit {
            start,
            end,
            text: text.to_owned(),
        };
        let repair = |edits| SourceRepair {
            slip: RepairableSlip::WholeDivision,
            file: 0,
            line: 1,
            edits,
        };
        let applied = |edits| repair(edits).apply_to("a / b é");
        assert_eq!(
            applied(vec![edit(4, 5, "c"), edit(0, 0, "1.0 * ")]).unwrap(),
            "1.0 * a / c é"
        );
        assert_eq!(applied(vec![edit(2, 9, "")]), None);
        assert_eq!(applied(vec![edit(7, 8, "")]), None, "within a letter");
        assert_eq!(
            applied(vec![edit(0, 3, ""), edit(1, 2, "")]),
            None,
            "one upon the other"
        );
    }
}
