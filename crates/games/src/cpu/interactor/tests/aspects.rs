//! What is said of each part of the rules: a fault costs its own, and nothing is right that was not shown.

use std::sync::Arc;

use ::reference::cpu::MovePolicy;
use proptest::prelude::*;

use super::games::transcript;
use super::teller::{Mistake, Style, game, style};
use super::{judged, run, sentence, words};
use crate::cpu::interactor::CpuReferee;
use crate::cpu::interactor::fault::RuleAspect;
use judging::compare::{
    ComparisonOutcome, ComparisonResult, ExpectedTranscript, compare_transcript,
};
use model::{Comparison, Exit, Observation, Referee};

/// What is said of one aspect.
fn judged_for(aspect: &'static str, seen: &Observation) -> ComparisonResult {
    let interactor: Arc<dyn Referee> = Arc::new(CpuReferee::new(words()));
    let aspects = Some(vec![aspect]);
    let rule = Comparison {
        referee: Some(interactor),
        aspects,
        ..Comparison::default()
    };
    compare_transcript(
        ExpectedTranscript {
            turns: &[],
            messages: &[],
        },
        seen,
        &rule,
    )
}

/// The aspects of which this is said.
fn with_outcome(outcome: ComparisonOutcome, seen: &Observation) -> Vec<&'static str> {
    let all = RuleAspect::NAMES.into_iter();
    all.filter(|aspect| judged_for(aspect, seen).outcome == outcome)
        .collect()
}

/// Each mistake, and the aspects that it may cost.
const OWN: [(Mistake, &[&str]); 15] = [
    (Mistake::TakesTaken, &["moves"]),
    (Mistake::TakesNothing, &["moves"]),
    (Mistake::TakesTwo, &["moves"]),
    (Mistake::MovesFirst, &["moves"]),
    (Mistake::NotRedrawn, &["board"]),
    (Mistake::MovesAfterTheEnd, &["end"]),
    (Mistake::LosesTheTurn, &["asks-again"]),
    (Mistake::Refuses, &["asks-again"]),
    (Mistake::SwapsMarks, &["board"]),
    (Mistake::LeavesEarly, &["end"]),
    (Mistake::SaysItEarly, &["winner"]),
    (Mistake::NamesTheLoser, &["winner"]),
    (Mistake::SaysNothing, &["winner"]),
    // It asks on in place of telling the end.
    (Mistake::AsksOn, &["winner", "end"]),
    (Mistake::Hangs, &["moves"]),
];

proptest! {
    #[test]
    fn a_right_game_is_right_in_every_way(seed: u64, policy in 0..6_usize, style in style()) {
        let (seen, _) = game(seed, MovePolicy::ALL[policy].1, style, Mistake::None);
        prop_assert_eq!(with_outcome(ComparisonOutcome::Equal, &seen), RuleAspect::NAMES, "{}", transcript(&seen));
    }

    #[test]
    fn a_mistake_costs_its_own_aspect_and_no_other(seed: u64, which in 0..OWN.len(), policy in 0..6_usize, style in style()) {
        let (mistake, own) = OWN[which];
        let announces = style.announces || mistake == Mistake::NotRedrawn;
        let style = Style { flushes: true, announces, ..style };
        let (seen, made) = game(seed, MovePolicy::ALL[policy].1, style, mistake);
        prop_assume!(made);
        prop_assert_eq!(with_outcome(ComparisonOutcome::Different, &seen), own, "{:?}\n{}", mistake, transcript(&seen));
    }

    #[test]
    fn a_mistake_in_output_that_was_held_back_costs_some_aspect(seed: u64, which in 0..OWN.len(), policy in 0..6_usize, style in style()) {
        let (mistake, _) = OWN[which];
        // Only reads tell when something was said.
        prop_assume!(mistake != Mistake::SaysItEarly);
        let (seen, made) = game(seed, MovePolicy::ALL[policy].1, Style { flushes: false, ..style }, mistake);
        prop_assume!(made);
        prop_assert!(!with_outcome(ComparisonOutcome::Different, &seen).is_empty(), "{mistake:?}\n{}", transcript(&seen));
    }

    #[test]
    fn a_game_that_comes_to_no_end_shows_nothing(seed: u64, hangs: bool, policy in 0..6_usize, style in style()) {
        let mistake = if hangs { Mistake::Hangs } else { Mistake::LeavesEarly };
        let (seen, made) = game(seed, MovePolicy::ALL[policy].1, Style { flushes: true, ..style }, mistake);
        prop_assume!(made);
        prop_assert_eq!(with_outcome(ComparisonOutcome::Equal, &seen), [""; 0], "{}", transcript(&seen));
        for aspect in RuleAspect::NAMES {
            prop_assert!(!judged_for(aspect, &seen).regardless_of_exit, "{}", aspect);
        }
    }

    #[test]
    fn an_aspect_is_wrong_only_in_a_game_that_is(
        outputs in prop::collection::vec("[XO |.0-9\n_+:CPU-]{0,60}", 1..8),
        inputs in prop::collection::vec(-1..12_i64, 8),
    ) {
        let inputs: Vec<String> = inputs.iter().map(i64::to_string).collect();
        let last = outputs.len() - 1;
        let turns: Vec<(&str, &str)> = outputs.iter().zip(&inputs).enumerate()
            .map(|(number, (output, input))| (output.as_str(), if number < last { input.as_str() } else { "" }))
            .collect();
        let seen = run(&turns);
        let is_right = judged(&seen).outcome == ComparisonOutcome::Equal;
        prop_assert_eq!(with_outcome(ComparisonOutcome::Equal, &seen).len() == RuleAspect::NAMES.len(), is_right);
    }
}

const EMPTY: &str = " | | \n-+-+-\n | | \n-+-+-\n | | \n?";

/// A game up to the human's last move, which wins.
const WON: [(&str, &str); 3] = [
    (EMPTY, "1"),
    ("CPU: 4\nX| | \nO| | \n | | \n?", "2"),
    ("CPU: 5\nX|X| \nO|O| \n | | \n?", "3"),
];

#[test]
fn a_program_that_only_says_that_somebody_has_won_shows_nothing() {
    for answers in 0..4 {
        let mut turns = vec![("? ", "5"); answers];
        turns.push(("You win\n", ""));
        let right = with_outcome(ComparisonOutcome::Equal, &run(&turns));
        assert_eq!(right, [""; 0], "after {answers} answers");
    }
}

#[test]
fn a_turn_that_the_cpu_lets_pass_is_found_where_no_read_tells() {
    let boards = [
        " | | \n | | \n | | \n",
        "X| | \n | | \n | | \n",
        "X|X| \n | | \n |O| \n",
        "X|X|X\n | | \n |O| \n",
    ];
    let whole = boards.join("Your move: ") + "You win\n";
    let seen = run(&[("", "1"), ("", "2"), ("", "3"), (&whole, "")]);
    assert_eq!(with_outcome(ComparisonOutcome::Different, &seen), ["moves"]);
    assert_eq!(
        with_outcome(ComparisonOutcome::Equal, &seen),
        ["board", "winner", "end"]
    );
}

#[test]
fn a_turn_that_goes_wrong_after_a_refused_answer_alone_is_a_fault_of_asking_again() {
    let turns = [
        (EMPTY, "1"),
        ("X| | \n |O| \n | | \n?", "5"),
        ("Taken\n?", "2"),
        ("X|X| \nO|O| \n | |O\n?", "3"),
        ("X|X|X\nO|O| \n | |O\nYou win\n", ""),
    ];
    let wrong = with_outcome(ComparisonOutcome::Different, &run(&turns));
    assert_eq!(wrong, ["moves", "asks-again"]);
    // If the turns before were wrong as well, that is one fault.
    let mut always = turns;
    always[1].0 = "X| | \nO|O| \n | | \n?";
    always[3].0 = "X|X| \nO|O| \n |O|O\n?";
    always[4].0 = "X|X|X\nO|O| \n |O|O\nYou win\n";
    let wrong = with_outcome(ComparisonOutcome::Different, &run(&always));
    assert_eq!(wrong, ["moves"]);
}

#[test]
fn a_refused_square_that_is_overwritten_after_all_is_a_fault_of_asking_again() {
    let board = |first: &str, middle: &str| format!("CPU: 9\n{first}\n{middle}\n | |O\n?");
    // Besides the right square, and instead of it.
    for after in [board("X|X| ", " |X| "), board("X| | ", " |X| ")] {
        let turns = [
            (EMPTY, "1"),
            ("X| | \n |O| \n | | \n?", "5"),
            ("Taken\n?", "2"),
            (&*after, "3"),
            ("", ""),
        ];
        let seen = run(&turns);
        let wrong = with_outcome(ComparisonOutcome::Different, &seen);
        assert!(wrong.contains(&"asks-again"), "{wrong:?}");
        let found = judged(&seen);
        let said = sentence(&found);
        assert!(said.contains("square 5 was taken already"), "{said}");
    }
}

#[test]
fn a_cpu_that_never_moves_shows_nothing() {
    let turns = [
        (EMPTY, "1"),
        ("X| | \n | | \n | | \n?", "2"),
        ("X|X| \n | | \n | | \n?", "3"),
        ("X|X|X\n | | \n | | \nYou win\n", ""),
    ];
    let seen = run(&turns);
    assert_eq!(with_outcome(ComparisonOutcome::Equal, &seen), [""; 0]);
    assert_eq!(with_outcome(ComparisonOutcome::Different, &seen), ["moves"]);
}

#[test]
fn two_faults_cost_two_aspects_and_each_has_its_sentence() {
    let turns = [
        (EMPTY, "1"),
        ("CPU: 1\nO| | \n | | \n | | \n?", "2"),
        ("CPU: 5\nO|X| \n |O| \n | | \n?", "3"),
        ("CPU: 9\nO|X|X\n |O| \n | |O\nYou lose\nYou win\n", ""),
    ];
    let seen = run(&turns);
    assert_eq!(with_outcome(ComparisonOutcome::Different, &seen), ["moves"]);
    let told_wrong = [
        &WON[..],
        &[("X|X|X\nO|O| \n | | \nYou lose\nPosition? ", "4")],
        &[("CPU: 6\n", "")],
    ];
    let seen = run(&told_wrong.concat());
    assert_eq!(
        with_outcome(ComparisonOutcome::Different, &seen),
        ["winner", "end"]
    );
    let said = |aspect| sentence(&judged_for(aspect, &seen)).to_owned();
    assert!(
        said("winner").contains("that the CPU has won, but the human has"),
        "{}",
        said("winner")
    );
    assert!(
        said("end").contains("but your program went on"),
        "{}",
        said("end")
    );
}

#[test]
fn a_crash_at_the_end_leaves_the_winner_out_and_on_a_full_board_is_a_turn_too_many() {
    let full = [
        (EMPTY, "1"),
        ("CPU: 2\nX|O| \n | | \n | | \n?", "3"),
        ("CPU: 5\nX|O|X\n |O| \n | | \n?", "4"),
        ("CPU: 7\nX|O|X\nX|O| \nO| | \n?", "8"),
        ("CPU: 6\nX|O|X\nX|O|O\nO|X| \n?", "9"),
        ("Player: 9\n", ""),
    ];
    let won = [&WON[..], &[("Player: 3\n", "")]].concat();
    let rows = [
        (full.to_vec(), vec!["winner", "end"]),
        (won, vec!["winner"]),
    ];
    for (turns, wrong) in rows {
        let seen = Observation {
            exit: Exit::Signal(8),
            ..run(&turns)
        };
        assert_eq!(with_outcome(ComparisonOutcome::Different, &seen), wrong);
        let stands = |aspect| judged_for(aspect, &seen).regardless_of_exit;
        assert_eq!(
            (stands("moves"), stands("winner"), stands("end")),
            (true, true, false)
        );
    }
}

#[test]
fn whose_moves_are_wrong_may_have_lost_count_of_the_squares() {
    let turns = |told| {
        [
            (EMPTY, "1"),
            ("CPU: 1\nX| | \n | | \n | | \n?", "2"),
            ("CPU: 5\nX|X| \n |O| \n | | \n?", "4"),
            ("CPU: 7\nX|X| \nX|O| \nO| | \n?", "6"),
            (told, ""),
        ]
    };
    let early = run(&turns("X|X| \nX|O|X\nO| | \nTie: it is a tie\n"));
    assert_eq!(
        with_outcome(ComparisonOutcome::Different, &early),
        ["moves"]
    );
    assert_eq!(
        with_outcome(ComparisonOutcome::NotReached, &early),
        ["winner", "end", "asks-again"]
    );
    let fits = run(&turns("CPU: 3\nX|X|O\nX|O|X\nO| | \nYou lose\n"));
    assert_eq!(
        with_outcome(ComparisonOutcome::Equal, &fits),
        ["board", "winner", "end"]
    );
}

#[test]
fn an_answer_of_which_nothing_was_told_was_refused_if_the_game_goes_on_without_it() {
    let refused = [
        (EMPTY, "9"),
        ("Invalid\n?", "1"),
        ("CPU: 4\nX| | \nO| | \n | | \n?", "2"),
        ("CPU: 5\nX|X| \nO|O| \n | | \n?", "3"),
        ("X|X|X\nO|O| \n | | \nYou win\n", ""),
    ];
    let seen = run(&refused);
    assert_eq!(
        with_outcome(ComparisonOutcome::Different, &seen),
        ["asks-again"]
    );
    assert!(
        sentence(&judged(&seen)).contains("square 9 was free, but"),
        "{}",
        sentence(&judged(&seen))
    );
    let undrawn = [
        (EMPTY, "1"),
        ("thinking\n?", "2"),
        ("CPU: 5\nX|X| \nO|O| \n | | \n?", "3"),
        ("X|X|X\nO|O| \n | | \nYou win\n", ""),
    ];
    let seen = run(&undrawn);
    assert_eq!(with_outcome(ComparisonOutcome::Different, &seen), ["board"]);
    assert_eq!(
        with_outcome(ComparisonOutcome::Equal, &seen),
        ["winner", "end"],
        "nobody saw the move"
    );
}

#[test]
fn an_x_on_another_square_is_told_with_both() {
    let elsewhere = |answer, output: &str| {
        let turns = [(EMPTY, answer), (output, "9"), ("", "")];
        let seen = run(&turns);
        (
            with_outcome(ComparisonOutcome::Different, &seen),
            sentence(&judged(&seen)).to_owned(),
        )
    };
    let (aspect, said) = elsewhere("2", "CPU: 5\n | |X\n |O| \n | | \n?");
    assert!(aspect.contains(&"moves"), "{aspect:?}");
    assert!(
        said.contains("the human chose square 2, but your program put the X on square 3"),
        "{said}"
    );
    let (aspect, said) = elsewhere("0", "CPU: 5\nX| | \n |O| \n | | \n?");
    assert!(aspect.contains(&"asks-again"), "{aspect:?}");
    assert!(
        said.contains("the position 0 could not be taken, and your program put an X on square 1"),
        "{said}"
    );
}
