//! What the reference does in games that no case plays. Where it is a program of the instructor's, that is run.

use std::sync::Arc;

use ::reference::GameOptions;

use super::super::PipelineError;
use super::super::checker::PersistentCheckers;
use super::super::expectations::turn_from_output;
use super::super::games::{GameScript, ScriptMaker};
use super::super::references::{ReferenceAnswer as Answered, ReferenceError, ReferenceOracle};
use super::super::submission::AssignmentGrader;
use super::HuntOptions;
use super::game::{HuntAnswer, HuntGame};
use super::hunted::can_be_played;
use model::{
    Assignment, CasePlayer, ExpectedSideOutput, GameTurn, InputConvention, ReferenceSolution,
    ScriptChoices,
};

/// So many games of a CPU must be over for lines to be enough.
const SEEDS: u64 = 8;

/// A reference that can be asked about any game.
pub(super) struct HuntOracle<'a> {
    grader: &'a AssignmentGrader<'a>,
    pub(super) maker: ScriptMaker<'a>,
    /// Made ready only when it is asked: a program must be built.
    oracle: Option<ReferenceOracle>,
}

impl<'a> HuntOracle<'a> {
    pub(super) fn new(grader: &'a AssignmentGrader<'a>) -> HuntOracle<'a> {
        let mut cases = grader.expectations.scripted_variant().cases.clone();
        cases.retain(|case| can_be_played(case));
        let maker = ScriptMaker::new(grader.assignment, cases);
        HuntOracle {
            grader,
            maker,
            oracle: None,
        }
    }

    /// The games of a hunt, the shortest first.
    pub(super) fn make_games(
        &mut self,
        asked: HuntOptions,
    ) -> Result<Vec<HuntGame>, PipelineError> {
        let mut all = Vec::new();
        for script in self.maker.make_scripts(asked.games, asked.seed) {
            if self.grader.session.is_interrupted() {
                return Err(PipelineError::Interrupted);
            }
            let answer = self.solve_script(&script)?;
            all.extend(answer.map(|answer| HuntGame { script, answer }));
        }
        Ok(all)
    }

    /// The game that choices make; none if they make none that comes to its end.
    pub(super) fn game_from_choices(
        &mut self,
        choices: &[u32],
    ) -> Result<Option<HuntGame>, PipelineError> {
        let script = self
            .maker
            .script_from_choices(ScriptChoices::from_numbers(choices.to_vec()));
        self.game_from_script(script)
    }

    /// The game with these lines, which is like another one; none if it comes to no end.
    pub(super) fn game_from_lines(
        &mut self,
        lines: &[String],
        like: &HuntGame,
    ) -> Result<Option<HuntGame>, PipelineError> {
        let script = self
            .maker
            .script_from_lines(lines.to_vec(), Some(&like.script.like));
        self.game_from_script(script)
    }

    fn game_from_script(
        &mut self,
        script: Option<GameScript>,
    ) -> Result<Option<HuntGame>, PipelineError> {
        let Some(script) = script else {
            return Ok(None);
        };
        let answer = self.solve_script(&script)?;
        Ok(answer.map(|answer| HuntGame { script, answer }))
    }

    /// What is right in a game. A script with which the reference comes to no good end is none.
    fn solve_script(&mut self, script: &GameScript) -> Result<Option<HuntAnswer>, PipelineError> {
        let assignment = self.grader.assignment;
        if let Some(turns) = &script.expected {
            let turns = Arc::clone(turns);
            let products = Arc::default();
            return Ok(Some(HuntAnswer {
                turns,
                products,
                is_of_game: true,
            }));
        }
        let oracle = match &mut self.oracle {
            Some(oracle) => oracle,
            none => {
                let folder = self.grader.course_folder;
                let session = self.grader.session;
                none.insert(ReferenceOracle::prepare(assignment, folder, session)?)
            }
        };
        let case = script.like.with_script(&script.lines, Arc::default()).spec;
        let kept = PersistentCheckers::default();
        match oracle.answer_case(assignment, &case, self.grader.checker_runner(&kept)) {
            Ok(Answered::Transcript(turns, products)) => {
                Ok(Some(answer_from_program(turns, products)))
            }
            Ok(Answered::Output(bytes, products)) => Ok(Some(answer_from_program(
                vec![turn_from_output(&bytes)],
                products,
            ))),
            Ok(Answered::Calls(..) | Answered::Tests(..)) => Ok(None),
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
        let ReferenceSolution::Game(game, options) = &self.grader.assignment.reference else {
            return true;
        };
        (0..SEEDS).all(|seed| {
            let options = GameOptions {
                seed: Some(seed),
                ..*options
            };
            game.complete_transcript(options, &CasePlayer::Script, lines)
                .is_some()
        })
    }
}

fn answer_from_program(turns: Vec<GameTurn>, products: Vec<ExpectedSideOutput>) -> HuntAnswer {
    HuntAnswer {
        turns: Arc::new(turns),
        products: Arc::new(products),
        is_of_game: false,
    }
}

/// A game as a program that numbers its input otherwise plays it; none if it is none there.
pub(super) fn renumber_game(
    assignment: &Assignment,
    game: &HuntGame,
    InputConvention { options: to, .. }: &InputConvention,
) -> Option<(Vec<String>, HuntAnswer)> {
    let given = || (game.script.lines.clone(), game.answer.clone());
    let ReferenceSolution::Game(rules, from) = &assignment.reference else {
        return Some(given());
    };
    if from == to || rules.referee_constructor().is_some() {
        return Some(given());
    }
    let lines = game
        .script
        .lines
        .iter()
        .map(|line| rules.renumber_line(line, *from, *to));
    let lines: Vec<String> = lines.collect();
    let turns = rules.complete_transcript(*to, &CasePlayer::Script, &lines)?;
    Some((
        lines,
        HuntAnswer {
            turns: Arc::new(turns),
            ..game.answer.clone()
        },
    ))
}
