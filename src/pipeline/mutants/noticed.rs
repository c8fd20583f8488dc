//! Which case notices a mutant: it loses points there.

use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use super::super::case_run::CaseRun;
use super::super::checker::PersistentCheckers;
use super::super::expectations::InputVariant;
use super::super::functions::CallResults;
use super::super::grading_error::GradingError;
use super::super::submission::AssignmentGrader;
use super::stage::LoadedProgram;
use crate::execute::ExecutionTarget;
use crate::model::{
    CasePlayer, Criterion, CriterionEvidence, CriterionKind, Exit, Judgement, LimitKind,
    Observation, RunLimits, TestCase, Verdict,
};
use crate::mutants::MutantOutcome;

/// The least processor time of a run, and how many times what the program itself needed.
const LEAST: Duration = Duration::from_millis(50);
const TIMES: u32 = 10;

/// How often a run that we failed on is made again.
const AGAIN: usize = 2;

/// The cases of an assignment, with what a mutant may use in each.
pub(super) struct MutantTester<'g> {
    pub(super) grader: &'g AssignmentGrader<'g>,
    /// The input variant in which the program itself is right.
    pub(super) base_variant: usize,
    /// By case.
    pub(super) limits: Vec<RunLimits>,
    /// Many run beside each other; what seems too slow runs once more, alone.
    alone: RwLock<()>,
}

/// A mutant that no case notices, with its runs in all cases; or what became of it.
pub(super) enum MutantTestResult {
    Survived(Vec<CaseRun>),
    Done(MutantOutcome),
}

/// The order in which cases are tried: what has noticed a mutant is likely to notice the next.
pub(super) struct CaseOrder(Vec<usize>);

impl CaseOrder {
    /// At first those that take the fewest runs: most mutants are noticed by any of them.
    pub(super) fn new(grader: &AssignmentGrader<'_>) -> CaseOrder {
        let cases = &grader.assignment.cases;
        let mut all: Vec<usize> = (0..cases.len()).collect();
        all.sort_by_key(|case| {
            run_count(&cases[*case]).max(grader.expectations.tests[*case].len())
        });
        CaseOrder(all)
    }

    fn record_kill(&mut self, case: usize) {
        self.0.retain(|it| *it != case);
        self.0.insert(0, case);
    }
}

impl<'g> MutantTester<'g> {
    pub(super) fn new(grader: &'g AssignmentGrader<'g>) -> MutantTester<'g> {
        let limits = grader
            .assignment
            .cases
            .iter()
            .map(|case| case.limits.without_silence_limit())
            .collect();
        MutantTester {
            grader,
            base_variant: 0,
            limits,
            alone: RwLock::new(()),
        }
    }

    /// Allows mutants as much as the program itself needs, many times.
    pub(super) fn measure_limits(&mut self, baseline: &[CaseRun]) {
        for (limits, ran) in self.limits.iter_mut().zip(baseline) {
            let used = all_observations(ran).map(|seen| seen.usage.cpu).max();
            limits.cpu = limits.cpu.min(LEAST.max(used.unwrap_or_default() * TIMES));
        }
    }

    pub(super) fn input_variant(&self, place: usize) -> &InputVariant {
        &self.grader.expectations.input_variants[place]
    }

    /// The input variants in which a program may be right, the program's own first.
    fn likely_variants(&self) -> Vec<usize> {
        let all = self.grader.expectations.input_variants.iter().enumerate();
        let usual = all
            .filter(|(place, one)| !one.convention.is_last_resort || *place == self.base_variant);
        let others = usual
            .map(|(place, _)| place)
            .filter(|place| *place != self.base_variant);
        std::iter::once(self.base_variant).chain(others).collect()
    }

    /// Runs a mutant until a case notices it.
    pub(super) fn test_mutant(
        &self,
        stage: &mut LoadedProgram,
        order: &mut CaseOrder,
    ) -> Result<MutantTestResult, GradingError> {
        let mut first = None;
        for variant in self.likely_variants() {
            let is_home = variant == self.base_variant;
            match self.test_in_variant(variant, stage, order)? {
                MutantTestResult::Survived(runs) if is_home => {
                    return Ok(MutantTestResult::Survived(runs));
                }
                MutantTestResult::Survived(_) => {
                    let Some(MutantOutcome::Killed { case, .. }) = first else {
                        break;
                    };
                    let by = "index_bases".to_owned();
                    return Ok(MutantTestResult::Done(MutantOutcome::Allowed { case, by }));
                }
                MutantTestResult::Done(MutantOutcome::Ungraded(why)) => {
                    return Ok(MutantTestResult::Done(MutantOutcome::Ungraded(why)));
                }
                MutantTestResult::Done(outcome) => {
                    first.get_or_insert(outcome);
                }
            }
        }
        Ok(MutantTestResult::Done(
            first.unwrap_or(MutantOutcome::NoDifference(0)),
        ))
    }

    /// The same in the program's own input variant alone.
    pub(super) fn test_in_base_variant(
        &self,
        stage: &mut LoadedProgram,
        order: &mut CaseOrder,
    ) -> Result<MutantTestResult, GradingError> {
        self.test_in_variant(self.base_variant, stage, order)
    }

    fn test_in_variant(
        &self,
        variant: usize,
        stage: &mut LoadedProgram,
        order: &mut CaseOrder,
    ) -> Result<MutantTestResult, GradingError> {
        let cases = self.grader.assignment.cases.len();
        let mut runs: Vec<Option<CaseRun>> = (0..cases).map(|_| None).collect();
        let mut ungraded = None;
        for case in order.0.clone() {
            let mut ran = self.run_case(case, variant, stage)?;
            // What is read from memory that nobody has written to may be wrong by chance, which no case would notice the next time.
            if self.kill_outcome(case, &ran).is_some() && !was_slow(&ran) {
                ran = self.run_case(case, variant, stage)?;
            }
            if let Verdict::Ungraded(reason) = &ran.judgement.verdict {
                ungraded.get_or_insert_with(|| reason.clone());
            }
            if let Some(outcome) = self.kill_outcome(case, &ran) {
                order.record_kill(case);
                return Ok(MutantTestResult::Done(outcome));
            }
            runs[case] = Some(ran);
        }
        Ok(match ungraded {
            Some(reason) => MutantTestResult::Done(MutantOutcome::Ungraded(reason)),
            None => MutantTestResult::Survived(runs.into_iter().flatten().collect()),
        })
    }

    /// One case; again where we failed, and once more alone where it took too long.
    pub(super) fn run_case(
        &self,
        case: usize,
        variant: usize,
        stage: &mut LoadedProgram,
    ) -> Result<CaseRun, GradingError> {
        let ran = self.run_case_once(case, variant, stage)?;
        if !was_slow(&ran) {
            return Ok(ran);
        }
        let limits = self.limits[case];
        let more = RunLimits {
            cpu: limits.cpu * 2,
            ..limits
        };
        self.run_exclusively(|| self.run_with_limits(case, variant, &more, stage))
    }

    /// One case; again where we failed.
    pub(super) fn run_case_once(
        &self,
        case: usize,
        variant: usize,
        stage: &mut LoadedProgram,
    ) -> Result<CaseRun, GradingError> {
        let limits = self.limits[case];
        let mut ran =
            self.run_concurrently(|| self.run_with_limits(case, variant, &limits, stage))?;
        for _ in 0..AGAIN {
            if !matches!(ran.judgement.verdict, Verdict::Ungraded(_)) {
                break;
            }
            ran = self.run_exclusively(|| self.run_with_limits(case, variant, &limits, stage))?;
        }
        Ok(ran)
    }

    /// Does something while others run, too.
    pub(super) fn run_concurrently<T>(&self, work: impl FnOnce() -> T) -> T {
        let _shared = self.alone.read().unwrap_or_else(PoisonError::into_inner);
        work()
    }

    /// Does something while nothing else runs.
    pub(super) fn run_exclusively<T>(&self, work: impl FnOnce() -> T) -> T {
        let _own = self.alone.write().unwrap_or_else(PoisonError::into_inner);
        work()
    }

    fn run_with_limits(
        &self,
        case: usize,
        variant: usize,
        limits: &RunLimits,
        stage: &mut LoadedProgram,
    ) -> Result<CaseRun, GradingError> {
        let grader = self.grader;
        if grader.assignment.cases[case].unit_tests.is_some() {
            return self.run_tests(case, limits, stage);
        }
        let Some(callable) = stage.callable.get(&case) else {
            let program: ExecutionTarget = stage.plain_program();
            let kept = PersistentCheckers::default();
            let asked = (&program, grader.checker_runner(&kept));
            return grader.run_case(
                case,
                limits,
                asked,
                self.input_variant(variant),
                &mut stage.runner,
            );
        };
        let drivers = &grader.drivers;
        let expected = &grader.expectations.calls[case];
        let called = drivers.call_until_wrong(case, callable, expected, limits, &mut stage.runner);
        match called.map_err(GradingError::from) {
            Ok(CallResults { judgement, calls }) => Ok(CaseRun {
                calls,
                ..grader.unplayed_run(case, judgement)
            }),
            Err(GradingError::ResourceExhausted(why)) => {
                Ok(grader.unjudged_run(case, &Verdict::Ungraded(why)))
            }
            Err(trouble) => Err(trouble),
        }
    }

    /// The criterion that loses points by what sanitizers find in a case; none if no criterion does.
    pub(super) fn undefined_criterion(&self) -> Option<&str> {
        let assignment = self.grader.assignment;
        assignment
            .undefined
            .as_ref()
            .filter(|asked| asked.sanitizers)?;
        let counts = |one: &&Criterion| {
            one.kind != CriterionKind::Remark
                && matches!(one.evidence, CriterionEvidence::Undefined)
        };
        assignment
            .criteria
            .iter()
            .find(counts)
            .map(|one| one.id.as_str())
    }

    /// The criterion that loses points by what a case came to; none if no criterion does.
    pub(super) fn kill_outcome(&self, case: usize, ran: &CaseRun) -> Option<MutantOutcome> {
        let assignment = self.grader.assignment;
        let mut noticed = None;
        for (place, criterion) in assignment.criteria.iter().enumerate() {
            let CriterionEvidence::Cases { cases, .. } = &criterion.evidence else {
                continue;
            };
            let is_judged = cases.iter().any(|judged| judged.index == case);
            if !is_judged || criterion.kind == CriterionKind::Remark {
                continue;
            }
            let own = ran
                .criterion_judgements
                .iter()
                .find(|own| own.criterion == place);
            let judgement: &Judgement = own.map_or(&ran.judgement, |own| &own.judgement);
            if judgement.verdict.is_failure() {
                let stricter = !ran.judgement.verdict.is_failure();
                let outcome = MutantOutcome::Killed {
                    case: assignment.cases[case].id.clone(),
                    criterion: criterion.id.clone(),
                    stricter,
                };
                // That its own comparison sees it says more than that a stricter one does.
                if !stricter {
                    return Some(outcome);
                }
                noticed.get_or_insert(outcome);
            }
        }
        noticed
    }
}

/// How many runs a case without tests takes: one for each call of its function, or each seed of who plays.
fn run_count(case: &TestCase) -> usize {
    let calls = case
        .function
        .as_ref()
        .map_or(1, |function| function.calls.len());
    match &case.player {
        CasePlayer::Policy { seeds, .. } => calls.max(seeds.len()),
        CasePlayer::Script | CasePlayer::Prompted(_) => calls,
    }
}

/// Whether it was stopped by time.
pub(super) fn was_slow(ran: &CaseRun) -> bool {
    all_observations(ran)
        .any(|seen| matches!(seen.exit, Exit::Stopped(LimitKind::Cpu | LimitKind::Wall)))
}

/// Each process that the case took: the game, the calls, the tests.
fn all_observations(ran: &CaseRun) -> impl Iterator<Item = &Observation> {
    let calls = ran
        .calls
        .iter()
        .filter_map(|call| call.observation.as_ref());
    let tests = ran
        .tests
        .iter()
        .filter_map(|test| test.observation.as_ref());
    ran.observation.iter().chain(calls).chain(tests)
}
