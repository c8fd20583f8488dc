//! All mutants on the cases: those behind the switch some at a time, the others each in a program of its own. And whether the program with
//! the switch behaves like the solution while all are off.

use std::collections::BTreeMap;

use super::MutantOptions;
use super::tester::{CaseOrder, MutantTestResult, MutantTester, has_same_output, is_same_test};
use cpp::mutants::{MutantOutcome, MutantsOfProgram, SourceMutant, SourceText};
use grading::{
    AssignmentGrader, Attempt, CaseRun, Experiment, GradingError, LoadedProgram, MutantBuilder,
    SwitchedProgram, linked_statically, try_twice,
};
use judging::case_lints::CaseLints;
use model::BuildSettings;
use support::parallel;

/// The outcomes of a program's mutants, and what they say about the cases if that is asked.
pub(crate) type ProgramMutants = (MutantsOfProgram, Option<CaseLints>);

/// The grader of the assignment, and the options.
pub(super) struct MutationRun<'g> {
    pub(super) grader: &'g AssignmentGrader<'g>,
    pub(super) workers: usize,
    pub(super) options: MutantOptions,
}

/// What is needed to run any mutant of one program.
pub(super) struct MutationContext<'b> {
    pub(super) tester: &'b MutantTester<'b>,
    pub(super) texts: &'b [SourceText],
    pub(super) builder: MutantBuilder<'b>,
    pub(super) switched: Option<&'b SwitchedProgram>,
}

/// How many mutants one worker takes at a time. The order of cases is learnt within them, so that it does not depend on the
/// number of workers.
const AT_A_TIME: usize = 24;

impl MutationContext<'_> {
    /// Whether a mutant is in the program with the switch.
    pub(super) fn is_switched(&self, mutant: &SourceMutant) -> bool {
        self.switched
            .is_some_and(|switched| switched.mutants.contains(&mutant.number))
    }

    /// A mutant in a sandbox of its own: behind the switch or built by itself, unless the compiler rejects it.
    pub(super) fn load_mutant(
        &self,
        mutant: &SourceMutant,
    ) -> Result<Attempt<LoadedProgram>, GradingError> {
        let built;
        let linked = match self.switched.filter(|_| self.is_switched(mutant)) {
            Some(switched) => &switched.linked,
            None => {
                let mut texts = self.texts.to_vec();
                if let Some(source) = texts.get_mut(mutant.source) {
                    source.text = mutant.apply_to(source);
                }
                match self.builder.build_sources(&texts)? {
                    Attempt::Done(linked) => built = linked,
                    Attempt::Rejected(said) => return Ok(Attempt::Rejected(said)),
                }
                &built
            }
        };
        let MutantBuilder {
            assignment,
            session,
            settings,
            ..
        } = self.builder;
        let loaded = LoadedProgram::new(linked, assignment, &settings.toolchain, session)?;
        loaded.enable_mutant(mutant.number)?;
        Ok(Attempt::Done(loaded))
    }
}

impl MutationRun<'_> {
    /// What the cases say about each of the mutants, in their order.
    pub(super) fn try_all(
        &self,
        context: &MutationContext<'_>,
        chosen: &[SourceMutant],
    ) -> Result<Vec<MutantTestResult>, GradingError> {
        let (switched, alone): (Vec<_>, Vec<_>) = chosen
            .iter()
            .partition(|mutant| context.is_switched(mutant));
        let mut jobs: Vec<&[&SourceMutant]> = switched.chunks(AT_A_TIME).collect();
        jobs.extend(alone.chunks(1));
        let done = parallel::try_map_jobs(&jobs, self.workers, |job| self.try_some(context, job))?;
        let mut done: BTreeMap<u32, MutantTestResult> = done.into_iter().flatten().collect();
        let in_order = chosen.iter();
        Ok(in_order
            .filter_map(|mutant| done.remove(&mutant.number))
            .collect())
    }

    fn try_some(
        &self,
        context: &MutationContext<'_>,
        mutants: &[&SourceMutant],
    ) -> Result<Vec<(u32, MutantTestResult)>, GradingError> {
        let mut order = CaseOrder::new(self.grader);
        let mut idle: Option<LoadedProgram> = None;
        let mut done = Vec::new();
        for mutant in mutants {
            let tested = try_twice(|| {
                // A program that failed is not used again.
                let mut loaded = match idle.take() {
                    Some(loaded) => loaded,
                    None => match context.load_mutant(mutant)? {
                        Attempt::Done(loaded) => loaded,
                        Attempt::Rejected(_) => {
                            return Ok(MutantTestResult::Done(MutantOutcome::Unviable));
                        }
                    },
                };
                loaded.enable_mutant(mutant.number)?;
                let tested = context.tester.test_mutant(&mut loaded, &mut order)?;
                idle = Some(loaded);
                Ok(tested)
            });
            let tested = match tested {
                Ok(tested) => tested,
                // A failure of the grader concerns this mutant only.
                Err(error) => MutantTestResult::Done(MutantOutcome::Ungraded(error.into_reason()?)),
            };
            done.push((mutant.number, tested));
        }
        Ok(done)
    }
}

impl MutationRun<'_> {
    /// The program with all mutants behind a switch; none if it cannot be built, or does not behave like the solution while all are off.
    pub(super) fn build_single_program(
        &self,
        own: &MutantBuilder<'_>,
        texts: &[SourceText],
        chosen: &[SourceMutant],
        tester: &MutantTester<'_>,
        baseline: &[CaseRun],
    ) -> Result<Option<SwitchedProgram>, GradingError> {
        for settings in [linked_statically(own.settings), own.settings.clone()] {
            let found = own.build_switched(&settings, texts, chosen)?;
            if let Some(found) = found
                && self.is_same(tester, &found, &settings, baseline)?
            {
                return Ok(Some(found));
            }
        }
        tracing::info!("each mutant is built by itself");
        Ok(None)
    }

    /// Whether the program behaves like the solution while all mutants are off, byte by byte in all cases.
    fn is_same(
        &self,
        tester: &MutantTester<'_>,
        behind: &SwitchedProgram,
        settings: &BuildSettings,
        baseline: &[CaseRun],
    ) -> Result<bool, GradingError> {
        let assignment = self.grader.assignment;
        let session = self.grader.session;
        let loaded = LoadedProgram::new(&behind.linked, assignment, &settings.toolchain, session)?;
        loaded.enable_mutant(0)?;
        let experiment = Experiment::new([loaded], baseline, |is_same: &bool| !is_same);
        let runs = experiment.run(|loaded, right| {
            let ran = tester.run_case(&right.case, loaded)?;
            let seen = ran.observation.as_ref().zip(right.observation.as_ref());
            let is_same = seen
                .is_none_or(|(one, other)| has_same_output(one, other) && one.exit == other.exit);
            let mut calls = ran.calls.iter().zip(&right.calls);
            let mut tests = ran.tests.iter().zip(&right.tests);
            let is_same = is_same
                && calls.all(|(one, other)| one.actual == other.actual)
                && tests.all(|(one, other)| is_same_test(one, other))
                && tester.kill_outcome(&ran).is_none();
            if !is_same {
                let case = right.case.place;
                tracing::info!(case, "the program with all mutants off does something else");
            }
            Ok(is_same)
        })?;
        Ok(!runs.contains(&false))
    }
}
