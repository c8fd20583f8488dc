//! What the reference does in games that no case plays. Where it is a program of the instructor's, that is run.

use std::sync::Arc;

use ::reference::GameOptions;

use super::super::PipelineError;
use super::super::checker::KeptCheckers;
use super::super::expectations::printed;
use super::super::games::{Script, ScriptMaker};
use super::super::references::{Answer as Answered, Oracle, ReferenceError};
use super::super::submission::AssignmentGrader;
use super::HuntAsked;
use super::game::{Answer, Game};
use super::hunted::can_be_played;
use super::table::give;
use crate::model::{
    Assignment, Choices, ExpectedProduct, InputConvention, Player, Reference, Turn,
};

/// So many games of a CPU must be over for lines to be enough.
const SEEDS: u64 = 8;

/// A reference that can be asked about any game.
pub(super) struct Answers<'a> {
    grader: &'a AssignmentGrader<'a>,
    pub(super) maker: ScriptMaker<'a>,
    /// Made ready only when it is asked: a program must be built.
    oracle: Option<Oracle>,
}

impl<'a> Answers<'a> {
    pub(super) fn new(grader: &'a AssignmentGrader<'a>) -> Answers<'a> {
        let maker = ScriptMaker::new(grader.assignment, can_be_played);
        Answers { grader, maker, oracle: None }
    }

    /// The games of a hunt, the shortest first.
    pub(super) fn games(&mut self, asked: HuntAsked) -> Result<Vec<Game>, PipelineError> {
        let mut all = Vec::new();
        for script in self.maker.scripts(asked.games, asked.seed) {
            if self.grader.session.is_interrupted() {
                return Err(PipelineError::Interrupted);
            }
            let answer = self.answer(&script)?;
            all.extend(answer.map(|answer| Game { script, answer }));
        }
        Ok(all)
    }

    /// The game that choices make; none if they make none that comes to its end.
    pub(super) fn made(&mut self, choices: &[u32]) -> Result<Option<Game>, PipelineError> {
        let script = self.maker.made(Choices::given(choices.to_vec()));
        self.game(script)
    }

    /// The game with these lines, which is like another one; none if it comes to no end.
    pub(super) fn with_lines(
        &mut self,
        lines: &[String],
        like: &Game,
    ) -> Result<Option<Game>, PipelineError> {
        let script = self.maker.given_lines(lines.to_vec(), Some(like.script.like));
        self.game(script)
    }

    fn game(&mut self, script: Option<Script>) -> Result<Option<Game>, PipelineError> {
        let Some(script) = script else { return Ok(None) };
        let answer = self.answer(&script)?;
        Ok(answer.map(|answer| Game { script, answer }))
    }

    /// What is right in a game. A script with which the reference comes to no good end is none.
    fn answer(&mut self, script: &Script) -> Result<Option<Answer>, PipelineError> {
        let assignment = self.grader.assignment;
        if let Some(turns) = &script.expected {
            let (turns, products) = (Arc::clone(turns), Arc::default());
            return Ok(Some(Answer { turns, products, is_of_game: true }));
        }
        let oracle = match &mut self.oracle {
            Some(oracle) => oracle,
            none => {
                let (folder, session) = (self.grader.course_folder, self.grader.session);
                none.insert(Oracle::prepare(assignment, folder, session)?)
            }
        };
        let mut case = assignment.cases[script.like].clone();
        give(&mut case, &script.lines);
        let kept = KeptCheckers::default();
        match oracle.answer(assignment, &case, self.grader.checkers(&kept)) {
            Ok(Answered::Transcript(turns, products)) => Ok(Some(answer(turns, products))),
            Ok(Answered::Output(bytes, products)) => {
                Ok(Some(answer(vec![printed(&bytes)], products)))
            }
            Ok(Answered::Calls(_) | Answered::Tests(_)) => Ok(None),
            Err(
                ReferenceError::Fails { .. }
                | ReferenceError::Endless { .. }
                | ReferenceError::EndlessAtEnd { .. }
                | ReferenceError::ScriptTooShort { .. },
            ) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether these lines are enough for a game whose other player is the program itself.
    pub(super) fn is_long_enough(&self, lines: &[String]) -> bool {
        let Reference::Game(game, options) = &self.grader.assignment.reference else { return true };
        (0..SEEDS).all(|seed| {
            let options = GameOptions { seed: Some(seed), ..*options };
            game.transcript(options, &Player::Script, lines).is_some()
        })
    }
}

fn answer(turns: Vec<Turn>, products: Vec<ExpectedProduct>) -> Answer {
    Answer { turns: Arc::new(turns), products: Arc::new(products), is_of_game: false }
}

/// A game as a program that numbers its input otherwise plays it; none if it is none there.
pub(super) fn renumbered(
    assignment: &Assignment,
    game: &Game,
    InputConvention { options: to, .. }: &InputConvention,
) -> Option<(Vec<String>, Answer)> {
    let given = || (game.script.lines.clone(), game.answer.clone());
    let Reference::Game(rules, from) = &assignment.reference else { return Some(given()) };
    if from == to || rules.interactor().is_some() {
        return Some(given());
    }
    let lines = game.script.lines.iter().map(|line| rules.renumbered(line, *from, *to));
    let lines: Vec<String> = lines.collect();
    let turns = rules.transcript(*to, &Player::Script, &lines)?;
    Some((lines, Answer { turns: Arc::new(turns), ..game.answer.clone() }))
}
