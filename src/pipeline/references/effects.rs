//! What the calls of a case must come to: what the reference does, unless the case itself says otherwise.

use super::error::ReferenceError;
use crate::functions;
use crate::model::{Call, Case, Effect, FunctionCase};

/// The effects of all calls of a case. `ask` makes one call of the reference; its inner error says why there is no answer.
pub(super) fn effects(
    case: &Case,
    function: &FunctionCase,
    mut ask: impl FnMut(usize, &Call) -> Result<Result<Effect, String>, ReferenceError>,
) -> Result<Vec<Effect>, ReferenceError> {
    let numbered = function.calls.iter().enumerate();
    numbered
        .map(|(number, call)| match ask(number, call)? {
            Ok(effect) => Ok(overlaid(call, effect)),
            Err(_) if call.given.is_complete(function) => Ok(overlaid(call, silent(call))),
            Err(why) => Err(no_answer(case, function, call, why)),
        })
        .collect()
}

/// The name of the function that a case asks for.
pub(super) fn name(function: &FunctionCase) -> &str {
    function.prototypes.first().map_or("", |first| &first.name)
}

/// The effect of a call that does nothing.
fn silent(call: &Call) -> Effect {
    Effect::printing(Vec::new(), &call.arguments)
}

/// The effect, with what the case says in place of what the reference does.
fn overlaid(call: &Call, mut effect: Effect) -> Effect {
    let given = &call.given;
    effect.returned = given.returned.clone().or(effect.returned);
    for (place, value) in &given.after {
        if let Some(after) = effect.after.get_mut(*place) {
            *after = value.clone();
        }
    }
    effect.printed = given.printed.clone().unwrap_or(effect.printed);
    effect
}

fn no_answer(case: &Case, function: &FunctionCase, call: &Call, why: String) -> ReferenceError {
    let returns = function.prototypes.first().is_some_and(|it| it.returned.is_some());
    let keys = match (returns, function.printed) {
        (true, Some(_)) => "`returns` and `prints`",
        (true, None) => "`returns`",
        (false, Some(_)) => "`prints`",
        (false, None) => "`after`",
    };
    ReferenceError::NoAnswer {
        file: case.file.display().to_string(),
        line: call.line,
        call: functions::brief_call(name(function), &call.arguments),
        why,
        keys,
    }
}
