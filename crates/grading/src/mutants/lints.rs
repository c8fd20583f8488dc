//! What the mutants say of the cases: those that a case has noticed are run in all the others as well.

use super::super::case_run::CaseRun;
use super::super::grading_error::GradingError;
use super::behind_switch::SwitchedProgram;
use super::games::BaselineGame;
use super::matrix;
use super::shown::find_uncovered_behaviour;
use super::stage::LoadedProgram;
use super::work::{MutantAttempt, MutationContext, MutationRun, apply_mutant};
use cpp::mutants::{MutantOutcome, SourceMutant};
use judging::case_lints::CaseLints;
use model::Submission;
use support::parallel;

impl MutationRun<'_> {
    /// What the cases come to for each mutant, and what games show that no case does.
    pub(super) fn case_lints(
        &self,
        bench: &MutationContext<'_>,
        program: &Submission,
        chosen: &[SourceMutant],
        tried: &[MutantAttempt],
        games: &[BaselineGame],
    ) -> Result<CaseLints, GradingError> {
        let jury = bench.jury;
        let mut matrix = matrix::empty_matrix(self.grader.assignment, jury.max_case_points());
        let places: Vec<usize> = (0..chosen.len()).collect();
        let rows = parallel::try_map_jobs(&places, self.workers, |&place| {
            let runs = match &tried[place] {
                MutantAttempt::Survived(runs, _) => runs.clone(),
                MutantAttempt::Done(MutantOutcome::Killed { .. }) => {
                    let attempt = || self.all_runs(bench, &chosen[place]);
                    attempt().or_else(|trouble: GradingError| trouble.retry(attempt))?
                }
                MutantAttempt::Done(_) => return Ok(None),
            };
            Ok::<_, GradingError>(Some(jury.mutant_row(
                program,
                (&chosen[place], bench.texts),
                runs,
            )))
        })?;
        matrix.programs = rows.into_iter().flatten().collect();
        let (never_shown, count) = find_uncovered_behaviour(self.grader, self.options, games);
        let assignment = self.grader.assignment.id.clone();
        Ok(CaseLints::from_matrix(
            assignment,
            matrix,
            never_shown,
            count,
        ))
    }

    fn all_runs(
        &self,
        bench: &MutationContext<'_>,
        mutant: &SourceMutant,
    ) -> Result<Vec<CaseRun>, GradingError> {
        let is_switched = |behind: &&SwitchedProgram| !behind.left_out.contains(&mutant.number);
        let own;
        let linked = match bench.switched.filter(is_switched) {
            Some(behind) => &behind.linked,
            None => {
                let built = bench
                    .builder
                    .build_sources(&apply_mutant(bench.texts, mutant))?;
                own = built.map_err(GradingError::Internal)?;
                &own
            }
        };
        let toolchain = &bench.builder.settings.toolchain;
        let mut stage = LoadedProgram::new(
            linked,
            self.grader.assignment,
            toolchain,
            self.grader.session,
        )?;
        stage.enable_mutant(mutant.number)?;
        stage.runs_all_tests = true;
        bench.jury.all_runs(&mut stage)
    }
}
