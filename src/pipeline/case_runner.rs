//! The runs of one case: who answers the program, and how often.

use std::sync::Arc;

use crate::execute::{self, Input, Program};
use crate::model::{
    Case, InputConvention, LivePlayer, Observation, Player, PlayerSetup, Reference, Turn,
};
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
    /// How the program numbers and reads its input.
    pub(super) convention: &'a InputConvention,
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
            Player::Script | Player::Prompted(_) => 1,
        }
    }

    /// Plays one of them, counted from 0.
    pub(super) fn play(
        &self,
        number: usize,
        supervisor: &mut Supervisor,
    ) -> Result<Round, SandboxError> {
        let Some(mut player) = self.live_player(number) else {
            let seen = self.execute(Input::Lines(self.script), supervisor)?;
            let expected = Arc::clone(self.expected);
            return Ok(Round { input: self.script.to_vec(), expected, seen, remark: None });
        };
        let answers = &mut |printed: &[u8]| player.answer(printed);
        let seen = self.execute(Input::Answers(answers), supervisor)?;
        let mut input = inputs(&seen);
        input.extend_from_slice(player.not_given());
        let expected = player.expected(self.expected);
        Ok(Round { input, expected, seen, remark: self.remark(number) })
    }

    /// Whoever answers the program in one of the runs; none if it is given the script as it stands.
    fn live_player(&self, number: usize) -> Option<Box<dyn LivePlayer + '_>> {
        let (name, seed) = match &self.case.player {
            Player::Script => return None,
            Player::Prompted(name) => (*name, 0),
            Player::Policy { name, seeds } => {
                (*name, seeds.get(number).copied().unwrap_or_default())
            }
        };
        // Where nobody sees when a program reads, all input is given at once: that suits most.
        let game = self.reference.game().filter(|_| self.shows_reads)?;
        let words = self.case.comparison.interactor.as_ref().map(|it| it.words());
        let (script, convention) = (self.script, self.convention);
        game.live_player(PlayerSetup { name, seed, script, convention, words })
    }

    /// Where a case has several games, which one it was.
    fn remark(&self, number: usize) -> Option<String> {
        let count = self.count();
        let why = self.reference.game().and_then(|game| game.why_games_differ());
        (count > 1).then(|| {
            let which = format!("It was game {} of {count} in this test case.", number + 1);
            why.map_or_else(|| which.clone(), |why| format!("{which} {why}"))
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
