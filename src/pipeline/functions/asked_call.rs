//! One call, in a process of its own.

use std::path::Path;

use super::mark::mark;
use crate::execute::{self, Input, Program};
use crate::functions::{Match, record};
use crate::model::{Actual, Call, FunctionCase, Observation, RunLimits};
use crate::runner::InterruptibleRunner;
use sandbox::SandboxError;

/// A call that is to be made of a function as it was found.
pub(in crate::pipeline) struct AskedCall<'a> {
    /// The place of its case.
    pub(in crate::pipeline) case: usize,
    /// Its place among the case's calls.
    pub(in crate::pipeline) number: usize,
    pub(in crate::pipeline) function: &'a FunctionCase,
    pub(in crate::pipeline) found: &'a Match,
    pub(in crate::pipeline) call: &'a Call,
}

impl AskedCall<'_> {
    /// Makes it in a process of its own. What it printed to standard error is returned without the record.
    pub(in crate::pipeline) fn make(
        &self,
        program: &Path,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<(Observation, Option<Actual>), SandboxError> {
        let AskedCall { case, number, function, found, call } = self;
        let mark = mark()?;
        let arguments = vec![mark.clone(), case.to_string(), number.to_string()];
        let program = Program::Driver(program.to_owned(), arguments);
        let (input, limits) = (Input::Lines(&[]), limits.in_full());
        let mut seen = execute::execute(&program, input, &limits, runner)?;
        let (rest, record) = record::split(&seen.stderr, &mark);
        seen.stderr = rest;
        let read = |record: String| record::read(&record, function, found.prototype, call);
        Ok((seen, record.and_then(read)))
    }
}
