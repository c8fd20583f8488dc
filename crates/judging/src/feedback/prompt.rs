//! Prompts that stand in the wrong place, lack what they must show, or are worded otherwise.

use super::judged_run::{
    HintContext, JudgedRun, collapse_blanks, find_prompt, plain_lines, quote_text,
};
use crate::compare::count_occurrences;
use model::{Comparison, ComparisonScope, Hint, Prompt, PromptMode};

/// A prompt does not show whose turn it is, or which numbers are legal.
pub(super) fn detect_incomplete_prompt(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    if run.rule.prompts != PromptMode::Shows
        || run.has_unreliable_reads()
        || !only_prompts_differ(run)
    {
        return None;
    }
    let turns = run.expected.iter().enumerate();
    let asked: Vec<(&Prompt, String)> = turns
        .filter_map(|(place, turn)| Some((find_prompt(turn)?, join_prompt_lines(run, place))))
        .collect();
    let lacks = |(wanted, found): &&(&Prompt, String)| {
        wanted
            .shows
            .iter()
            .any(|word| count_occurrences(found, word) == 0)
    };
    // A question among prompts that are right is another question.
    if asked.iter().filter(lacks).count() * 2 < asked.len() {
        return None;
    }
    asked.into_iter().find_map(|(wanted, found)| {
        let missing = wanted.shows.iter().find(|word| count_occurrences(&found, word) == 0)?;
        let detail = format!("It asks with {} and must show `{missing}` there.", quote_text(&found));
        let is_number = missing.parse::<u64>().is_ok();
        let hint = match (is_number, extract_numbers(&found).last()) {
            _ if found.is_empty() => Hint::new("prompt-missing", "Your program does not ask: there is no prompt."),
            (true, Some(last)) if !is_of_board_size(last) => return None,
            (true, Some(_)) => Hint::new(
                "range-hard-coded",
                "The range in your prompt does not fit the size of the board: compute its last number from the \
                 dimension.",
            ),
            (true, None) => Hint::new(
                "prompt-without-range",
                "Your prompt does not show which numbers may be entered.",
            ),
            (false, _) => {
                Hint::new("prompt-without-player", "Your prompt does not show whose turn it is.")
            }
        };
        Some(hint.with_detail(detail))
    })
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
    let run = context.run;
    if run.rule.prompts != PromptMode::Exact
        || run.has_unreliable_reads()
        || !only_prompts_differ(run)
    {
        return None;
    }
    run.expected.iter().enumerate().find_map(|(place, turn)| {
        let printed = String::from_utf8_lossy(&run.seen.turns.get(place)?.output).into_owned();
        compare_wording(&find_prompt(turn)?.text, &printed)
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
            Hint::new(
                "line-break-after-prompt",
                "After the prompt there must be no line break: what the player types follows on the same line.",
            )
        } else {
            Hint::new(
                "prompt-blank-missing",
                "The blank at the end of the prompt is missing.",
            )
        });
    }
    let detail = format!(
        "It should be {} and is {}.",
        quote_text(wanted),
        quote_text(&found)
    );
    let hint = if without_digits(wanted) == without_digits(&found) {
        Hint::new(
            "wrong-player-asked",
            "Your prompt names another player than the one whose turn it is.",
        )
    } else {
        Hint::new(
            "prompt-in-own-words",
            "Your prompt is not worded as the assignment gives it.",
        )
    };
    Some(hint.with_detail(detail))
}

fn without_digits(prompt: &str) -> String {
    collapse_blanks(prompt)
        .chars()
        .filter(|letter| !letter.is_ascii_digit())
        .collect()
}

fn only_prompts_differ(run: &JudgedRun<'_>) -> bool {
    let free = Comparison {
        prompts: PromptMode::Any,
        ..run.rule.clone()
    };
    run.rule.scope != ComparisonScope::Final && run.is_right_under(&free)
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

#[cfg(test)]
mod tests {
    use reference::domineering;

    use super::*;
    use crate::feedback::stage::{HintTestRun, SHOWS, STRICT, TextChange};

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
        assert_eq!(
            HintTestRun::with_prompt_change(SHOWS, |_| String::new())
                .find_hint(detect_reworded_prompt),
            None
        );
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
}
