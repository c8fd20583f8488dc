//! What judging long output costs, against looking at each of its lines once in the same run.
//!
//! `cargo bench --bench comparison` prints milliseconds and ratios for a small game whose program prints far too much.
//! Nothing is asserted: the figures are for whoever changes the comparison.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use judging::compare::{ExpectedTranscript, compare_transcript};
use model::{
    Comparison, ComparisonScope, Exit, GameTurn, Observation, ObservedTurn, PromptMode,
    WhitespaceMode,
};
use reference::{GameOptions, tttn};

/// A program's output in a turn, in bytes.
const FLOOD: usize = 1 << 20;

const PROMPT: &str = "Player X enter your square choice [0-8]: ";

fn main() {
    let script: Vec<String> = ["3", "0", "1", "4", "2", "8"].map(str::to_owned).to_vec();
    let turns = reference::play_transcript(
        tttn::RULES.create_game(GameOptions::default()).as_mut(),
        &script,
    );
    println!("1 MiB of …, judged by each scope: milliseconds, and times a look at each line\n");
    let rows = [
        ("one long line", "x".to_owned()),
        ("equal lines", "hello\n".to_owned()),
        ("rows of the board", " X | O | ? \n".to_owned()),
        ("glued prompts", PROMPT.to_owned()),
        ("prompts on lines", format!("{PROMPT}\n")),
        ("blank lines", "\n".to_owned()),
    ];
    for (name, piece) in rows {
        let flood = piece.repeat(FLOOD / piece.len());
        for held_back in [false, true] {
            row(
                name,
                &turns,
                &observation(&turns, &flood, held_back),
                held_back,
            );
        }
    }
}

/// The reference's own run with a flood in the middle, or with everything at its end.
fn observation(turns: &[GameTurn], flood: &str, held_back: bool) -> Observation {
    let mut seen: Vec<ObservedTurn> = turns
        .iter()
        .map(|turn| ObservedTurn {
            output: turn
                .pieces
                .iter()
                .map(reference::OutputPiece::printed_text)
                .collect::<String>()
                .into(),
            input: turn.input.clone(),
        })
        .collect();
    seen[2].output = flood.into();
    if held_back {
        let all: Vec<u8> = seen.iter().flat_map(|turn| turn.output.clone()).collect();
        seen.iter_mut().for_each(|turn| turn.output.clear());
        if let Some(last) = seen.last_mut() {
            last.output = all;
        }
    }
    Observation::new(seen, Exit::Code(0))
}

fn row(name: &str, turns: &[GameTurn], seen: &Observation, held_back: bool) {
    let baseline = quickest(|| {
        let text = String::from_utf8_lossy(&seen.stdout()).into_owned();
        black_box(
            text.split('\n')
                .filter(|line| !line.trim().is_empty())
                .count(),
        );
    });
    let mut cells = String::new();
    for scope in [
        ComparisonScope::Final,
        ComparisonScope::Transcript,
        ComparisonScope::Turns,
    ] {
        let rule = Comparison {
            scope,
            whitespace: WhitespaceMode::Collapse,
            prompts: PromptMode::Shows,
            ..Comparison::default()
        };
        let expected = ExpectedTranscript {
            turns,
            messages: &[],
        };
        let time = quickest(|| drop(black_box(compare_transcript(expected, seen, &rule))));
        let ratio = time.as_secs_f64() / baseline.as_secs_f64();
        cells += &format!(
            "  {scope:?} {:7.1} ms ×{ratio:<6.0}",
            time.as_secs_f64() * 1000.0
        );
    }
    println!(
        "{name:18} {}{cells}",
        if held_back { "held back" } else { "flushed  " }
    );
}

fn quickest(mut work: impl FnMut()) -> Duration {
    let once = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..3).map(|_| once(&mut work)).min().unwrap_or_default()
}
