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

/// Whether a hint says nothing more once these slips are known. A missing `&` is no index.
pub fn is_restated(hint: &Hint, slips: &[RepairableSlip]) -> bool {
    let is_address = slips.contains(&RepairableSlip::MissingAddress);
    RESTATED.contains(&hint.mistake) || (is_address && hint.mistake == "index-out-of-range")
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
    }
}

/// The name of a slip.
pub fn slip_name(slip: RepairableSlip) -> &'static str {
    slip_text(slip).mistake()
}

/// What is said of a slip, and of the lines that it is in, of which `text` is the first.
pub fn slip_hint(
    slip: RepairableSlip,
    file: &str,
    lines: &RangeInclusive<usize>,
    text: &str,
) -> Hint {
    let (first, last) = (lines.start(), lines.end());
    let text = quote_text(text);
    let detail = if first == last {
        format!("It is in line {first} of `{file}`: {text}.")
    } else {
        format!("It is in the lines {first} to {last} of `{file}`, which begin with {text}.")
    };
    slip_text(slip).hint().with_detail(detail)
}
