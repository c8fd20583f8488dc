//! Rounds that are more than a program and its script: several runs, and conversations.

use std::sync::Arc;

use super::case_runner::{CaseRunner, Round};
use super::grading_error::GradingError;
use super::runs;
use crate::execute::Input;
use crate::model::{Exit, Interaction, Observation, RunLimits};
use crate::runner::InterruptibleRunner;

impl CaseRunner<'_> {
    /// All runs of a case that has several.
    pub(super) fn run_all(
        &self,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<Round, GradingError> {
        let expected = Arc::clone(&self.input_variant.cases[self.index].1);
        let (all, written) =
            runs::execute(self.program, self.assignment, self.case(), limits, runner)?;
        let seen = runs::joined(&self.case().invocation.runs, &all);
        let seen = seen.unwrap_or_else(|| Observation::new(Vec::new(), Exit::Code(0)));
        Ok(Round { written, runs: all, ..Round::plain(seen, Vec::new(), expected) })
    }

    /// Has the program speak with the case's interactor.
    pub(super) fn converse(
        &self,
        interaction: &Interaction,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<Round, GradingError> {
        let case = self.case();
        let expected = Arc::clone(&self.input_variant.cases[self.index].1);
        let play = |input: Input<'_>| self.execute(input, false, limits, runner);
        let ((seen, written), said) = self.checkers.converse(case, interaction, play)?;
        Ok(Round { written, interacted: Some(said), ..Round::plain(seen, Vec::new(), expected) })
    }
}
