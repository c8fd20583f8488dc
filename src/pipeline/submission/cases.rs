//! The cases of a submission, one by one: played and judged, or not played and why.

use std::collections::BTreeMap;

use super::super::case_runner::{CaseRunner, Round};
use super::super::expectations::InputVariant;
use super::{AssignmentGrader, CaseRun, GradingError};
use crate::compare::{self, Expected};
use crate::execute::{self, Program};
use crate::judge;
use crate::model::{Abridge, Comparison, Judgement, Verdict};
use sandbox::Supervisor;

impl AssignmentGrader<'_> {
    pub(super) fn run_all(
        &self,
        program: &Program,
        called: &BTreeMap<usize, CaseRun>,
        supervisor: &mut Supervisor,
        input_variant: &InputVariant,
    ) -> Result<Vec<CaseRun>, GradingError> {
        let mut all = Vec::with_capacity(self.cases.len());
        for index in 0..self.cases.len() {
            if let Some(called) = called.get(&index) {
                all.push(called.clone());
                continue;
            }
            let runner = self.runner(index, program, input_variant);
            all.push(self.run(index, &runner, supervisor)?);
        }
        Ok(all)
    }

    pub(in crate::pipeline) fn runner<'a>(
        &'a self,
        index: usize,
        program: &'a Program,
        input_variant: &'a InputVariant,
    ) -> CaseRunner<'a> {
        let (script, expected) = &input_variant.cases[index];
        CaseRunner {
            case: &self.cases[index],
            script,
            expected,
            messages: &input_variant.messages,
            reference: &self.assignment.reference,
            convention: &input_variant.convention,
            program,
            shows_reads: self.sandbox.shows_reads(),
            interrupt: self.interrupt,
        }
    }

    /// All games of a case. Where something is missing to start them, this case is ungraded, and the next one is run.
    pub(super) fn run(
        &self,
        index: usize,
        runner: &CaseRunner<'_>,
        supervisor: &mut Supervisor,
    ) -> Result<CaseRun, GradingError> {
        match self.run_rounds(index, runner, supervisor) {
            Err(GradingError::Scarce(reason)) => {
                Ok(self.unjudged(index, &Verdict::Ungraded(reason)))
            }
            ran => ran,
        }
    }

    /// Every game must be right, so what counts is the first that is not.
    fn run_rounds(
        &self,
        index: usize,
        runner: &CaseRunner<'_>,
        supervisor: &mut Supervisor,
    ) -> Result<CaseRun, GradingError> {
        let mut ran = self.judged(index, runner, runner.play(0, supervisor)?)?;
        for number in 1..runner.count() {
            if ran.is_settled() {
                break;
            }
            let next = self.judged(index, runner, runner.play(number, supervisor)?)?;
            ran = ran.or_worse(next);
        }
        Ok(ran)
    }

    fn judged(
        &self,
        index: usize,
        runner: &CaseRunner<'_>,
        round: Round,
    ) -> Result<CaseRun, GradingError> {
        let CaseRunner { case, messages, .. } = runner;
        let Round { input, expected, seen, remark } = round;
        let fault = execute::fault(runner.program, &seen);
        let judge = |rule: &Comparison| -> Result<Judgement, GradingError> {
            let turns = expected.as_slice();
            let compared = match &rule.checker {
                Some(words) => self.checkers.ask(words, case, turns, &seen)?,
                None => compare::compare(Expected { turns, messages }, &seen, rule),
            };
            let mut judgement = judge::judge(&seen, fault.clone(), compared, self.assignment.exit);
            if judgement.verdict != Verdict::Accepted {
                judgement.remarks.extend(remark.clone());
            }
            Ok(judgement)
        };
        let own = self
            .own_comparisons(index)
            .map(|(criterion, rule)| Ok((criterion, judge(rule)?)))
            .collect::<Result<_, GradingError>>()?;
        let judgement = judge(&case.comparison)?;
        let (calls, observation) = (Vec::new(), Some(seen.abridged()));
        Ok(CaseRun { input, expected, judgement, own, calls, observation })
    }

    pub(super) fn not_run(&self, verdict: &Verdict) -> Vec<CaseRun> {
        (0..self.cases.len()).map(|index| self.unjudged(index, verdict)).collect()
    }

    pub(super) fn unjudged(&self, index: usize, verdict: &Verdict) -> CaseRun {
        let judgement = Judgement::of(verdict.clone());
        let own = self.own_comparisons(index);
        let own = own.map(|(criterion, _)| (criterion, judgement.clone())).collect();
        CaseRun { own, ..self.unplayed(index, judgement) }
    }

    /// A case whose script was not played.
    pub(super) fn unplayed(&self, index: usize, judgement: Judgement) -> CaseRun {
        let (input, expected) = self.scripted().cases[index].clone();
        let (calls, own) = (Vec::new(), Vec::new());
        CaseRun { input, expected, observation: None, judgement, calls, own }
    }

    /// The criteria that compare a case by a rule of their own.
    fn own_comparisons(&self, case: usize) -> impl Iterator<Item = (usize, &Comparison)> {
        self.assignment.criteria.iter().enumerate().filter_map(move |(index, criterion)| {
            criterion.comparison_of(case).map(|comparison| (index, comparison))
        })
    }
}
