//! All mutants on the cases: those behind the switch some at a time, the others each in a program of its own.

use std::collections::BTreeSet;

use super::MutantOptions;
use super::linked::{LinkedPrograms, LoadedProgram, MutantBuilder, SwitchedProgram};
use super::tester::{CaseOrder, MutantTestResult, MutantTester};
use cpp::mutants::{MutantOutcome, MutantsOfProgram, SourceMutant, SourceText};
use grading::{AssignmentGrader, Attempt, CaseRun, GradingError, try_twice};
use judging::case_lints::CaseLints;
use model::BuildSettings;
use support::parallel;

/// What became of a program's mutants, and what they say of the cases where that is asked.
pub(crate) type ProgramMutants = (MutantsOfProgram, Option<CaseLints>);

/// Who works, and on what was asked.
pub(super) struct MutationRun<'g> {
    pub(super) grader: &'g AssignmentGrader<'g>,
    pub(super) workers: usize,
    pub(super) options: MutantOptions,
}

/// What one program is worked on with.
pub(super) struct MutationContext<'b> {
    pub(super) jury: &'b MutantTester<'b>,
    pub(super) texts: &'b [SourceText],
    pub(super) builder: MutantBuilder<'b>,
    pub(super) switched: Option<&'b SwitchedProgram>,
}

/// Where a survivor is run again.
pub(super) enum MutantBinary {
    Switched,
    Separate(Box<LinkedPrograms>),
}

/// What trying a mutant came to.
pub(super) enum MutantAttempt {
    Done(MutantOutcome),
    Survived(Vec<CaseRun>, MutantBinary),
}

/// The sources with one mutant in them.
pub(super) fn apply_mutant(texts: &[SourceText], mutant: &SourceMutant) -> Vec<SourceText> {
    let mut texts = texts.to_vec();
    if let Some(source) = texts.get_mut(mutant.source) {
        source.text = mutant.apply_to(source);
    }
    texts
}

/// Where we failed, that is what became of the mutant; only a user who wants to stop is an error.
pub(super) fn outcome_or_ungraded(
    outcome: Result<MutantOutcome, GradingError>,
) -> Result<MutantOutcome, GradingError> {
    match outcome {
        Ok(outcome) => Ok(outcome),
        Err(error) => Ok(MutantOutcome::Ungraded(error.into_reason()?)),
    }
}

/// How many mutants one worker takes at a time. The order of cases is learnt within them, so that it does not depend on how
/// many work.
const AT_A_TIME: usize = 24;

impl MutationRun<'_> {
    /// What trying each of them came to.
    pub(super) fn try_all(
        &self,
        bench: &MutationContext<'_>,
        chosen: &[SourceMutant],
        settings: &BuildSettings,
    ) -> Result<Vec<MutantAttempt>, GradingError> {
        let left_out: BTreeSet<u32> = match bench.switched {
            Some(behind) => behind.left_out.clone(),
            None => chosen.iter().map(|one| one.number).collect(),
        };
        let places = 0..chosen.len();
        let (alone, switched): (Vec<usize>, Vec<usize>) =
            places.partition(|place| left_out.contains(&chosen[*place].number));
        let mut jobs: Vec<Vec<usize>> = switched.chunks(AT_A_TIME).map(<[usize]>::to_vec).collect();
        jobs.extend(alone.into_iter().map(|place| vec![place]));
        let done = parallel::try_map_jobs(&jobs, self.workers, |job| {
            let is_alone = job
                .iter()
                .any(|place| left_out.contains(&chosen[*place].number));
            match bench.switched.filter(|_| !is_alone) {
                Some(behind) => self.try_switched(bench, behind, job, chosen, settings),
                None => job
                    .iter()
                    .map(|place| Ok((*place, self.try_alone(bench, &chosen[*place], settings)?)))
                    .collect(),
            }
        })?;
        let mut done: Vec<(usize, MutantAttempt)> = done.into_iter().flatten().collect();
        done.sort_by_key(|(place, _)| *place);
        Ok(done.into_iter().map(|(_, result)| result).collect())
    }

    fn try_switched(
        &self,
        bench: &MutationContext<'_>,
        behind: &SwitchedProgram,
        job: &[usize],
        chosen: &[SourceMutant],
        settings: &BuildSettings,
    ) -> Result<Vec<(usize, MutantAttempt)>, GradingError> {
        let assignment = self.grader.assignment;
        let stage = || {
            LoadedProgram::new(
                &behind.linked,
                assignment,
                &settings.toolchain,
                self.grader.session,
            )
        };
        let mut now = stage()?;
        let mut order = CaseOrder::new(self.grader);
        let mut done = Vec::new();
        for &place in job {
            let number = chosen[place].number;
            now.enable_mutant(number)?;
            let mut tried = bench.jury.test_mutant(&mut now, &mut order);
            if matches!(tried, Err(GradingError::Internal(_))) {
                now = stage()?;
                now.enable_mutant(number)?;
                tried = bench.jury.test_mutant(&mut now, &mut order);
            }
            done.push((place, to_mutant_attempt(tried, MutantBinary::Switched)?));
        }
        Ok(done)
    }

    fn try_alone(
        &self,
        bench: &MutationContext<'_>,
        mutant: &SourceMutant,
        settings: &BuildSettings,
    ) -> Result<MutantAttempt, GradingError> {
        let assignment = self.grader.assignment;
        let attempt = || {
            let Attempt::Done(linked) = bench
                .builder
                .build_sources(&apply_mutant(bench.texts, mutant))?
            else {
                return Ok(None);
            };
            let session = self.grader.session;
            let mut stage = LoadedProgram::new(&linked, assignment, &settings.toolchain, session)?;
            let mut order = CaseOrder::new(self.grader);
            Ok(Some((
                bench.jury.test_mutant(&mut stage, &mut order)?,
                linked,
            )))
        };
        match try_twice(attempt) {
            Ok(None) => Ok(MutantAttempt::Done(MutantOutcome::Unviable)),
            Ok(Some((tried, linked))) => {
                to_mutant_attempt(Ok(tried), MutantBinary::Separate(Box::new(linked)))
            }
            Err(trouble) => to_mutant_attempt(Err(trouble), MutantBinary::Switched),
        }
    }
}

fn to_mutant_attempt(
    tried: Result<MutantTestResult, GradingError>,
    home: MutantBinary,
) -> Result<MutantAttempt, GradingError> {
    match tried {
        Ok(MutantTestResult::Survived(runs)) => Ok(MutantAttempt::Survived(runs, home)),
        Ok(MutantTestResult::Done(outcome)) => Ok(MutantAttempt::Done(outcome)),
        Err(trouble) => Ok(MutantAttempt::Done(outcome_or_ungraded(Err(trouble))?)),
    }
}
