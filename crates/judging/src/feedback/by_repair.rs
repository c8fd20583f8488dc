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

/// Whether a slip can be why a program does not stop.
pub fn may_be_endless(slip: RepairableSlip) -> bool {
    matches!(
        slip,
        RepairableSlip::AssignmentInCondition
            | RepairableSlip::BareValue
            | RepairableSlip::EndNoticedLate
            | RepairableSlip::FailedReadRepeated
    )
}

/// Whether a slip leads everything astray that follows it: it is looked for whatever else is known of a case, and that it was undone by
/// chance is not possible.
pub fn is_reading_slip(slip: RepairableSlip) -> bool {
    matches!(
        slip,
        RepairableSlip::LineLeftUnread | RepairableSlip::FailedReadRepeated
    )
}

/// What is said of a slip, and of the line that it is in.
pub fn slip_hint(slip: RepairableSlip, file: &str, line: usize, text: &str) -> Hint {
    let (mistake, sentence) = match slip {
        RepairableSlip::AssignmentInCondition => (
            "assignment-in-condition",
            "In a condition stands `=`, which stores a value; `==` asks whether two are equal.",
        ),
        RepairableSlip::ChainedComparison => (
            "chained-comparison",
            "Two comparisons stand in a row, as in `1 < x < 9`. C++ takes the first result, 0 or 1, for the next: write \
             `1 < x && x < 9`.",
        ),
        RepairableSlip::BareValue => (
            "or-with-a-bare-value",
            "After `||` stands a value alone, as in `x == 1 || 2`. Any value but 0 is true: write `x == 1 || x == 2`.",
        ),
        RepairableSlip::LineLeftUnread => (
            "line-break-left-unread",
            "`cin >> x` leaves the line break behind what it reads, and a `getline` after it reads only the empty rest of that \
             line. Skip the rest first, with `cin.ignore()` or `cin >> ws`.",
        ),
        RepairableSlip::FailedReadRepeated => (
            "failed-read-repeated",
            "After `cin >> x` has failed on something that is no number, every later read fails, too, and the same loop runs for \
             ever. Make `cin` usable again with `cin.clear()`, and skip the rest of the line with `cin.ignore(1000, '\\n')`.",
        ),
        RepairableSlip::EndNoticedLate => (
            "end-noticed-too-late",
            "The end of the input is noticed one round too late: only a read that fails tells of it. Ask whether reading worked, \
             as in `while (cin >> x)`.",
        ),
        RepairableSlip::WholeDivision => (
            "whole-number-division",
            "A division of two whole numbers loses its fraction, and so does a number with a fraction that is kept in an `int`: \
             `1 / 2` is 0.",
        ),
        RepairableSlip::OrderOfOperations => (
            "order-of-operations",
            "A computation is done in another order than you mean: `*` and `/` come before `+` and `-`, unless there are brackets.",
        ),
        RepairableSlip::NotReset => (
            "sum-not-reset",
            "From the second round on, a result holds what the rounds before it came to: set it back where a new round begins.",
        ),
        RepairableSlip::TooFewRounds => (
            "loop-one-round-too-few",
            "A loop runs one round too few: look at where it starts, and at the limit in its condition.",
        ),
        RepairableSlip::TooManyRounds => (
            "loop-one-round-too-many",
            "A loop runs one round too many: look at where it starts, and at the limit in its condition.",
        ),
        RepairableSlip::Limit => (
            "limit-on-the-wrong-side",
            "A comparison puts the limit itself on the wrong side: look at whether it should be `<` or `<=`, `>` or `>=`.",
        ),
    };
    Hint::new(mistake, sentence).with_detail(format!(
        "It is in line {line} of `{file}`: {}.",
        quote_text(text)
    ))
}
