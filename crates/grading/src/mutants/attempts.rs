//! All mutants on the cases: those behind the switch some at a time, the others each in a program of its own.

use std::collections::BTreeSet;

use super::super::grading_error::GradingError;
use super::behind_switch::SwitchedProgram;
use super::noticed::{CaseOrder, MutantTestResult};
use super::stage::LoadedProgram;
use super::work::{
    MutantAttempt, MutantBinary, MutationContext, MutationRun, apply_mutant, outcome_or_ungraded,
};
use cpp::mutants::{MutantOutcome, SourceMutant};
use model::BuildSettings;
use support::parallel;

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
            let Ok(linked) = bench
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
        match attempt().or_else(|trouble: GradingError| trouble.retry(attempt)) {
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
