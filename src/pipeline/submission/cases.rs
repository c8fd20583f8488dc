//! The cases of a submission, one by one: run, or not run and why.

use std::collections::BTreeMap;

use super::super::case_run::{CaseRun, CriterionJudgement};
use super::super::case_runner::CaseRunner;
use super::super::checker::CheckerRunner;
use super::super::expectations::InputVariant;
use super::super::grading_error::GradingError;
use super::super::own_questions;
use super::AssignmentGrader;
use super::after_end::{EndOfInputTracker, is_cut_short};
use crate::execute::ExecutionTarget;
use crate::logged::EscapedForLog;
use crate::model::{Judgement, RunLimits, Verdict};
use crate::runner::InterruptibleRunner;

impl AssignmentGrader<'_> {
    /// All cases but those in `there`, which are there already.
    pub(super) fn run_all(
        &self,
        program: &ExecutionTarget,
        there: &BTreeMap<usize, CaseRun>,
        input_variant: &InputVariant,
        checkers: CheckerRunner<'_>,
        runner: &mut InterruptibleRunner,
    ) -> Result<Vec<CaseRun>, GradingError> {
        let mut all = Vec::with_capacity(self.assignment.cases.len());
        let mut after_end = EndOfInputTracker::default();
        for (index, case) in self.assignment.cases.iter().enumerate() {
            let limits = after_end.next_limits(case.limits);
            let there = there
                .get(&index)
                .filter(|ran| EndOfInputTracker::is_unaffected(ran, &limits));
            let ran = match there {
                Some(there) => there.clone(),
                None => {
                    self.run_case(index, &limits, (program, checkers), input_variant, runner)?
                }
            };
            after_end.note_run(&ran);
            all.push(ran);
        }
        if after_end.can_stop() {
            for (index, ran) in all
                .iter_mut()
                .enumerate()
                .filter(|(_, ran)| is_cut_short(ran))
            {
                let limits = self.assignment.cases[index].limits.without_silence_limit();
                *ran = self.run_case(index, &limits, (program, checkers), input_variant, runner)?;
            }
        }
        own_questions::prefer_second_runs(&mut all);
        Ok(all)
    }

    /// One case. Where something is missing to start it, this case is ungraded, and the next one is run.
    pub(in crate::pipeline) fn run_case(
        &self,
        index: usize,
        limits: &RunLimits,
        (program, checkers): (&ExecutionTarget, CheckerRunner<'_>),
        input_variant: &InputVariant,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRun, GradingError> {
        let assignment = self.assignment;
        let session = self.session;
        let case_runner = CaseRunner {
            assignment,
            index,
            input_variant,
            program,
            checkers,
            session,
        };
        match case_runner.run(limits, runner) {
            Err(GradingError::ResourceExhausted(reason)) => {
                tracing::error!(reason = %EscapedForLog(&reason), "this case stays ungraded");
                Ok(self.unjudged_run(index, &Verdict::Ungraded(reason)))
            }
            ran => ran,
        }
    }

    pub(super) fn not_run(&self, verdict: &Verdict) -> Vec<CaseRun> {
        (0..self.assignment.cases.len())
            .map(|index| self.unjudged_run(index, verdict))
            .collect()
    }

    pub(in crate::pipeline) fn unjudged_run(&self, index: usize, verdict: &Verdict) -> CaseRun {
        let judgement = Judgement::new(verdict.clone());
        let own = self.assignment.criterion_comparisons(index);
        let own = own
            .map(|(criterion, _)| CriterionJudgement::new(criterion, judgement.clone()))
            .collect();
        CaseRun {
            criterion_judgements: own,
            ..self.unplayed_run(index, judgement)
        }
    }

    /// A case whose script was not played.
    pub(in crate::pipeline) fn unplayed_run(&self, index: usize, judgement: Judgement) -> CaseRun {
        let (input, expected) = self.scripted_variant().cases[index].clone();
        CaseRun {
            input,
            expected,
            observation: None,
            judgement,
            calls: Vec::new(),
            tests: Vec::new(),
            criterion_judgements: Vec::new(),
            with_questions: None,
            answered: Vec::new(),
            others: Vec::new(),
            consumed_input: None,
            on_terminal: false,
        }
    }
}
