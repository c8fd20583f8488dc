//! Games of the made-up program: right ones are accepted in every style, and each mistake is found.

use ::reference::GameTurn;
use ::reference::cpu::{CpuGame, MovePolicy, SimulatedPlayer};
use proptest::prelude::*;

use super::teller::{Mistake, Style, game, style};
use super::{judged, seen, sentence, words};
use crate::cpu::interactor::GameFollower;
use judging::compare::ComparisonOutcome;
use model::{Observation, ObservedTurn};

/// Each mistake, and what the sentence about it says.
const NAMES: [(Mistake, &str); 15] = [
    (Mistake::TakesTaken, "which the human already has"),
    (Mistake::TakesNothing, "shows a move of the CPU"),
    (Mistake::TakesTwo, "moved twice"),
    (Mistake::MovesFirst, "before the human was asked"),
    (Mistake::NotRedrawn, "not drawn again"),
    (Mistake::MovesAfterTheEnd, "still moved although"),
    (Mistake::LosesTheTurn, "not lose the turn"),
    (Mistake::Refuses, "was free, but"),
    (Mistake::SwapsMarks, "X and O exchanged"),
    (Mistake::LeavesEarly, "ended although"),
    (Mistake::SaysItEarly, "before the game was over"),
    (Mistake::NamesTheLoser, "your program announced"),
    (Mistake::SaysNothing, "did not announce how"),
    (Mistake::AsksOn, "but your program went on"),
    (Mistake::Hangs, "did not come back"),
];

pub(super) fn transcript(seen: &Observation) -> String {
    let turn = |turn: &ObservedTurn| {
        let output = String::from_utf8_lossy(&turn.output).into_owned();
        output
            + &turn
                .input
                .as_ref()
                .map_or(String::new(), |input| format!("‹{input}›\n"))
    };
    seen.turns.iter().map(turn).collect()
}

proptest! {
    #[test]
    fn a_right_game_is_accepted_in_every_style(seed: u64, policy in 0..6_usize, style in style()) {
        let (seen, _) = game(seed, MovePolicy::ALL[policy].1, style, Mistake::None);
        let compared = judged(&seen);
        prop_assert_eq!(compared.outcome, ComparisonOutcome::Equal, "{}\n{}", sentence(&compared), transcript(&seen));
        prop_assert!(compared.difference.is_none());
    }

    #[test]
    fn the_references_own_games_are_accepted(seed: u64, policy in 0..6_usize) {
        let turns = CpuGame::from_seed(seed).play_game(&["0".to_owned()], SimulatedPlayer::new(MovePolicy::ALL[policy].1, seed));
        let observed = |turn: &GameTurn| {
            let output: String = turn.pieces.iter().map(|piece| piece.printed_text()).collect();
            ObservedTurn { output: output.into_bytes(), input: turn.input.clone() }
        };
        let compared = judged(&seen(turns.iter().map(observed).collect()));
        prop_assert_eq!(compared.outcome, ComparisonOutcome::Equal, "{}", sentence(&compared));
        prop_assert!(compared.remarks.is_empty());
    }

    #[test]
    fn a_mistake_is_found_and_named(seed: u64, which in 0..NAMES.len(), policy in 0..6_usize, style in style()) {
        let (mistake, name) = NAMES[which];
        // A board without the CPU's move, and no word of it, is as if it had not moved.
        let announces = style.announces || mistake == Mistake::NotRedrawn;
        let style = Style { flushes: true, announces, ..style };
        let (seen, made) = game(seed, MovePolicy::ALL[policy].1, style, mistake);
        prop_assume!(made);
        let compared = judged(&seen);
        prop_assert_eq!(compared.outcome, ComparisonOutcome::Different, "{}", transcript(&seen));
        let sentence = sentence(&compared);
        prop_assert!(sentence.contains(name), "{mistake:?}: {sentence}\n{}", transcript(&seen));
    }

    #[test]
    fn a_mistake_in_output_that_was_held_back_is_found(seed: u64, which in 0..NAMES.len(), policy in 0..6_usize, style in style()) {
        let (mistake, _) = NAMES[which];
        // Only reads tell when something was said.
        prop_assume!(mistake != Mistake::SaysItEarly);
        let (seen, made) = game(seed, MovePolicy::ALL[policy].1, Style { flushes: false, ..style }, mistake);
        prop_assume!(made);
        let compared = judged(&seen);
        prop_assert_eq!(compared.outcome, ComparisonOutcome::Different, "{:?}\n{}", mistake, transcript(&seen));
    }

    #[test]
    fn no_output_makes_it_panic_and_a_reason_is_there_exactly_when_it_is_not_right(
        outputs in prop::collection::vec("[XO |.0-9\n_+:CPU-]{0,60}", 1..8),
        inputs in prop::collection::vec(-1..12_i64, 8),
    ) {
        let last = outputs.len() - 1;
        let turns = outputs.iter().zip(&inputs).enumerate().map(|(number, (output, input))| ObservedTurn {
            output: output.clone().into_bytes(),
            input: (number < last).then(|| input.to_string()),
        });
        let compared = judged(&seen(turns.collect()));
        prop_assert_eq!(compared.outcome == ComparisonOutcome::Equal, compared.difference.is_none());
    }

    #[test]
    fn a_follower_knows_where_a_right_game_stands(seed: u64, policy in 0..6_usize, style in style()) {
        let style = Style { flushes: true, ..style };
        let (seen, _) = game(seed, MovePolicy::ALL[policy].1, style, Mistake::None);
        let words = words();
        let mut follower = GameFollower::new(&words);
        for turn in &seen.turns {
            follower.read_output(&turn.output);
            prop_assert!(follower.position().is_some());
            if let Some(input) = &turn.input {
                follower.record_answer(input.parse().unwrap());
            }
        }
        prop_assert!(follower.position().unwrap().ending().is_some());
    }
}
