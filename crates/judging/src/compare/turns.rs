//! Two transcripts as lines, where the program's own reads say which turn each line belongs to.

use super::expected::{self, BoardShape, ExpectedTurn};
use super::prompt::{self, PromptHistory, SeparatedTurn};
use super::shown::count_occurrences;
use super::text::{ComparedLine, MatchOptions, split_lines, split_lines_with_input};
use model::{GameTurn, Observation, PromptMode};

/// What a program printed in one turn, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ActualTurn {
    pub(super) text: String,
    pub(super) input: Option<String>,
}

/// Puts prompts back where they were asked. A program that flushes its lines but not its prompt is seen to print the
/// prompt after the read: glued to the next row, or at the very end after a quit.
pub(super) fn restore_late_prompts(
    turns: &mut [ActualTurn],
    expected: &[ExpectedTurn],
    board: &BoardShape,
) {
    let mut asked = PromptHistory::default();
    // Reads whose prompts were not seen yet.
    let mut owed = 0;
    for turn in 0..turns.len().saturating_sub(1) {
        let both_read = turns[turn].input.is_some()
            && expected.get(turn).is_some_and(|turn| turn.input.is_some());
        if !both_read || has_unfinished_line(&turns[turn].text, board) {
            owed = 0;
            continue;
        }
        owed += 1;
        let Some(next) = expected.get(turn + 1) else {
            continue;
        };
        let late = late_prompt(&turns[turn + 1].text, next, board, &asked, owed);
        if let Some(prompt) = late {
            // What stands before the first board may be a welcome.
            if owed == 1 && turn > 0 {
                asked.record_prompt(&prompt);
            }
            owed = 0;
            turns[turn + 1].text.drain(..prompt.len());
            turns[turn].text.push_str(&prompt);
        }
    }
}

/// Puts the prompts for all numbers of a line before it: `1 2` is one line of input, and a program that asks for each number prints
/// its second prompt only after that line was read.
pub(super) fn restore_further_prompts(
    turns: &mut [ActualTurn],
    expected: &[ExpectedTurn],
    board: &BoardShape,
) {
    for (read, pair) in expected.windows(2).enumerate() {
        let Some([turn, after]) = turns.get_mut(read..read + 2) else {
            return;
        };
        let (true, Some(input)) = (pair[0].input.is_some(), &turn.input) else {
            continue;
        };
        let most = input.split_whitespace().count().saturating_sub(1);
        let Some(length) = further_prompts(&after.text, &pair[1], board, most) else {
            continue;
        };
        let last = turn.text.lines().rfind(|line| !line.trim().is_empty());
        let mut wanted = pair[0].content.iter();
        if !last.is_some_and(|last| wanted.any(|line| prompt::is_same_line(line, last))) {
            turn.text.truncate(turn.text.trim_end_matches('\n').len());
        }
        let prompts: String = after.text.drain(..length).collect();
        turn.text.push_str(&prompts.replace('\n', " "));
    }
}

/// The length of what stands before the first line that is expected in a turn, if that can be so many prompts.
fn further_prompts(
    text: &str,
    expected: &ExpectedTurn,
    board: &BoardShape,
    most: usize,
) -> Option<usize> {
    let mut own = expected.prompts.iter();
    // A reference that asks for each number itself prints its prompts where the program prints them.
    if own.any(|prompt| expected.printed.starts_with(&prompt.text)) {
        return None;
    }
    let first = expected
        .content
        .iter()
        .find(|line| !line.trim().is_empty())?;
    let mut length = 0;
    for line in text.split('\n').take(most + 1) {
        if let Some(prompt) = prompt::glued_before(line, first, board, MatchOptions::COLLAPSE) {
            length += prompt.len();
            return (most > 0 && length > 0).then_some(length);
        }
        let mut messages = expected.messages.iter();
        if board.is_row(line) || messages.any(|message| prompt::is_same_line(message, line)) {
            return None;
        }
        length += line.len() + 1;
    }
    None
}

/// Takes out the boards that a program shows again, unchanged, where the reference only asks again.
pub(super) fn remove_redraws(
    turns: &mut [ActualTurn],
    expected: &[ExpectedTurn],
    board: &BoardShape,
) {
    let mut shown: Vec<String> = Vec::new();
    for (turn, expected) in turns.iter_mut().zip(expected) {
        let lines: Vec<&str> = turn.text.split('\n').collect();
        let (rows, others): (Vec<&str>, Vec<&str>) =
            lines.iter().partition(|line| board.is_row(line));
        let asks_again =
            turn.input.is_some() && expected.input.is_some() && expected.content.is_empty();
        if asks_again && ends_with_rows(&shown, &rows) {
            turn.text = others.join("\n");
        } else if !rows.is_empty() {
            shown = rows.into_iter().map(str::to_owned).collect();
        }
    }
}

fn ends_with_rows(shown: &[String], rows: &[&str]) -> bool {
    let mut pairs = shown.iter().rev().zip(rows.iter().rev());
    !rows.is_empty()
        && rows.len() <= shown.len()
        && pairs.all(|(one, other)| prompt::is_same_line(one, other))
}

/// What was seen of a program, with its prompts where they were asked; none where they were seen there.
pub(crate) fn with_restored_prompts(
    expected: &[GameTurn],
    seen: &Observation,
) -> Option<Observation> {
    if !seen.synchronised {
        return None;
    }
    let mut actual = Vec::new();
    for turn in &seen.turns {
        actual.push(ActualTurn {
            text: String::from_utf8_lossy(&turn.output).into_owned(),
            input: turn.input.clone(),
        });
    }
    let raw = actual.clone();
    let board = BoardShape::from_transcript(expected);
    restore_late_prompts(
        &mut actual,
        &expected::split_turns(expected, &board),
        &board,
    );
    if actual == raw {
        return None;
    }
    let mut restored = seen.clone();
    for (turn, actual) in restored.turns.iter_mut().zip(actual) {
        turn.output = actual.text.into_bytes();
    }
    Some(restored)
}

fn has_unfinished_line(text: &str, board: &BoardShape) -> bool {
    let line = text.rsplit('\n').next().unwrap_or_default();
    !line.trim().is_empty() && !board.is_row(line)
}

/// The prompt of the turn before, if the text of a turn begins with it.
fn late_prompt(
    text: &str,
    expected: &ExpectedTurn,
    board: &BoardShape,
    asked: &PromptHistory,
    owed: usize,
) -> Option<String> {
    let (line, is_finished) = text
        .split_once('\n')
        .map_or((text, false), |(line, _)| (line, true));
    let first = expected.content.iter().find(|line| !line.trim().is_empty());
    let prompt = match first {
        Some(first) => prompt::glued_before(line, first, board, MatchOptions::COLLAPSE)?.to_owned(),
        // The reference has quit: what stands there can only be the prompt of its last read.
        None if expected.input.is_none() && !is_finished && asked.allows_text(line, owed) => {
            line.to_owned()
        }
        None => return None,
    };
    (!prompt.trim().is_empty()).then_some(prompt)
}

/// The expected transcript's lines. Where prompts are compared as they are, each stands with the input that was typed
/// after it, as on a terminal.
pub(super) fn expected_lines(turns: &[ExpectedTurn], prompts: PromptMode) -> Vec<ComparedLine<'_>> {
    let lines = |(turn, expected)| expected_lines_of(expected, turn, prompts);
    turns.iter().enumerate().flat_map(lines).collect()
}

fn expected_lines_of(
    expected: &ExpectedTurn,
    turn: usize,
    prompts: PromptMode,
) -> Vec<ComparedLine<'_>> {
    match &expected.input {
        None => split_lines(&expected.printed, turn),
        Some(input) if prompts == PromptMode::Exact => {
            split_lines_with_input(&expected.printed, input, turn)
        }
        Some(_) => expected
            .content
            .iter()
            .map(|text| ComparedLine {
                text: text.into(),
                turn,
            })
            .collect(),
    }
}

/// The program's lines. A prompt is removed only for a read that the reference makes too.
pub(super) fn actual_lines<'a>(
    turns: &'a [ActualTurn],
    expected: &[ExpectedTurn],
    prompts: PromptMode,
    board: &BoardShape,
) -> Vec<ComparedLine<'a>> {
    let lines = |(turn, actual)| actual_lines_of(actual, turn, expected.get(turn), prompts, board);
    turns.iter().enumerate().flat_map(lines).collect()
}

fn actual_lines_of<'a>(
    actual: &'a ActualTurn,
    turn: usize,
    expected: Option<&ExpectedTurn>,
    prompts: PromptMode,
    board: &BoardShape,
) -> Vec<ComparedLine<'a>> {
    match (
        &actual.input,
        expected.filter(|expected| expected.input.is_some()),
    ) {
        (Some(input), _) if prompts == PromptMode::Exact => {
            split_lines_with_input(&actual.text, input, turn)
        }
        (Some(_), Some(expected)) => {
            let SeparatedTurn { content, .. } =
                prompt::separate_prompt(&actual.text, expected, board);
            content
                .into_iter()
                .map(|text| ComparedLine {
                    text: text.into(),
                    turn,
                })
                .collect()
        }
        _ => split_lines(&actual.text, turn),
    }
}

/// The program's lines for the question what its last screen is: whatever it says between a board and a read that the
/// reference makes too is part of asking, even over several lines, and no goodbye.
pub(super) fn screen_lines<'a>(
    turns: &'a [ActualTurn],
    expected: &[ExpectedTurn],
    board: &BoardShape,
) -> Vec<ComparedLine<'a>> {
    let lines = |(turn, actual)| {
        let expected = expected.get(turn);
        let mut lines = actual_lines_of(actual, turn, expected, PromptMode::Any, board);
        // A program that has ended asks nothing: its last line is no prompt, even where the reference goes on.
        let both_read = expected.filter(|it| it.input.is_some() && actual.input.is_some());
        if let Some(expected) = both_read {
            let is_asking = |line: &&ComparedLine<'_>| {
                let mut messages = expected.content.iter();
                !board.is_row(&line.text)
                    && !messages.any(|message| prompt::is_same_line(message, &line.text))
            };
            let asking = lines.iter().rev().take_while(is_asking).count();
            lines.truncate(lines.len() - asking);
        }
        lines
    };
    turns.iter().enumerate().flat_map(lines).collect()
}

/// The first turn whose prompt does not show what it must, with the thing it lacks.
pub(super) fn find_incomplete_prompt(
    turns: &[ActualTurn],
    expected: &[ExpectedTurn],
    board: &BoardShape,
) -> Option<IncompletePrompt> {
    let reads = expected
        .iter()
        .zip(turns)
        .filter(|(expected, _)| expected.input.is_some());
    let asked: Vec<(&ExpectedTurn, String)> = reads
        .map(|(expected, actual)| {
            (
                expected,
                prompt::separate_prompt(&actual.text, expected, board)
                    .prompt
                    .join("\n"),
            )
        })
        .collect();
    asked
        .iter()
        .enumerate()
        .find_map(|(turn, (expected, text))| {
            let missing = expected
                .must_show()
                .into_iter()
                .find(|word| count_occurrences(text, word) == 0)?;
            // A prompt that was flushed late stands with the next one, where the reference asks again.
            let group = find_retry_group(&asked, turn);
            let wanted = group
                .iter()
                .flat_map(|(expected, _)| expected.must_show())
                .filter(|word| *word == missing)
                .count();
            let shown: usize = group
                .iter()
                .map(|(_, text)| count_occurrences(text, missing))
                .sum();
            let lacking = || IncompletePrompt {
                turn,
                text: text.trim().to_owned(),
                missing: missing.to_owned(),
            };
            (shown < wanted).then(lacking)
        })
}

/// A turn with those around it in which the reference only asks again.
fn find_retry_group<'a>(
    asked: &'a [(&'a ExpectedTurn, String)],
    turn: usize,
) -> &'a [(&'a ExpectedTurn, String)] {
    let start = (0..=turn)
        .rev()
        .find(|&index| !has_no_content(asked, index))
        .unwrap_or(0);
    let end = (turn + 1..asked.len())
        .find(|&index| !has_no_content(asked, index))
        .unwrap_or(asked.len());
    &asked[start..end]
}

fn has_no_content(asked: &[(&ExpectedTurn, String)], index: usize) -> bool {
    asked
        .get(index)
        .is_some_and(|(expected, _)| expected.content.is_empty())
}

/// A prompt that does not show what it must.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct IncompletePrompt {
    pub(super) turn: usize,
    pub(super) text: String,
    pub(super) missing: String,
}
