//! Outcomes in free wording: regular expressions over the transcript, in which an input appears as `‹4›`.
//!
//! An outcome belongs to the end: it must be announced after the script's last input was read, and neither it nor a
//! different one earlier. What is printed before the first read does not count as early: introductions explain the
//! rules. Lines of an introduction do not count when they are printed again, either. Where the program held its output back,
//! or its reads could not be seen, the whole output is searched, and what must never be said is looked for from the outcome on.

use std::collections::BTreeSet;

use super::board_changes::BoardSequence;
use super::compared::{ComparisonOutcome, ComparisonResult, reads_less};
use super::question::{before_read, find_repeated_prompt, find_repeated_question};
use super::text::decode_output;
use model::{
    Exit, GameTurn, MoveDisplay, Observation, OutputPattern, PatternSet, SharedRegex,
    TranscriptDifference, WhitespaceMode, surrounding_lines,
};
use support::excerpt::{cut_to, end_of};

pub(super) fn compare_by_patterns(
    patterns: &PatternSet,
    expected: &[GameTurn],
    seen: &Observation,
) -> ComparisonResult {
    // A game that was stopped is not right, and a search in a mebibyte of its last loop takes seconds.
    let was_stopped = patterns.judges_games() && matches!(seen.exit, Exit::Stopped(_));
    let mut remarks = Vec::new();
    let turns: Vec<String> = seen
        .turns
        .iter()
        .map(|turn| {
            let text = decode_output(&turn.output, WhitespaceMode::Collapse, &mut remarks);
            if was_stopped { cut_middle(text) } else { text }
        })
        .collect();
    let fault = find_fault(patterns, expected, seen, &turns);
    let outcome = if fault.is_none() {
        ComparisonOutcome::Equal
    } else {
        ComparisonOutcome::Different
    };
    let difference = fault.map(TranscriptDifference::from_sentence);
    ComparisonResult {
        difference,
        remarks,
        ..ComparisonResult::new(outcome)
    }
}

/// A text with no more than its beginning and its end.
fn cut_middle(text: String) -> String {
    /// Of each, in bytes: longer than any game.
    const LONGEST: usize = 16 << 10;
    if text.len() <= 2 * LONGEST {
        return text;
    }
    format!("{}\n{}", cut_to(&text, LONGEST), end_of(&text, LONGEST))
}

fn find_fault(
    patterns: &PatternSet,
    expected: &[GameTurn],
    seen: &Observation,
    turns: &[String],
) -> Option<String> {
    let transcript = join_transcript(seen, turns);
    // Where reads cannot be seen, no input stands in the transcript to be found.
    let findable = |one: &&OutputPattern| seen.synchronised || !one.regex.as_str().contains('‹');
    let ordered: Vec<&OutputPattern> = patterns.ordered.iter().filter(findable).collect();
    if let Some(regex) = find_unmatched_pattern(ordered.iter().map(|one| &one.regex), &transcript) {
        let sought = ordered
            .iter()
            .find(|one| std::ptr::eq(&raw const one.regex, regex));
        return Some(describe_missing_pattern(
            sought.map_or(regex.as_str(), |one| &one.typed),
        ));
    }
    if patterns.judges_games() && reads_less(expected, seen).is_some() {
        return Some("Your program ended too early: it did not read all of its input.".to_owned());
    }
    if let Some(fault) = find_display_fault(patterns.moves, seen, turns) {
        return Some(fault);
    }
    if patterns.ending.is_empty() && patterns.never.is_empty() {
        return None;
    }
    let parts = if seen.synchronised && !is_held_back(turns) {
        TranscriptSections::from_reads(turns)
    } else {
        TranscriptSections::from_outcome(patterns, &transcript)
    };
    find_early_outcome(patterns, &parts)
        .or_else(|| find_wrong_ending(patterns, &parts))
        .or_else(|| {
            let question = find_continuation(patterns, seen)?;
            Some(format!(
                "Your program should have ended, but it went on: it asked `{question}` once more."
            ))
        })
}

/// The question with which a program goes on after its result; none if it ends, or waits for something else.
fn find_continuation(patterns: &PatternSet, seen: &Observation) -> Option<String> {
    if patterns.ending.is_empty() || !(seen.synchronised && seen.saw_eof) {
        return None;
    }
    find_repeated_question(seen).or_else(|| {
        let (last, before) = seen.turns.split_last()?;
        let printed = decode_output(
            before_read(seen, last)?,
            WhitespaceMode::Collapse,
            &mut Vec::new(),
        );
        let results = patterns
            .ending
            .iter()
            .flat_map(|pattern| pattern.find_iter(&printed));
        let end = results.map(|found| found.end()).max()?;
        // The rest of the result's line belongs to the result.
        let (_, tail) = printed[end..].split_once('\n')?;
        find_repeated_prompt(before, tail)
    })
}

/// What was not found. The names of words say it best: `{won}|{all-right}` is “won” or “all right”.
fn describe_missing_pattern(typed: &str) -> String {
    match typed
        .split('|')
        .map(placeholder_name)
        .collect::<Option<Vec<String>>>()
    {
        Some(names) => format!(
            "The output does not say {} where that is expected, neither in these words nor in others that are known.",
            names.join(" or ")
        ),
        None => format!("Nothing that fits `{typed}` stands in the output where it is expected."),
    }
}

fn placeholder_name(part: &str) -> Option<String> {
    let name = part.trim().strip_prefix('{')?.strip_suffix('}')?;
    let is_name = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_name.then(|| format!("“{}”", name.replace('-', " ")))
}

/// In what moves are not shown as they must be; none where reads say nothing of moves.
fn find_display_fault(
    display: MoveDisplay,
    seen: &Observation,
    turns: &[String],
) -> Option<String> {
    if display == MoveDisplay::Any || !seen.synchronised {
        return None;
    }
    if only_repeats(turns) {
        let sentence = "Your program does not show the board as the game goes on: what it prints after one move \
            is what it prints after any other.";
        return Some(sentence.to_owned());
    }
    if display == MoveDisplay::Shown {
        return None;
    }
    let mark = find_shared_mark(seen)?;
    Some(format!(
        "Your program marks the moves of both players with `{mark}` on the board."
    ))
}

/// Whether the same few texts are printed over and over between the first read and the last: in a game of many moves
/// nothing shows what was moved. Whatever a board looks like, it changes. (Where nothing is printed, the program may have read
/// everything first, or held its output back.)
fn only_repeats(turns: &[String]) -> bool {
    // A row and a column, of either player.
    const LONGEST: usize = 4;
    let Some(middle) = turns
        .len()
        .checked_sub(1)
        .and_then(|last| turns.get(1..last))
    else {
        return false;
    };
    let repeats = |period: usize| {
        middle
            .iter()
            .zip(&middle[period..])
            .all(|(one, next)| one == next)
    };
    let is_silent = middle.iter().all(String::is_empty);
    middle.len() >= 2 * LONGEST && !is_silent && (1..=LONGEST).any(repeats)
}

/// The mark that every move of a longer game has on the board. Colours may tell players apart, so boards with escape sequences say nothing.
fn find_shared_mark(seen: &Observation) -> Option<String> {
    /// With fewer, a player may have moved once and made no visible mark.
    const LEAST_MOVES: usize = 6;
    let has_escapes = seen.turns.iter().any(|turn| turn.output.contains(&b'\x1b'));
    let marks = BoardSequence::from_run(seen)
        .list_marks()
        .filter(|marks| !has_escapes && marks.len() >= LEAST_MOVES)?;
    let (first, others) = marks.split_first()?;
    others
        .iter()
        .all(|mark| mark == first)
        .then(|| first.clone())
}

/// What is printed before the first read, from then to the last one, and after it.
struct TranscriptSections {
    opening: String,
    middle: String,
    ending: String,
}

impl TranscriptSections {
    fn from_reads(turns: &[String]) -> TranscriptSections {
        let (opening, rest) = turns
            .split_first()
            .map_or((String::new(), [].as_slice()), |(first, rest)| {
                (first.clone(), rest)
            });
        let (ending, middle) = rest
            .split_last()
            .map_or((String::new(), [].as_slice()), |(last, middle)| {
                (last.clone(), middle)
            });
        TranscriptSections {
            opening,
            middle: middle.join("\n"),
            ending,
        }
    }

    /// From the line before the last outcome on: an introduction that explains the rules stands further up.
    fn from_outcome(patterns: &PatternSet, transcript: &str) -> TranscriptSections {
        let last = |pattern: &SharedRegex| {
            pattern
                .find_iter(transcript)
                .last()
                .map(|found| found.start())
        };
        let outcome = patterns.ending.iter().filter_map(last).min().unwrap_or(0);
        let before = transcript[..outcome]
            .trim_end_matches(|letter| letter != '\n')
            .trim_end();
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        TranscriptSections {
            opening: String::new(),
            middle: String::new(),
            ending: transcript[start..].to_owned(),
        }
    }
}

/// Whether nothing was printed before the last read, so that reads say nothing about when things were said.
fn is_held_back(turns: &[String]) -> bool {
    turns
        .split_last()
        .is_some_and(|(_, before)| before.iter().all(String::is_empty))
}

fn find_early_outcome(patterns: &PatternSet, parts: &TranscriptSections) -> Option<String> {
    let explained: BTreeSet<String> = parts.opening.lines().map(remove_numbers).collect();
    let outcomes = patterns.ending.iter().chain(&patterns.never);
    let mut found = outcomes
        .flat_map(|pattern| pattern.find_iter(&parts.middle))
        .map(|found| surrounding_lines(&parts.middle, &found));
    // A header with the rules is printed in every turn, with the number of the move.
    let is_explained = |line: &str| line.is_empty() || explained.contains(&remove_numbers(line));
    let early = found.find(|lines| !lines.lines().all(is_explained))?;
    Some(format!("Your program printed `{early}` before its end."))
}

/// A line without its digits and blanks.
fn remove_numbers(line: &str) -> String {
    line.chars()
        .filter(|letter| !letter.is_numeric() && !letter.is_whitespace())
        .collect()
}

fn find_wrong_ending(patterns: &PatternSet, parts: &TranscriptSections) -> Option<String> {
    if let Some(found) = patterns.find_forbidden_ending(&parts.ending) {
        return Some(format!(
            "At the end your program printed `{}`, which is not the right result.",
            found
        ));
    }
    find_unmatched_pattern(&patterns.ending, &parts.ending).map(|_| {
        let lines: Vec<&str> = parts
            .ending
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        match lines.last() {
            Some(last) => format!(
                "Your program did not print a result at the end; its last line was `{}`.",
                last.trim()
            ),
            None => "Your program printed nothing after the last input: it did not print a result."
                .to_owned(),
        }
    })
}

/// The first pattern that does not match after the ones before it.
fn find_unmatched_pattern<'p>(
    patterns: impl IntoIterator<Item = &'p SharedRegex>,
    text: &str,
) -> Option<&'p SharedRegex> {
    let mut position = 0;
    patterns
        .into_iter()
        .find(|pattern| match pattern.find_at(text, position) {
            Some(found) => {
                position = found.end();
                false
            }
            None => true,
        })
}

fn join_transcript(seen: &Observation, turns: &[String]) -> String {
    if !seen.synchronised {
        return turns.concat();
    }
    let echoed = turns
        .iter()
        .zip(&seen.turns)
        .map(|(text, turn)| match &turn.input {
            Some(input) => format!("{text}‹{input}›\n"),
            None => text.clone(),
        });
    echoed.collect()
}
