//! From calls to the verdict on their case.

use std::sync::Arc;

use super::pending_call::{CallResults, PendingCall};
use cpp::functions;
use judging::{compare, judge};
use model::{
    AbridgeObservation, ActualEffect, CallEffect, CallReport, CaseCall, ExitRule, FunctionCase,
    Judgement, Observation, TranscriptDifference, Verdict,
};

/// One call that was made.
pub(super) fn judge_call(
    asked: &PendingCall<'_>,
    expected: &Arc<CallEffect>,
    (seen, actual): (Observation, Option<ActualEffect>),
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
        .filter(|place| name(place).is_some_and(|it| it.shows_changes()));
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
    let is_wrong = |call: &&CallReport| call.judgement.verdict != Verdict::Accepted;
    let wrong = calls.iter().filter(is_wrong).count();
    let blanks = |call: &&CallReport| call.judgement.verdict == Verdict::PresentationError;
    let first = calls.iter().filter(is_wrong).find(|call| !blanks(call));
    let first = first.or_else(|| calls.iter().find(blanks));
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
