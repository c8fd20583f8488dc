//! The runs of one case: who answers the program, how often, and what comes of it.

use std::sync::Arc;

use ::reference::cpu;

use super::case_run::CaseRun;
use super::checker::Checkers;
use super::expectations::InputVariant;
use super::grading_error::GradingError;
use super::policy::PolicyPlayer;
use super::prompt_driven_input::PromptDrivenInput;
use super::session::Session;
use crate::compare::{self, Expected};
use crate::execute::{self, Input, Program};
use crate::judge;
use crate::logged::Logged;
use crate::model::{
    Assignment, Case, Comparison, Judgement, Observation, Player, Reference, RunLimits, Turn,
    Verdict,
};
use crate::runner::InterruptibleRunner;
use crate::sandbox::SandboxError;

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
    /// Every game must be right, so what counts is the first that is not.
    pub(super) fn run(
        &self,
        checkers: Checkers<'_>,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRun, GradingError> {
        let _entered = tracing::info_span!("case", id = %Logged(&self.case().id)).entered();
        let limits = self.case().limits;
        let mut ran = self.judged(checkers, self.play(0, &limits, runner)?)?;
        for number in 1..self.count() {
            if ran.is_settled() {
                break;
            }
            let next = self.judged(checkers, self.play(number, &limits, runner)?)?;
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
        let InputVariant { base, pairs, .. } = self.input_variant;
        let (case, (script, expected)) = (self.case(), &self.input_variant.cases[self.index]);
        match (&case.player, &self.assignment.reference, &case.comparison.referee) {
            (Player::AsAsked, Reference::Game(game, options), _) if self.session.shows_reads() => {
                let mut options = *options;
                options.base = base.or(options.base);
                let mut player =
                    PromptDrivenInput::new(script, *pairs, game.start(options).as_mut());
                let input = Input::Answers(&mut |printed| player.answer(printed));
                let seen = execute::execute(self.program, input, limits, runner)?;
                let mut input = inputs(&seen);
                input.extend_from_slice(player.rest());
                let expected = Arc::new(player.expected(expected));
                Ok(Round { input, expected, seen, remark: None })
            }
            (Player::Policy { policy, seeds }, _, Some(referee)) => {
                let seed = seeds.get(number).copied().unwrap_or_default();
                let player = cpu::Player::new(*policy, seed);
                let mut player = PolicyPlayer::new(referee, player, script);
                let input = Input::Answers(&mut |printed| player.answer(printed));
                let seen = execute::execute(self.program, input, limits, runner)?;
                let (input, expected) = (inputs(&seen), Arc::clone(expected));
                Ok(Round { input, expected, seen, remark: self.remark(number) })
            }
            // The rubric's reader gives a policy only to a case with a referee, and rows only to `rowcol`.
            _ => {
                let input = Input::Lines(script);
                let seen = execute::execute(self.program, input, limits, runner)?;
                let expected = Arc::clone(expected);
                Ok(Round { input: script.clone(), expected, seen, remark: None })
            }
        }
    }

    fn case(&self) -> &Case {
        &self.assignment.cases[self.index]
    }

    /// How many games there are.
    fn count(&self) -> usize {
        match &self.case().player {
            Player::Policy { seeds, .. } => seeds.len(),
            Player::Script | Player::AsAsked => 1,
        }
    }

    /// What a game comes to, by the case's own comparison and by those of criteria.
    fn judged(&self, checkers: Checkers<'_>, round: Round) -> Result<CaseRun, GradingError> {
        let (case, messages) = (self.case(), self.input_variant.messages.as_slice());
        let Round { input, expected, seen, remark } = round;
        let judge = |rule: &Comparison| -> Result<Judgement, GradingError> {
            let turns = expected.as_slice();
            let compared = match &rule.checker {
                Some(words) => checkers.ask(words, case, turns, &seen)?,
                None => compare::compare(Expected { turns, messages }, &seen, rule),
            };
            let mut judgement = judge::judge(&seen, compared, self.assignment.exit);
            if judgement.verdict != Verdict::Accepted {
                judgement.remarks.extend(remark.clone());
            }
            Ok(judgement)
        };
        let own = self
            .assignment
            .own_comparisons(self.index)
            .map(|(criterion, rule)| Ok((criterion, judge(rule)?)))
            .collect::<Result<_, GradingError>>()?;
        let judgement = judge(&case.comparison)?;
        let (calls, observation) = (Vec::new(), Some(seen.abridged()));
        Ok(CaseRun { input, expected, judgement, own, calls, observation })
    }

    fn remark(&self, number: usize) -> Option<String> {
        let count = self.count();
        (count > 1).then(|| {
            format!(
                "It was game {} of {count} in this test case. The CPU chooses at random, so the same inputs may lead to \
                 another game.",
                number + 1
            )
        })
    }
}

/// The lines that were read.
fn inputs(seen: &Observation) -> Vec<String> {
    seen.turns.iter().filter_map(|turn| turn.input.clone()).collect()
}
