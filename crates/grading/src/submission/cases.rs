//! The cases of a submission, one by one: run, or not run and why.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::case_run::CaseRun;
use super::super::case_runner::CaseRunner;
use super::super::checker::CheckerRunner;
use super::super::expectations::InputVariant;
use super::super::grading_error::GradingError;
use super::super::own_questions;
use super::super::prepared_case::PreparedCase;
use super::AssignmentGrader;
use super::after_end::{EndOfInputTracker, is_cut_short};
use crate::execute::ExecutionTarget;
use model::{RunLimits, Verdict};
use support::logged::EscapedForLog;
use toolchain::runner::InterruptibleRunner;

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
        let mut all = Vec::with_capacity(input_variant.cases.len());
        let mut after_end = EndOfInputTracker::default();
        for case in &input_variant.cases {
            let limits = after_end.next_limits(case.spec.limits);
            let there = there
                .get(&case.place)
                .filter(|ran| EndOfInputTracker::is_unaffected(ran, &limits));
            let ran = match there {
                Some(there) => there.clone(),
                None => self.run_case(case, &limits, (program, checkers), runner)?,
            };
            after_end.note_run(&ran);
            all.push(ran);
        }
        if after_end.can_stop() {
            for ran in all.iter_mut().filter(|ran| is_cut_short(ran)) {
                let limits = ran.case.spec.limits.without_silence_limit();
                *ran = self.run_case(&ran.case, &limits, (program, checkers), runner)?;
            }
        }
        own_questions::prefer_second_runs(&mut all);
        Ok(all)
    }

    /// One case. Where something is missing to start it, this case is ungraded, and the next one is run.
    pub(crate) fn run_case(
        &self,
        case: &Arc<PreparedCase>,
        limits: &RunLimits,
        (program, checkers): (&ExecutionTarget, CheckerRunner<'_>),
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRun, GradingError> {
        let session = self.session;
        let case_runner = CaseRunner {
            case,
            program,
            checkers,
            session,
        };
        match case_runner.run(limits, runner) {
            Err(GradingError::ResourceExhausted(reason)) => {
                tracing::error!(reason = %EscapedForLog(&reason), "this case stays ungraded");
                Ok(CaseRun::unjudged(case, Verdict::Ungraded(reason)))
            }
            ran => ran,
        }
    }

    pub(super) fn not_run(&self, verdict: &Verdict) -> Vec<CaseRun> {
        let cases = self.expectations.scripted_variant().cases.iter();
        cases
            .map(|case| CaseRun::unjudged(case, verdict.clone()))
            .collect()
    }
}
