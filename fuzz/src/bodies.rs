//! What must hold for any bytes: one function for each thing that others write and the grader reads.
//!
//! Each panics where it does not hold.

use std::fs;
use std::path::Path;

use judging::compare::{
    ComparisonOutcome, ComparisonResult, ExpectedTranscript, compare_transcript,
};
use model::{
    BoardMode, Comparison, ComparisonScope, Exit, ExtraLines, GameTurn, NumberTolerance,
    Observation, ObservedTurn, OutputPiece, PromptMode, WhitespaceMode,
};
use reference::{GameOptions, counters, domineering, rowcol, tttn};
use rubric::{DiagnosticList, DiagnosticPosition, load_course, transcript};

/// A case that is right in the course of [`RUBRIC`].
const CASE: &str = "description = 'a game'\ninput = ['1']\n";

/// Two assignments with the same cases, because what a case may say depends on the reference.
const RUBRIC: &str = "
[assignments.game]
sources = ['game.cpp']
reference = { game = 'tttn' }
testcases = 'testcases/tttn'
criteria = [{ id = 'all', points = 100, cases = ['*'] }]

[assignments.program]
sources = ['program.cpp']
reference = { sources = ['solution.cpp'] }
testcases = 'testcases/tttn'
criteria = [{ id = 'all', points = 100, cases = ['*'] }]
";

/// A rubric is a course or a list of mistakes.
pub fn rubric(bytes: &[u8]) {
    course(bytes, CASE.as_bytes());
}

/// A case is part of a course or a list of mistakes.
pub fn case(bytes: &[u8]) {
    course(RUBRIC.as_bytes(), bytes);
}

/// Loads a course of a rubric and a case. If it is refused, the reasons name places that the files have.
fn course(rubric: &[u8], case: &[u8]) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let cases = folder.path().join("testcases/tttn");
    fs::create_dir_all(&cases).expect("a folder for the cases can be made");
    let write = |path: &Path, bytes: &[u8]| fs::write(path, bytes).expect("a file can be written");
    write(&folder.path().join("solution.cpp"), b"int main() {}\n");
    write(&folder.path().join("rubric.toml"), rubric);
    write(&cases.join("win-row.toml"), case);
    if let Err(mistakes) = load_course(&folder.path().join("rubric.toml"), &games::built_in_games())
    {
        check(&mistakes);
    }
}

fn check(mistakes: &DiagnosticList) {
    assert!(
        !mistakes.0.is_empty(),
        "a course is refused without a reason"
    );
    for mistake in &mistakes.0 {
        if let Some(place) = mistake.place {
            let bytes = fs::read(&mistake.path).expect("a file with a mistake can be read");
            assert!(
                is_in(place, &String::from_utf8_lossy(&bytes)),
                "no such place: {mistake}"
            );
        }
    }
}

/// Whether a text has the place; the end of a line is one, too.
fn is_in(place: DiagnosticPosition, text: &str) -> bool {
    let line = place
        .line
        .checked_sub(1)
        .and_then(|before| text.split('\n').nth(before));
    line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&place.column))
}

/// What was read of an expected transcript is what is written, and is read again as the same.
pub fn transcript(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let turns = transcript::parse_transcript(&text);
    let written = transcript::render_transcript(&turns);
    assert_eq!(written, text, "writing changed the transcript");
    assert_eq!(
        transcript::parse_transcript(&written),
        turns,
        "reading again changed the turns"
    );
}

/// The first byte of a comparison chooses the knobs, the second what was expected: a game that is played on the
/// script of the transcript that follows, or that transcript itself. Behind each zero stands what a program printed
/// in a turn.
pub fn comparison(bytes: &[u8]) {
    let [knobs, game, rest @ ..] = bytes else {
        return;
    };
    let mut parts = rest.split(|byte| *byte == 0);
    let text = String::from_utf8_lossy(parts.next().unwrap_or_default());
    let turns = expected(*game, &text);
    let seen = observation(
        &turns,
        parts.map(<[u8]>::to_vec).collect(),
        knobs & 128 != 0,
    );

    let strict = rule(*knobs);
    let judged = judge(&turns, &seen, &strict);
    assert_eq!(
        judged.difference.is_none(),
        judged.outcome == ComparisonOutcome::Equal,
        "an explanation is there exactly when something differs"
    );
    if judged.outcome == ComparisonOutcome::Equal {
        let loose = judge(&turns, &seen, &loosened(&strict));
        assert_eq!(
            loose.outcome,
            ComparisonOutcome::Equal,
            "a looser setting rejects what a stricter accepts"
        );
    }
    let printed = turns.iter().map(printed).collect();
    let same = judge(&turns, &observation(&turns, printed, false), &strict);
    assert_eq!(
        same.outcome,
        ComparisonOutcome::Equal,
        "equal transcripts are not accepted"
    );
}

fn judge(turns: &[GameTurn], seen: &Observation, rule: &Comparison) -> ComparisonResult {
    compare_transcript(
        ExpectedTranscript {
            turns,
            messages: &[],
        },
        seen,
        rule,
    )
}

fn expected(game: u8, text: &str) -> Vec<GameTurn> {
    let turns = transcript::parse_transcript(text);
    let game = match game % 5 {
        0 => return turns,
        1 => tttn::RULES,
        2 => domineering::RULES,
        3 => rowcol::RULES,
        _ => counters::RULES,
    };
    let script: Vec<String> = turns.into_iter().filter_map(|turn| turn.input).collect();
    reference::play_transcript(game.create_game(GameOptions::default()).as_mut(), &script)
}

fn printed(turn: &GameTurn) -> Vec<u8> {
    turn.pieces
        .iter()
        .map(OutputPiece::printed_text)
        .collect::<String>()
        .into_bytes()
}

/// A program that reads the expected script, as far as it prints something, and all the rest at its end.
/// One that holds its output back prints everything at its end.
fn observation(turns: &[GameTurn], outputs: Vec<Vec<u8>>, holds_back: bool) -> Observation {
    let mut outputs = outputs.into_iter();
    let mut seen: Vec<ObservedTurn> = turns
        .iter()
        .filter_map(|turn| turn.input.clone())
        .zip(&mut outputs)
        .map(|(input, output)| ObservedTurn {
            output,
            input: Some(input),
        })
        .collect();
    let mut end: Vec<u8> = outputs.flatten().collect();
    if holds_back {
        let before: Vec<u8> = seen
            .iter_mut()
            .flat_map(|turn| std::mem::take(&mut turn.output))
            .collect();
        end.splice(0..0, before);
    }
    seen.push(ObservedTurn {
        output: end,
        input: None,
    });
    Observation::new(seen, Exit::Code(0))
}

fn rule(knobs: u8) -> Comparison {
    let pick = |base: u8, count: u8| knobs / base % count;
    Comparison {
        scope: [
            ComparisonScope::Transcript,
            ComparisonScope::Turns,
            ComparisonScope::Final,
        ][usize::from(pick(1, 3))],
        whitespace: [
            WhitespaceMode::Exact,
            WhitespaceMode::Trailing,
            WhitespaceMode::Collapse,
        ][usize::from(pick(3, 3))],
        prompts: [PromptMode::Exact, PromptMode::Shows, PromptMode::Any][usize::from(pick(9, 3))],
        extra_lines: [ExtraLines::Deny, ExtraLines::Allow][usize::from(pick(27, 2))],
        numbers: (pick(54, 2) == 1).then_some(NumberTolerance {
            absolute: 0.5,
            relative: 0.0,
        }),
        ..Comparison::default()
    }
}

/// The same with every knob as loose as it goes, but for the scope, which is another question.
fn loosened(rule: &Comparison) -> Comparison {
    Comparison {
        whitespace: WhitespaceMode::Collapse,
        prompts: PromptMode::Any,
        extra_lines: ExtraLines::Allow,
        boards: BoardMode::Squares,
        numbers: Some(NumberTolerance {
            absolute: 1.0,
            relative: 0.0,
        }),
        ..rule.clone()
    }
}
