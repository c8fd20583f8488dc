//! The shortest games in which a submission fails as it does in its cases: looked for when all is judged, and never a reason
//! to judge otherwise.

use std::time::Duration;

use super::super::case_run::CaseRun;
use super::super::checker::KeptCheckers;
use super::super::diagnosis;
use super::super::grading_error::GradingError;
use super::super::shortest::{Budget, Search, failures};
use super::AssignmentGrader;
use super::attempt::Interrupted;
use super::outcome::Outcome;
use crate::execute::Program;
use crate::logged::Logged;
use crate::model::{ShortestGame, Toolchain};
use crate::runner::InterruptibleRunner;

/// Who reads more games than these?
const MOST_FAILURES: usize = 6;

/// What may be spent on a submission, in runs, and on one of its failures.
const BUDGET: Budget = Budget { runs: 800, cpu: Duration::from_secs(1) };

impl AssignmentGrader<'_> {
    /// Whether there is a game to be looked for. A program that plays by chance plays another game every time.
    pub(super) fn may_be_shortened(&self, ran: &[CaseRun]) -> bool {
        let (assignment, session) = (self.assignment, self.session);
        let plays_the_same = assignment
            .reference
            .game()
            .is_some_and(|game| game.interactor().is_none() && game.why_games_differ().is_none());
        assignment.shortest
            && plays_the_same
            && session.explains()
            && session.shows_reads()
            && !failures(assignment, ran).is_empty()
    }

    /// Looks for the games. Whatever fails on our side, the grade stands, and no game is shown.
    pub(super) fn shorten(
        &self,
        toolchain: &Toolchain,
        outcome: &mut Outcome<'_>,
    ) -> Result<(), Interrupted> {
        let Some((program, mut runner)) = outcome.at_work.take() else { return Ok(()) };
        match self.shortest(toolchain, outcome, &program, &mut runner) {
            Ok(shortest) => outcome.shortest = shortest,
            Err(GradingError::Interrupted) => return Err(Interrupted),
            Err(
                GradingError::Ours(reason)
                | GradingError::ForGood(reason)
                | GradingError::Scarce(reason),
            ) => tracing::warn!(reason = %Logged(&reason), "no shorter game was looked for"),
        }
        Ok(())
    }

    fn shortest(
        &self,
        toolchain: &Toolchain,
        outcome: &Outcome<'_>,
        program: &Program,
        runner: &mut InterruptibleRunner,
    ) -> Result<Vec<(usize, ShortestGame)>, GradingError> {
        let (assignment, session) = (self.assignment, self.session);
        let input_variant = outcome.input_variant;
        let Some(games) = &input_variant.short_games else { return Ok(Vec::new()) };
        let _entered = tracing::info_span!("shortest").entered();
        let kept = KeptCheckers::default();
        let mut search = Search {
            assignment,
            session,
            program,
            checkers: self.checkers(&kept),
            input_variant: input_variant.clone(),
            ran: &outcome.ran,
            is_cpp: diagnosis::is_cpp(toolchain),
            games,
            mutants: input_variant.mutants.as_ref().map(|mutants| mutants.apart()),
            budget: BUDGET,
        };
        let mut found = Vec::new();
        for failure in failures(assignment, &outcome.ran).into_iter().take(MOST_FAILURES) {
            let game = search.shortest(failure, runner)?;
            let runs = BUDGET.runs - search.budget.runs;
            tracing::info!(runs, lines = game.as_ref().map(|game| game.input.len()), "looked");
            found.extend(game.map(|game| (failure.index, game)));
        }
        Ok(found)
    }
}
