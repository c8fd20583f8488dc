//! Comparing turn by turn: one slip costs one turn.

use super::*;
use model::{DiffLine, PartCount};

const BY_TURNS: Comparison = Comparison {
    scope: ComparisonScope::Turns,
    whitespace: WhitespaceMode::Collapse,
    ..Comparison::DEFAULT
};

/// An edit of the reference's transcript, and how many of the turns are then right.
type Row = (&'static str, fn(&str) -> String, usize, usize);

/// The game WIN has 8 turns.
const ROWS: &[Row] = &[
    ("the reference itself", str::to_owned, 8, 8),
    (
        "another prompt",
        |text| text.replace("enter your square choice", "your move"),
        8,
        8,
    ),
    ("blank lines", |text| text.replace('›', "›\n\n"), 8, 8),
    (
        "a wrong message at the end",
        |text| text.replace("X player wins!", "O player wins!"),
        7,
        8,
    ),
    (
        "a board wrong once",
        |text| text.replacen(" O | ? ", " X | ? ", 1),
        7,
        8,
    ),
    (
        "no first board",
        |text| {
            text.replacen(
                &text[text.find(" ?").unwrap_or(0)..text.find("Player").unwrap_or(0)],
                "",
                1,
            )
        },
        7,
        8,
    ),
    (
        "a turn too many",
        |text| text.replacen("‹3›", "‹3›Size again: ‹3›", 1),
        8,
        9,
    ),
    (
        "a turn missing",
        |text| text.replacen("‹0›Player X enter your square choice [0-8]: ", "", 1),
        7,
        8,
    ),
];

#[test]
fn a_slip_costs_the_turn_in_which_it_stands() {
    let turns = expected(WIN);
    for (name, edit, right, all) in ROWS {
        let compared = compare(&turns, &seen(&edit(&transcript(&turns))), &BY_TURNS);
        assert_eq!(
            compared.parts,
            Some(PartCount {
                right: *right,
                all: *all
            }),
            "{name}"
        );
        assert_eq!(compared.outcome == Equal, right == all, "{name}");
    }
}

/// The same edits under `scope = "transcript"`, where lines count. Without its prompts the game has 31 lines.
#[test]
fn a_slip_costs_the_line_in_which_it_stands() {
    let turns = expected(WIN);
    let rule = Comparison {
        scope: ComparisonScope::Transcript,
        ..BY_TURNS
    };
    let lines = [
        (31, 31),
        (31, 31),
        (31, 31),
        (30, 31),
        (30, 31),
        (26, 31),
        (31, 32),
        (30, 31),
    ];
    for ((name, edit, ..), (right, all)) in ROWS.iter().zip(lines) {
        let compared = compare(&turns, &seen(&edit(&transcript(&turns))), &rule);
        assert_eq!(compared.parts, Some(PartCount { right, all }), "{name}");
        assert_eq!(compared.outcome == Equal, right == all, "{name}");
    }
    let wrong = transcript(&turns).replace("wins!", "loses!");
    let wrong = compare(&turns, &held_back(seen(&wrong)), &rule);
    assert_eq!(wrong.parts, Some(PartCount { right: 30, all: 31 }));
    // Who asks nothing loses no line by it, whether the reads can be seen or not.
    let mut silent = turns.clone();
    for turn in &mut silent {
        let is_prompt = |piece: &OutputPiece| matches!(piece, OutputPiece::Prompt(_));
        turn.pieces.retain(|piece| !is_prompt(piece));
    }
    let wrong = seen(&transcript(&silent).replace("wins!", "loses!"));
    for seen in [wrong.clone(), held_back(wrong)] {
        let compared = compare(&turns, &seen, &rule);
        assert_eq!(compared.parts, Some(PartCount { right: 30, all: 31 }));
    }
}

#[test]
fn turns_that_nobody_could_see_are_all_right_or_all_wrong() {
    let turns = expected(WIN);
    let right = compare(&turns, &held_back(seen(&transcript(&turns))), &BY_TURNS);
    assert_eq!(right.parts, Some(PartCount { right: 8, all: 8 }));
    let wrong = transcript(&turns).replace("wins!", "loses!");
    let wrong = compare(&turns, &held_back(seen(&wrong)), &BY_TURNS);
    assert_eq!(wrong.parts, Some(PartCount { right: 0, all: 8 }));
    assert!(
        wrong
            .remarks
            .iter()
            .any(|remark| remark.contains("could not be counted"))
    );
}

#[test]
fn ten_thousand_turns_are_paired_without_trying_every_pair() {
    let turn = |output: &str| GameTurn {
        pieces: vec![model::OutputPiece::Message(output.to_owned())],
        input: Some("1".to_owned()),
    };
    let mut turns: Vec<GameTurn> = (0..10_000)
        .map(|number| turn(&format!("{number}\n")))
        .collect();
    turns.push(GameTurn {
        pieces: Vec::new(),
        input: None,
    });
    let text: String = (0..10_000)
        .map(|number| format!("{}\n‹1›", number + 1))
        .collect();
    let rule = Comparison {
        prompts: PromptMode::Exact,
        ..BY_TURNS
    };
    let compared = compare(&turns, &seen(&text), &rule);
    // Pairs are made by number: only the last turn, in which nothing is printed, is right.
    assert_eq!(
        compared.parts,
        Some(PartCount {
            right: 1,
            all: 10_001
        })
    );
}

#[test]
fn the_last_line_of_a_program_that_has_ended_is_no_prompt() {
    // The reference goes on where the program declares a draw: its own words are on its last screen.
    let turns = expected(&["5", "0", "1"]);
    let printed = transcript(&turns[..2]) + "\nDraw...game over!\n";
    let rule = Comparison {
        scope: ComparisonScope::Final,
        ..BY_TURNS
    };
    let found = compare(&turns, &seen(&printed), &rule).difference.unwrap();
    let actual: Vec<&str> = found.lines.iter().filter_map(DiffLine::actual).collect();
    assert!(actual.contains(&"Draw...game over!"), "{:?}", found.lines);
}
