//! The runs of one case: who answers the program, and how often.

use std::sync::Arc;

use ::reference::cpu;

use super::policy::PolicyPlayer;
use super::prompt_driven_input::{Pairs, PromptDrivenInput};
use crate::execute::{self, Input, Program};
use crate::model::{Case, Observation, Player, Reference, Turn};
use sandbox::{Interrupt, SandboxError, Supervisor};

/// A case, in the input variant in which it is run.
#[derive(Clone, Copy)]
pub(super) struct CaseRunner<'a> {
    pub(super) case: &'a Case,
    pub(super) script: &'a [String],
    pub(super) expected: &'a Arc<Vec<Turn>>,
    /// What the reference says in any case.
    pub(super) messages: &'a [String],
    pub(super) reference: &'a Reference,
    /// The number of the first row and column in this input variant.
    pub(super) base: Option<u8>,
    /// How it reads a row and a column.
    pub(super) pairs: Pairs,
    pub(super) program: &'a Program,
    /// Whether a program can be answered while it runs.
    pub(super) shows_reads: bool,
    pub(super) interrupt: &'a Interrupt,
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
    /// How many runs there are.
    pub(super) fn count(&self) -> usize {
        match &self.case.player {
            Player::Policy { seeds, .. } => seeds.len(),
            Player::Script | Player::AsAsked => 1,
        }
    }

    /// Plays one of them, counted from 0.
    pub(super) fn play(
        &self,
        number: usize,
        supervisor: &mut Supervisor,
    ) -> Result<Round, SandboxError> {
        match (&self.case.player, self.reference, &self.case.comparison.referee) {
            (Player::AsAsked, Reference::Game(game, options), _) if self.shows_reads => {
                let mut options = *options;
                options.base = self.base.or(options.base);
                let mut player =
                    PromptDrivenInput::new(self.script, self.pairs, game.start(options).as_mut());
                let seen = self
                    .execute(Input::Answers(&mut |printed| player.answer(printed)), supervisor)?;
                let mut input = inputs(&seen);
                input.extend_from_slice(player.rest());
                let expected = Arc::new(player.expected(self.expected));
                Ok(Round { input, expected, seen, remark: None })
            }
            (Player::Policy { policy, seeds }, _, Some(referee)) => {
                let seed = seeds.get(number).copied().unwrap_or_default();
                let player = cpu::Player::new(*policy, seed);
                let mut player = PolicyPlayer::new(referee, player, self.script);
                let seen = self
                    .execute(Input::Answers(&mut |printed| player.answer(printed)), supervisor)?;
                let (input, expected) = (inputs(&seen), Arc::clone(self.expected));
                Ok(Round { input, expected, seen, remark: self.remark(number) })
            }
            // The rubric's reader gives a policy only to a case with a referee, and rows only to `rowcol`.
            _ => {
                let seen = self.execute(Input::Lines(self.script), supervisor)?;
                let expected = Arc::clone(self.expected);
                Ok(Round { input: self.script.to_vec(), expected, seen, remark: None })
            }
        }
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

    fn execute(
        &self,
        input: Input<'_>,
        supervisor: &mut Supervisor,
    ) -> Result<Observation, SandboxError> {
        execute::execute(self.program, input, &self.case.limits, supervisor, self.interrupt)
    }
}

/// The lines that were read.
fn inputs(seen: &Observation) -> Vec<String> {
    seen.turns.iter().filter_map(|turn| turn.input.clone()).collect()
}
