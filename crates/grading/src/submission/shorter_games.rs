//! The shortest games in which a submission fails as it does in its cases. The search starts when everything is judged, and changes no
//! judgement.

use std::time::Duration;

use super::AssignmentGrader;
use super::grader::SubmissionOutcome;
use crate::case_run::CaseRun;
use crate::checker::PersistentCheckers;
use crate::diagnosis;
use crate::error::{GradingError, GradingInterrupted};
use crate::execute::ExecutionTarget;
use crate::shortest::{SearchBudget, ShortestSearch, group_failures};
use model::{ShortestGame, Toolchain};
use support::logged::EscapedForLog;
use toolchain::runner::InterruptibleRunner;

/// Who reads more games than these?
const MOST_FAILURES: usize = 6;

/// What may be spent on a submission, in runs, and on one of its failures.
const BUDGET: SearchBudget = SearchBudget {
    runs: 800,
    cpu: Duration::from_secs(1),
};

impl AssignmentGrader<'_> {
    /// Whether there is a game to be looked for. A program that plays by chance plays another game every time.
    pub(super) fn may_be_shortened(&self, ran: &[CaseRun]) -> bool {
        let assignment = self.assignment;
        let session = self.session;
        let plays_the_same = assignment.reference.game().is_some_and(|game| {
            game.referee_constructor().is_none() && game.why_games_differ().is_none()
        });
        assignment.shortest
            && plays_the_same
            && session.explains_failures()
            && session.shows_reads()
            && !group_failures(ran).is_empty()
    }

    /// Looks for the games. Whatever fails on our side, the grade stands, and no game is shown.
    pub(super) fn shorten_failures(
        &self,
        toolchain: &Toolchain,
        outcome: &mut SubmissionOutcome<'_>,
    ) -> Result<(), GradingInterrupted> {
        let Some((program, mut runner)) = outcome.at_work.take() else {
            return Ok(());
        };
        match self.find_shortest_games(toolchain, outcome, &program, &mut runner) {
            Ok(shortest) => outcome.shortest = shortest,
            Err(error) => {
                let reason = error.into_reason()?;
                tracing::warn!(reason = %EscapedForLog(&reason), "no shorter input was looked for");
            }
        }
        Ok(())
    }

    fn find_shortest_games(
        &self,
        toolchain: &Toolchain,
        outcome: &SubmissionOutcome<'_>,
        program: &ExecutionTarget,
        runner: &mut InterruptibleRunner,
    ) -> Result<Vec<(usize, ShortestGame)>, GradingError> {
        let input_variant = outcome.input_variant;
        let Some(games) = &input_variant.short_games else {
            return Ok(Vec::new());
        };
        let _entered = tracing::info_span!("shortest").entered();
        let kept = PersistentCheckers::default();
        let mut search = ShortestSearch {
            program,
            checkers: self.checker_runner(&kept),
            ran: &outcome.ran,
            is_cpp: diagnosis::is_cpp(toolchain),
            games,
            mutants: input_variant
                .mutants
                .as_ref()
                .map(|mutants| mutants.with_separate_scripts()),
            budget: BUDGET,
        };
        let mut found = Vec::new();
        for failure in group_failures(&outcome.ran).into_iter().take(MOST_FAILURES) {
            let game = search.find_shortest(failure, runner)?;
            let runs = BUDGET.runs - search.budget.runs;
            tracing::info!(
                runs,
                lines = game.as_ref().map(|game| game.input.len()),
                "looked"
            );
            found.extend(game.map(|game| (failure.ran.case.place, game)));
        }
        Ok(found)
    }
}
