//! Calls, each in a process of its own.

use super::callable::CallableFunction;
use super::drivers::FunctionDrivers;
use super::judgement;
use super::pending_call::{CallResults, PendingCall};
use crate::prepared_case::{CaseKind, PreparedCase};
use cpp::functions;
use cpp::functions::{FunctionMatch, Linkage};
use model::{CallReport, FunctionCase, ParameterPassing, RunLimits, Verdict};
use sandbox::SandboxError;
use toolchain::runner::InterruptibleRunner;

impl FunctionDrivers<'_> {
    /// Makes all calls of a case and judges them.
    pub(crate) fn call_all(
        &self,
        case: &PreparedCase,
        callable: &CallableFunction,
        runner: &mut InterruptibleRunner,
    ) -> Result<CallResults, SandboxError> {
        self.run_calls(case, callable, (&case.spec.limits, false), runner)
    }

    /// The same within other limits, and no further than to the first call that is wrong.
    pub fn call_until_wrong(
        &self,
        case: &PreparedCase,
        callable: &CallableFunction,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<CallResults, SandboxError> {
        self.run_calls(case, callable, (limits, true), runner)
    }

    fn run_calls(
        &self,
        case: &PreparedCase,
        callable: &CallableFunction,
        (limits, ends_when_wrong): (&RunLimits, bool),
        runner: &mut InterruptibleRunner,
    ) -> Result<CallResults, SandboxError> {
        let CaseKind::Calls(function, expected) = &case.kind else {
            return Ok(judgement::judge_calls(Vec::new(), Vec::new()));
        };
        let (program, found) = match callable {
            CallableFunction::Ready(program, found) => (program, found),
            CallableFunction::Unavailable(reason) => {
                return Ok(judgement::impossible_case(function, expected, reason));
            }
            CallableFunction::Unknown(reason) => {
                return Ok(judgement::unknown_case(function, expected, reason));
            }
        };
        let mut reports = Vec::new();
        let mut skipped = 0;
        for (number, (call, expected)) in function.calls.iter().zip(expected).enumerate() {
            if !functions::supports_call(function, found.prototype, call) {
                skipped += 1;
                continue;
            }
            let asked = PendingCall {
                case: case.place,
                number,
                function,
                matched: found,
                call,
            };
            let seen = asked.run_call(program, limits, runner)?;
            let report = judgement::judge_call(&asked, expected, seen, self.assignment.exit);
            let is_wrong = report.judgement.verdict != Verdict::Accepted;
            reports.push(report);
            if is_wrong && ends_when_wrong {
                break;
            }
        }
        let few = (skipped > 0).then(|| missing_parameters_remark(function, found, skipped));
        let hidden = (found.linkage == Linkage::Included).then(|| INCLUDED.to_owned());
        let is_wrong = |call: &CallReport| call.judgement.verdict != Verdict::Accepted;
        let copied = if reports.iter().any(is_wrong) {
            by_value_remark(function, found)
        } else {
            None
        };
        Ok(judgement::judge_calls(
            reports,
            few.into_iter().chain(hidden).chain(copied).collect(),
        ))
    }
}

const INCLUDED: &str = "The function cannot be called from another file (it is `static`, `inline`, a template or the like), \
    so the testing code was compiled together with your source.";

/// A forgotten `&`: what the function changes is lost.
fn by_value_remark(function: &FunctionCase, found: &FunctionMatch) -> Option<String> {
    let prototype = function.prototypes.get(found.prototype)?;
    let mut pairs = prototype.parameters.iter().zip(&found.parameters);
    let (asked, _) = pairs.find(|(asked, actual)| {
        asked.passing == ParameterPassing::Reference && actual.passing == ParameterPassing::Value
    })?;
    let name = &asked.name;
    let text = &prototype.text;
    Some(format!(
        "Your function takes `{name}` by value, so it changes a copy; the caller's `{name}` stays as it was. It should be \
         `{text}`, with the `&`."
    ))
}

fn missing_parameters_remark(
    function: &FunctionCase,
    found: &FunctionMatch,
    skipped: usize,
) -> String {
    let prototype = function
        .prototypes
        .get(found.prototype)
        .map_or("", |it| &it.text);
    let calls = if skipped == 1 {
        "1 call was".to_owned()
    } else {
        format!("{skipped} calls were")
    };
    format!("Your function is `{prototype}`, without all parameters, so {calls} not made.")
}
