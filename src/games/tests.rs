//! Faulty games are right without their fault, and each fault is found where it shows.

use proptest::prelude::*;
use reference::{GameId, GameOptions, Piece, transcript};

use super::*;
use crate::feedback::stage::Stage;
use crate::model::{Assignment, Case};

fn shown(turns: &[Turn], with_boards: bool) -> Vec<(Vec<Piece>, Option<String>)> {
    let keeps = |piece: &&Piece| match piece {
        Piece::Prompt(_) => false,
        Piece::Board(_) | Piece::Message(_) => with_boards,
        Piece::Choice { .. } => true,
    };
    let turn =
        |turn: &Turn| (turn.pieces.iter().filter(keeps).cloned().collect(), turn.input.clone());
    turns.iter().map(turn).collect()
}

fn is_like_the_reference(game: GameId, input: &[String]) {
    let way = mutants::original(game, GameOptions::default()).unwrap();
    let mut right = game.start(GameOptions::default());
    let turns = transcript(right.as_mut(), input);
    let played = Played::by(&way, input);
    // The small games' wording is free, so only what they read is modelled.
    let with_boards = matches!(game, GameId::Tttn | GameId::Domineering);
    assert_eq!(shown(&played.turns, with_boards), shown(&turns, with_boards), "{game:?} {input:?}");
    assert_eq!(played.ending.is_some(), right.is_over(), "{game:?} {input:?}");
}

proptest! {
    #[test]
    fn without_a_fault_every_game_plays_as_the_reference(
        dimension in 0_i64..=5,
        numbers in prop::collection::vec(-1_i64..=17, 0..40),
        odd in prop::option::of("[x ]|9 1"),
    ) {
        for game in [GameId::Tttn, GameId::Domineering, GameId::Rowcol, GameId::Counters] {
            let opening = (game == GameId::Tttn).then_some(dimension);
            let numbers = opening.iter().chain(&numbers).map(|number| match game {
                GameId::Rowcol => number.rem_euclid(4),
                _ => *number,
            });
            let input: Vec<String> =
                numbers.map(|number| number.to_string()).chain(odd.clone()).collect();
            is_like_the_reference(game, &input);
        }
    }
}

/// The shipped course's short cases of a game.
fn cases(game: GameId) -> Vec<Case> {
    let rubric = concat!(env!("CARGO_MANIFEST_DIR"), "/rubric.toml");
    let course = crate::course::load(std::path::Path::new(rubric)).unwrap();
    let own = |assignment: &&Assignment| assignment.id == game.name();
    let mut cases = course.assignments.iter().find(own).unwrap().cases.clone();
    cases.retain(|case| (1..=13).contains(&case.input.len()));
    cases
}

/// What a program that plays so gets to hear, case by case.
fn found(game: GameId, cases: &[Case], way: &Mutant) -> Vec<(bool, Option<&'static str>)> {
    let stages: Vec<Stage> = cases.iter().map(|case| played(game, case, way)).collect();
    let runs: Vec<Run<'_>> = stages.iter().map(Stage::run).collect();
    let hints = recognise(&runs, game, GameOptions::default());
    let name = |(run, hint): (&Run<'_>, &Option<Hint>)| {
        (run.failed(), hint.as_ref().map(|hint| hint.mistake))
    };
    runs.iter().zip(&hints).map(name).collect()
}

fn played(game: GameId, case: &Case, way: &Mutant) -> Stage {
    let faulty = Played::by(way, &case.input);
    Stage::that_played(game, case, &faulty.turns, faulty.ending.is_none())
}

/// Whether two names are as good for what was seen: where wording is free, an O that begins cannot be told from an O that
/// is named where X was meant.
fn is_named(found: &str, mistake: &str) -> bool {
    found == mistake || (mistake == "players-swapped" && found == "wrong-winner")
}

#[test]
fn each_mistake_is_found_by_its_name_in_the_shipped_cases() {
    for game in [GameId::Tttn, GameId::Domineering, GameId::Counters] {
        let cases = cases(game);
        for suspect in mutants::all(game, GameOptions::default()) {
            let found = found(game, &cases, &suspect.ways[0]);
            let failed = found.iter().filter(|(failed, _)| *failed).count();
            let named = found.iter().filter_map(|(_, name)| *name);
            let (right, wrong): (Vec<_>, Vec<_>) =
                named.partition(|name| is_named(name, suspect.mistake));
            let mistake = suspect.mistake;
            assert_eq!(wrong, [""; 0], "{game:?} {mistake}");
            // The last move of a game may be refused, and everything else be right: a prompt tells it then.
            assert!(right.len() + 1 >= failed, "{game:?} {mistake}: {right:?} of {failed}");
        }
    }
}

#[test]
fn a_suspicion_that_a_right_case_refutes_is_dropped() {
    let suspects = mutants::all(GameId::Tttn, GameOptions::default());
    let blind = suspects.iter().find(|one| one.mistake == "anti-diagonal-missed").unwrap();
    let cases = cases(GameId::Tttn);
    let case = |id: &str| cases.iter().find(|case| case.id == id).unwrap();
    let wrong = played(GameId::Tttn, case("win-anti-diagonal-x"), &blind.ways[0]);
    let original = mutants::original(GameId::Tttn, GameOptions::default()).unwrap();
    let right = played(GameId::Tttn, case("win-anti-diagonal-o"), &original);
    let alone = recognise(&[wrong.run()], GameId::Tttn, GameOptions::default());
    assert_eq!(alone[0].as_ref().unwrap().mistake, "anti-diagonal-missed");
    let both = recognise(&[wrong.run(), right.run()], GameId::Tttn, GameOptions::default());
    assert_eq!(both, [None, None]);
}
