//! Which case notices a mutant: it loses points there.

use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use super::super::case_run::CaseRun;
use super::super::checker::KeptCheckers;
use super::super::expectations::InputVariant;
use super::super::functions::Called;
use super::super::grading_error::GradingError;
use super::super::submission::AssignmentGrader;
use super::stage::Stage;
use crate::execute::Program;
use crate::model::{
    Case, Criterion, CriterionKind, Evidence, Exit, Judgement, Limit, Observation, Player,
    RunLimits, Verdict,
};
use crate::mutants::Outcome;

/// The least processor time of a run, and how many times what the program itself needed.
const LEAST: Duration = Duration::from_millis(50);
const TIMES: u32 = 10;

/// How often a run that we failed on is made again.
const AGAIN: usize = 2;

/// The cases of an assignment, with what a mutant may use in each.
pub(super) struct Jury<'g> {
    pub(super) grader: &'g AssignmentGrader<'g>,
    /// The input variant in which the program itself is right.
    pub(super) home: usize,
    /// By case.
    pub(super) limits: Vec<RunLimits>,
    /// Many run beside each other; what seems too slow runs once more, alone.
    alone: RwLock<()>,
}

/// A mutant that no case notices, with its runs in all cases; or what became of it.
pub(super) enum Tried {
    Survived(Vec<CaseRun>),
    Done(Outcome),
}

/// The order in which cases are tried: what has noticed a mutant is likely to notice the next.
pub(super) struct Order(Vec<usize>);

impl Order {
    /// At first those that take the fewest runs: most mutants are noticed by any of them.
    pub(super) fn new(grader: &AssignmentGrader<'_>) -> Order {
        let cases = &grader.assignment.cases;
        let mut all: Vec<usize> = (0..cases.len()).collect();
        all.sort_by_key(|case| runs(&cases[*case]).max(grader.expectations.tests[*case].len()));
        Order(all)
    }

    fn has_noticed(&mut self, case: usize) {
        self.0.retain(|it| *it != case);
        self.0.insert(0, case);
    }
}

impl<'g> Jury<'g> {
    pub(super) fn new(grader: &'g AssignmentGrader<'g>) -> Jury<'g> {
        let limits = grader.assignment.cases.iter().map(|case| case.limits.in_full()).collect();
        Jury { grader, home: 0, limits, alone: RwLock::new(()) }
    }

    /// Allows mutants as much as the program itself needs, many times.
    pub(super) fn measure(&mut self, baseline: &[CaseRun]) {
        for (limits, ran) in self.limits.iter_mut().zip(baseline) {
            let used = processes(ran).map(|seen| seen.usage.cpu).max();
            limits.cpu = limits.cpu.min(LEAST.max(used.unwrap_or_default() * TIMES));
        }
    }

    pub(super) fn variant(&self, place: usize) -> &InputVariant {
        &self.grader.expectations.input_variants[place]
    }

    /// The input variants in which a program may be right, the program's own first.
    fn variants(&self) -> Vec<usize> {
        let all = self.grader.expectations.input_variants.iter().enumerate();
        let usual =
            all.filter(|(place, one)| !one.convention.is_last_resort || *place == self.home);
        let others = usual.map(|(place, _)| place).filter(|place| *place != self.home);
        std::iter::once(self.home).chain(others).collect()
    }

    /// Runs a mutant until a case notices it.
    pub(super) fn tried(
        &self,
        stage: &mut Stage,
        order: &mut Order,
    ) -> Result<Tried, GradingError> {
        let mut first = None;
        for variant in self.variants() {
            let is_home = variant == self.home;
            match self.tried_in(variant, stage, order)? {
                Tried::Survived(runs) if is_home => return Ok(Tried::Survived(runs)),
                Tried::Survived(_) => {
                    let Some(Outcome::Noticed { case, .. }) = first else { break };
                    let by = "index_bases".to_owned();
                    return Ok(Tried::Done(Outcome::Allowed { case, by }));
                }
                Tried::Done(Outcome::Ungraded(why)) => {
                    return Ok(Tried::Done(Outcome::Ungraded(why)));
                }
                Tried::Done(outcome) => {
                    first.get_or_insert(outcome);
                }
            }
        }
        Ok(Tried::Done(first.unwrap_or(Outcome::NoDifference(0))))
    }

    /// The same in the program's own input variant alone.
    pub(super) fn tried_at_home(
        &self,
        stage: &mut Stage,
        order: &mut Order,
    ) -> Result<Tried, GradingError> {
        self.tried_in(self.home, stage, order)
    }

    fn tried_in(
        &self,
        variant: usize,
        stage: &mut Stage,
        order: &mut Order,
    ) -> Result<Tried, GradingError> {
        let cases = self.grader.assignment.cases.len();
        let mut runs: Vec<Option<CaseRun>> = (0..cases).map(|_| None).collect();
        let mut ungraded = None;
        for case in order.0.clone() {
            let mut ran = self.ran(case, variant, stage)?;
            // What is read from memory that nobody has written to may be wrong by chance, which no case would notice the next time.
            if self.noticed(case, &ran).is_some() && !was_slow(&ran) {
                ran = self.ran(case, variant, stage)?;
            }
            if let Verdict::Ungraded(reason) = &ran.judgement.verdict {
                ungraded.get_or_insert_with(|| reason.clone());
            }
            if let Some(outcome) = self.noticed(case, &ran) {
                order.has_noticed(case);
                return Ok(Tried::Done(outcome));
            }
            runs[case] = Some(ran);
        }
        Ok(match ungraded {
            Some(reason) => Tried::Done(Outcome::Ungraded(reason)),
            None => Tried::Survived(runs.into_iter().flatten().collect()),
        })
    }

    /// One case; again where we failed, and once more alone where it took too long.
    pub(super) fn ran(
        &self,
        case: usize,
        variant: usize,
        stage: &mut Stage,
    ) -> Result<CaseRun, GradingError> {
        let ran = self.ran_once(case, variant, stage)?;
        if !was_slow(&ran) {
            return Ok(ran);
        }
        let limits = self.limits[case];
        let more = RunLimits { cpu: limits.cpu * 2, ..limits };
        self.alone(|| self.run(case, variant, &more, stage))
    }

    /// One case; again where we failed.
    pub(super) fn ran_once(
        &self,
        case: usize,
        variant: usize,
        stage: &mut Stage,
    ) -> Result<CaseRun, GradingError> {
        let limits = self.limits[case];
        let mut ran = self.beside_others(|| self.run(case, variant, &limits, stage))?;
        for _ in 0..AGAIN {
            if !matches!(ran.judgement.verdict, Verdict::Ungraded(_)) {
                break;
            }
            ran = self.alone(|| self.run(case, variant, &limits, stage))?;
        }
        Ok(ran)
    }

    /// Does something while others run, too.
    pub(super) fn beside_others<T>(&self, work: impl FnOnce() -> T) -> T {
        let _shared = self.alone.read().unwrap_or_else(PoisonError::into_inner);
        work()
    }

    /// Does something while nothing else runs.
    pub(super) fn alone<T>(&self, work: impl FnOnce() -> T) -> T {
        let _own = self.alone.write().unwrap_or_else(PoisonError::into_inner);
        work()
    }

    fn run(
        &self,
        case: usize,
        variant: usize,
        limits: &RunLimits,
        stage: &mut Stage,
    ) -> Result<CaseRun, GradingError> {
        let grader = self.grader;
        if grader.assignment.cases[case].unit_tests.is_some() {
            return self.run_tests(case, limits, stage);
        }
        let Some(callable) = stage.callable.get(&case) else {
            let program: Program = stage.plain();
            let kept = KeptCheckers::default();
            let asked = (&program, grader.checkers(&kept));
            return grader.run(case, limits, asked, self.variant(variant), &mut stage.runner);
        };
        let (drivers, expected) = (&grader.drivers, &grader.expectations.calls[case]);
        let called = drivers.call_until_wrong(case, callable, expected, limits, &mut stage.runner);
        match called.map_err(GradingError::from) {
            Ok(Called { judgement, calls }) => {
                Ok(CaseRun { calls, ..grader.unplayed(case, judgement) })
            }
            Err(GradingError::Scarce(why)) => Ok(grader.unjudged(case, &Verdict::Ungraded(why))),
            Err(trouble) => Err(trouble),
        }
    }

    /// The criterion that loses points by what sanitizers find in a case; none if no criterion does.
    pub(super) fn counts_undefined(&self) -> Option<&str> {
        let assignment = self.grader.assignment;
        assignment.undefined.as_ref().filter(|asked| asked.sanitizers)?;
        let counts = |one: &&Criterion| {
            one.kind != CriterionKind::Remark && matches!(one.evidence, Evidence::Undefined)
        };
        assignment.criteria.iter().find(counts).map(|one| one.id.as_str())
    }

    /// The criterion that loses points by what a case came to; none if no criterion does.
    pub(super) fn noticed(&self, case: usize, ran: &CaseRun) -> Option<Outcome> {
        let assignment = self.grader.assignment;
        let mut noticed = None;
        for (place, criterion) in assignment.criteria.iter().enumerate() {
            let Evidence::Cases { cases, .. } = &criterion.evidence else { continue };
            let is_judged = cases.iter().any(|judged| judged.index == case);
            if !is_judged || criterion.kind == CriterionKind::Remark {
                continue;
            }
            let own = ran.own.iter().find(|own| own.criterion == place);
            let judgement: &Judgement = own.map_or(&ran.judgement, |own| &own.judgement);
            if judgement.verdict.is_failure() {
                let stricter = !ran.judgement.verdict.is_failure();
                let outcome = Outcome::Noticed {
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
fn runs(case: &Case) -> usize {
    let calls = case.function.as_ref().map_or(1, |function| function.calls.len());
    match &case.player {
        Player::Policy { seeds, .. } => calls.max(seeds.len()),
        Player::Script | Player::Prompted(_) => calls,
    }
}

/// Whether it was stopped by time.
pub(super) fn was_slow(ran: &CaseRun) -> bool {
    processes(ran).any(|seen| matches!(seen.exit, Exit::Stopped(Limit::Cpu | Limit::Wall)))
}

/// Each process that the case took: the game, the calls, the tests.
fn processes(ran: &CaseRun) -> impl Iterator<Item = &Observation> {
    let calls = ran.calls.iter().filter_map(|call| call.observation.as_ref());
    let tests = ran.tests.iter().filter_map(|test| test.observation.as_ref());
    ran.observation.iter().chain(calls).chain(tests)
}
