//! Which case kills a mutant: it loses points there.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use cpp::mutants::MutantOutcome;
use grading::{
    AssignmentGrader, CaseKind, CaseRun, ExecutionTarget, Experiment, GradingError, InputVariant,
    LoadedProgram, PersistentCheckers, PreparedCase, TestConditions, run_tests,
};
use model::{
    CasePlayer, Criterion, CriterionEvidence, CriterionKind, Exit, LimitKind, Observation,
    RunLimits, TestName, TestReport, Verdict,
};

/// The processor time of a run: at least so much, and so many times what the solution needed.
const LEAST: Duration = Duration::from_millis(50);
const TIMES: u32 = 10;

/// How often a run is repeated if the grader fails.
const AGAIN: usize = 2;

/// Tests mutants on the cases of an assignment.
pub(super) struct MutantTester<'g> {
    pub(super) grader: &'g AssignmentGrader<'g>,
    /// The input variant in which the solution is right.
    pub(super) base_variant: &'g InputVariant,
    /// What a mutant may use, by the places of the cases.
    limits: Vec<RunLimits>,
    /// Many run at the same time; what seems too slow runs once more, alone.
    alone: RwLock<()>,
}

/// A mutant that no case kills, with its runs in all cases; or its outcome.
pub(super) enum MutantTestResult {
    Survived(Vec<CaseRun>),
    Done(MutantOutcome),
}

/// The order in which cases are tried: a case that kills a mutant is likely to kill the next.
pub(super) struct CaseOrder(Vec<usize>);

impl CaseOrder {
    /// At first those with the fewest runs, because any of them kills most mutants.
    pub(super) fn new(grader: &AssignmentGrader<'_>) -> CaseOrder {
        let mut all: Vec<_> = grader
            .expectations
            .scripted_variant()
            .cases
            .iter()
            .collect();
        all.sort_by_key(|case| run_count(case));
        CaseOrder(all.into_iter().map(|case| case.place).collect())
    }

    /// The cases in this order.
    fn arrange<'c>(&self, cases: &'c [Arc<PreparedCase>]) -> Vec<&'c Arc<PreparedCase>> {
        self.0.iter().filter_map(|it| cases.get(*it)).collect()
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
            base_variant: grader.expectations.scripted_variant(),
            limits,
            alone: RwLock::new(()),
        }
    }

    /// Allows mutants many times what the solution needs.
    pub(super) fn measure_limits(&mut self, baseline: &[CaseRun]) {
        for (limits, ran) in self.limits.iter_mut().zip(baseline) {
            let used = all_observations(ran).map(|seen| seen.usage.cpu).max();
            limits.cpu = limits.cpu.min(LEAST.max(used.unwrap_or_default() * TIMES));
        }
    }

    /// What a mutant may use in a case.
    pub(super) fn limits_for(&self, case: &PreparedCase) -> RunLimits {
        self.limits[case.place]
    }

    /// The cases in the input variant of the solution.
    pub(super) fn base_cases(&self) -> &'g [Arc<PreparedCase>] {
        &self.base_variant.cases
    }

    /// Runs a mutant until a case kills it.
    pub(super) fn test_mutant(
        &self,
        loaded: &mut LoadedProgram,
        order: &mut CaseOrder,
    ) -> Result<MutantTestResult, GradingError> {
        let base = self.base_variant;
        let all = self.grader.expectations.input_variants.iter();
        let others =
            all.filter(|one| one.place != base.place && !one.context.convention.is_last_resort);
        let mut first = None;
        for variant in std::iter::once(base).chain(others) {
            match self.test_in_variant(variant, loaded, order)? {
                MutantTestResult::Survived(runs) if variant.place == base.place => {
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

    /// The same in the input variant of the solution only.
    pub(super) fn test_in_base_variant(
        &self,
        loaded: &mut LoadedProgram,
        order: &mut CaseOrder,
    ) -> Result<MutantTestResult, GradingError> {
        self.test_in_variant(self.base_variant, loaded, order)
    }

    fn test_in_variant(
        &self,
        variant: &InputVariant,
        loaded: &mut LoadedProgram,
        order: &mut CaseOrder,
    ) -> Result<MutantTestResult, GradingError> {
        let experiment = Experiment::new([loaded], order.arrange(&variant.cases), |ran| {
            self.kill_outcome(ran).is_some()
        });
        let mut runs = experiment.run(|loaded, case| {
            let ran = self.run_case(case, loaded)?;
            // What is read from uninitialised memory may be wrong by chance, which no case would notice the next time.
            match self.kill_outcome(&ran).is_some() && !was_slow(&ran) {
                true => self.run_case(case, loaded),
                false => Ok(ran),
            }
        })?;
        if let Some(last) = runs.last()
            && let Some(outcome) = self.kill_outcome(last)
        {
            order.record_kill(last.case.place);
            return Ok(MutantTestResult::Done(outcome));
        }
        for ran in &runs {
            if let Verdict::Ungraded(reason) = &ran.judgement.verdict {
                let outcome = MutantOutcome::Ungraded(reason.clone());
                return Ok(MutantTestResult::Done(outcome));
            }
        }
        runs.sort_by_key(|ran| ran.case.place);
        Ok(MutantTestResult::Survived(runs))
    }

    /// One case; again if the grader failed, and once more alone if it took too long.
    pub(super) fn run_case(
        &self,
        case: &Arc<PreparedCase>,
        loaded: &mut LoadedProgram,
    ) -> Result<CaseRun, GradingError> {
        let ran = self.run_case_once(case, loaded)?;
        if !was_slow(&ran) {
            return Ok(ran);
        }
        let limits = self.limits_for(case);
        let more = RunLimits {
            cpu: limits.cpu * 2,
            ..limits
        };
        self.run_exclusively(|| self.run_with_limits(case, &more, loaded))
    }

    /// One case; again if the grader failed.
    pub(super) fn run_case_once(
        &self,
        case: &Arc<PreparedCase>,
        loaded: &mut LoadedProgram,
    ) -> Result<CaseRun, GradingError> {
        let limits = self.limits_for(case);
        let mut ran = self.run_concurrently(|| self.run_with_limits(case, &limits, loaded))?;
        for _ in 0..AGAIN {
            if !matches!(ran.judgement.verdict, Verdict::Ungraded(_)) {
                break;
            }
            ran = self.run_exclusively(|| self.run_with_limits(case, &limits, loaded))?;
        }
        Ok(ran)
    }

    /// Does `work` while others may run, too.
    pub(super) fn run_concurrently<T>(&self, work: impl FnOnce() -> T) -> T {
        let _shared = self.alone.read().unwrap_or_else(PoisonError::into_inner);
        work()
    }

    /// Does `work` while nothing else runs.
    pub(super) fn run_exclusively<T>(&self, work: impl FnOnce() -> T) -> T {
        let _own = self.alone.write().unwrap_or_else(PoisonError::into_inner);
        work()
    }

    fn run_with_limits(
        &self,
        case: &Arc<PreparedCase>,
        limits: &RunLimits,
        loaded: &mut LoadedProgram,
    ) -> Result<CaseRun, GradingError> {
        let grader = self.grader;
        if let CaseKind::UnitTests(_, tests) = &case.kind {
            return run_tests_of(case, tests, limits, loaded);
        }
        let Some(callable) = loaded.callable.get(&case.place) else {
            let program: ExecutionTarget = loaded.plain_program();
            let kept = PersistentCheckers::default();
            let checkers = grader.checker_runner(&kept);
            return grader.run_case(case, limits, &program, checkers, &mut loaded.runner);
        };
        let drivers = &grader.drivers;
        let called = drivers.call_until_wrong(case, callable, limits, &mut loaded.runner);
        CaseRun::from_calls(case, called)
    }

    /// The criterion that takes points for what sanitizers find in a case, if there is one.
    pub(super) fn undefined_criterion(&self) -> Option<&str> {
        let assignment = self.grader.assignment;
        assignment
            .undefined
            .as_ref()
            .filter(|asked| asked.sanitizers)?;
        assignment
            .criteria
            .iter()
            .find(counts_undefined)
            .map(|one| one.id.as_str())
    }

    /// The criterion that takes points for a run; none if no criterion does.
    pub(super) fn kill_outcome(&self, ran: &CaseRun) -> Option<MutantOutcome> {
        let assignment = self.grader.assignment;
        let mut noticed = None;
        for (place, criterion) in assignment.criteria.iter().enumerate() {
            if !ran.case.is_judged_by(place) || criterion.kind == CriterionKind::Remark {
                continue;
            }
            if ran.judgement_for(place).verdict.is_failure() {
                let stricter = !ran.judgement.verdict.is_failure();
                let outcome = MutantOutcome::Killed {
                    case: ran.case.spec.id.clone(),
                    criterion: criterion.id.clone(),
                    stricter,
                };
                // A criterion without a stricter comparison says more.
                if !stricter {
                    return Some(outcome);
                }
                noticed.get_or_insert(outcome);
            }
        }
        noticed
    }
}

fn counts_undefined(one: &&Criterion) -> bool {
    one.kind != CriterionKind::Remark && matches!(one.evidence, CriterionEvidence::Undefined)
}

/// How many runs a case takes: one for each call of its function, each of its tests, or each seed of its player.
fn run_count(case: &PreparedCase) -> usize {
    let seeds = match &case.spec.player {
        CasePlayer::Policy { seeds, .. } => seeds.len(),
        CasePlayer::Script | CasePlayer::Prompted(_) => 1,
    };
    match &case.kind {
        CaseKind::Calls(function, _) => function.calls.len(),
        CaseKind::UnitTests(_, names) => names.len().max(1),
        CaseKind::Script
        | CaseKind::WholeInput(_)
        | CaseKind::Interactive(_)
        | CaseKind::Repeated => seeds.max(1),
    }
}

/// Runs the tests of a case, each in its own process, up to the first that fails or all of them.
fn run_tests_of(
    case: &Arc<PreparedCase>,
    tests: &[TestName],
    limits: &RunLimits,
    loaded: &mut LoadedProgram,
) -> Result<CaseRun, GradingError> {
    let Some(program) = loaded.tests.get(&case.place) else {
        let why = "its program of unit tests is missing".to_owned();
        return Err(GradingError::Internal(why));
    };
    let ends = !loaded.runs_all_tests;
    let conditions = TestConditions {
        limits,
        case: &case.spec,
    };
    let tested = run_tests(program, tests, conditions, ends, &mut loaded.runner);
    CaseRun::from_tests(case, tested)
}

/// Whether a time limit stopped it.
pub(super) fn was_slow(ran: &CaseRun) -> bool {
    all_observations(ran)
        .any(|seen| matches!(seen.exit, Exit::Stopped(LimitKind::Cpu | LimitKind::Wall)))
}

/// Each process of the case: the game, the calls, the tests.
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

/// Whether both printed and read the same. How they ended does not matter.
pub(super) fn has_same_output(one: &Observation, other: &Observation) -> bool {
    one.turns == other.turns && one.stderr == other.stderr && one.saw_eof == other.saw_eof
}

/// Whether a test had the same result and output.
pub(super) fn is_same_test(one: &TestReport, other: &TestReport) -> bool {
    let seen = one.observation.as_ref().zip(other.observation.as_ref());
    let is_same =
        seen.is_none_or(|(one, other)| has_same_output(one, other) && one.exit == other.exit);
    is_same && one.judgement.verdict == other.judgement.verdict && one.failures == other.failures
}
