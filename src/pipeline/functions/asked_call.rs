//! One call, in a process of its own.

use std::path::Path;

use super::mark::generate_mark;
use crate::execute::{self, ExecutionTarget, StdinSource};
use crate::functions::{FunctionMatch, record};
use crate::model::{ActualEffect, CaseCall, FunctionCase, Observation, RunLimits};
use crate::runner::InterruptibleRunner;
use sandbox::SandboxError;

/// A call that is to be made of a function as it was found.
pub(in crate::pipeline) struct PendingCall<'a> {
    /// The place of its case.
    pub(in crate::pipeline) case: usize,
    /// Its place among the case's calls.
    pub(in crate::pipeline) number: usize,
    pub(in crate::pipeline) function: &'a FunctionCase,
    pub(in crate::pipeline) matched: &'a FunctionMatch,
    pub(in crate::pipeline) call: &'a CaseCall,
}

impl PendingCall<'_> {
    /// Makes it in a process of its own. What it printed to standard error is returned without the record.
    pub(in crate::pipeline) fn run_call(
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
