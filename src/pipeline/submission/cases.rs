//! The cases of a submission, one by one: run, or not run and why.

use std::collections::BTreeMap;

use super::super::case_run::{CaseRun, OwnJudgement};
use super::super::case_runner::CaseRunner;
use super::super::expectations::InputVariant;
use super::super::grading_error::GradingError;
use super::AssignmentGrader;
use crate::execute::Program;
use crate::logged::Logged;
use crate::model::{Judgement, Verdict};
use crate::runner::InterruptibleRunner;

impl AssignmentGrader<'_> {
    /// All cases but those in `called`, which are there already.
    pub(super) fn run_all(
        &self,
        program: &Program,
        called: &BTreeMap<usize, CaseRun>,
        input_variant: &InputVariant,
        runner: &mut InterruptibleRunner,
    ) -> Result<Vec<CaseRun>, GradingError> {
        let mut all = Vec::with_capacity(self.cases.len());
        for index in 0..self.cases.len() {
            all.push(match called.get(&index) {
                Some(called) => called.clone(),
                None => self.run(index, program, input_variant, runner)?,
            });
        }
        Ok(all)
    }

    /// One case. Where something is missing to start it, this case is ungraded, and the next one is run.
    pub(super) fn run(
        &self,
        index: usize,
        program: &Program,
        input_variant: &InputVariant,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRun, GradingError> {
        let (assignment, session) = (self.assignment, self.session);
        let case_runner = CaseRunner { assignment, index, input_variant, program, session };
        match case_runner.run(self.checkers(), runner) {
            Err(GradingError::Scarce(reason)) => {
                tracing::error!(reason = %Logged(&reason), "this case stays ungraded");
                Ok(self.unjudged(index, &Verdict::Ungraded(reason)))
            }
            ran => ran,
        }
    }

    pub(super) fn not_run(&self, verdict: &Verdict) -> Vec<CaseRun> {
        (0..self.cases.len()).map(|index| self.unjudged(index, verdict)).collect()
    }

    pub(super) fn unjudged(&self, index: usize, verdict: &Verdict) -> CaseRun {
        let judgement = Judgement::new(verdict.clone());
        let own = self.assignment.own_comparisons(index);
        let own =
            own.map(|(criterion, _)| OwnJudgement::new(criterion, judgement.clone())).collect();
        CaseRun { own, ..self.unplayed(index, judgement) }
    }

    /// A case whose script was not played.
    pub(super) fn unplayed(&self, index: usize, judgement: Judgement) -> CaseRun {
        let (input, expected) = self.scripted().cases[index].clone();
        let (calls, own) = (Vec::new(), Vec::new());
        CaseRun { input, expected, observation: None, judgement, calls, own }
    }
}
