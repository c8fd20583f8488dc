//! Single runs, and what is said of them.

use regex::Regex;

use super::{judged, judged_with, run, seen, sentence};
use judging::compare::ComparisonOutcome;
use model::{Observation, ObservedTurn, OutputPattern, PatternSet, SharedRegex};

const EMPTY: &str = " | | \n-+-+-\n | | \n-+-+-\n | | \n";

#[test]
fn a_choice_past_the_end_of_the_published_list_is_explained() {
    let welcome = format!("{EMPTY}Position: ");
    let runs = [
        ("9", "CPU: 9\nInvalid Position\nPosition: ", true),
        ("5", "CPU: 5\nInvalid Position\nPosition: ", false),
    ];
    for (input, output, is_past_the_end) in runs {
        let compared = judged(&run(&[(&welcome, input), (output, "1"), ("", "")]));
        let sentence = sentence(&compared);
        assert!(
            sentence.contains("which the human already has"),
            "{sentence}"
        );
        assert_eq!(
            sentence.contains("1 + rand() % size"),
            is_past_the_end,
            "{sentence}"
        );
    }
}

#[test]
fn refused_squares_that_are_counted_as_moves_are_named() {
    let board = "X| | \n-+-+-\n |O| \n-+-+-\n | | \n";
    let again = "Invalid\nPosition: ";
    let won = "X| | \n-+-+-\n |O| \n-+-+-\n |O|X\nWinner: Player\n";
    let drawn = "X|X| \n-+-+-\n |O| \n-+-+-\n |O| \nWinner: Draw\n";
    let first = format!("CPU: 5\n{board}Position: ");
    let runs = [
        (vec!["5", "9"], won, "that the human has won too early"),
        (
            vec!["1", "5", "1", "5", "1", "2"],
            drawn,
            "a draw too early",
        ),
    ];
    for (answers, end, name) in runs {
        let mut turns = vec![(EMPTY, "1"), (first.as_str(), answers[0])];
        turns.extend(answers[1..].iter().map(|answer| (again, *answer)));
        turns.push((end, ""));
        let compared = judged(&run(&turns));
        let sentence = sentence(&compared);
        assert!(
            sentence.contains(name) && sentence.contains("refused"),
            "{sentence}"
        );
    }
}

#[test]
fn a_draw_long_after_nine_claims_is_no_count_of_refused_squares() {
    let board = "X| | \n-+-+-\n |O| \n-+-+-\n | | \n";
    let first = format!("CPU: 5\n{board}Position: ");
    let second = "CPU: 9\nX|X| \n-+-+-\n |O| \n-+-+-\n | |O\nPosition: ";
    let drawn = "X|X| \n-+-+-\nX|O| \n-+-+-\n | |O\nWinner: Draw\n";
    let mut turns = vec![(EMPTY, "1"), (first.as_str(), "1")];
    turns.extend(["5", "1", "5", "1", "5", "2"].map(|answer| ("Invalid\nPosition: ", answer)));
    turns.extend([(second, "4"), (drawn, "")]);
    let compared = judged(&run(&turns));
    let sentence = sentence(&compared);
    assert!(
        sentence.contains("announced a draw") && !sentence.contains("refused"),
        "{sentence}"
    );
}

#[test]
fn moves_at_the_end_of_the_input_are_named() {
    let output = "X|O| \n-+-+-\n | | \n-+-+-\n | | \nX|O|O\n-+-+-\n | | \n-+-+-\n | | \n";
    let seen = Observation {
        saw_eof: true,
        ..run(&[(EMPTY, "1"), (output, "")])
    };
    let compared = judged(&seen);
    assert!(
        sentence(&compared).contains("when the input had ended"),
        "{}",
        sentence(&compared)
    );
}

#[test]
fn two_moves_before_the_end_of_input_are_not_moves_after_it() {
    let output = "X|O|O\n-+-+-\n | | \n-+-+-\n | | \nPosition: ";
    let seen = Observation {
        saw_eof: true,
        before_end: Some(output.into()),
        ..run(&[(EMPTY, "1"), (output, "")])
    };
    let compared = judged(&seen);
    assert!(sentence(&compared).contains("moved twice"));
}

#[test]
fn a_score_is_no_move_where_boards_show_the_moves() {
    let ask = "Player: 0\nCPU: 0\nPosition: ";
    let board = |first: &str, second: &str| format!("{first}\n-+-+-\n{second}\n-+-+-\n | | \n");
    let start = format!("{EMPTY}{ask}");
    let one = format!("CPU: 5\n{}{ask}", board("X| | ", " |O| "));
    let two = format!("CPU: 6\n{}{ask}", board("X|X| ", " |O|O"));
    let won = board("X|X|X", " |O|O") + "Winner: Player\nScore, Player 1, CPU: 9\n";
    let turns = [(&*start, "1"), (&*one, "2"), (&*two, "3"), (&*won, "")];
    assert_eq!(sentence(&judged(&run(&turns))), "accepted");
    // The same words as before are a move.
    let moves = won.replace("Score, Player 1, CPU: 9", "CPU: 9");
    let turns = [(&*start, "1"), (&*one, "2"), (&*two, "3"), (&*moves, "")];
    assert!(sentence(&judged(&run(&turns))).contains("still moved although"));
}

#[test]
fn a_score_above_each_board_is_no_move() {
    let score = |cpu: u8| format!("Player: 0\nCPU: {cpu}\n");
    let board = |first: &str, second: &str, third: &str| {
        format!("{first}\n-+-+-\n{second}\n-+-+-\n{third}\n")
    };
    let start = format!("{}{EMPTY}Position: ", score(0));
    let one = format!("{}{}Position: ", score(0), board("X| | ", " |O| ", " | | "));
    let two = format!("{}{}Position: ", score(0), board("X|X|O", " |O| ", " | | "));
    let lost = score(1) + &board("X|X|O", "X|O| ", "O| | ") + "Winner: CPU\n";
    let turns = [(&*start, "1"), (&*one, "2"), (&*two, "4"), (&*lost, "")];
    assert_eq!(sentence(&judged(&run(&turns))), "accepted");
}

#[test]
fn an_announcement_and_a_board_must_agree() {
    let output = "CPU: 3\nX|O| \n-+-+-\n | | \n-+-+-\n | | \n";
    let compared = judged(&run(&[(EMPTY, "1"), (output, "")]));
    assert!(sentence(&compared).contains("square 3, but its board shows an O on square 2"));
}

#[test]
fn a_wrong_board_is_shown_beside_the_right_one() {
    let output = "CPU: 2\nX|O| \n-+-+-\n |X| \n-+-+-\n | | \nPosition: ";
    let compared = judged(&run(&[(EMPTY, "1"), (output, "5"), ("", "")]));
    assert!(sentence(&compared).starts_with("After the 1st input, `1`, the board does not show"));
    let lines = &compared.difference.as_ref().unwrap().lines;
    assert_eq!(lines.len(), 10, "{lines:?}");
    let otherwise = |text: &str| text.replace("-+-+-", "---+---+---").replace('|', " | ");
    let empty = otherwise(EMPTY);
    let output = otherwise(output);
    let compared = judged(&run(&[
        (empty.as_str(), "1"),
        (output.as_str(), "5"),
        ("", ""),
    ]));
    assert!(sentence(&compared).starts_with("After the 1st input, `1`, the board does not show"));
    assert_eq!(
        compared.difference.unwrap().lines,
        [],
        "the program draws otherwise"
    );
}

#[test]
fn a_board_that_is_not_recognised_leaves_the_judgement_to_the_announcements_with_a_remark() {
    let art = "/X.\n\\..\n%#@!\n";
    let end = "Winner: Player\n";
    let turns = [
        ("", "1"),
        (&format!("CPU: 5\n{art}?"), "2"),
        (&format!("CPU: 7\n{art}?"), "3"),
        (&format!("{art}{end}"), ""),
    ];
    let compared = judged(&run(&turns.map(|(output, input)| (output, input))));
    assert_eq!(
        compared.outcome,
        ComparisonOutcome::Equal,
        "{}",
        sentence(&compared)
    );
    assert!(
        compared.remarks[0].contains("was not recognised"),
        "{:?}",
        compared.remarks
    );
}

#[test]
fn where_nothing_is_understood_the_patterns_judge_with_a_remark() {
    let art = "/X.\n\\..\n%#@!\nI think of a number\n?";
    let mut turns = vec![("", "1"), (art, "2"), (art, "3")];
    let patterns = PatternSet {
        ordered: vec![OutputPattern {
            typed: "You win".to_owned(),
            regex: SharedRegex::new(Regex::new("You win").unwrap()),
        }],
        ..PatternSet::default()
    };
    for (end, outcome) in [
        ("You win", ComparisonOutcome::Equal),
        ("Bye", ComparisonOutcome::Different),
    ] {
        turns.push((end, ""));
        for patterns in [None, Some(patterns.clone())] {
            let compared = judged_with(patterns, &run(&turns));
            assert_eq!(compared.outcome, outcome);
            assert!(
                compared
                    .remarks
                    .iter()
                    .any(|it| it.contains("could not be followed"))
            );
        }
        turns.pop();
    }
}

#[test]
fn waiting_for_a_key_after_the_end_is_allowed_and_another_round_is_not() {
    let start = [
        (EMPTY, "1"),
        ("CPU: 4\nX| | \nO| | \n | | \n?", "2"),
        ("CPU: 5\nX|X| \nO|O| \n | | \n?", "3"),
    ];
    let end = "X|X|X\nO|O| \n | | \nYou win\nPress a key";
    let waits = [&start[..], &[(end, "4"), ("", "")]].concat();
    assert_eq!(judged(&run(&waits)).outcome, ComparisonOutcome::Equal);
    let continues_after_end = [&start[..], &[(end, "4"), ("CPU: 6\n", "")]].concat();
    assert!(sentence(&judged(&run(&continues_after_end))).contains("but your program went on"));
}

#[test]
fn a_win_whose_move_was_not_drawn_is_not_told_too_early() {
    let turn = |(output, input): (&str, Option<&str>)| ObservedTurn {
        output: output.into(),
        input: input.map(str::to_owned),
    };
    let last = |told: &str| {
        let turns = [
            (". . .\n. . .\n. . .\nYour move: ", Some("1")),
            ("X . .\n. O .\n. . .\nYour move: ", Some("2")),
            ("X X O\n. O .\n. . .\nYour move: ", Some("4")),
            (told, None),
        ];
        sentence(&judged(&seen(turns.map(turn).into()))).to_owned()
    };
    let undrawn = last("X X O\nX O .\n. . .\nYou lose\n");
    assert!(undrawn.contains("shows the move that won"), "{undrawn}");
    let early = last("X X O\nX O .\n. . .\nYou win\n");
    assert!(early.contains("before the game was over"), "{early}");
}

#[test]
fn squares_that_are_counted_from_zero_are_one_fault_and_no_move_of_the_cpu() {
    let opening = "0|1|2\n-+-+-\n3|4|5\n-+-+-\n6|7|8\nPosition: ";
    let first = "CPU: 0\nO|1|2\n-+-+-\n3|X|5\n-+-+-\n6|7|8\nPosition: ";
    let second = "CPU: 2\nO|X|O\n-+-+-\n3|X|5\n-+-+-\n6|7|8\nPosition: ";
    let last = "O|X|O\n-+-+-\n3|X|5\n-+-+-\n6|X|8\nWinner: Player\n";
    let turns = [(opening, "4"), (first, "1"), (second, "7"), (last, "")];
    let compared = judged(&run(&turns));
    assert!(
        sentence(&compared).contains("from 0 to 8"),
        "{}",
        sentence(&compared)
    );
    // Other faults come first, with the program's numbers.
    let taken = judged(&run(&[
        (opening, "4"),
        ("CPU: 4\nPosition: ", "1"),
        ("", ""),
    ]));
    assert!(
        sentence(&taken).contains("`4`, the CPU chose square 4"),
        "{}",
        sentence(&taken)
    );
    // A board says more than a prompt: the X stands on the square with the number that was typed.
    let blank = "...\n...\n...\nPosition [0-8]: ";
    let drawn = |board: &str| format!("{board}Position [0-8]: ");
    let after_one = drawn("O..\n.X.\n...\n");
    let after_two = drawn("OXO\n.X.\n...\n");
    let turns = [
        (blank, "5"),
        (&after_one, "2"),
        (&after_two, "8"),
        ("OXO\n.X.\n.X.\nWinner: Player\n", ""),
    ];
    let asks = judged(&run(&turns));
    assert!(
        sentence(&asks).contains("asks for a square from 0 to 8"),
        "{}",
        sentence(&asks)
    );
    // A range that it names says more than its board.
    let from_one = opening.replace("Position", "Position [1-9]");
    let turns = [
        (from_one.as_str(), "5"),
        (first, "2"),
        (second, "8"),
        (last, ""),
    ];
    let named = judged(&run(&turns));
    assert!(
        !sentence(&named).contains("from 0 to 8"),
        "{}",
        sentence(&named)
    );
}
