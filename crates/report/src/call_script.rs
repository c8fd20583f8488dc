//! Calls as C++ that can be compiled at home.

use model::{CallReport, CaseReport, Verdict};

/// A `main` that makes every call that was not right.
pub(super) fn main_with_wrong_calls(case: &CaseReport) -> String {
    main_with_calls(&wrong_calls(case).collect::<Vec<_>>())
}

/// The calls that are not right.
pub(super) fn wrong_calls(case: &CaseReport) -> impl Iterator<Item = &CallReport> {
    case.calls
        .iter()
        .filter(|call| call.judgement.verdict != Verdict::Accepted)
}

/// A `main` that makes these calls.
pub(super) fn main_with_calls(calls: &[&CallReport]) -> String {
    let examples: String = calls.iter().map(|call| call.example.as_str()).collect();
    format!("int main() {{\n{examples}}}\n")
}
