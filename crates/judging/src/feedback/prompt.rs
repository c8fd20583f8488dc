//! Prompts that stand in the wrong place, lack what they must show, or are worded otherwise.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::edit;
use super::judged_run::{
    HintContext, JudgedRun, collapse_blanks, content_lines, find_prompt, plain_lines, player_words,
    quote_text,
};
use super::sentences;
use crate::compare::{self, count_occurrences};
use model::{
    Comparison, ComparisonScope, GameTurn, Hint, Observation, OutputPiece, Prompt, PromptMode,
};

/// A prompt does not show whose turn it is, or which numbers are legal.
pub(super) fn detect_incomplete_prompt(context: &HintContext<'_>) -> Option<Hint> {
    let seen = seen_with_wrong_prompts(context.run, PromptMode::Shows)?;
    let run = &JudgedRun {
        seen: &seen,
        ..*context.run
    };
    let turns = run.expected.iter().enumerate();
    let asked: Vec<(&Prompt, String)> = turns
        .filter_map(|(place, turn)| Some((find_prompt(turn)?, join_prompt_lines(run, place))))
        .collect();
    let (wanted, found, missing) = asked.iter().find_map(|(wanted, found)| {
        let mut shows = wanted.shows.iter();
        let missing = shows.find(|word| count_occurrences(found, word) == 0)?;
        Some((wanted, found, missing))
    })?;
    let own: BTreeSet<&str> = player_words(wanted).collect();
    let mut others = context.players.difference(&own);
    let is_number = missing.parse::<u64>().is_ok();
    let is_other = !is_number && others.any(|word| count_occurrences(found, word) > 0);
    // A question among prompts that are right is another question.
    let is_rare = asked.iter().filter(lacks_words).count() * 2 < asked.len();
    if is_rare && !is_other {
        return None;
    }
    let hint = match (is_number, extract_numbers(found).last()) {
        _ if found.is_empty() => sentences::PROMPT_MISSING.hint(),
        _ if is_other => sentences::WRONG_PLAYER_ASKED.hint(),
        (true, Some(last)) if !is_of_board_size(last) => return None,
        (true, Some(_)) => sentences::RANGE_HARD_CODED.hint(),
        (true, None) => sentences::PROMPT_WITHOUT_RANGE.hint(),
        (false, _) => sentences::PROMPT_WITHOUT_PLAYER.hint(),
    };
    Some(hint.with_detail(format!(
        "It asks with {} and must show `{missing}` there.",
        quote_text(found)
    )))
}

/// What was seen of a run of which only the prompts differ, where they are compared so; prompts that were flushed late are where they
/// belong, because verdicts are made of the same.
fn seen_with_wrong_prompts<'r>(
    run: &JudgedRun<'r>,
    prompts: PromptMode,
) -> Option<Cow<'r, Observation>> {
    if run.rule.prompts != prompts || run.rule.scope == ComparisonScope::Final {
        return None;
    }
    let restored = compare::with_restored_prompts(run.expected, run.seen);
    let seen = restored.map_or(Cow::Borrowed(run.seen), Cow::Owned);
    let run = JudgedRun {
        seen: &seen,
        ..*run
    };
    let free = Comparison {
        prompts: PromptMode::Any,
        ..run.rule.clone()
    };
    let is_wrong = !run.has_unreliable_reads() && run.is_right_under(&free);
    is_wrong.then_some(seen)
}

fn lacks_words((wanted, found): &&(&Prompt, String)) -> bool {
    wanted
        .shows
        .iter()
        .any(|word| count_occurrences(found, word) == 0)
}

/// With what a program asks at the end of a turn: all that it prints behind its board.
fn join_prompt_lines(run: &JudgedRun<'_>, turn: usize) -> String {
    let lines = run.turn_lines(turn);
    let first = lines
        .iter()
        .rposition(|line| run.is_blank_or_board_row(line))
        .map_or(0, |row| row + 1);
    lines[first..].join(" ")
}

/// Only the wording of prompts differs, where it must be the reference's.
pub(super) fn detect_reworded_prompt(context: &HintContext<'_>) -> Option<Hint> {
    let seen = seen_with_wrong_prompts(context.run, PromptMode::Exact)?;
    let run = &JudgedRun {
        seen: &seen,
        ..*context.run
    };
    run.expected.iter().enumerate().find_map(|(place, turn)| {
        let printed = String::from_utf8_lossy(&run.seen.turns.get(place)?.output).into_owned();
        let wanted = &find_prompt(turn)?.text;
        let last = plain_lines(&printed).pop().unwrap_or_default();
        if !printed.ends_with(wanted) && run.is_blank_or_board_row(&last) {
            return Some(sentences::PROMPT_MISSING.hint());
        }
        compare_wording(wanted, &printed)
    })
}

/// How the end of what was printed in a turn differs from the prompt that is wanted there.
fn compare_wording(wanted: &str, printed: &str) -> Option<Hint> {
    let found = plain_lines(printed).pop().unwrap_or_default();
    if printed.ends_with(wanted) {
        return None;
    }
    if collapse_blanks(wanted) == found {
        return Some(if printed.ends_with('\n') {
            sentences::LINE_BREAK_AFTER_PROMPT.hint()
        } else {
            sentences::PROMPT_BLANK_MISSING.hint()
        });
    }
    let detail = format!(
        "It should be {} and is {}.",
        quote_text(wanted),
        quote_text(&found)
    );
    let hint = if without_digits(wanted) == without_digits(&found) {
        sentences::WRONG_PLAYER_ASKED.hint()
    } else {
        sentences::PROMPT_IN_OWN_WORDS.hint()
    };
    Some(hint.with_detail(detail))
}

fn without_digits(prompt: &str) -> String {
    collapse_blanks(prompt)
        .chars()
        .filter(|letter| !letter.is_ascii_digit())
        .collect()
}

/// Whether a number is the last square of some board, counted from 0 or from 1: another one is no range that does not fit.
fn is_of_board_size(number: &str) -> bool {
    let number = number.parse::<u64>().unwrap_or_default();
    (2..=100_u64).any(|rows| [rows * rows - 1, rows * rows].contains(&number))
}

fn extract_numbers(text: &str) -> Vec<&str> {
    text.split(|letter: char| !letter.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .collect()
}

/// A prompt and a row of a board share a line.
pub(super) fn detect_glued_prompt(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let corrected = edit::map_output(run.seen, |turn, text| {
        let rows: Vec<String> = run.expected.get(turn).map(board_ends).unwrap_or_default();
        let lines = text.split('\n').map(|line| split_glued_line(line, &rows));
        lines.collect::<Vec<_>>().join("\n")
    });
    (corrected != *run.seen && run.would_be_right(&corrected))
        .then(|| sentences::PROMPT_GLUED.hint())
}

/// The first and the last row of each board.
fn board_ends(turn: &GameTurn) -> Vec<String> {
    let boards = turn.pieces.iter().filter_map(|piece| match piece {
        OutputPiece::Board(rows) => Some(rows),
        _ => None,
    });
    boards
        .flat_map(|rows| rows.first().into_iter().chain(rows.last()))
        .cloned()
        .collect()
}

/// A line with a line break between a row and whatever else stands there.
fn split_glued_line(line: &str, rows: &[String]) -> String {
    let parted = rows.iter().map(|row| row.trim()).find_map(|row| {
        let at = line.find(row)?;
        let before = &line[..at];
        let after = &line[at + row.len()..];
        let alone = before.trim().is_empty() && after.trim().is_empty();
        (!alone).then(|| match before.trim().is_empty() {
            true => format!("{before}{row}\n{}", after.trim_start()),
            false => format!("{before}\n{row}{after}"),
        })
    });
    parted.unwrap_or_else(|| line.to_owned())
}

/// A prompt takes several lines, and one of them shows nothing of what it must, so it is no part of it.
pub(super) fn detect_multiline_prompt(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let corrected = edit::map_output(run.seen, |turn, text| {
        let asks = run
            .expected
            .get(turn)
            .is_some_and(|turn| find_prompt(turn).is_some());
        if asks {
            with_one_line_prompt(run, turn, text)
        } else {
            text.to_owned()
        }
    });
    (corrected != *run.seen && !run.has_unreliable_reads() && run.would_be_right(&corrected))
        .then(|| sentences::PROMPT_ON_SEVERAL_LINES.hint())
}

/// The lines after the last one that belongs to the expected content become one.
fn with_one_line_prompt(run: &JudgedRun<'_>, turn: usize, text: &str) -> String {
    let wanted = content_lines(&run.expected[turn]);
    let lines: Vec<&str> = text.split('\n').collect();
    let board = lines
        .iter()
        .rposition(|line| wanted.contains(&collapse_blanks(line)));
    let (board, prompt) = lines.split_at(board.map_or(0, |last| last + 1));
    let is_row =
        |line: &&str| !line.trim().is_empty() && run.is_blank_or_board_row(&collapse_blanks(line));
    if prompt.iter().any(is_row) {
        return text.to_owned();
    }
    let words: Vec<&str> = prompt
        .iter()
        .map(|line| line.trim())
        .filter(|line| !line.is_empty())
        .collect();
    let board: String = board.iter().flat_map(|line| [line, "\n"]).collect();
    board + &words.join(" ")
}

/// The prompt appears only when the player has typed.
pub(super) fn detect_late_prompt(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let late: Vec<Option<String>> = (0..run.seen.turns.len())
        .map(|turn| find_late_prompt(run, turn))
        .collect();
    if late.iter().all(Option::is_none) || run.has_unreliable_reads() {
        return None;
    }
    let late_at = |turn: usize| late.get(turn).and_then(Option::as_deref);
    let corrected = edit::map_output(run.seen, |turn, text| {
        let own = match late_at(turn) {
            Some(_) => text
                .trim_start()
                .split_once('\n')
                .map_or("", |(_, rest)| rest),
            None => text,
        };
        own.to_owned() + late_at(turn + 1).unwrap_or_default()
    });
    run.would_be_right(&corrected)
        .then(|| sentences::PROMPT_AFTER_READING.hint())
}

/// The first line of a turn where it is the prompt of the turn before, in which the program asked nothing.
fn find_late_prompt(run: &JudgedRun<'_>, turn: usize) -> Option<String> {
    let before = turn.checked_sub(1)?;
    find_prompt(run.expected.get(before)?)?;
    let line = run.turn_lines(turn).into_iter().next()?;
    let is_wanted = run
        .expected
        .get(turn)
        .is_some_and(|turn| content_lines(turn).contains(&line));
    let last = run.turn_lines(before).pop().unwrap_or_default();
    (!is_wanted && run.is_blank_or_board_row(&last)).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::stage::{HintTestRun, SHOWS, STRICT, TextChange};
    use reference::{domineering, tttn};

    #[test]
    fn a_prompt_must_show_the_player_and_the_range() {
        let cases: [(TextChange<'_>, &str); 3] = [
            (&|prompt| prompt.replace("24", "8"), "range-hard-coded"),
            (
                &|_| "Player X, your choice: ".to_owned(),
                "prompt-without-range",
            ),
            (
                &|_| "Your choice [0-24]: ".to_owned(),
                "prompt-without-player",
            ),
        ];
        for (change, name) in cases {
            let hint = HintTestRun::with_prompt_change(SHOWS, change)
                .find_hint(detect_incomplete_prompt)
                .unwrap();
            assert_eq!(hint.mistake, name);
            assert!(hint.detail.unwrap().contains("must show `"));
        }
        let none = HintTestRun::with_prompt_change(SHOWS, |_| String::new())
            .find_hint(detect_incomplete_prompt)
            .unwrap();
        assert_eq!(none.mistake, "prompt-missing");
        let two_lines = |range: &str| {
            let words = format!("{range}\nGo");
            let change = |prompt: &str| prompt.replace("enter your square choice [0-24]", &words);
            HintTestRun::with_prompt_change(SHOWS, change).find_hint(detect_incomplete_prompt)
        };
        assert_eq!(two_lines("[0-24]"), None);
        assert_eq!(two_lines("").unwrap().mistake, "prompt-without-range");
    }

    #[test]
    fn exact_prompts_are_compared_to_the_last_blank() {
        let cases: [(TextChange<'_>, &str); 3] = [
            (&|prompt| format!("{prompt}\n"), "line-break-after-prompt"),
            (
                &|prompt| prompt.trim_end().to_owned(),
                "prompt-blank-missing",
            ),
            (
                &|prompt| prompt.replace("enter", "please enter"),
                "prompt-in-own-words",
            ),
        ];
        for (change, name) in cases {
            let hint = HintTestRun::with_prompt_change(STRICT, change)
                .find_hint(detect_reworded_prompt)
                .unwrap();
            assert_eq!(hint.mistake, name);
        }
        let none = |rule| {
            HintTestRun::with_prompt_change(rule, |_| String::new())
                .find_mistake(detect_reworded_prompt)
        };
        assert_eq!(none(SHOWS), None);
        assert_eq!(none(STRICT), Some("prompt-missing"));
    }

    #[test]
    fn a_prompt_for_the_wrong_player_is_no_matter_of_wording() {
        let stage = HintTestRun::from_game(
            domineering::RULES,
            &["5", "2", "8", "10"],
            STRICT,
            |turn, text| {
                if turn == 2 {
                    text.replace("Player 1", "Player 2")
                } else {
                    text
                }
            },
        );
        let hint = stage.find_hint(detect_reworded_prompt).unwrap();
        assert_eq!(hint.mistake, "wrong-player-asked");
        assert_eq!(
            hint.detail.unwrap(),
            "It should be `Player 1's move:` and is `Player 2's move:`."
        );
    }

    const GAME: [&str; 3] = ["5", "24", "25"];

    #[test]
    fn a_prompt_on_two_lines_is_found() {
        let two_lines = |prompt: &str| format!("It is your turn.\n{prompt}");
        let hint =
            HintTestRun::with_prompt_change(SHOWS, two_lines).find_hint(detect_multiline_prompt);
        assert_eq!(hint.unwrap().mistake, "prompt-on-several-lines");
        assert_eq!(
            HintTestRun::with_prompt_change(SHOWS, |_| "Player X's turn: ".to_owned())
                .find_hint(detect_multiline_prompt),
            None
        );
    }

    #[test]
    fn a_prompt_that_comes_after_the_answer_is_found() {
        let stage = HintTestRun::from_game(tttn::RULES, &GAME, SHOWS, |turn, text| {
            let board = text.split("Player").next().unwrap_or_default().to_owned();
            if turn > 1 {
                format!("Player X [0-24], O as well\n{board}")
            } else {
                board
            }
        });
        assert_eq!(
            stage.find_mistake(detect_late_prompt),
            Some("prompt-after-reading")
        );
    }

    #[test]
    fn a_row_that_shares_its_line_with_the_prompt_is_found() {
        let stage = HintTestRun::from_game(tttn::RULES, &GAME, STRICT, |_, text| {
            text.replace("\nPlayer", "Player")
        });
        assert_eq!(
            stage.find_mistake(detect_glued_prompt),
            Some("prompt-glued")
        );
        let right =
            HintTestRun::from_game(tttn::RULES, &GAME, STRICT, |_, text| text.replace('?', "_"));
        assert_eq!(right.find_hint(detect_glued_prompt), None);
    }
}
