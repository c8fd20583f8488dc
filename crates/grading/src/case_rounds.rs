//! Rounds that are more than a program and its script: several runs, and conversations.

use std::sync::Arc;

use super::case_runner::{CaseRound, CaseRunner};
use super::grading_error::GradingError;
use super::runs;
use crate::execute::StdinSource;
use model::{CaseInteraction, Exit, Observation, RunLimits};
use toolchain::runner::InterruptibleRunner;

impl CaseRunner<'_> {
    /// All runs of a case that has several.
    pub(super) fn run_all(
        &self,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRound, GradingError> {
        let case = &self.case.spec;
        let start = self.case.program_start();
        let (all, written) = runs::execute_all_runs(self.program, start, case, limits, runner)?;
        let seen = runs::join_runs(&case.invocation.runs, &all);
        let seen = seen.unwrap_or_else(|| Observation::new(Vec::new(), Exit::Code(0)));
        Ok(CaseRound {
            written,
            runs: all,
            ..CaseRound::without_questions(seen, Vec::new(), Arc::clone(&self.case.expected))
        })
    }

    /// Has the program speak with the case's interactor.
    pub(super) fn run_interactive(
        &self,
        interaction: &CaseInteraction,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRound, GradingError> {
        let play = |input: StdinSource<'_>| self.execute_program(input, false, limits, runner);
        let case = &self.case.spec;
        let ((seen, written), said) = self.checkers.run_interactor(case, interaction, play)?;
        Ok(CaseRound {
            written,
            interacted: Some(said),
            ..CaseRound::without_questions(seen, Vec::new(), Arc::clone(&self.case.expected))
        })
    }
}
