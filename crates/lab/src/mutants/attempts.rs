//! All mutants on the cases: those behind the switch some at a time, the others each in a program of its own.

use std::collections::BTreeMap;

use super::MutantOptions;
use super::linked::{LoadedProgram, MutantBuilder, SwitchedProgram};
use super::tester::{CaseOrder, MutantTestResult, MutantTester};
use cpp::mutants::{MutantOutcome, MutantsOfProgram, SourceMutant, SourceText};
use grading::{AssignmentGrader, Attempt, GradingError, try_twice};
use judging::case_lints::CaseLints;
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
