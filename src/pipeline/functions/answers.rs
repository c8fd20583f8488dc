//! What the calls of a case must come to: what the reference does, unless the case itself says otherwise.

use super::Callable;
use super::calls::made;
use crate::functions;
use crate::model::{Assignment, Call, Case, Effect, Exit, FunctionCase, Observation};
use crate::pipeline::ReferenceError;
use crate::pipeline::references::{External, Oracle};
use sandbox::Interrupt;

/// The effects of all calls of a case.
pub(in crate::pipeline) fn effects(
    oracle: &mut Oracle,
    assignment: &Assignment,
    case: &Case,
    function: &FunctionCase,
    interrupt: &Interrupt,
) -> Result<Vec<Effect>, ReferenceError> {
    let numbered = function.calls.iter().enumerate();
    numbered
        .map(|(number, call)| {
            let answer = match oracle {
                Oracle::Game(game, _) => {
                    game.rules().call(name(function), &call.arguments).ok_or_else(String::new)
                }
                Oracle::Program(external) => {
                    of_external(external, assignment, case, function, number, interrupt)?
                }
            };
            match answer {
                Ok(effect) => Ok(overlaid(call, effect)),
                Err(_) if call.given.is_complete(function) => Ok(overlaid(call, silent(call))),
                Err(why) => Err(no_answer(case, function, call, why)),
            }
        })
        .collect()
}

fn name(function: &FunctionCase) -> &str {
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

/// What the instructor's own function does; the inner error says why it has no answer.
fn of_external(
    external: &mut External,
    assignment: &Assignment,
    case: &Case,
    function: &FunctionCase,
    number: usize,
    interrupt: &Interrupt,
) -> Result<Result<Effect, String>, ReferenceError> {
    let index = assignment.cases.iter().position(|it| it.id == case.id);
    let callable = index.and_then(|index| Some((index, external.functions.get(&index)?)));
    let (place, program, found) = match callable {
        Some((index, Callable::Ready(program, found))) => ((index, number), program, found),
        Some((_, Callable::Not(reason) | Callable::Unknown(reason))) => {
            return Ok(Err(format!(" ({})", plain(reason))));
        }
        None => return Ok(Err(String::new())),
    };
    let Some(call) = function.calls.get(number) else { return Ok(Err(String::new())) };
    let asked = (function, found, call);
    let (seen, actual) =
        made(program, place, asked, &case.limits, &mut external.supervisor, interrupt)?;
    let printed = String::from_utf8(seen.stdout());
    Ok(match (actual, printed) {
        (Some(actual), Ok(printed)) => Ok(Effect {
            returned: actual.returned,
            after: actual.after,
            printed: printed.lines().map(str::to_owned).collect(),
        }),
        (Some(_), Err(_)) => Err(": its output is not UTF-8".to_owned()),
        (None, _) => Err(format!(": {}", ended(&seen))),
    })
}

/// A sentence about a student's program, about the instructor's.
fn plain(reason: &str) -> String {
    let reason = reason.replace("Your program", "its program");
    reason.trim_end_matches('.').to_owned()
}

fn ended(seen: &Observation) -> String {
    match seen.exit {
        Exit::Code(_) => "its function ends the program".to_owned(),
        Exit::Signal(signal) => format!("its function crashes (signal {signal})"),
        Exit::Stopped(limit) => format!("its function {}", limit.in_words()),
        Exit::NotStarted => "the system refuses to start it".to_owned(),
    }
}
