//! Ways in which programs differ from the reference, each with what it must be judged.
//!
//! Each row edits the reference's own transcript; an input stands in it where it was read, as `‹0›`.

use ::reference::{GameOptions, tttn};

mod laws;
mod leniency;
mod turns;

use super::{ComparisonOutcome, ComparisonResult, ExpectedTranscript};
use ComparisonOutcome::{Different, Equal, Presentation};
use model::{
    Comparison, ComparisonScope, Exit, GameTurn, Observation, ObservedTurn, OutputPiece,
    PromptMode, WhitespaceMode,
};

const PROMPT: &str = "Player X enter your square choice [0-8]: ";

fn expected(script: &[&str]) -> Vec<GameTurn> {
    let lines: Vec<String> = script.iter().map(|line| (*line).to_owned()).collect();
    ::reference::play_transcript(
        tttn::RULES.create_game(GameOptions::default()).as_mut(),
        &lines,
    )
}

/// The reference's transcript with a mark at each read.
fn transcript(turns: &[GameTurn]) -> String {
    let marked = |turn: &GameTurn| match &turn.input {
        Some(input) => format!("{}‹{input}›", turn.printed_text()),
        None => turn.printed_text(),
    };
    turns.iter().map(marked).collect()
}

/// What was seen of a program that printed `text` and read at its marks.
fn seen(text: &str) -> Observation {
    let mut turns = Vec::new();
    let mut rest = text;
    while let Some((output, after)) = rest.split_once('‹') {
        let Some((input, after)) = after.split_once('›') else {
            break;
        };
        turns.push(ObservedTurn {
            output: output.into(),
            input: Some(input.to_owned()),
        });
        rest = after;
    }
    turns.push(ObservedTurn::without_input(rest));
    Observation::new(turns, Exit::Code(0))
}

/// The same program with all output held back until its end.
fn held_back(mut seen: Observation) -> Observation {
    let all = seen.stdout();
    for turn in &mut seen.turns {
        turn.output.clear();
    }
    if let Some(last) = seen.turns.last_mut() {
        last.output = all;
    }
    seen
}

/// The same program with each prompt flushed after its read.
fn late_prompts(text: &str) -> Observation {
    let mut seen = seen(text);
    for turn in 0..seen.turns.len() - 1 {
        let output = seen.turns[turn].output.clone();
        let line = output
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |newline| newline + 1);
        let late = seen.turns[turn].output.split_off(line);
        seen.turns[turn + 1].output.splice(0..0, late);
    }
    seen
}

fn compare(turns: &[GameTurn], seen: &Observation, rule: &Comparison) -> ComparisonResult {
    super::compare_transcript(
        ExpectedTranscript {
            turns,
            messages: &[],
        },
        seen,
        rule,
    )
}

fn is_equal(turns: &[GameTurn], seen: &Observation, rule: &Comparison) -> bool {
    let expected = ExpectedTranscript {
        turns,
        messages: &[],
    };
    super::is_equal(expected, seen, rule)
}

fn outcome(
    turns: &[GameTurn],
    seen: &Observation,
    scope: ComparisonScope,
    whitespace: WhitespaceMode,
    prompts: PromptMode,
) -> ComparisonOutcome {
    compare(
        turns,
        seen,
        &Comparison {
            scope,
            whitespace,
            prompts,
            ..Comparison::default()
        },
    )
    .outcome
}

/// Under the last screen, the whole transcript with any prompts, and with prompts that show what they must.
fn three(turns: &[GameTurn], seen: &Observation) -> [ComparisonOutcome; 3] {
    [
        outcome(
            turns,
            seen,
            ComparisonScope::Final,
            WhitespaceMode::Collapse,
            PromptMode::Any,
        ),
        outcome(
            turns,
            seen,
            ComparisonScope::Transcript,
            WhitespaceMode::Collapse,
            PromptMode::Any,
        ),
        outcome(
            turns,
            seen,
            ComparisonScope::Transcript,
            WhitespaceMode::Collapse,
            PromptMode::Shows,
        ),
    ]
}

const WIN: &[&str] = &["3", "0", "1", "0", "4", "2", "8"];
const QUIT: &[&str] = &["3", "0", "1", "9"];

type Row = (
    &'static str,
    &'static [&'static str],
    fn(&str) -> String,
    [ComparisonOutcome; 3],
);

const ROWS: &[Row] = &[
    ("the reference itself", WIN, str::to_owned, [Equal; 3]),
    (
        "another prompt that shows all",
        WIN,
        |text| text.replace("enter your square choice [0-8]:", "(0 to 8)?"),
        [Equal; 3],
    ),
    (
        "a prompt without the range",
        WIN,
        |text| text.replace(" enter your square choice [0-8]", ""),
        [Equal, Equal, Different],
    ),
    (
        "no prompt",
        QUIT,
        |text| {
            text.replace(PROMPT, "")
                .replace(&PROMPT.replace('X', "O"), "")
        },
        [Equal, Equal, Different],
    ),
    (
        "a newline after the prompt",
        WIN,
        |text| text.replace("[0-8]: ", "[0-8]: \n"),
        [Equal; 3],
    ),
    (
        "a newline after reading",
        WIN,
        |text| text.replace('›', "›\n"),
        [Equal; 3],
    ),
    (
        "a prompt over two lines",
        QUIT,
        |text| text.replace(PROMPT, "Your turn.\nPlayer X [0-8]: "),
        [Equal, Different, Different],
    ),
    (
        "a prompt over two lines that each show what it must",
        WIN,
        |text| text.replace(" enter your square choice", "'s turn.\nSquare"),
        [Equal; 3],
    ),
    (
        "a heading with the player above a whole prompt",
        WIN,
        |text| {
            text.replace("Player X enter", "=== X ===\nPlayer X enter")
                .replace("Player O enter", "=== O ===\nPlayer O enter")
        },
        [Equal; 3],
    ),
    (
        "a heading with the other player above a whole prompt",
        WIN,
        |text| text.replace("Player X enter", "=== O ===\nPlayer X enter"),
        [Equal, Different, Different],
    ),
    (
        "a result of the game above a whole prompt",
        WIN,
        |text| text.replace("Player X enter", "X player wins!\nPlayer X enter"),
        [Equal, Different, Different],
    ),
    (
        "a word of its own before such a prompt",
        QUIT,
        |text| text.replace(PROMPT, "0\nPlayer X's turn.\nSquare [0-8]: "),
        [Equal, Different, Different],
    ),
    (
        "a welcome and a question for the size",
        WIN,
        |text| format!("Welcome!\nSize: {text}"),
        [Equal; 3],
    ),
    (
        "a complaint where the reference asks again",
        WIN,
        |text| text.replace("‹0›Player X", "‹0›Taken! Player X"),
        [Equal; 3],
    ),
    (
        "no blanks at line ends",
        WIN,
        |text| text.replace(" \n", "\n"),
        [Equal; 3],
    ),
    (
        "carriage returns",
        WIN,
        |text| text.replace('\n', "\r\n"),
        [Equal; 3],
    ),
    (
        "no newline at the end",
        WIN,
        |text| text.trim_end().to_owned(),
        [Equal; 3],
    ),
    (
        "no blanks between cells",
        WIN,
        |text| text.replace(" | ", "|"),
        [Presentation; 3],
    ),
    (
        "the last board missing",
        WIN,
        |text| {
            text.replace(
                " X | O | O \n-----------\n ? | X | ? \n-----------\n ? | ? | X \n",
                "",
            )
        },
        [Different; 3],
    ),
    (
        "the winner misspelt",
        WIN,
        |text| text.replace("wins!", "wins"),
        [Different; 3],
    ),
    (
        "a word after the result",
        WIN,
        |text| format!("{text}Bye\n"),
        [Different; 3],
    ),
    (
        "a goodbye after a quit",
        QUIT,
        |text| format!("{text}Bye\n"),
        [Different; 3],
    ),
    (
        "a question after a quit",
        QUIT,
        |text| format!("{text}{PROMPT}"),
        [Different; 3],
    ),
    (
        "the board once more after a quit",
        QUIT,
        |text| format!("{text} X | O | ? \n-----------\n ? | ? | ? \n-----------\n ? | ? | ? \n"),
        [Equal, Different, Different],
    ),
    (
        "an end before the last input",
        QUIT,
        |text| text.split("‹9›").next().unwrap_or_default().to_owned(),
        [Different; 3],
    ),
];

#[test]
fn programs_that_flush_are_judged_by_their_reads() {
    for (name, script, edit, outcomes) in ROWS {
        let turns = expected(script);
        assert_eq!(
            three(&turns, &seen(&edit(&transcript(&turns)))),
            *outcomes,
            "{name}"
        );
    }
}

#[test]
fn programs_that_hold_their_output_back_are_judged_alike() {
    // What a two-line prompt is, and where a complaint stands, cannot be seen any more.
    let unclear = [
        "a prompt over two lines",
        "a word of its own before such a prompt",
        "an end before the last input",
    ];
    for (name, script, edit, outcomes) in ROWS.iter().filter(|(name, ..)| !unclear.contains(name)) {
        let turns = expected(script);
        let judged = three(&turns, &held_back(seen(&edit(&transcript(&turns)))));
        assert_eq!(judged, *outcomes, "{name}, held back");
    }
}

#[test]
fn a_prompt_that_is_flushed_after_the_read_is_put_back() {
    for script in [WIN, QUIT] {
        let turns = expected(script);
        let text = transcript(&turns).replace("enter your square choice [0-8]: ", "(0 to 8)? ");
        assert_eq!(three(&turns, &late_prompts(&text)), [Equal; 3]);
    }
    let turns = expected(QUIT);
    let goodbye = late_prompts(&format!("{}Bye", transcript(&turns)));
    assert_eq!(three(&turns, &goodbye), [Different; 3]);
}

#[test]
fn a_looser_setting_never_rejects_what_a_stricter_one_accepts() {
    const WHITESPACE: [WhitespaceMode; 3] = [
        WhitespaceMode::Exact,
        WhitespaceMode::Trailing,
        WhitespaceMode::Collapse,
    ];
    const PROMPTS: [PromptMode; 3] = [PromptMode::Exact, PromptMode::Shows, PromptMode::Any];
    for (name, script, edit, _) in ROWS {
        let turns = expected(script);
        let flushed = seen(&edit(&transcript(&turns)));
        for seen in [flushed.clone(), held_back(flushed)] {
            for (w, whitespace) in WHITESPACE.into_iter().enumerate() {
                for (p, prompts) in PROMPTS.into_iter().enumerate() {
                    if outcome(
                        &turns,
                        &seen,
                        ComparisonScope::Transcript,
                        whitespace,
                        prompts,
                    ) != Equal
                    {
                        continue;
                    }
                    for (looser_w, looser_p) in (w..3).flat_map(|w| (p..3).map(move |p| (w, p))) {
                        for scope in [ComparisonScope::Transcript, ComparisonScope::Final] {
                            let looser = outcome(
                                &turns,
                                &seen,
                                scope,
                                WHITESPACE[looser_w],
                                PROMPTS[looser_p],
                            );
                            assert_eq!(
                                looser, Equal,
                                "{name}: {whitespace:?} {prompts:?} {scope:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn an_explanation_is_there_exactly_when_something_differs() {
    for (name, script, edit, _) in ROWS {
        let turns = expected(script);
        let rule = Comparison {
            scope: ComparisonScope::Transcript,
            whitespace: WhitespaceMode::Collapse,
            prompts: PromptMode::Shows,
            ..Comparison::default()
        };
        let compared = compare(&turns, &seen(&edit(&transcript(&turns))), &rule);
        assert_eq!(
            compared.difference.is_none(),
            compared.outcome == Equal,
            "{name}"
        );
    }
}

#[test]
fn a_flood_is_judged_without_looking_at_every_piece_of_it() {
    let turns = expected(WIN);
    for flood in [
        "x".repeat(1 << 17),
        format!("{PROMPT}\n").repeat(2_000),
        " X | X | X \n".repeat(5_000),
    ] {
        let mut flooded = seen(&transcript(&turns));
        flooded.turns[2].output = flood.into_bytes();
        // The last screen is still right.
        assert_eq!(three(&turns, &flooded), [Equal, Different, Different]);
        assert_eq!(three(&turns, &held_back(flooded))[1], Different);
    }
}

#[test]
fn a_missing_line_break_is_presentation_where_no_board_is_drawn() {
    let message = |text: &str| OutputPiece::Message(text.to_owned());
    let asked = GameTurn {
        pieces: vec![message("Number:")],
        input: Some("4".to_owned()),
    };
    let told = GameTurn {
        pieces: vec![message("Twice: 8"), message("Done.")],
        input: None,
    };
    let turns = [asked, told];
    for (text, expected) in [
        ("Number:\n‹4›Twice: 8\nDone.\n", Equal),
        ("Number:\n‹4›Twice: 8Done.\n", Presentation),
        ("A number, please: ‹4›Twice: 8 Done.\n", Presentation),
        ("Number:\n‹4›Twice:\n8 Done.\n", Different),
        ("Number:\n‹4›Twice: 88Done.\n", Different),
        ("Number: Twice: 8\n‹4›Done.\n", Different),
    ] {
        let any = outcome(
            &turns,
            &seen(text),
            ComparisonScope::Transcript,
            WhitespaceMode::Collapse,
            PromptMode::Any,
        );
        assert_eq!(any, expected, "{text}");
    }
}
