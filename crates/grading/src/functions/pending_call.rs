//! One call, in a process of its own, with a mark that proves that its record is ours.

use std::path::Path;

use crate::execute::{self, ExecutionTarget, StdinSource};
use cpp::functions::{FunctionMatch, record};
use model::{ActualEffect, CallReport, CaseCall, FunctionCase, Judgement, Observation, RunLimits};
use sandbox::SandboxError;
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
    let mut bytes = [0_u8; 16];
    rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty()).map_err(
        |error| SandboxError::System {
            action: "get a random number",
            source: error.into(),
        },
    )?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

/// A case with calls that were made.
pub struct CallResults {
    pub(crate) calls: Vec<CallReport>,
    pub(crate) judgement: Judgement,
}
