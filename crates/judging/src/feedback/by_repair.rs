//! Mistakes in a program's text, proved by changing it: with one small change, the program is right where it was not.

use super::judged_run::quote_text;
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

/// The name of a slip.
pub fn slip_name(slip: RepairableSlip) -> &'static str {
    match slip {
        RepairableSlip::AssignmentInCondition => "assignment-in-condition",
        RepairableSlip::ChainedComparison => "chained-comparison",
        RepairableSlip::BareValue => "or-with-a-bare-value",
        RepairableSlip::LineLeftUnread => "line-break-left-unread",
        RepairableSlip::FailedReadRepeated => "failed-read-repeated",
        RepairableSlip::EndNoticedLate => "end-noticed-too-late",
        RepairableSlip::WholeDivision => "whole-number-division",
        RepairableSlip::OrderOfOperations => "order-of-operations",
        RepairableSlip::NotReset => "sum-not-reset",
        RepairableSlip::TooFewRounds => "loop-one-round-too-few",
        RepairableSlip::TooManyRounds => "loop-one-round-too-many",
        RepairableSlip::Limit => "limit-on-the-wrong-side",
        RepairableSlip::PrintedText => "printed-text-wrong",
        RepairableSlip::ExtraPrint => "prints-too-much",
        RepairableSlip::MissingPrint => "print-missing",
        RepairableSlip::NumberFormat => "number-format",
        RepairableSlip::ReadFormat => "read-format",
        RepairableSlip::MissingAddress => "address-missing",
        RepairableSlip::Comparison => "comparison-wrong",
        RepairableSlip::Arithmetic => "calculation-wrong",
        RepairableSlip::Logic => "and-or-wrong",
        RepairableSlip::NegatedCondition => "condition-reversed",
        RepairableSlip::ConditionTooMany => "condition-too-many",
        RepairableSlip::InitialValue => "first-value-wrong",
        RepairableSlip::Constant => "constant-wrong",
        RepairableSlip::OffByOne => "off-by-one",
        RepairableSlip::Variable => "variable-mixed-up",
        RepairableSlip::Order => "order-reversed",
        RepairableSlip::MissingElse => "else-missing",
        RepairableSlip::MissingBreak => "break-missing",
        RepairableSlip::MissingReturn => "return-missing",
        RepairableSlip::ExtraStatement => "statement-too-many",
        RepairableSlip::StatementPlace => "statement-misplaced",
        RepairableSlip::StraySemicolon => "stray-semicolon",
        RepairableSlip::NumberType => "number-type",
    }
}

/// What is wrong, in general words.
fn slip_sentence(slip: RepairableSlip) -> &'static str {
    match slip {
        RepairableSlip::AssignmentInCondition => {
            "In a condition stands `=`, which stores a value; `==` asks whether two are equal."
        }
        RepairableSlip::ChainedComparison => {
            "Two comparisons stand in a row, as in `1 < x < 9`. C++ takes the first result, 0 or 1, for the next: write \
             `1 < x && x < 9`."
        }
        RepairableSlip::BareValue => {
            "After `||` stands a value alone, as in `x == 1 || 2`. Any value but 0 is true: write `x == 1 || x == 2`."
        }
        RepairableSlip::LineLeftUnread => {
            "`cin >> x` leaves the line break behind what it reads, and a `getline` after it reads only the empty rest of that \
             line. Skip the rest first, with `cin.ignore()` or `cin >> ws`."
        }
        RepairableSlip::FailedReadRepeated => {
            "After `cin >> x` has failed on something that is no number, every later read fails, too, and the same loop runs for \
             ever. Make `cin` usable again with `cin.clear()`, and skip the rest of the line with `cin.ignore(1000, '\\n')`."
        }
        RepairableSlip::EndNoticedLate => {
            "The end of the input is noticed one round too late: only a read that fails tells of it. Ask whether reading worked, \
             as in `while (cin >> x)`."
        }
        RepairableSlip::WholeDivision => {
            "A division of two whole numbers loses its fraction, and so does a number with a fraction that is kept in an `int`: \
             `1 / 2` is 0."
        }
        RepairableSlip::OrderOfOperations => {
            "A computation is done in another order than you mean: `*` and `/` come before `+` and `-`, unless there are brackets."
        }
        RepairableSlip::NotReset => {
            "From the second round on, a result holds what the rounds before it came to: set it back where a new round begins."
        }
        RepairableSlip::TooFewRounds => {
            "A loop runs one round too few: look at where it starts, and at the limit in its condition."
        }
        RepairableSlip::TooManyRounds => {
            "A loop runs one round too many: look at where it starts, and at the limit in its condition."
        }
        RepairableSlip::Limit => {
            "A comparison puts the limit itself on the wrong side: look at whether it should be `<` or `<=`, `>` or `>=`."
        }
        RepairableSlip::PrintedText => {
            "A text that is printed is not the expected one: compare it letter by letter, with its blanks and line breaks."
        }
        RepairableSlip::ExtraPrint => "The program prints something here that is not expected.",
        RepairableSlip::MissingPrint => {
            "Near here the program should print something more: a text, a blank or a line break."
        }
        RepairableSlip::NumberFormat => {
            "A number is printed in another form than expected: look at the format, the digits after the point, and the width."
        }
        RepairableSlip::ReadFormat => {
            "A value is read in another form than its variable has, or than the input has: look at the format of `scanf`."
        }
        RepairableSlip::MissingAddress => {
            "`scanf` needs the address of a variable: write `&` before its name."
        }
        RepairableSlip::Comparison => {
            "A comparison lets through the wrong values: try small, large and equal ones."
        }
        RepairableSlip::Arithmetic => {
            "A calculation uses the wrong operator, or has a part too many: do it by hand for a small input."
        }
        RepairableSlip::Logic => {
            "Two conditions are joined wrongly: look at whether both must hold, or one is enough."
        }
        RepairableSlip::NegatedCondition => "A condition or a sign is the wrong way round.",
        RepairableSlip::ConditionTooMany => {
            "The last `else if` leaves out some cases: look at whether a plain `else` should take all the rest."
        }
        RepairableSlip::InitialValue => "A variable starts with the wrong value, or with none.",
        RepairableSlip::Constant => "A number or letter in the program is not the right one.",
        RepairableSlip::OffByOne => "A value is one too large or one too small.",
        RepairableSlip::Variable => "One variable is used where another one is meant.",
        RepairableSlip::Order => "Two values stand in the wrong order.",
        RepairableSlip::MissingElse => {
            "Two branches both run where only one should: an `else` is missing."
        }
        RepairableSlip::MissingBreak => {
            "The program goes on here where a `break` or `continue` is needed."
        }
        RepairableSlip::MissingReturn => "The function goes on here where a `return` is needed.",
        RepairableSlip::ExtraStatement => "This statement should not be here.",
        RepairableSlip::StatementPlace => {
            "This statement is in the wrong place: look at whether it belongs inside the loop or branch, and before or after its neighbours."
        }
        RepairableSlip::StraySemicolon => "A `;` ends the loop or branch before its body begins.",
        RepairableSlip::NumberType => {
            "A variable or a function has a type that cannot hold its values: look at fractions and at large numbers."
        }
    }
}

/// What is said of a slip, and of the line that it is in.
pub fn slip_hint(slip: RepairableSlip, file: &str, line: usize, text: &str) -> Hint {
    Hint::new(slip_name(slip), slip_sentence(slip)).with_detail(format!(
        "It is in line {line} of `{file}`: {}.",
        quote_text(text)
    ))
}
