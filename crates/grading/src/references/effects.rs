//! What the calls of a case must come to: what the reference does, unless the case itself says otherwise.

use super::error::ReferenceError;
use crate::grading_error::Attempt;
use cpp::functions;
use model::{CallEffect, CaseCall, FunctionCase, TestCase};

/// The effects of all calls of a case. `ask` makes one call of the reference, or says why there is no answer.
pub(super) fn call_effects(
    case: &TestCase,
    function: &FunctionCase,
    mut ask: impl FnMut(usize, &CaseCall) -> Result<Attempt<CallEffect>, ReferenceError>,
) -> Result<Vec<CallEffect>, ReferenceError> {
    let mut effects = Vec::new();
    for (number, call) in function.calls.iter().enumerate() {
        let effect = match ask(number, call)? {
            Attempt::Done(effect) => effect,
            Attempt::Rejected(_) if call.expectation.is_complete(function) => silent_effect(call),
            Attempt::Rejected(why) => return Err(no_answer_error(case, function, call, why)),
        };
        effects.push(overlay_effect(call, effect));
    }
    Ok(effects)
}

/// The name of the function that a case asks for.
pub(super) fn function_name(function: &FunctionCase) -> &str {
    function.prototypes.first().map_or("", |first| &first.name)
}

/// The effect of a call that does nothing.
fn silent_effect(call: &CaseCall) -> CallEffect {
    CallEffect::from_printed_lines(Vec::new(), &call.arguments)
}

/// The effect, with what the case says in place of what the reference does.
fn overlay_effect(call: &CaseCall, mut effect: CallEffect) -> CallEffect {
    let given = &call.expectation;
    effect.returned = given.returned.clone().or(effect.returned);
    for (place, value) in &given.after {
        if let Some(after) = effect.after.get_mut(*place) {
            *after = value.clone();
        }
    }
    effect.printed = given.printed.clone().unwrap_or(effect.printed);
    effect
}

fn no_answer_error(
    case: &TestCase,
    function: &FunctionCase,
    call: &CaseCall,
    why: String,
) -> ReferenceError {
    let returns = function
        .prototypes
        .first()
        .is_some_and(|it| it.returned.is_some());
    let keys = match (returns, function.printed) {
        (true, Some(_)) => "`returns` and `prints`",
        (true, None) => "`returns`",
        (false, Some(_)) => "`prints`",
        (false, None) => "`after`",
    };
    ReferenceError::NoAnswer {
        file: case.file.display().to_string(),
        line: call.line,
        call: functions::render_brief_call(function_name(function), &call.arguments),
        why,
        keys,
    }
}
