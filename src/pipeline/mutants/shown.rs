//! What no case shows: games are played, and what they show is held against what the cases do.

use std::collections::BTreeSet;

use ::reference::GameOptions;

use super::super::submission::AssignmentGrader;
use super::MutantsAsked;
use super::games::{Game, is_played};
use crate::case_lints::{NeverShown, ShownByGames, printed};
use crate::model::{Choices, GameSupport, Player, Reference, Turn, refused_inputs};

/// A built-in game costs next to nothing, so at least so many are played.
const LEAST: usize = 2_000;

/// What games show and no case, and how many games that was. `played` are those of an outside reference.
pub(super) fn never_shown(
    grader: &AssignmentGrader<'_>,
    asked: MutantsAsked,
    played: &[Game],
) -> (Vec<NeverShown>, usize) {
    let assignment = grader.assignment;
    let mut cases = BTreeSet::new();
    let expected = grader.expectations.input_variants.first().map(|it| it.cases.as_slice());
    for (case, (_, turns)) in assignment.cases.iter().zip(expected.unwrap_or_default()) {
        if is_played(case) {
            cases.extend(printed(turns));
            if let Reference::Game(game, options) = &assignment.reference {
                cases.extend(besides(*game, *options, &inputs(turns)));
            }
        }
    }
    let mut games = ShownByGames::default();
    let mut count = 0;
    if let Reference::Game(game, options) = &assignment.reference {
        for number in 0..asked.games.max(LEAST) {
            let mut choices = Choices::seeded(asked.seed.wrapping_add((number as u64) << 20));
            let Some(script) = game.script(*options, &mut choices) else { continue };
            let turns = game.transcript(*options, &Player::Script, &script);
            let Some(turns) = turns else { continue };
            // What stands behind the end of a game is nobody's.
            let script = inputs(&turns);
            let mut shows = printed(&turns);
            shows.extend(besides(*game, *options, &script));
            games.add(&script, shows);
            count += 1;
        }
    } else {
        for game in played {
            let turns = game.expected.as_deref().map_or([].as_slice(), Vec::as_slice);
            games.add(&game.script, printed(turns));
            count += 1;
        }
    }
    (games.never_in(&cases), count)
}

fn besides(game: &dyn GameSupport, options: GameOptions, script: &[String]) -> Vec<String> {
    let mut all = refused_inputs(game.rules(), options, script);
    all.extend(game.decides(options, script));
    all
}

fn inputs(turns: &[Turn]) -> Vec<String> {
    turns.iter().filter_map(|turn| turn.input.clone()).collect()
}
