//! A game that a program is hunted on, and what is right in it.

use std::sync::Arc;

use super::super::expectations::join_output;
use super::super::games::GameScript;
use super::super::prepared_case::{CaseKind, PreparedCase, judging_criteria};
use model::{Assignment, CasePlayer, ExpectedSideOutput, GameTurn, JudgedCase, TestCase};

/// What is right in one game.
#[derive(Debug, Clone)]
pub(super) struct HuntAnswer {
    pub(super) turns: Arc<Vec<GameTurn>>,
    pub(super) products: Arc<Vec<ExpectedSideOutput>>,
    /// Whether a built-in game says so, read by read.
    pub(super) is_of_game: bool,
}

/// A game, with what is right in it.
#[derive(Debug, Clone)]
pub(super) struct HuntGame {
    pub(super) script: GameScript,
    pub(super) answer: HuntAnswer,
}

/// The case as games like it are judged: by its criteria, and by those that look at a part of the game's rules, which any game shows.
pub(super) fn game_case(assignment: &Assignment, like: &PreparedCase) -> PreparedCase {
    // Whoever goes on after a script plays no game that is given.
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
