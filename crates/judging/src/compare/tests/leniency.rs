//! Chatter, and numbers with tolerance.

use super::*;
use model::{ExtraLines, NumberTolerance};

fn chatty(edit: fn(&str) -> String, held: bool, scope: ComparisonScope) -> [ComparisonOutcome; 2] {
    let turns = expected(WIN);
    let mut seen = seen(&edit(&transcript(&turns)));
    if held {
        seen = held_back(seen);
    }
    let messages = ["O player wins!".to_owned(), "Draw!".to_owned()];
    [ExtraLines::Deny, ExtraLines::Allow].map(|extra_lines| {
        let rule = Comparison {
            scope,
            whitespace: WhitespaceMode::Collapse,
            extra_lines,
            ..Comparison::default()
        };
        super::super::compare_transcript(
            ExpectedTranscript {
                turns: &turns,
                messages: &messages,
            },
            &seen,
            &rule,
        )
        .outcome
    })
}

type Row = (&'static str, fn(&str) -> String, [ComparisonOutcome; 2]);

const ROWS: &[Row] = &[
    ("no chatter", str::to_owned, [Equal, Equal]),
    (
        "a compliment",
        |text| text.replace("‹1›", "‹1›Nice move!\nReally nice!\n"),
        [Different, Equal],
    ),
    (
        "a goodbye",
        |text| format!("{text}Thanks for playing.\n"),
        [Different, Equal],
    ),
    (
        "a second winner",
        |text| format!("{text}O player wins!\n"),
        [Different, Different],
    ),
    (
        "a winner in other words",
        |text| format!("{text}So the O player wins!\n"),
        [Different, Different],
    ),
    (
        "a draw besides",
        |text| format!("{text}draw!\n"),
        [Different, Different],
    ),
    (
        "a row too many",
        |text| format!("{text} X | O | X \n"),
        [Different, Different],
    ),
    (
        "no message",
        |text| text.replace("X player wins!\n", ""),
        [Different, Different],
    ),
];

#[test]
fn chatter_is_forgiven_where_the_rubric_says_so_and_a_false_word_never_is() {
    for scope in [
        ComparisonScope::Transcript,
        ComparisonScope::Turns,
        ComparisonScope::Final,
    ] {
        for held in [false, true] {
            for (name, edit, outcomes) in ROWS {
                // The last screen does not show a compliment of the second move.
                if scope == ComparisonScope::Final && *name == "a compliment" {
                    continue;
                }
                assert_eq!(
                    chatty(*edit, held, scope),
                    *outcomes,
                    "{name} {scope:?} held: {held}"
                );
            }
        }
    }
}

/// Edits of a game in which O chooses an occupied square, and what each of the settings from strict to loose makes of them.
const REDRAWS: &[(&str, &str, [ComparisonOutcome; 3])] = &[
    (
        "the prompt alone",
        "Player O enter your square choice [0-8]: ",
        [Equal; 3],
    ),
    (
        "the board again",
        " X | ? | ?\n-----------\n ? | ? | ?\n-----------\n ? | ? | ?\nPlayer O, [0-8]: ",
        [Different, Equal, Equal],
    ),
    (
        "a message and the board again",
        "Taken!\n X | ? | ?\n-----------\n ? | ? | ?\n-----------\n ? | ? | ?\n\nPlayer O, [0-8]: ",
        [Different, Equal, Equal],
    ),
    (
        "another board",
        " O | ? | ?\n-----------\n ? | ? | ?\n-----------\n ? | ? | ?\nPlayer O, [0-8]: ",
        [Different; 3],
    ),
    (
        "the board again without a prompt",
        " X | ? | ?\n-----------\n ? | ? | ?\n-----------\n ? | ? | ?\n",
        [Different; 3],
    ),
    ("no prompt", "", [Different; 3]),
];

#[test]
fn an_unchanged_board_may_precede_a_repeated_prompt() {
    let turns = expected(&["3", "0", "0", "4", "9"]);
    let settings = [ExtraLines::Deny, ExtraLines::Redraws, ExtraLines::Allow];
    for (name, edit, outcomes) in REDRAWS {
        let marked = "‹0›Player O enter your square choice [0-8]: ‹4›";
        let text = transcript(&turns);
        assert!(text.contains(marked), "{text}");
        let seen = seen(&text.replace(marked, &format!("‹0›{edit}‹4›")));
        let judged = settings.map(|extra_lines| {
            let rule = Comparison {
                scope: ComparisonScope::Turns,
                whitespace: WhitespaceMode::Collapse,
                prompts: PromptMode::Shows,
                extra_lines,
                ..Comparison::default()
            };
            compare(&turns, &seen, &rule).outcome
        });
        assert_eq!(judged, *outcomes, "{name}");
    }
    // A board before the program quits stands where nothing is asked.
    let seen = seen(&format!(
        "{} X | ? | ?\n-----------\n ? | O | ?\n-----------\n ? | ? | ?\n",
        transcript(&turns)
    ));
    let rule = Comparison {
        extra_lines: ExtraLines::Redraws,
        ..Comparison::default()
    };
    assert_eq!(compare(&turns, &seen, &rule).outcome, Different);
}

#[test]
fn numbers_are_compared_with_tolerance_wherever_they_stand() {
    let message = |text: &str| model::OutputPiece::Message(text.to_owned());
    let prompt = model::OutputPiece::Prompt(model::Prompt {
        text: "Radius: ".to_owned(),
        shows: Vec::new(),
    });
    let turns = [
        GameTurn {
            pieces: vec![prompt],
            input: Some("2".to_owned()),
        },
        GameTurn {
            pieces: vec![message("The area is 12.566 m2.\n")],
            input: None,
        },
    ];
    let outcome = |text: &str, numbers| {
        let seen = seen(text);
        [seen.clone(), held_back(seen)].map(|seen| {
            compare(
                &turns,
                &seen,
                &Comparison {
                    numbers,
                    ..Comparison::default()
                },
            )
            .outcome
        })
    };
    let near = Some(NumberTolerance {
        absolute: 0.01,
        relative: 0.0,
    });
    let right = "Radius: ‹2›The area is 12.57 m2.\n";
    assert_eq!(outcome(right, None), [Different; 2]);
    assert_eq!(outcome(right, near), [Equal; 2]);
    assert_eq!(
        outcome("Radius: ‹2›The area is 12.6 m2.\n", near),
        [Different; 2]
    );
    assert_eq!(
        outcome("Radius: ‹2›The volume is 12.566 m2.\n", near),
        [Different; 2]
    );
}

#[test]
fn a_prompt_for_each_number_of_a_line_is_a_prompt() {
    let message = |text: &str| OutputPiece::Message(text.to_owned());
    let turns = [
        GameTurn {
            pieces: vec![message("Adds.\nThree numbers: ")],
            input: Some("1 2 3".to_owned()),
        },
        GameTurn {
            pieces: vec![message("Sum: 6\n")],
            input: None,
        },
    ];
    for (text, outcome) in [
        ("Adds.\nFirst: ‹1 2 3›Second: Third: Sum: 6\n", Equal),
        ("Adds.\nFirst:\n‹1 2 3›Second:\nThird:\nSum: 6\n", Equal),
        ("Adds.\n‹1 2 3›Second: Third: Sum: 6\n", Equal),
        ("Adds.\nFirst: ‹1 2 3›Second: Third: Sum: 7\n", Different),
        (
            "Adds.\nFirst:\n‹1 2 3›Second:\nThird:\nFourth:\nSum: 6\n",
            Different,
        ),
        ("First: ‹1 2 3›Second: Third: Sum: 6\n", Different),
        ("Adds.\nFirst: ‹1 2 3›Sum: 6\nSum: 6\n", Different),
    ] {
        for (prompts, outcome) in [(PromptMode::Any, outcome), (PromptMode::Exact, Different)] {
            let rule = Comparison {
                prompts,
                ..Comparison::default()
            };
            assert_eq!(
                compare(&turns, &seen(text), &rule).outcome,
                outcome,
                "{prompts:?} {text}"
            );
        }
    }
}
