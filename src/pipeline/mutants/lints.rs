//! What the mutants say of the cases: those that a case has noticed are run in all the others as well.

use super::super::case_run::CaseRun;
use super::super::grading_error::GradingError;
use super::behind_switch::BehindSwitch;
use super::games::Game;
use super::matrix;
use super::shown::never_shown;
use super::stage::Stage;
use super::work::{Attempted, Bench, Work, with};
use crate::case_lints::CaseLints;
use crate::model::Submission;
use crate::mutants::{Mutant, Outcome};
use crate::parallel;

impl Work<'_> {
    /// What the cases come to for each mutant, and what games show that no case does.
    pub(super) fn lints(
        &self,
        bench: &Bench<'_>,
        program: &Submission,
        chosen: &[Mutant],
        tried: &[Attempted],
        games: &[Game],
    ) -> Result<CaseLints, GradingError> {
        let jury = bench.jury;
        let mut matrix = matrix::empty(self.grader.assignment, jury.worth());
        let places: Vec<usize> = (0..chosen.len()).collect();
        let rows = parallel::try_map(&places, self.workers, |&place| {
            let runs = match &tried[place] {
                Attempted::Survived(runs, _) => runs.clone(),
                Attempted::Done(Outcome::Noticed { .. }) => {
                    let attempt = || self.all_runs(bench, &chosen[place]);
                    attempt().or_else(|trouble: GradingError| trouble.again(attempt))?
                }
                Attempted::Done(_) => return Ok(None),
            };
            Ok::<_, GradingError>(Some(jury.row(program, (&chosen[place], bench.texts), runs)))
        })?;
        matrix.programs = rows.into_iter().flatten().collect();
        let (never_shown, count) = never_shown(self.grader, self.asked, games);
        let assignment = self.grader.assignment.id.clone();
        Ok(CaseLints::of(assignment, matrix, never_shown, count))
    }

    fn all_runs(&self, bench: &Bench<'_>, mutant: &Mutant) -> Result<Vec<CaseRun>, GradingError> {
        let is_switched = |behind: &&BehindSwitch| !behind.left_out.contains(&mutant.number);
        let own;
        let linked = match bench.behind.filter(is_switched) {
            Some(behind) => &behind.linked,
            None => {
                let built = bench.own.build(&with(bench.texts, mutant))?;
                own = built.map_err(GradingError::Ours)?;
                &own
            }
        };
        let toolchain = &bench.own.settings.toolchain;
        let mut stage = Stage::new(linked, self.grader.assignment, toolchain, self.grader.session)?;
        stage.set(mutant.number)?;
        stage.runs_all_tests = true;
        bench.jury.all_runs(&mut stage)
    }
}
