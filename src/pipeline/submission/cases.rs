//! The cases of a submission, one by one: run, or not run and why.

use std::collections::BTreeMap;

use super::super::case_run::{CaseRun, OwnJudgement};
use super::super::case_runner::CaseRunner;
use super::super::checker::Checkers;
use super::super::expectations::InputVariant;
use super::super::grading_error::GradingError;
use super::super::own_questions;
use super::AssignmentGrader;
use super::after_end::{AfterEnd, is_cut_short};
use crate::execute::Program;
use crate::logged::Logged;
use crate::model::{Judgement, RunLimits, Verdict};
use crate::runner::InterruptibleRunner;

impl AssignmentGrader<'_> {
    /// All cases but those in `there`, which are there already.
    pub(super) fn run_all(
        &self,
        program: &Program,
        there: &BTreeMap<usize, CaseRun>,
        input_variant: &InputVariant,
        checkers: Checkers<'_>,
        runner: &mut InterruptibleRunner,
    ) -> Result<Vec<CaseRun>, GradingError> {
        let mut all = Vec::with_capacity(self.assignment.cases.len());
        let mut after_end = AfterEnd::default();
        for (index, case) in self.assignment.cases.iter().enumerate() {
            let limits = after_end.limits(case.limits);
            let there = there.get(&index).filter(|ran| AfterEnd::leaves_alone(ran, &limits));
            let ran = match there {
                Some(there) => there.clone(),
                None => self.run(index, &limits, (program, checkers), input_variant, runner)?,
            };
            after_end.note(&ran);
            all.push(ran);
        }
        if after_end.can_stop() {
            for (index, ran) in all.iter_mut().enumerate().filter(|(_, ran)| is_cut_short(ran)) {
                let limits = self.assignment.cases[index].limits.in_full();
                *ran = self.run(index, &limits, (program, checkers), input_variant, runner)?;
            }
        }
        own_questions::prefer_second_runs(&mut all);
        Ok(all)
    }

    /// One case. Where something is missing to start it, this case is ungraded, and the next one is run.
    pub(in crate::pipeline) fn run(
        &self,
        index: usize,
        limits: &RunLimits,
        (program, checkers): (&Program, Checkers<'_>),
        input_variant: &InputVariant,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRun, GradingError> {
        let (assignment, session) = (self.assignment, self.session);
        let case_runner =
            CaseRunner { assignment, index, input_variant, program, checkers, session };
        match case_runner.run(limits, runner) {
            Err(GradingError::Scarce(reason)) => {
                tracing::error!(reason = %Logged(&reason), "this case stays ungraded");
                Ok(self.unjudged(index, &Verdict::Ungraded(reason)))
            }
            ran => ran,
        }
    }

    pub(super) fn not_run(&self, verdict: &Verdict) -> Vec<CaseRun> {
        (0..self.assignment.cases.len()).map(|index| self.unjudged(index, verdict)).collect()
    }

    pub(in crate::pipeline) fn unjudged(&self, index: usize, verdict: &Verdict) -> CaseRun {
        let judgement = Judgement::new(verdict.clone());
        let own = self.assignment.own_comparisons(index);
        let own =
            own.map(|(criterion, _)| OwnJudgement::new(criterion, judgement.clone())).collect();
        CaseRun { own, ..self.unplayed(index, judgement) }
    }

    /// A case whose script was not played.
    pub(in crate::pipeline) fn unplayed(&self, index: usize, judgement: Judgement) -> CaseRun {
        let (input, expected) = self.scripted().cases[index].clone();
        CaseRun {
            input,
            expected,
            observation: None,
            judgement,
            calls: Vec::new(),
            tests: Vec::new(),
            own: Vec::new(),
            with_questions: None,
            answered: Vec::new(),
            others: Vec::new(),
            lost_input: None,
            on_terminal: false,
        }
    }
}
