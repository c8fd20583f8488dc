//! Calls, each in a process of its own.

use std::path::Path;
use std::sync::Arc;

use super::callable::Callable;
use super::drivers::Drivers;
use super::judgement;
use crate::execute::{self, Input, Program};
use crate::functions::{self, Linkage, Match, record};
use crate::model::{
    Actual, Call, CallReport, Case, Effect, FunctionCase, Judgement, Observation, Passing,
    RunLimits, Verdict,
};
use sandbox::{Interrupt, SandboxError, Supervisor};

/// A case with calls that were made.
pub(in crate::pipeline) struct Called {
    pub(in crate::pipeline) calls: Vec<CallReport>,
    pub(in crate::pipeline) judgement: Judgement,
}

impl Drivers<'_> {
    /// Makes all calls of a case and judges them.
    pub(in crate::pipeline) fn call_all(
        &self,
        index: usize,
        case: &Case,
        callable: &Callable,
        expected: &[Arc<Effect>],
        supervisor: &mut Supervisor,
    ) -> Result<Called, SandboxError> {
        let Some(function) = &case.function else {
            return Ok(judgement::judged(Vec::new(), Vec::new()));
        };
        let (program, found) = match callable {
            Callable::Ready(program, found) => (program, found),
            Callable::Not(reason) => {
                return Ok(judgement::impossible(function, expected, reason));
            }
            Callable::Unknown(reason) => return Ok(judgement::unknown(function, expected, reason)),
        };
        let mut reports = Vec::new();
        let mut skipped = 0;
        for (number, (call, expected)) in function.calls.iter().zip(expected).enumerate() {
            if !functions::can_be_made(function, found.prototype, call) {
                skipped += 1;
                continue;
            }
            let place = (index, number);
            let limits = &case.limits;
            let (seen, actual) =
                made(program, place, (function, found, call), limits, supervisor, self.interrupt)?;
            let seen = (seen, actual);
            let rule = self.assignment.exit;
            reports.push(judgement::call(function, found, call, expected, seen, rule));
        }
        let few = (skipped > 0).then(|| without_all_parameters(function, found, skipped));
        let hidden = (found.linkage == Linkage::Included).then(|| INCLUDED.to_owned());
        let is_wrong = |call: &CallReport| call.judgement.verdict != Verdict::Accepted;
        let copied = if reports.iter().any(is_wrong) { by_value(function, found) } else { None };
        Ok(judgement::judged(reports, few.into_iter().chain(hidden).chain(copied).collect()))
    }
}

const INCLUDED: &str = "The function cannot be called from another file (it is `static`, `inline`, a template or the like), \
    so the testing code was compiled together with your source.";

/// A forgotten `&`: what the function changes is lost.
fn by_value(function: &FunctionCase, found: &Match) -> Option<String> {
    let prototype = function.prototypes.get(found.prototype)?;
    let mut pairs = prototype.parameters.iter().zip(&found.parameters);
    let (asked, _) = pairs.find(|(asked, actual)| {
        asked.passing == Passing::Reference && actual.passing == Passing::Value
    })?;
    let (name, text) = (&asked.name, &prototype.text);
    Some(format!(
        "Your function takes `{name}` by value, so it changes a copy; the caller's `{name}` stays as it was. It should be \
         `{text}`, with the `&`."
    ))
}

fn without_all_parameters(function: &FunctionCase, found: &Match, skipped: usize) -> String {
    let prototype = function.prototypes.get(found.prototype).map_or("", |it| &it.text);
    let calls =
        if skipped == 1 { "1 call was".to_owned() } else { format!("{skipped} calls were") };
    format!("Your function is `{prototype}`, without all parameters, so {calls} not made.")
}

/// One call in a process of its own. What it printed to standard error is returned without the record.
pub(super) fn made(
    program: &Path,
    (case, number): (usize, usize),
    (function, found, call): (&FunctionCase, &Match, &Call),
    limits: &RunLimits,
    supervisor: &mut Supervisor,
    interrupt: &Interrupt,
) -> Result<(Observation, Option<Actual>), SandboxError> {
    let mark = mark()?;
    let arguments = vec![mark.clone(), case.to_string(), number.to_string()];
    let program = Program::Driver(program.to_owned(), arguments);
    let mut seen = execute::execute(&program, Input::Lines(&[]), limits, supervisor, interrupt)?;
    let (rest, record) = record::split(&seen.stderr, &mark);
    seen.stderr = rest;
    let actual = record.and_then(|record| record::read(&record, function, found.prototype, call));
    Ok((seen, actual))
}

/// What marks the record of one run: a new random number.
pub(in crate::pipeline) fn mark() -> Result<String, SandboxError> {
    let mut bytes = [0_u8; 16];
    rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty()).map_err(
        |error| SandboxError::System { action: "get a random number", source: error.into() },
    )?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}
