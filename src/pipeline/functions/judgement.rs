//! From calls to the verdict on their case.

use std::sync::Arc;

use super::asked_call::AskedCall;
use super::called::Called;
use crate::compare;
use crate::functions;
use crate::judge;
use crate::model::{
    Abridge, Actual, Call, CallReport, Difference, Effect, ExitRule, FunctionCase, Judgement,
    Observation, Verdict,
};

/// One call that was made.
pub(super) fn call(
    asked: &AskedCall<'_>,
    expected: &Arc<Effect>,
    (seen, actual): (Observation, Option<Actual>),
    rule: ExitRule,
) -> CallReport {
    let AskedCall { function, found, call, .. } = asked;
    let names: Vec<&str> = function
        .prototypes
        .iter()
        .take(1)
        .flat_map(|it| it.parameters.iter().map(|it| it.name.as_str()))
        .collect();
    let compared =
        compare::compare_call(expected, actual.as_ref(), &seen, &names, function.printed);
    let judgement = judge::judge(&seen, None, compared, rule);
    CallReport {
        judgement,
        actual: actual.map(Actual::abridged),
        observation: Some(seen.abridged()),
        ..untouched(function, found.prototype, call, expected)
    }
}

/// A case none of whose calls could be made, through a fault of the submission's.
pub(super) fn impossible(
    function: &FunctionCase,
    expected: &[Arc<Effect>],
    reason: &str,
) -> Called {
    let judgement = Judgement {
        difference: Some(Difference::in_words(reason)),
        ..Judgement::new(Verdict::WrongAnswer)
    };
    unmade(function, expected, judgement)
}

/// A case of which nobody knows whether its calls can be made.
pub(super) fn unknown(function: &FunctionCase, expected: &[Arc<Effect>], reason: &str) -> Called {
    unmade(function, expected, Judgement::new(Verdict::Ungraded(reason.to_owned())))
}

fn unmade(function: &FunctionCase, expected: &[Arc<Effect>], judgement: Judgement) -> Called {
    let calls = function.calls.iter().zip(expected).map(|(call, expected)| CallReport {
        judgement: judgement.clone(),
        ..untouched(function, 0, call, expected)
    });
    Called { calls: calls.collect(), judgement }
}

fn untouched(
    function: &FunctionCase,
    prototype: usize,
    call: &Call,
    expected: &Arc<Effect>,
) -> CallReport {
    let places = functions::places(function, prototype);
    let first = function.prototypes.first();
    let name = |place: &usize| first.and_then(|it| it.parameters.get(*place));
    let shown_after =
        places.iter().filter(|place| name(place).is_some_and(|it| it.shows_changes()));
    let shown_after =
        shown_after.map(|place| (*place, name(place).map_or(String::new(), |it| it.name.clone())));
    let passed: Vec<_> =
        places.iter().filter_map(|place| call.arguments.get(*place).cloned()).collect();
    CallReport {
        call: functions::call(first.map_or("", |it| &it.name), &passed),
        brief: functions::brief_call(first.map_or("", |it| &it.name), &passed),
        example: functions::example(function, prototype, call, expected),
        shown_after: shown_after.collect(),
        prints: function.printed.is_some(),
        expected: Arc::clone(expected),
        actual: None,
        judgement: Judgement::new(Verdict::Accepted),
        observation: None,
    }
}

/// The verdict on a case is that on its first wrong call; blanks in the wrong place count as wrong only where nothing else is.
pub(super) fn judged(calls: Vec<CallReport>, mut remarks: Vec<String>) -> Called {
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
        difference: first.map(|call| difference(call, wrong, calls.len())),
        remarks,
        ..Judgement::new(first.map_or(Verdict::Accepted, |call| call.judgement.verdict.clone()))
    };
    Called { calls, judgement }
}

/// What is wrong with the first wrong call, and how many there are.
fn difference(call: &CallReport, wrong: usize, all: usize) -> Difference {
    let what = match &call.judgement.difference {
        Some(difference) => format!("`{}`: {}", call.brief, difference.sentence),
        None => format!("That was `{}`.", call.brief),
    };
    let count = match all {
        1 => String::new(),
        all => format!(" {} of {all} calls are right.", all - wrong),
    };
    Difference::in_words(what + &count)
}
