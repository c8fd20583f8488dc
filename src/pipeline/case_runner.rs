//! The runs of one case: who answers the program, how often, and what comes of it.

use std::sync::Arc;

use super::case_run::{CaseRun, OwnJudgement};
use super::checker::Checkers;
use super::expectations::InputVariant;
use super::grading_error::GradingError;
use super::session::Session;
use crate::compare::{self, Expected, Outcome};
use crate::execute::{self, Input, Program};
use crate::judge;
use crate::logged::Logged;
use crate::model::{
    Abridge, Assignment, Case, Comparison, Judgement, LivePlayer, Observation, Player, PlayerSetup,
    RunLimits, Turn, Verdict,
};
use crate::runner::InterruptibleRunner;
use sandbox::SandboxError;

/// A case, in the input variant in which it is run, and the program that it is run with.
#[derive(Clone, Copy)]
pub(super) struct CaseRunner<'a> {
    pub(super) assignment: &'a Assignment,
    /// The case's place.
    pub(super) index: usize,
    pub(super) input_variant: &'a InputVariant,
    pub(super) program: &'a Program,
    pub(super) session: Session<'a>,
}

/// One run.
pub(super) struct Round {
    /// The lines that the program was given, and those that it would have been.
    pub(super) input: Vec<String>,
    /// What is expected where these lines are read.
    pub(super) expected: Arc<Vec<Turn>>,
    pub(super) seen: Observation,
    /// What the report should mention if the run is not right.
    pub(super) remark: Option<String>,
}

impl CaseRunner<'_> {
    /// Every game must be right, so what counts is the first that is not: for the case, and for each criterion that looks at
    /// its games in its own way. A game that had to be stopped is the last, because the next would take as long.
    pub(super) fn run(
        &self,
        checkers: Checkers<'_>,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRun, GradingError> {
        let _entered = tracing::info_span!("case", id = %Logged(&self.case().id)).entered();
        let limits = self.case().limits;
        let mut ran = self.judged(checkers, self.play(0, &limits, runner)?)?;
        let mut was_stopped = ran.was_stopped();
        for number in 1..self.count() {
            if ran.is_settled() || was_stopped {
                break;
            }
            let next = self.judged(checkers, self.play(number, &limits, runner)?)?;
            was_stopped = next.was_stopped();
            ran = ran.or_worse(next);
        }
        tracing::info!(verdict = ran.judgement.verdict.name(), "judged");
        Ok(ran)
    }

    /// Plays one of its games, counted from 0.
    pub(super) fn play(
        &self,
        number: usize,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<Round, SandboxError> {
        let (script, expected) = &self.input_variant.cases[self.index];
        let Some(mut player) = self.live_player(number) else {
            let seen = execute::execute(self.program, Input::Lines(script), limits, runner)?;
            let expected = Arc::clone(expected);
            return Ok(Round { input: script.clone(), expected, seen, remark: None });
        };
        let answers = Input::Answers(&mut |printed: &[u8]| player.answer(printed));
        let seen = execute::execute(self.program, answers, limits, runner)?;
        let mut input = inputs(&seen);
        input.extend_from_slice(player.not_given());
        let expected = player.expected(expected);
        Ok(Round { input, expected, seen, remark: self.remark(number) })
    }

    /// Whoever answers the program in one of the games; none if it is given the script as it stands.
    fn live_player(&self, number: usize) -> Option<Box<dyn LivePlayer + '_>> {
        let (name, seed) = match &self.case().player {
            Player::Script => return None,
            Player::Prompted(name) => (*name, 0),
            Player::Policy { name, seeds } => {
                (*name, seeds.get(number).copied().unwrap_or_default())
            }
        };
        // Where nobody sees when a program reads, all input is given at once: that suits most.
        let game = self.assignment.reference.game().filter(|_| self.session.shows_reads())?;
        let words = self.case().comparison.interactor.as_ref().map(|it| it.words());
        let script = &self.input_variant.cases[self.index].0;
        let convention = &self.input_variant.convention;
        game.live_player(PlayerSetup { name, seed, script, convention, words })
    }

    fn case(&self) -> &Case {
        &self.assignment.cases[self.index]
    }

    /// How many games there are.
    fn count(&self) -> usize {
        match &self.case().player {
            Player::Policy { seeds, .. } => seeds.len(),
            Player::Script | Player::Prompted(_) => 1,
        }
    }

    /// What a game comes to, by the case's own comparison and by those of criteria.
    fn judged(&self, checkers: Checkers<'_>, round: Round) -> Result<CaseRun, GradingError> {
        let (case, messages) = (self.case(), self.input_variant.messages.as_slice());
        let Round { input, expected, seen, remark } = round;
        let fault = execute::fault(self.program, &seen);
        let judge = |rule: &Comparison| -> Result<(Judgement, bool), GradingError> {
            let turns = expected.as_slice();
            let compared = match &rule.checker {
                Some(words) => checkers.ask(words, case, turns, &seen)?,
                None => compare::compare(Expected { turns, messages }, &seen, rule),
            };
            let is_shown = compared.outcome != Outcome::NotShown;
            let mut judgement = judge::judge(&seen, fault.clone(), compared, self.assignment.exit);
            if judgement.verdict != Verdict::Accepted {
                judgement.remarks.extend(remark.clone());
            }
            // However it ended: a program that crashes on the way is not asked whether it would have been right.
            let is_shown = is_shown || judgement.verdict != Verdict::WrongAnswer;
            Ok((judgement, is_shown))
        };
        let own = |(criterion, rule)| -> Result<OwnJudgement, GradingError> {
            let (judgement, is_shown) = judge(rule)?;
            Ok(OwnJudgement { is_shown, ..OwnJudgement::new(criterion, judgement) })
        };
        let own = self.assignment.own_comparisons(self.index).map(own);
        let own = own.collect::<Result<_, GradingError>>()?;
        let (judgement, _) = judge(&case.comparison)?;
        let (calls, observation) = (Vec::new(), Some(seen.abridged()));
        Ok(CaseRun { input, expected, judgement, own, calls, observation })
    }

    /// Where a case has several games, which one it was.
    fn remark(&self, number: usize) -> Option<String> {
        let count = self.count();
        let why = self.assignment.reference.game().and_then(|game| game.why_games_differ());
        (count > 1).then(|| {
            let which = format!("It was game {} of {count} in this test case.", number + 1);
            why.map_or_else(|| which.clone(), |why| format!("{which} {why}"))
        })
    }
}

/// The lines that were read.
fn inputs(seen: &Observation) -> Vec<String> {
    seen.turns.iter().filter_map(|turn| turn.input.clone()).collect()
}
