//! What no case shows: games are played, and what they show is held against what the cases do.

use std::collections::BTreeSet;

use ::reference::GameOptions;

use super::super::submission::AssignmentGrader;
use super::MutantOptions;
use super::games::BaselineGame;
use judging::case_lints::{GameOutputCounts, UncoveredOutput, printed_messages};
use model::{
    CasePlayer, GameSupport, GameTurn, ReferenceSolution, ScriptChoices, describe_refused_inputs,
};

/// A built-in game costs next to nothing, so at least so many are played.
const LEAST: usize = 2_000;

/// What games show and no case, and how many games that was. `played` are those of an outside reference.
pub(super) fn find_uncovered_behaviour(
    grader: &AssignmentGrader<'_>,
    asked: MutantOptions,
    played: &[BaselineGame],
) -> (Vec<UncoveredOutput>, usize) {
    let assignment = grader.assignment;
    let mut cases = BTreeSet::new();
    for case in &grader.expectations.scripted_variant().cases {
        if case.kind.runs_program() {
            cases.extend(printed_messages(&case.expected));
            if let ReferenceSolution::Game(game, options) = &assignment.reference {
                cases.extend(extra_behaviour(
                    *game,
                    *options,
                    &turn_inputs(&case.expected),
                ));
            }
        }
    }
    let mut games = GameOutputCounts::default();
    let mut count = 0;
    if let ReferenceSolution::Game(game, options) = &assignment.reference {
        for number in 0..asked.games.max(LEAST) {
            let mut choices =
                ScriptChoices::from_seed(asked.seed.wrapping_add((number as u64) << 20));
            let Some(script) = game.generate_script(*options, &mut choices) else {
                continue;
            };
            let turns = game.complete_transcript(*options, &CasePlayer::Script, &script);
            let Some(turns) = turns else { continue };
            // What stands behind the end of a game is nobody's.
            let script = turn_inputs(&turns);
            let mut shows = printed_messages(&turns);
            shows.extend(extra_behaviour(*game, *options, &script));
            games.add_game(&script, shows);
            count += 1;
        }
    } else {
        for game in played {
            let turns = game
                .expected
                .as_deref()
                .map_or([].as_slice(), Vec::as_slice);
            games.add_game(&game.script, printed_messages(turns));
            count += 1;
        }
    }
    (games.uncovered_by(&cases), count)
}

fn extra_behaviour(game: &dyn GameSupport, options: GameOptions, script: &[String]) -> Vec<String> {
    let mut all = describe_refused_inputs(game.rules(), options, script);
    all.extend(game.describe_decision(options, script));
    all
}

fn turn_inputs(turns: &[GameTurn]) -> Vec<String> {
    turns.iter().filter_map(|turn| turn.input.clone()).collect()
}
