//! What holds for every transcript and every setting, looked for with random edits of real games.
//!
//! `PROPTEST_CASES=1000000 cargo test --release --lib laws` looks longer.

use ::reference::{GameRules, counters, domineering, rowcol};
use proptest::prelude::*;

use super::*;
use model::{DiffLine, ExtraLines, NumberTolerance};

/// Games to edit: wins, a draw, a quit, invalid moves; each a game of ours and a script.
const GAMES: &[(&GameRules, &[&str])] = &[
    (tttn::RULES, WIN),
    (tttn::RULES, QUIT),
    (tttn::RULES, &["2", "0", "0", "1", "2"]),
    (tttn::RULES, &["1", "0"]),
    (tttn::RULES, &["3", "9"]),
    (domineering::RULES, &["1", "3", "2", "15", "9", "11"]),
    (counters::RULES, &["0", "0", "9", "1", "4", "2", "8"]),
    (rowcol::RULES, &["0 0", "0 1", "5 5", "1 1", "0 2", "2 2"]),
];

/// One random change of a transcript, by numbers that say where.
#[derive(Debug, Clone)]
enum Edit {
    DropLine(usize),
    DoubleLine(usize),
    SwapLines(usize, usize),
    Insert(usize, &'static str),
    Remove(usize, usize),
    Replace(&'static str, &'static str),
}

fn edit() -> impl Strategy<Value = Edit> {
    const PIECES: &[&str] = &[
        " ",
        "\n",
        "\t",
        "\r",
        "X",
        "O",
        "?",
        "|",
        "-----------\n",
        "Nice!",
        "Nice!\n",
        "Draw!\n",
        "0",
        "8: ",
        "X player wins!\n",
        "‹",
        "›",
        "‹1›",
        "\u{1b}[1m",
        "\u{a0}",
        "é",
    ];
    const CHANGES: &[(&str, &str)] = &[
        (" enter your square choice", "'s move"),
        (" [0-8]", ""),
        ("[0-8]: ", "[0-8]: \n"),
        ("›", "›\n"),
        ("›", "› "),
        (" \n", "\n"),
        (" | ", "|"),
        (" | ", "  |  "),
        ("\n", "\r\n"),
        ("\n", "\n\n"),
        ("\n", " \n"),
        ("wins", "WINS"),
        ("X", "O"),
        ("Player X enter your square choice [0-8]: ", ""),
        ("Player", "\nPlayer"),
    ];
    prop_oneof![
        any::<usize>().prop_map(Edit::DropLine),
        any::<usize>().prop_map(Edit::DoubleLine),
        any::<(usize, usize)>().prop_map(|(one, other)| Edit::SwapLines(one, other)),
        (any::<usize>(), prop::sample::select(PIECES))
            .prop_map(|(at, text)| Edit::Insert(at, text)),
        (any::<usize>(), 1..12_usize).prop_map(|(at, length)| Edit::Remove(at, length)),
        prop::sample::select(CHANGES).prop_map(|(old, new)| Edit::Replace(old, new)),
    ]
}

fn edited(text: &str, edit: &Edit) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let count = lines.len().max(1);
    match *edit {
        Edit::DropLine(at) if !lines.is_empty() => drop(lines.remove(at % count)),
        Edit::DoubleLine(at) if !lines.is_empty() => lines.insert(at % count, lines[at % count]),
        Edit::SwapLines(one, other) if !lines.is_empty() => lines.swap(one % count, other % count),
        Edit::Insert(at, piece) => {
            let mut text = text.to_owned();
            text.insert_str(boundary(&text, at), piece);
            return text;
        }
        Edit::Remove(at, length) => {
            let start = boundary(text, at);
            return text[..start]
                .chars()
                .chain(text[start..].chars().skip(length))
                .collect();
        }
        Edit::Replace(old, new) => return text.replace(old, new),
        Edit::DropLine(_) | Edit::DoubleLine(_) | Edit::SwapLines(..) => {}
    }
    lines.concat()
}

fn boundary(text: &str, at: usize) -> usize {
    let at = at % (text.len() + 1);
    (0..=at)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

/// A game's turns, and what was seen of a program that is almost right.
fn program() -> impl Strategy<Value = (Vec<GameTurn>, Observation)> {
    let edits = prop::collection::vec(edit(), 0..4);
    (prop::sample::select(GAMES), edits, 0..4_u8).prop_map(|((game, script), edits, habit)| {
        let lines: Vec<String> = script.iter().map(|line| (*line).to_owned()).collect();
        let turns =
            ::reference::play_transcript(game.create_game(GameOptions::default()).as_mut(), &lines);
        let text = edits
            .iter()
            .fold(transcript(&turns), |text, edit| edited(&text, edit));
        let seen = match habit {
            0 => held_back(seen(&text)),
            1 => late_prompts(&text),
            _ => seen(&text),
        };
        (turns, seen)
    })
}

const SCOPES: [ComparisonScope; 2] = [ComparisonScope::Transcript, ComparisonScope::Turns];
const WHITESPACES: [WhitespaceMode; 3] = [
    WhitespaceMode::Exact,
    WhitespaceMode::Trailing,
    WhitespaceMode::Collapse,
];
const PROMPTS: [PromptMode; 3] = [PromptMode::Exact, PromptMode::Shows, PromptMode::Any];
const EXTRA_LINES: [ExtraLines; 3] = [ExtraLines::Deny, ExtraLines::Redraws, ExtraLines::Allow];
const NUMBERS: [Option<NumberTolerance>; 2] = [
    None,
    Some(NumberTolerance {
        absolute: 0.5,
        relative: 0.0,
    }),
];

/// A number for each knob, the larger the looser; the scopes accept the same.
type Level = (usize, usize, usize, usize, usize);

fn level() -> impl Strategy<Value = Level> {
    (
        0..SCOPES.len(),
        0..WHITESPACES.len(),
        0..PROMPTS.len(),
        0..EXTRA_LINES.len(),
        0..NUMBERS.len(),
    )
}

fn rule((scope, whitespace, prompts, extra_lines, numbers): Level) -> Comparison {
    Comparison {
        scope: SCOPES[scope],
        whitespace: WHITESPACES[whitespace],
        prompts: PROMPTS[prompts],
        extra_lines: EXTRA_LINES[extra_lines],
        numbers: NUMBERS[numbers],
        ..Comparison::default()
    }
}

/// A setting, and one that is at least as loose.
fn two_settings() -> impl Strategy<Value = (Comparison, Comparison)> {
    (level(), level()).prop_map(|(one, other)| {
        let larger = (
            other.0,
            one.1.max(other.1),
            one.2.max(other.2),
            one.3.max(other.3),
            one.4.max(other.4),
        );
        (rule(one), rule(larger))
    })
}

proptest! {
    #[test]
    fn the_laws_of_comparing_hold((turns, seen) in program(), (strict, loose) in two_settings()) {
        let judged = compare(&turns, &seen, &strict);
        let accepted = judged.outcome == Equal;
        // An explanation is there exactly when something differs.
        prop_assert_eq!(judged.difference.is_none(), accepted);
        // What differs is among the lines, but where it is how the program reads: then the sentence says so.
        if let Some(difference) = &judged.difference {
            let is_shown = difference.lines.iter().any(DiffLine::is_change);
            let words = ["never read", "ended before it had read", "a prompt must show"];
            let is_told = words.iter().any(|words| difference.sentence.contains(words));
            prop_assert!(is_shown || is_told, "{:?}", difference);
        }
        // The short way to whether nothing differs comes to the same.
        prop_assert_eq!(is_equal(&turns, &seen, &strict), accepted);
        let last = Comparison { scope: ComparisonScope::Final, ..strict.clone() };
        let ends_equal = compare(&turns, &seen, &last).outcome == Equal;
        prop_assert_eq!(is_equal(&turns, &seen, &last), ends_equal);
        // All turns are right exactly when the transcript is.
        if let Some(count) = judged.parts {
            prop_assert_eq!(count.right == count.all, accepted);
        }
        // A looser setting never rejects what a stricter one accepts.
        prop_assert!(!accepted || compare(&turns, &seen, &loose).outcome == Equal);
    }

    #[test]
    fn equal_transcripts_are_accepted_under_every_setting(
        game in prop::sample::select(GAMES),
        held in any::<bool>(),
        level in level(),
    ) {
        let lines: Vec<String> = game.1.iter().map(|line| (*line).to_owned()).collect();
        let turns = ::reference::play_transcript(game.0.create_game(GameOptions::default()).as_mut(), &lines);
        let right = seen(&transcript(&turns));
        let right = if held { held_back(right) } else { right };
        prop_assert_eq!(compare(&turns, &right, &rule(level)).outcome, Equal);
        let last = Comparison { scope: ComparisonScope::Final, ..Comparison::default() };
        prop_assert_eq!(compare(&turns, &right, &last).outcome, Equal);
    }

    #[test]
    fn no_bytes_make_the_comparison_fail_or_stop(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        reads in 0..5_usize,
        level in level(),
    ) {
        let turns = expected(WIN);
        let mut seen = seen(&"‹0›".repeat(reads));
        for (turn, chunk) in seen.turns.iter_mut().zip(bytes.chunks(80)) {
            turn.output = chunk.to_vec();
        }
        prop_assert_eq!(compare(&turns, &seen, &rule(level)).outcome, Different);
    }
}
