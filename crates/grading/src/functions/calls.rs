//! The calls of a case: each in a separate process, with a mark that proves that its record is ours, and judged.

use std::path::Path;
use std::sync::Arc;

use super::callable::CallableFunction;
use super::drivers::FunctionDrivers;
use crate::execute::{self, ExecutionTarget, StdinSource};
use crate::prepared_case::{CaseKind, PreparedCase};
use cpp::functions;
use cpp::functions::{FunctionMatch, Linkage, record};
use judging::{compare, judge};
use model::{
    AbridgeObservation, ActualEffect, CallEffect, CallReport, CaseCall, ExitRule, FunctionCase,
    Judgement, Observation, ParameterPassing, RunLimits, TranscriptDifference, Verdict,
};
use sandbox::SandboxError;
use support::random::random_digits;
use toolchain::runner::InterruptibleRunner;

/// A call that is to be made of a function as it was found.
pub(crate) struct PendingCall<'a> {
    /// The place of its case.
    pub(crate) case: usize,
    /// Its place among the case's calls.
    pub(crate) number: usize,
    pub(crate) function: &'a FunctionCase,
    pub(crate) matched: &'a FunctionMatch,
    pub(crate) call: &'a CaseCall,
}

impl PendingCall<'_> {
    /// Makes it in a process of its own. What it printed to standard error is returned without the record.
    pub(crate) fn run_call(
        &self,
        program: &Path,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<(Observation, Option<ActualEffect>), SandboxError> {
        let PendingCall {
            case,
            number,
            function,
            matched: found,
            call,
        } = self;
        let mark = generate_mark()?;
        let arguments = vec![mark.clone(), case.to_string(), number.to_string()];
        let program = ExecutionTarget::Driver(program.to_owned(), arguments);
        let input = StdinSource::Lines(&[]);
        let limits = limits.without_silence_limit();
        let mut seen = execute::execute_program(&program, input, &limits, runner)?;
        let (rest, record) = record::split_record(&seen.stderr, &mark);
        seen.stderr = rest;
        let read = |record: String| record::read_record(&record, function, found.prototype, call);
        Ok((seen, record.and_then(read)))
    }
}

/// What marks the record of one run: a new random number.
pub(crate) fn generate_mark() -> Result<String, SandboxError> {
    random_digits().map_err(|source| SandboxError::System {
        action: "get a random number",
        source,
    })
}

/// A case with calls that were made.
pub struct CallResults {
    pub(crate) calls: Vec<CallReport>,
    pub(crate) judgement: Judgement,
}

impl FunctionDrivers<'_> {
    /// Makes all calls of a case and judges them.
    pub(crate) fn call_all(
        &self,
        case: &PreparedCase,
        callable: &CallableFunction,
        runner: &mut InterruptibleRunner,
    ) -> Result<CallResults, SandboxError> {
        self.run_calls(case, callable, &case.spec.limits, false, runner)
    }

    /// The same within other limits, and no further than to the first call that is wrong.
    pub fn call_until_wrong(
        &self,
        case: &PreparedCase,
        callable: &CallableFunction,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<CallResults, SandboxError> {
        self.run_calls(case, callable, limits, true, runner)
    }

    fn run_calls(
        &self,
        case: &PreparedCase,
        callable: &CallableFunction,
        limits: &RunLimits,
        ends_when_wrong: bool,
        runner: &mut InterruptibleRunner,
    ) -> Result<CallResults, SandboxError> {
        let CaseKind::Calls(function, expected) = &case.kind else {
            return Ok(judge_calls(Vec::new(), Vec::new()));
        };
        let (program, found) = match callable {
            CallableFunction::Ready(program, found) => (program, found),
            CallableFunction::Unavailable(reason) => {
                return Ok(impossible_case(function, expected, reason));
            }
            CallableFunction::Unknown(reason) => {
                return Ok(unknown_case(function, expected, reason));
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
            let (seen, actual) = asked.run_call(program, limits, runner)?;
            let report = judge_call(&asked, expected, seen, actual, self.assignment.exit);
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
        Ok(judge_calls(
            reports,
            few.into_iter().chain(hidden).chain(copied).collect(),
        ))
    }
}

const INCLUDED: &str = "The function cannot be called from another file, as it is `static`, `inline`, a template or the like. \
    So the testing code was compiled together with your source.";

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

/// One call that was made.
pub(super) fn judge_call(
    asked: &PendingCall<'_>,
    expected: &Arc<CallEffect>,
    seen: Observation,
    actual: Option<ActualEffect>,
    rule: ExitRule,
) -> CallReport {
    let PendingCall {
        function,
        matched: found,
        call,
        ..
    } = asked;
    let names: Vec<&str> = function
        .prototypes
        .iter()
        .take(1)
        .flat_map(|it| it.parameters.iter().map(|it| it.name.as_str()))
        .collect();
    let compared =
        compare::compare_call(expected, actual.as_ref(), &seen, &names, function.printed);
    let judgement = judge::judge_run(&seen, None, compared, rule);
    CallReport {
        judgement,
        actual: actual.map(ActualEffect::into_abridged),
        observation: Some(seen.into_abridged()),
        ..call_report(function, found.prototype, call, expected)
    }
}

/// A case none of whose calls could be made, through a fault of the submission's.
pub(super) fn impossible_case(
    function: &FunctionCase,
    expected: &[Arc<CallEffect>],
    reason: &str,
) -> CallResults {
    let judgement = Judgement {
        difference: Some(TranscriptDifference::from_sentence(reason)),
        ..Judgement::new(Verdict::WrongAnswer)
    };
    case_without_calls(function, expected, judgement)
}

/// A case of which nobody knows whether its calls can be made.
pub(super) fn unknown_case(
    function: &FunctionCase,
    expected: &[Arc<CallEffect>],
    reason: &str,
) -> CallResults {
    case_without_calls(
        function,
        expected,
        Judgement::new(Verdict::Ungraded(reason.to_owned())),
    )
}

fn case_without_calls(
    function: &FunctionCase,
    expected: &[Arc<CallEffect>],
    judgement: Judgement,
) -> CallResults {
    let calls = function
        .calls
        .iter()
        .zip(expected)
        .map(|(call, expected)| CallReport {
            judgement: judgement.clone(),
            ..call_report(function, 0, call, expected)
        });
    CallResults {
        calls: calls.collect(),
        judgement,
    }
}

fn call_report(
    function: &FunctionCase,
    prototype: usize,
    call: &CaseCall,
    expected: &Arc<CallEffect>,
) -> CallReport {
    let places = functions::argument_places(function, prototype);
    let first = function.prototypes.first();
    let name = |place: &usize| first.and_then(|it| it.parameters.get(*place));
    let shown_after = places
        .iter()
        .filter(|place| name(place).is_some_and(model::PrototypeParameter::shows_changes));
    let shown_after = shown_after.map(|place| {
        (
            *place,
            name(place).map_or(String::new(), |it| it.name.clone()),
        )
    });
    let passed: Vec<_> = places
        .iter()
        .filter_map(|place| call.arguments.get(*place).cloned())
        .collect();
    CallReport {
        call: functions::render_call(first.map_or("", |it| &it.name), &passed),
        brief: functions::render_brief_call(first.map_or("", |it| &it.name), &passed),
        example: functions::render_example(function, prototype, call, expected),
        shown_after: shown_after.collect(),
        prints: function.printed.is_some(),
        expected: Arc::clone(expected),
        actual: None,
        judgement: Judgement::new(Verdict::Accepted),
        observation: None,
    }
}

/// The verdict on a case is that on its first wrong call; blanks in the wrong place count as wrong only where nothing else is.
pub(super) fn judge_calls(calls: Vec<CallReport>, mut remarks: Vec<String>) -> CallResults {
    let wrong = calls.iter().filter(is_wrong_call).count();
    let first = calls
        .iter()
        .filter(is_wrong_call)
        .find(|call| !has_wrong_blanks(call));
    let first = first.or_else(|| calls.iter().find(has_wrong_blanks));
    for remark in calls.iter().flat_map(|call| &call.judgement.remarks) {
        if !remarks.contains(remark) {
            remarks.push(remark.clone());
        }
    }
    let judgement = Judgement {
        difference: first.map(|call| case_difference(call, wrong, calls.len())),
        remarks,
        ..Judgement::new(first.map_or(Verdict::Accepted, |call| call.judgement.verdict.clone()))
    };
    CallResults { calls, judgement }
}

fn is_wrong_call(call: &&CallReport) -> bool {
    call.judgement.verdict != Verdict::Accepted
}

fn has_wrong_blanks(call: &&CallReport) -> bool {
    call.judgement.verdict == Verdict::PresentationError
}

/// What is wrong with the first wrong call, and how many there are.
fn case_difference(call: &CallReport, wrong: usize, all: usize) -> TranscriptDifference {
    let what = match &call.judgement.difference {
        Some(difference) => format!("`{}`: {}", call.brief, difference.sentence),
        None => format!("That was `{}`.", call.brief),
    };
    let count = match all {
        1 => String::new(),
        all => format!(" {} of {all} calls are right.", all - wrong),
    };
    TranscriptDifference::from_sentence(what + &count)
}
