//! Mutants are right without their fault, and each known bug is found where it shows.

use proptest::prelude::*;
use reference::{GameOptions, GameTurn, OutputPiece, play_transcript};

use super::built_in_games;
use judging::feedback;
use judging::feedback::stage::HintTestRun;
use judging::feedback::{JudgedRun, MutantGames};
use model::{GameSupport, KnownBugs, StartMutant, TestCase};

fn game(name: &str) -> &'static dyn GameSupport {
    built_in_games().find_game(name).unwrap()
}

fn known_bugs(game: &dyn GameSupport) -> KnownBugs {
    game.known_bugs(GameOptions::default()).unwrap()
}

fn visible_turns(turns: &[GameTurn], with_boards: bool) -> Vec<(Vec<OutputPiece>, Option<String>)> {
    let keeps = |piece: &&OutputPiece| match piece {
        OutputPiece::Prompt(_) => false,
        OutputPiece::Board(_) | OutputPiece::Message(_) => with_boards,
        OutputPiece::Choice { .. } => true,
    };
    let turn = |turn: &GameTurn| {
        (
            turn.pieces.iter().filter(keeps).cloned().collect(),
            turn.input.clone(),
        )
    };
    turns.iter().map(turn).collect()
}

fn is_like_the_reference(game: &dyn GameSupport, input: &[String]) {
    let name = game.rules().name;
    let mut right = game.rules().create_game(GameOptions::default());
    let turns = play_transcript(right.as_mut(), input);
    let mut original = (known_bugs(game).original)();
    let played = play_transcript(original.as_mut(), input);
    // The small games' wording is free, so only what they read is modelled.
    let with_boards = matches!(name, "tttn" | "domineering");
    assert_eq!(
        visible_turns(&played, with_boards),
        visible_turns(&turns, with_boards),
        "{name} {input:?}"
    );
    assert_eq!(
        original.ending().is_some(),
        right.is_over(),
        "{name} {input:?}"
    );
}

proptest! {
    #[test]
    fn without_a_fault_every_game_plays_as_the_reference(
        dimension in 0_i64..=5,
        numbers in prop::collection::vec(-1_i64..=17, 0..40),
        odd in prop::option::of("[x ]|9 1"),
    ) {
        for name in ["tttn", "domineering", "rowcol", "counters"] {
            let opening = (name == "tttn").then_some(dimension);
            let numbers = opening.iter().chain(&numbers).map(|number| match name {
                "rowcol" => number.rem_euclid(4),
                _ => *number,
            });
            let input: Vec<String> =
                numbers.map(|number| number.to_string()).chain(odd.clone()).collect();
            is_like_the_reference(game(name), &input);
        }
    }
}

/// The shipped course's short cases of a game.
fn cases(name: &str) -> Vec<TestCase> {
    let rubric = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rubric.toml");
    let course = rubric::load_course(std::path::Path::new(rubric), &built_in_games()).unwrap();
    let own = course
        .assignments
        .iter()
        .find(|assignment| assignment.id == name);
    let mut cases = own.unwrap().cases.clone();
    cases.retain(|case| (1..=13).contains(&case.input.len()));
    cases
}

/// The known bug that each run is said to have.
fn bugs_found(game: &dyn GameSupport, runs: &[JudgedRun<'_>]) -> Vec<Option<&'static str>> {
    let known = known_bugs(game);
    let names: Vec<&str> = known.bugs.iter().map(|bug| bug.mistake).collect();
    let is_known = |mistake: &&str| names.contains(mistake);
    let hints = feedback::recognise_mistakes(Some(&MutantGames::new(known)), runs, true, true);
    let of_run = |hints: Vec<model::Hint>| {
        hints
            .into_iter()
            .map(|hint| hint.mistake)
            .find(|mistake| is_known(mistake))
    };
    hints.into_iter().map(of_run).collect()
}

/// What a program that plays so gets to hear, case by case, and whether the case failed.
fn found(
    game: &dyn GameSupport,
    cases: &[TestCase],
    mutant: &StartMutant,
) -> Vec<(bool, Option<&'static str>)> {
    let stages: Vec<HintTestRun> = cases
        .iter()
        .map(|case| played(game, case, mutant))
        .collect();
    let runs: Vec<JudgedRun<'_>> = stages.iter().map(HintTestRun::judged_run).collect();
    runs.iter()
        .map(JudgedRun::has_failed)
        .zip(bugs_found(game, &runs))
        .collect()
}

fn played(game: &dyn GameSupport, case: &TestCase, mutant: &StartMutant) -> HintTestRun {
    let mut faulty = mutant();
    let turns = play_transcript(faulty.as_mut(), &case.input);
    HintTestRun::from_turns(game.rules(), case, &turns, faulty.ending().is_none())
}

/// Whether two names are as good for what was seen: where wording is free, an O that begins cannot be told from an O that
/// is named where X was meant. A player who may take all taken squares may take own ones, which may be all that a case tries.
fn is_named(found: &str, mistake: &str) -> bool {
    let equally_good = [
        ("players-swapped", "wrong-winner"),
        ("one-player-overwrites", "own-square-overwritten"),
    ];
    found == mistake || equally_good.contains(&(mistake, found))
}

/// Of the known bugs, a gate tries each of so many, as in tests/support.
fn tried_step() -> usize {
    match std::env::var("GRADER_TABLES") {
        Ok(value) if value == "all" => 1,
        _ => 3,
    }
}

#[test]
fn each_known_bug_is_found_by_its_name_in_the_shipped_cases() {
    for name in ["tttn", "domineering", "counters"] {
        let game = game(name);
        let cases = cases(name);
        let bugs = known_bugs(game).bugs.into_iter();
        let whole = bugs.filter(|bug| !bug.is_partial);
        for bug in whole.step_by(tried_step()) {
            let found = found(game, &cases, &bug.mutants[0]);
            let failed = found.iter().filter(|(failed, _)| *failed).count();
            let named = found.iter().filter_map(|(_, name)| *name);
            let (right, wrong): (Vec<_>, Vec<_>) = named.partition(|it| is_named(it, bug.mistake));
            assert_eq!(wrong, [""; 0], "{name} {bug:?}");
            // The last move of a game may be refused, and everything else be right: a prompt tells it then.
            assert!(
                right.len() + 1 >= failed,
                "{name} {bug:?}: {right:?} of {failed}"
            );
        }
    }
}

#[test]
fn a_suspicion_that_a_right_case_refutes_is_dropped() {
    let tttn = game("tttn");
    let known = known_bugs(tttn);
    let blind = known
        .bugs
        .iter()
        .find(|bug| bug.mistake == "anti-diagonal-missed")
        .unwrap();
    let cases = cases("tttn");
    let case = |id: &str| cases.iter().find(|case| case.id == id).unwrap();
    let wrong = played(tttn, case("win-anti-diagonal-x"), &blind.mutants[0]);
    let right = played(tttn, case("win-anti-diagonal-o"), &known.original);
    let also = played(tttn, case("win-top-row-x"), &known.original);
    assert_eq!(
        bugs_found(tttn, &[wrong.judged_run()]),
        [Some("anti-diagonal-missed")]
    );
    assert_eq!(
        bugs_found(
            tttn,
            &[wrong.judged_run(), right.judged_run(), also.judged_run()]
        ),
        [None; 3]
    );
}
