//! Games that no case plays: which criteria have them, what the reference does in them, and how they become cases.

use std::collections::BTreeMap;
use std::sync::Arc;

use ::reference::GameOptions;

use super::HuntOptions;
use crate::script_maker::{GameScript, ScriptMaker};
use grading::{
    AssignmentGrader, CaseKind, PersistentCheckers, PipelineError, PreparedCase,
    ReferenceAnswer as Answered, ReferenceError, ReferenceOracle, join_output, judging_criteria,
    turn_from_output,
};
use model::{
    Assignment, CasePlayer, CriterionKind, ExpectedSideOutput, GameTurn, Grade, InputConvention,
    JudgedCase, Points, ReferenceSolution, ScriptChoices, TestCase,
};

/// Whether games like a case can be played: the script is all of the input, and the program is started once.
pub(super) fn can_be_played(case: &PreparedCase) -> bool {
    match &case.kind {
        CaseKind::Script => true,
        CaseKind::WholeInput(input) => input.lines().is_some(),
        CaseKind::Interactive(_)
        | CaseKind::Repeated
        | CaseKind::Calls(..)
        | CaseKind::UnitTests(..) => false,
    }
}

/// The places of the criteria in which a program is hunted, each with whether the program has all of its points; or why there are none.
pub(super) fn hunted_criteria(
    assignment: &Assignment,
    cases: &[Arc<PreparedCase>],
    grade: &Grade,
    all: bool,
) -> Result<BTreeMap<usize, bool>, String> {
    if matches!(assignment.reference, ReferenceSolution::Answers) {
        return Err(
            "its expected answers are files, so nothing is known of other inputs".to_owned(),
        );
    }
    let playing = |place: &usize| awards_points_for_games(assignment, cases, *place);
    let can: Vec<usize> = (0..assignment.criteria.len()).filter(playing).collect();
    if can.is_empty() {
        return Err(
            "no criterion has cases in which a program is given lines and nothing else".to_owned(),
        );
    }
    let mut hunted = BTreeMap::new();
    for place in can {
        let criterion = &assignment.criteria[place];
        let report = grade
            .criteria
            .iter()
            .find(|report| report.id == criterion.id);
        let is_full = report.is_some_and(|report| report.points == criterion.points());
        if is_full || all {
            hunted.insert(place, is_full);
        }
    }
    match hunted.is_empty() {
        true => {
            Err("no points left to lose: it lacks some in each criterion that runs it".to_owned())
        }
        false => Ok(hunted),
    }
}

/// Whether a criterion has points for games.
fn awards_points_for_games(
    assignment: &Assignment,
    cases: &[Arc<PreparedCase>],
    place: usize,
) -> bool {
    let criterion = &assignment.criteria[place];
    let has_points = matches!(criterion.kind, CriterionKind::Ordinary(points) | CriterionKind::Extra(points) if points > Points::ZERO);
    has_points
        && cases
            .iter()
            .any(|case| case.is_judged_by(place) && can_be_played(case))
}

/// The right behaviour in one game.
#[derive(Debug, Clone)]
pub(super) struct HuntAnswer {
    pub(super) turns: Arc<Vec<GameTurn>>,
    pub(super) products: Arc<Vec<ExpectedSideOutput>>,
    /// Whether it comes from a built-in game, read by read.
    pub(super) is_of_game: bool,
}

/// A game with the right behaviour.
#[derive(Debug, Clone)]
pub(super) struct HuntGame {
    pub(super) script: GameScript,
    pub(super) answer: HuntAnswer,
}

/// The case by which games like it are judged: by its criteria, and by those about a part of the game's rules, because any game
/// shows these.
pub(super) fn game_case(assignment: &Assignment, like: &PreparedCase) -> PreparedCase {
    // A policy that goes on after a script would not play the given game.
    let player = match &like.spec.player {
        CasePlayer::Policy { .. } => CasePlayer::Script,
        other => other.clone(),
    };
    let judges_rules = |judged: &JudgedCase| {
        let rule = judged.comparison.as_ref();
        like.spec.comparison.referee.is_some() && rule.is_some_and(|it| it.aspects.is_some())
    };
    PreparedCase {
        spec: Arc::new(TestCase {
            player,
            ..(*like.spec).clone()
        }),
        criteria: judging_criteria(assignment, like.place, judges_rules),
        ..like.clone()
    }
}

/// A game as a case: `like`, with these lines.
pub(super) fn case_of_game(
    like: &PreparedCase,
    lines: &[String],
    answer: &HuntAnswer,
) -> PreparedCase {
    let turns = match &like.kind {
        CaseKind::WholeInput(_) if answer.is_of_game => Arc::new(vec![join_output(&answer.turns)]),
        _ => Arc::clone(&answer.turns),
    };
    PreparedCase {
        products: Arc::clone(&answer.products),
        ..like.with_script(lines, turns)
    }
}

/// Lines are enough if the games of so many CPUs end with them.
const SEEDS: u64 = 8;

/// Answers what is right in any game.
pub(super) struct HuntOracle<'a> {
    grader: &'a AssignmentGrader<'a>,
    pub(super) maker: ScriptMaker<'a>,
    /// Prepared when it is needed, because a program must be built.
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

    /// The game that choices make; none if it does not end.
    pub(super) fn game_from_choices(
        &mut self,
        choices: &[u32],
    ) -> Result<Option<HuntGame>, PipelineError> {
        let script = self
            .maker
            .script_from_choices(ScriptChoices::from_numbers(choices.to_vec()));
        self.game_from_script(script)
    }

    /// The game with these lines, which is like another one; none if it does not end.
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

    /// The right behaviour in a game; none if the reference fails with this script.
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

    /// Whether these lines are enough for a game in which the program is the other player.
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

/// A game for a program that numbers its input differently; none if it is no game there.
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
