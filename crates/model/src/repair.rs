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
    /// A loop does not change what its condition asks for.
    MissingStep,
    /// A sum keeps what it was in the round before.
    NotReset,
    /// A loop ends one round too early, or begins one too late.
    TooFewRounds,
    /// A loop ends one round too late, or begins one too early.
    TooManyRounds,
    /// A comparison does with the limit itself what it should do with what is beyond it, or the other way round.
    Limit,
    /// Some text in quotes is not the expected text.
    PrintedText,
    /// Something is printed that is not expected.
    ExtraPrint,
    /// A text, a blank or a line break is printed nowhere.
    MissingPrint,
    /// `%d:%d` for `%02d:%02d`, or other decimals.
    NumberFormat,
    /// `printf("%d")`.
    MissingArgument,
    /// `%d` reads a `double`.
    ReadFormat,
    /// `scanf("%d", n)`, or `swap(a, b)` where a function takes addresses.
    MissingAddress,
    /// A condition holds where it should not, and the other way round.
    NegatedCondition,
    /// Any other comparison.
    Comparison,
    /// `||` for `&&`.
    Logic,
    /// `-` for `+`, `=` for `+=`.
    Arithmetic,
    /// The last `else if` asks what need not be asked.
    ConditionTooMany,
    /// A variable has another first value, or none.
    InitialValue,
    /// Another number or letter.
    Constant,
    /// One more or one less than a variable holds.
    OffByOne,
    /// Another variable of the same type.
    Variable,
    /// Two arguments, or two sides of an assignment, the wrong way round.
    Order,
    /// `if` for `else if`.
    MissingElse,
    /// A loop or a case goes on where it should end.
    MissingBreak,
    /// A function goes on where it should end.
    MissingReturn,
    /// No branch takes some of the values.
    MissingBranch,
    /// A variable is not set again where it should be.
    MissingReset,
    /// A statement that should not be there.
    ExtraStatement,
    /// A statement stands inside of a loop or branch, or outside, or one too early.
    StatementPlace,
    /// A condition, or a part of a `for`, that other programs for the task have otherwise.
    WrongCondition,
    /// A statement that other programs for the task have, and this one has not.
    MissingStatement,
    /// A statement that other programs for the task have otherwise.
    WrongStatement,
    /// `if (…);`
    StraySemicolon,
    /// `int` for `double`.
    NumberType,
    /// No slip: a statement that prints, and says so besides.
    TracedPrint,
}

/// What a traced print prints before its text, around the number of its line, and after it.
pub const TRACE_START: char = '\u{1}';
/// What ends the number, and what ends the text where it stands alone.
pub const TRACE_END: char = '\u{2}';

impl RepairableSlip {
    /// Whether it is about what is printed, and not about what is computed.
    pub fn is_about_text(self) -> bool {
        matches!(
            self,
            RepairableSlip::PrintedText
                | RepairableSlip::ExtraPrint
                | RepairableSlip::MissingPrint
                | RepairableSlip::NumberFormat
        )
    }

    /// Whether it is a mistake wherever it stands, whatever the cases show.
    pub fn is_certain(self) -> bool {
        matches!(
            self,
            RepairableSlip::AssignmentInCondition
                | RepairableSlip::ChainedComparison
                | RepairableSlip::BareValue
                | RepairableSlip::LineLeftUnread
                | RepairableSlip::FailedReadRepeated
                | RepairableSlip::EndNoticedLate
                | RepairableSlip::MissingArgument
                | RepairableSlip::ReadFormat
                | RepairableSlip::MissingAddress
                | RepairableSlip::StraySemicolon
        )
    }

    /// Whether it names only a place: what is wrong there is not known.
    pub fn is_only_a_place(self) -> bool {
        matches!(
            self,
            RepairableSlip::WrongCondition
                | RepairableSlip::MissingStatement
                | RepairableSlip::WrongStatement
        )
    }
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
    /// How the change can stand beside the text itself, behind a switch; empty if it cannot.
    pub switched: Vec<SwitchedText>,
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

impl TextEdit {
    /// A text that is added before the byte `at`.
    pub fn insertion(at: usize, text: impl Into<String>) -> TextEdit {
        TextEdit {
            start: at,
            end: at,
            text: text.into(),
        }
    }
}

/// A part of a change as it stands in a program that holds many of them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SwitchedText {
    /// What it replaces, and by what. Its text holds no line break.
    pub edit: TextEdit,
    /// What stands in its place.
    pub form: SwitchForm,
}

/// What stands in the place of a switched text, so that it is known what may stand there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SwitchForm {
    /// An expression of any type.
    Expression,
    /// An expression that is asked only whether it holds.
    Truth,
    /// A statement, which is replaced or left out.
    Statement,
    /// Nothing: a statement is added between others.
    Insertion,
}

impl SwitchedText {
    /// A statement that is added between others.
    pub fn insertion(edit: TextEdit) -> SwitchedText {
        SwitchedText {
            edit,
            form: SwitchForm::Insertion,
        }
    }
}

/// Another program for the same task, from which changes may be taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DonorProgram {
    /// The texts of its sources.
    pub texts: Vec<String>,
}

/// What a case shows of a fault: the text that is expected, and the text that was printed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RepairClue {
    /// What is expected.
    pub expected: String,
    /// What was printed.
    pub printed: String,
    /// Whether a program may ask for its input in any words.
    pub has_free_prompts: bool,
}

/// Changes of a program's text that were proved to make some wrong cases right, or all. Only staff see them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvedRepair {
    /// Which cases they were proved to make right.
    pub proof: RepairProof,
    /// Where they are, and what each is about.
    pub places: Vec<RepairPlace>,
    /// The lines before and after.
    pub changes: Vec<LineChange>,
}

/// Which wrong cases changes were proved to make right. Those that were right are still right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RepairProof {
    /// All of them.
    AllCases,
    /// Some of them: something else is wrong as well.
    SomeCases {
        /// How many they make right.
        fixed: usize,
        /// How many were wrong.
        wrong: usize,
    },
}

impl RepairProof {
    /// The proof for `fixed` cases of `wrong`.
    pub fn from_counts(fixed: usize, wrong: usize) -> RepairProof {
        if fixed >= wrong {
            RepairProof::AllCases
        } else {
            RepairProof::SomeCases { fixed, wrong }
        }
    }
}

/// Lines of a file that are replaced by others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineChange {
    /// The name of the file.
    pub file: String,
    /// The first line that is replaced, from 1; where none is, the line before which the others are added.
    pub line: usize,
    /// The lines that are replaced, each with its line end; empty if none is.
    pub removed: String,
    /// The lines in their place, each with its line end.
    pub added: String,
}

/// A place that is changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepairPlace {
    /// The name of the mistake.
    pub mistake: String,
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// Changes of a program's text that were proved to make it compile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildRepair {
    /// What is changed, by file and line.
    pub places: Vec<BuildRepairPlace>,
    /// The lines before and after.
    pub changes: Vec<LineChange>,
}

/// A place that is changed so that a program compiles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildRepairPlace {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The text to remove; empty if nothing is removed.
    pub removed: String,
    /// The text to add; empty if nothing is added.
    pub added: String,
    /// The text before it on its line; empty if it is the first.
    pub after: String,
}

impl SourceRepair {
    /// The text after the change; none if this is no text that it fits.
    pub fn apply_to(&self, text: &str) -> Option<String> {
        apply_edits(&self.edits, text)
    }
}

/// A text after some changes; none if they do not fit it, or one upon the other.
pub fn apply_edits<'e>(
    edits: impl IntoIterator<Item = &'e TextEdit>,
    text: &str,
) -> Option<String> {
    let mut edits: Vec<&TextEdit> = edits.into_iter().collect();
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
            switched: Vec::new(),
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
