//! Outcomes in free wording: regular expressions over the transcript, in which an input appears as `‹4›`.
//!
//! An outcome belongs to the end: it must be announced after the script's last input was read, and neither it nor a
//! different one earlier. What is printed before the first read does not count as early: introductions explain the
//! rules. Lines of an introduction do not count when they are printed again, either. Where the program held its output back,
//! or its reads could not be seen, the whole output is searched, and what must never be said is looked for from the outcome on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;

use super::board_changes::{BoardSequence, has_word, shows_same_game, shows_transposed_game};
use super::compared::{ComparisonOutcome, ComparisonResult, reads_less};
use super::question::{before_read, find_repeated_prompt, find_repeated_question};
use super::text::decode_output;
use model::{
    ComparisonScope, Exit, GameTurn, MoveDisplay, Observation, OutputPattern, PartCount,
    PatternSet, SharedRegex, TranscriptDifference, WhitespaceMode, surrounding_lines,
};
use support::excerpt::{cut_to, end_of};

/// Compares by patterns. Where turns are counted, all but the last are right if the boards show the reference's game, whatever
/// is said of its end.
pub(super) fn compare_by_patterns(
    patterns: &PatternSet,
    scope: ComparisonScope,
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
    let counts_turns = scope == ComparisonScope::Turns && !patterns.ending.is_empty();
    ComparisonResult {
        difference,
        remarks,
        parts: counts_turns.then(|| count_right_turns(outcome, expected, seen)),
        // Later than the moves that were looked at, nothing changes what they show.
        regardless_of_exit: patterns.judges_display_alone() && shows_enough_moves(&turns),
        ..ComparisonResult::new(outcome)
    }
}

fn count_right_turns(
    outcome: ComparisonOutcome,
    expected: &[GameTurn],
    seen: &Observation,
) -> PartCount {
    let all = expected.len();
    let right = if outcome == ComparisonOutcome::Equal {
        all
    } else if seen.synchronised && shows_same_game(expected, seen) {
        all.saturating_sub(1)
    } else {
        0
    };
    PartCount { right, all }
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
    let is_over_too_early = patterns.judges_games() && reads_less(expected, seen).is_some();
    if is_over_too_early && !(patterns.judges_display_alone() && shows_enough_moves(turns)) {
        return Some("Your program ended too early: it did not read all of its input.".to_owned());
    }
    if let Some(fault) = find_display_fault(patterns.moves, expected, seen, turns) {
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
    expected: &[GameTurn],
    seen: &Observation,
    turns: &[String],
) -> Option<String> {
    if display == MoveDisplay::Any || !seen.synchronised {
        return None;
    }
    if never_draws(turns) {
        let sentence = "Your program does not show the board as the game goes on: nothing that it prints after a move can be a board.";
        return Some(sentence.to_owned());
    }
    if only_repeats(turns) {
        let sentence = "Your program does not show the board as the game goes on: what it prints after one move \
            is what it prints after any other.";
        return Some(sentence.to_owned());
    }
    if display == MoveDisplay::Shown {
        return None;
    }
    if let Some(mark) = find_shared_mark(seen) {
        return Some(format!(
            "Your program marks the moves of both players with `{mark}` on the board."
        ));
    }
    if has_exchanged_marks(expected, seen) {
        let sentence = "On your board the marks of the two players are exchanged.";
        return Some(sentence.to_owned());
    }
    if has_exchanged_axes(expected, seen, turns) {
        let sentence = "On your board rows and columns are exchanged: the number for which your program asks as a row chooses \
            a column.";
        return Some(sentence.to_owned());
    }
    let (named, mover) = find_misnamed_player(expected, turns)?;
    Some(format!(
        "Your program asks player {named} for the moves of player {mover}."
    ))
}

/// A player whom the prompts for another one's moves name, each time; then that other one. Prompts need not name anybody.
fn find_misnamed_player(expected: &[GameTurn], turns: &[String]) -> Option<(char, char)> {
    /// Fewer may be an error message that names the other player.
    const LEAST_MOVES: usize = 3;
    let mut named_for: BTreeMap<char, Vec<char>> = BTreeMap::new();
    for (turn, text) in expected
        .iter()
        .zip(turns)
        .filter(|(turn, _)| turn.input.is_some())
    {
        let mover = named_player(last_line(&turn.printed_text()));
        let named = named_player(last_line(text));
        if let (Some(mover), Some(named)) = (mover, named) {
            named_for.entry(mover).or_default().push(named);
        }
    }
    named_for.into_iter().find_map(|(mover, named)| {
        let first = *named.first()?;
        let is_another = first != mover && named.iter().all(|it| *it == first);
        (is_another && named.len() >= LEAST_MOVES).then_some((first, mover))
    })
}

/// The number of the only player whom a prompt names; X is player 1.
fn named_player(prompt: &str) -> Option<char> {
    let mut named = PLAYER.as_ref()?.captures_iter(prompt).map(|found| {
        let is_first = ["1", "one", "x"].contains(&found[1].to_lowercase().as_str());
        if is_first { '1' } else { '2' }
    });
    let first = named.next()?;
    named.all(|it| it == first).then_some(first)
}

static PLAYER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\bplayer[\s_#:]*(1|2|one|two|x|o)\b").ok());

/// The last line that is not blank.
fn last_line(text: &str) -> &str {
    let last = text.lines().rev().find(|line| !line.trim().is_empty());
    last.unwrap_or_default()
}

/// What is printed between the first read and the last.
fn middle_turns(turns: &[String]) -> &[String] {
    let last = turns.len().saturating_sub(1);
    turns.get(1..last).unwrap_or_default()
}

/// A row and a column, of either player.
const LONGEST_PERIOD: usize = 4;

/// Whether a run is long enough to see how a program shows moves.
fn shows_enough_moves(turns: &[String]) -> bool {
    middle_turns(turns).len() >= 2 * LONGEST_PERIOD
}

/// Whether the same few texts are printed over and over between the first read and the last: in a game of many moves
/// nothing shows what was moved. Whatever a board looks like, it changes. (Where nothing is printed, the program may have read
/// everything first, or held its output back.)
fn only_repeats(turns: &[String]) -> bool {
    let middle = middle_turns(turns);
    let repeats = |period: usize| {
        middle
            .iter()
            .zip(&middle[period..])
            .all(|(one, next)| one == next)
    };
    let is_silent = middle.iter().all(String::is_empty);
    shows_enough_moves(turns) && !is_silent && (1..=LONGEST_PERIOD).any(repeats)
}

/// Whether no turn has lines for a board: "Move 3 counted" changes from move to move, and is none. A board has three lines, or one
/// without words.
fn never_draws(turns: &[String]) -> bool {
    let may_have_board = |text: &String| {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let lines: Vec<&str> = lines.collect();
        let last = lines.len().saturating_sub(1);
        lines.len() >= 3 || lines[..last].iter().any(|line| !has_word(line))
    };
    let middle = middle_turns(turns);
    shows_enough_moves(turns)
        && middle.iter().any(|text| !text.is_empty())
        && !middle.iter().any(may_have_board)
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

/// Whether a program has the reference's two marks, each for the other player's moves. Other marks may mean anything.
fn has_exchanged_marks(expected: &[GameTurn], seen: &Observation) -> bool {
    let reference = BoardSequence::from_turns(expected).marks_by_turn();
    let drawn = BoardSequence::from_run(seen).marks_by_turn();
    let both = reference.iter().zip(&drawn);
    let both = both.filter_map(|(one, other)| Some((one.clone()?, other.as_ref()?.to_uppercase())));
    let mut exchanged: BTreeMap<String, String> = BTreeMap::new();
    for (one, other) in both {
        if *exchanged.entry(one).or_insert(other.clone()) != other {
            return false;
        }
    }
    exchanged.len() == 2
        && exchanged
            .iter()
            .all(|(one, other)| one != other && exchanged.contains_key(other))
}

/// Whether a program that asks for a row and then for a column draws its board with rows for columns.
fn has_exchanged_axes(expected: &[GameTurn], seen: &Observation, turns: &[String]) -> bool {
    is_prompt_for_row_first(turns) && shows_transposed_game(expected, seen)
}

/// Whether a program's first prompts name a row, and then a column. In other programs the first number may be the column.
fn is_prompt_for_row_first(turns: &[String]) -> bool {
    let prompt = |turn: usize| last_line(turns.get(turn).map_or("", String::as_str)).to_lowercase();
    let first = prompt(0);
    match (first.find("row"), first.find("col")) {
        (Some(row), Some(column)) => row < column,
        (Some(_), None) => prompt(1).contains("col"),
        _ => false,
    }
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
