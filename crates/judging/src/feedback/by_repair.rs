//! Mistakes in a program's text, proved by changing it: with one small change, the program is right where it was not.

use std::ops::RangeInclusive;

use super::judged_run::quote_text;
use super::sentences::{self, MistakeText};
use model::{Hint, RepairableSlip, Verdict};

/// What says only that something is wrong, and not what: a change that makes it right says more.
const VAGUE: [&str; 10] = [
    "prints-nothing",
    "message-in-own-words",
    "last-value-missing",
    "lines-missing",
    "extra-lines",
    "ended-early",
    "asks-once-too-often",
    "asks-after-the-end",
    "prints-after-the-end",
    "one-value-too-many",
];

/// The same of programs that do not stop.
const VAGUE_OF_ENDLESS: [&str; 3] = ["endless-loop", "endless-printing", "read-past-end"];

/// What says only how an output differs. Once the place of a wrong calculation is known, it says nothing more and may be chance.
const RESTATED: [&str; 2] = ["lines-in-another-order", "numbers-in-another-order"];

/// What says of a text how it differs. Once the place of one is known, it says nothing more.
const RESTATED_TEXTS: [&str; 3] = [
    "message-misspelt",
    "message-letter-case",
    "message-in-own-words",
];

/// Whether a hint says nothing more once these slips are known, or is refuted by them: a missing `&` is no index, and a number in
/// another form has not lost its fraction.
pub fn is_restated(hint: &Hint, slips: &[RepairableSlip]) -> bool {
    if slips.iter().all(|slip| slip.is_about_text()) {
        return slips.contains(&RepairableSlip::NumberFormat)
            && hint.mistake == "whole-number-division";
    }
    let is_address = slips.contains(&RepairableSlip::MissingAddress);
    let has_text = slips.iter().any(|slip| slip.is_about_text());
    RESTATED.contains(&hint.mistake)
        || (has_text && RESTATED_TEXTS.contains(&hint.mistake))
        || (is_address && hint.mistake == "index-out-of-range")
}

/// Whether a hint names a line, and not what is wrong: that several cases have it is no common cause.
pub fn names_only_a_line(hint: &Hint) -> bool {
    hint.mistake == sentences::FIRST_WRONG_PRINT.mistake()
}

/// Whether a case is one in which a change of the program's text may say more than is known.
pub fn has_only_vague_hints(verdict: &Verdict, hints: &[Hint]) -> bool {
    *verdict == Verdict::WrongAnswer && hints.iter().all(|hint| VAGUE.contains(&hint.mistake))
}

/// The same of a program that had to be stopped.
pub fn has_endless_hint(hints: &[Hint]) -> bool {
    hints
        .iter()
        .any(|hint| VAGUE_OF_ENDLESS.contains(&hint.mistake))
}

/// Whether a slip leads everything astray that follows it: it is looked for whatever else is known of a case, and that it was undone by
/// chance is not possible.
pub fn is_reading_slip(slip: RepairableSlip) -> bool {
    matches!(
        slip,
        RepairableSlip::LineLeftUnread | RepairableSlip::FailedReadRepeated
    )
}

/// What reports say of a slip.
fn slip_text(slip: RepairableSlip) -> MistakeText {
    match slip {
        RepairableSlip::AssignmentInCondition => sentences::ASSIGNMENT_IN_CONDITION,
        RepairableSlip::ChainedComparison => sentences::CHAINED_COMPARISON,
        RepairableSlip::BareValue => sentences::OR_WITH_A_BARE_VALUE,
        RepairableSlip::LineLeftUnread => sentences::LINE_BREAK_LEFT_UNREAD,
        RepairableSlip::FailedReadRepeated => sentences::FAILED_READ_REPEATED,
        RepairableSlip::EndNoticedLate => sentences::END_NOTICED_TOO_LATE,
        RepairableSlip::WholeDivision => sentences::WHOLE_NUMBER_DIVISION,
        RepairableSlip::OrderOfOperations => sentences::ORDER_OF_OPERATIONS,
        RepairableSlip::MissingStep => sentences::LOOP_STEP_MISSING,
        RepairableSlip::NotReset => sentences::SUM_NOT_RESET,
        RepairableSlip::TooFewRounds => sentences::LOOP_ONE_ROUND_TOO_FEW,
        RepairableSlip::TooManyRounds => sentences::LOOP_ONE_ROUND_TOO_MANY,
        RepairableSlip::Limit => sentences::LIMIT_ON_THE_WRONG_SIDE,
        RepairableSlip::PrintedText => sentences::PRINTED_TEXT_WRONG,
        RepairableSlip::ExtraPrint => sentences::PRINTS_TOO_MUCH,
        RepairableSlip::MissingPrint => sentences::PRINT_MISSING,
        RepairableSlip::NumberFormat => sentences::NUMBER_FORMAT,
        RepairableSlip::MissingArgument => sentences::ARGUMENT_MISSING,
        RepairableSlip::ReadFormat => sentences::READ_FORMAT,
        RepairableSlip::MissingAddress => sentences::ADDRESS_MISSING,
        RepairableSlip::Comparison => sentences::COMPARISON_WRONG,
        RepairableSlip::Arithmetic => sentences::CALCULATION_WRONG,
        RepairableSlip::Logic => sentences::AND_OR_WRONG,
        RepairableSlip::NegatedCondition => sentences::CONDITION_REVERSED,
        RepairableSlip::ConditionTooMany => sentences::CONDITION_TOO_MANY,
        RepairableSlip::InitialValue => sentences::FIRST_VALUE_WRONG,
        RepairableSlip::Constant => sentences::CONSTANT_WRONG,
        RepairableSlip::OffByOne => sentences::OFF_BY_ONE,
        RepairableSlip::Variable => sentences::VARIABLE_MIXED_UP,
        RepairableSlip::Order => sentences::ORDER_REVERSED,
        RepairableSlip::MissingElse => sentences::ELSE_MISSING,
        RepairableSlip::MissingBreak => sentences::BREAK_MISSING,
        RepairableSlip::MissingReturn => sentences::RETURN_MISSING,
        RepairableSlip::MissingBranch => sentences::BRANCH_MISSING,
        RepairableSlip::MissingReset => sentences::RESET_MISSING,
        RepairableSlip::ExtraStatement => sentences::STATEMENT_TOO_MANY,
        RepairableSlip::StatementPlace => sentences::STATEMENT_MISPLACED,
        RepairableSlip::WrongCondition => sentences::CONDITION_WRONG,
        RepairableSlip::MissingStatement => sentences::STATEMENT_MISSING,
        RepairableSlip::WrongStatement => sentences::STATEMENT_WRONG,
        RepairableSlip::StraySemicolon => sentences::STRAY_SEMICOLON,
        RepairableSlip::NumberType => sentences::NUMBER_TYPE,
        RepairableSlip::TracedPrint => sentences::FIRST_WRONG_PRINT,
    }
}

/// The name of a slip.
pub fn slip_name(slip: RepairableSlip) -> &'static str {
    slip_text(slip).mistake()
}

/// Lines of a source.
pub struct SourceLines<'t> {
    /// The name of the file.
    pub file: &'t str,
    /// Their numbers, from 1.
    pub lines: RangeInclusive<usize>,
    /// The text of the first of them.
    pub text: &'t str,
}

impl SourceLines<'_> {
    fn describe(&self) -> String {
        let file = self.file;
        let (first, last) = (self.lines.start(), self.lines.end());
        let text = quote_text(self.text);
        if first == last {
            format!("in line {first} of `{file}`: {text}")
        } else {
            format!("in the lines {first} to {last} of `{file}`, which begin with {text}")
        }
    }
}

/// What is said of a slip, and where it is.
pub fn slip_hint(slip: RepairableSlip, at: &SourceLines<'_>) -> Hint {
    let detail = format!("It is {}.", at.describe());
    slip_text(slip).hint().with_detail(detail)
}

/// What is said where either of two changes makes all cases right: no more than that, unless both undo the same slip, and more than
/// one of the `cases` was wrong. What helps in one case may do so by chance.
pub fn either_hint(
    one: (RepairableSlip, &SourceLines<'_>),
    other: (RepairableSlip, &SourceLines<'_>),
    cases: usize,
) -> Hint {
    let (first, second) = (one.1.describe(), other.1.describe());
    if slip_name(one.0) == slip_name(other.0) && cases > 1 {
        let detail = format!("It is {first}, or {second}.");
        slip_text(one.0).hint().with_detail(detail)
    } else {
        let detail = format!("One is {first}. Another is {second}.");
        sentences::ONE_OF_SEVERAL_LINES.hint().with_detail(detail)
    }
}

/// What is said of several changes that only help together.
pub fn together_hint(places: &[SourceLines<'_>]) -> Hint {
    let lines: Vec<String> = places
        .iter()
        .map(|at| format!("One is {}.", at.describe()))
        .collect();
    sentences::SEVERAL_LINES.hint().with_detail(lines.join(" "))
}
