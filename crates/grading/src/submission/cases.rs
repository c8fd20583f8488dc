//! The cases of a submission: those of which the program is run, in which input variant; and those for which testing code is linked
//! with it, calls of its functions and unit tests.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::AssignmentGrader;
use super::after_end::{EndOfInputTracker, is_cut_short};
use crate::analysis::FunctionLocation;
use crate::case_run::CaseRun;
use crate::case_runner::CaseRunner;
use crate::checker::CheckerRunner;
use crate::error::GradingError;
use crate::execute::ExecutionTarget;
use crate::expectations::InputVariant;
use crate::experiment::Experiment;
use crate::extra_prompts;
use crate::functions::{FunctionLinker, LEVELS};
use crate::prepared_case::{CaseKind, PreparedCase};
use crate::reused_cases::ReusedCases;
use judging::compare::question;
use model::{CaseVisibility, RunLimits, Verdict};
use toolchain::BuildOutput;
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
                None => self.run_case(case, &limits, program, checkers, runner)?,
            };
            after_end.note_run(&ran);
            all.push(ran);
        }
        if after_end.can_stop() {
            for ran in all.iter_mut().filter(|ran| is_cut_short(ran)) {
                let limits = ran.case.spec.limits.without_silence_limit();
                *ran = self.run_case(&ran.case, &limits, program, checkers, runner)?;
            }
        }
        extra_prompts::prefer_second_runs(&mut all);
        Ok(all)
    }

    /// One case. Where something is missing to start it, this case is ungraded, and the next one is run.
    pub fn run_case(
        &self,
        case: &Arc<PreparedCase>,
        limits: &RunLimits,
        program: &ExecutionTarget,
        checkers: CheckerRunner<'_>,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRun, GradingError> {
        let case_runner = CaseRunner {
            case,
            program,
            checkers,
        };
        CaseRun::or_ungraded(case, case_runner.run(limits, runner))
    }

    pub(super) fn not_run(&self, verdict: &Verdict) -> Vec<CaseRun> {
        let cases = self.expectations.scripted_variant().cases.iter();
        cases
            .map(|case| CaseRun::unjudged(case, verdict.clone()))
            .collect()
    }
}

impl AssignmentGrader<'_> {
    /// A program that numbers or reads its input otherwise is run again in its own input variant. It is graded in the one
    /// with the best [`VariantScore`], and never in a mixture. A variant that few programs need without saying so is
    /// tried only if nothing else made it right anywhere. Runs that are kept are of one variant; in the others all cases are run.
    pub(super) fn run_in_best_input_variant(
        &self,
        program: &ExecutionTarget,
        called: &BTreeMap<usize, CaseRun>,
        kept: &ReusedCases,
        checkers: CheckerRunner<'_>,
        runner: &mut InterruptibleRunner,
    ) -> Result<(Vec<CaseRun>, &InputVariant), GradingError> {
        let mut best: Option<(VariantScore, Vec<CaseRun>, &InputVariant)> = None;
        for input_variant in &self.expectations.input_variants {
            if input_variant.context.convention.is_last_resort
                && !(is_hopeless(&best)
                    && self.understands_variant(program, input_variant, checkers, runner)?)
            {
                continue;
            }
            let there = kept.runs_with_called(called, input_variant.place);
            let ran = self.run_all(program, &there, input_variant, checkers, runner)?;
            let score = VariantScore::from_runs(&ran, input_variant);
            let all = score.right == ran.len();
            if best.as_ref().is_none_or(|(most, ..)| score > *most) {
                best = Some((score, ran, input_variant));
            }
            if all {
                break;
            }
        }
        Ok(best.map_or_else(
            || (Vec::new(), self.expectations.scripted_variant()),
            |(_, ran, input_variant)| (ran, input_variant),
        ))
    }

    /// Whether the program is right anywhere in this input variant.
    fn understands_variant(
        &self,
        program: &ExecutionTarget,
        input_variant: &InputVariant,
        checkers: CheckerRunner<'_>,
        runner: &mut InterruptibleRunner,
    ) -> Result<bool, GradingError> {
        let cases = input_variant.cases.iter();
        let experiment = Experiment::new(
            [runner],
            cases.filter(|case| case.kind.runs_program() && !case.has_policy()),
            |ran: &CaseRun| ran.judgement.verdict != Verdict::WrongAnswer,
        );
        let runs = experiment.run(|runner, case| {
            let limits = case.spec.limits.without_silence_limit();
            self.run_case(case, &limits, program, checkers, runner)
        })?;
        let last = runs.last();
        Ok(last.is_some_and(|ran| ran.judgement.verdict == Verdict::Accepted))
    }

    /// How the program was given its input, where that is not as the scripts are written.
    pub(super) fn input_variant_remark(&self, input_variant: &InputVariant) -> Option<String> {
        let description = input_variant.context.convention.description.as_ref()?;
        Some(format!(
            "The program {description}; it was given its input that way."
        ))
    }
}

/// How well a program gets on in an input variant; the better one is greater.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct VariantScore {
    /// Cases that are right, if they are a third of all. With fewer, the program may be right by chance.
    surely_right: usize,
    /// Whether no prompt names a range of numbers that begins otherwise.
    fits_prompts: bool,
    /// Cases that are right.
    right: usize,
    /// Cases in which the program read all of its input and nothing more. Who prints a wrong result plays as well as any other:
    /// only in another numbering moves are refused, and games end elsewhere.
    read_to_end: usize,
}

impl VariantScore {
    fn from_runs(runs: &[CaseRun], input_variant: &InputVariant) -> VariantScore {
        let count = |counts: fn(&CaseRun) -> bool| runs.iter().filter(|ran| counts(ran)).count();
        let right = count(|ran| ran.judgement.verdict == Verdict::Accepted);
        let base = input_variant.context.convention.options.base;
        let named = runs.iter().find_map(first_named_number);
        let fits_prompts = base.is_none() || named.is_none() || base == named;
        VariantScore {
            read_to_end: count(CaseRun::has_read_exactly),
            ..VariantScore::from_counts(right, runs.len(), fits_prompts)
        }
    }

    fn from_counts(right: usize, all: usize, fits_prompts: bool) -> VariantScore {
        VariantScore {
            surely_right: if right * 3 >= all { right } else { 0 },
            fits_prompts,
            right,
            read_to_end: 0,
        }
    }
}

/// With which number the numbers begin that the first prompts of a run name: 0 or 1.
fn first_named_number(ran: &CaseRun) -> Option<u8> {
    const PROMPTS: usize = 2;
    let turns = ran.observation.as_ref()?.turns.iter().take(PROMPTS);
    let mut ranges = turns.filter_map(|turn| {
        let asked = question::find_question(&turn.output)?;
        question::find_named_range(&asked.text)
    });
    ranges
        .find(|(first, _)| *first <= 1)
        .map(|(first, _)| first)
}

fn is_hopeless(best: &Option<(VariantScore, Vec<CaseRun>, &InputVariant)>) -> bool {
    best.as_ref().is_some_and(|(score, ..)| score.right == 0)
}

impl AssignmentGrader<'_> {
    /// Makes the calls of every case that has some and is not kept, and returns the commands that were run for that. One level after the
    /// other, so that no program finds what belongs to a case that students see less of.
    pub(super) fn call_functions(
        &self,
        functions: &Result<BTreeMap<usize, FunctionLocation>, String>,
        built: &BuildOutput,
        kept: &ReusedCases,
        runner: &mut InterruptibleRunner,
    ) -> Result<(BTreeMap<usize, CaseRun>, Vec<String>), GradingError> {
        let drivers = &self.drivers;
        let log = Vec::new();
        let mut linking = FunctionLinker {
            drivers,
            built,
            functions,
            log,
        };
        let mut all = BTreeMap::new();
        for level in LEVELS {
            let callable = linking.link_level(level, runner)?;
            for case in &self.expectations.scripted_variant().cases {
                let Some(callable) = callable.get(&case.place) else {
                    continue;
                };
                if let Some(ran) = kept.called_run(case.place) {
                    all.insert(case.place, ran.clone());
                    continue;
                }
                let called = drivers.call_all(case, callable, runner);
                let ran = CaseRun::from_calls(case, called)?;
                all.insert(case.place, ran);
            }
            FunctionLinker::remove_programs(callable, runner)?;
        }
        Ok((all, linking.log))
    }

    /// Runs the tests of every case that has some and is not kept, and returns the commands that were run for that. Each case
    /// has a program of its own, which is gone before the next one's is made.
    pub(super) fn run_unit_tests(
        &self,
        built: &BuildOutput,
        kept: &ReusedCases,
        runner: &mut InterruptibleRunner,
    ) -> Result<(BTreeMap<usize, CaseRun>, Vec<String>), GradingError> {
        let mut all = BTreeMap::new();
        let mut log = Vec::new();
        for level in LEVELS {
            for case in &self.expectations.scripted_variant().cases {
                let CaseKind::UnitTests(tests, expected) = &case.kind else {
                    continue;
                };
                if case.spec.visibility != level {
                    continue;
                }
                if let Some(ran) = kept.called_run(case.place) {
                    all.insert(case.place, ran.clone());
                    continue;
                }
                let mut own = Vec::new();
                let tested = self
                    .kit
                    .test_submission(case, tests, expected, built, &mut own, runner);
                // That there are such tests is not said in the log either.
                if level == CaseVisibility::Full {
                    log.append(&mut own);
                }
                let ran = CaseRun::from_tests(case, tested)?;
                all.insert(case.place, ran);
            }
        }
        Ok((all, log))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts_decide_unless_a_third_of_the_cases_is_right() {
        let score = |right, fits_prompts| VariantScore::from_counts(right, 27, fits_prompts);
        assert!(score(0, true) > score(3, false));
        assert!(score(9, false) > score(8, true));
        assert!(score(4, true) > score(3, true));
    }
}
