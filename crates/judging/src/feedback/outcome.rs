//! Results that are told in free words, and told wrongly.

use super::judged_run::{HintContext, content_lines, quote_text};
use super::sentences;
use model::{Hint, PatternSet, SharedRegex, surrounding_lines};

/// A message with which games end is printed although this one goes on, and the program does go on.
pub(super) fn detect_early_result(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let middle = 1..run.read_count().min(run.expected_read_count());
    let told = middle.into_iter().find_map(|turn| {
        let wanted = run
            .expected
            .get(turn)
            .map(content_lines)
            .unwrap_or_default();
        let lines = run.turn_lines(turn).into_iter();
        lines
            .filter(|line| !wanted.contains(line))
            .find(|line| context.endings.contains(line))
    })?;
    (!run.has_unreliable_reads()).then(|| early_hint(&told))
}

/// The result is not told, is told too early, or is another one.
pub(super) fn detect_wrong_result(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let patterns = run
        .rule
        .patterns
        .as_ref()
        .filter(|patterns| !patterns.ending.is_empty())?;
    let mut turns: Vec<String> = run
        .seen
        .turns
        .iter()
        .map(|turn| String::from_utf8_lossy(&turn.output).into_owned())
        .collect();
    // What a program prints after the end of input follows from its going on.
    let before_end = run.seen.before_end.as_ref().filter(|_| run.seen.saw_eof);
    if let (Some(last), Some(output)) = (turns.last_mut(), before_end) {
        *last = String::from_utf8_lossy(output).into_owned();
    }
    let (ending, before) = turns.split_last()?;
    let in_time = before.iter().any(|text| !text.is_empty()) && run.seen.synchronised;
    if !in_time || run.read_count() < run.expected_read_count() {
        return None;
    }
    let hint = find_early_result(patterns, before.get(1..).unwrap_or_default())
        .or_else(|| wrong_or_missing(context, patterns, ending))
        .or_else(|| continues_after_end(context))?;
    Some(if context.is_game {
        hint
    } else {
        remove_game_terms(hint)
    })
}

/// The same hint without a word of games.
fn remove_game_terms(hint: Hint) -> Hint {
    let text = match hint.mistake {
        "result-too-early" => sentences::RESULT_BEFORE_INPUT,
        "wrong-result" => sentences::WRONG_RESULT,
        "result-not-told" => sentences::RESULT_NOT_PRINTED,
        "asks-after-the-end" => sentences::ASKS_AFTER_RESULT,
        _ => return hint,
    };
    text.replace_in(hint)
}

fn find_early_result(patterns: &PatternSet, middle: &[String]) -> Option<Hint> {
    let outcomes = || patterns.ending.iter().chain(&patterns.never);
    let told = middle
        .iter()
        .find_map(|text| find_match(outcomes(), text))?;
    Some(early_hint(told))
}

fn early_hint(told: &str) -> Hint {
    let hint = sentences::RESULT_DURING_GAME.hint();
    hint.with_detail(format!("Too early it printed {}.", quote_text(told)))
}

fn wrong_or_missing(
    context: &HintContext<'_>,
    patterns: &PatternSet,
    ending: &str,
) -> Option<Hint> {
    if let Some(told) = patterns.find_forbidden_ending(ending) {
        let is_right_too = find_match(&patterns.ending, ending).is_some();
        let hint = if is_right_too {
            sentences::TWO_RESULTS.hint()
        } else {
            sentences::WRONG_WINNER.hint()
        };
        return Some(hint.with_detail(format!("It printed {}.", quote_text(told))));
    }
    if find_match(&patterns.ending, ending).is_some() {
        return None;
    }
    let not_told = || sentences::RESULT_NOT_RECOGNISED.hint();
    Some(super::ending::detect_missed_end(context).unwrap_or_else(not_told))
}

/// The right result was told in time: what is wrong is that the program asked on.
fn continues_after_end(context: &HintContext<'_>) -> Option<Hint> {
    let last = context
        .run
        .last_lines()
        .pop()
        .filter(|_| context.run.seen.saw_eof)?;
    let hint = sentences::ASKS_AFTER_GAME.hint();
    Some(hint.with_detail(format!("After the end it printed {}.", quote_text(&last))))
}

fn find_match<'t>(
    patterns: impl IntoIterator<Item = &'t SharedRegex>,
    text: &'t str,
) -> Option<&'t str> {
    patterns
        .into_iter()
        .find_map(|pattern| pattern.find(text))
        .map(|found| surrounding_lines(text, &found))
}

#[cfg(test)]
mod tests {
    use reference::{counters, tttn};

    use super::*;
    use crate::feedback::stage::{HintTestRun, STRICT};
    use model::{Comparison, MoveDisplay};

    const GAME: [&str; 6] = ["0", "1", "3", "4", "6", "9"];

    fn mistake(change: impl Fn(usize, String) -> String) -> Option<&'static str> {
        played(change).find_mistake(detect_wrong_result)
    }

    fn played(change: impl Fn(usize, String) -> String) -> HintTestRun {
        let pattern = |text: &str| SharedRegex::new(regex::Regex::new(text).unwrap());
        let patterns = PatternSet {
            ordered: Vec::new(),
            ending: vec![pattern("Player 1 wins")],
            never: vec![pattern("Player 2 wins"), pattern("(?i)draw")],
            moves: MoveDisplay::Any,
        };
        let rule = Comparison {
            patterns: Some(patterns),
            ..STRICT
        };
        HintTestRun::from_game(counters::RULES, &GAME, rule, change)
    }

    #[test]
    fn without_a_game_no_hint_speaks_of_one() {
        for mistake in [
            "result-too-early",
            "wrong-result",
            "result-not-told",
            "asks-after-the-end",
        ] {
            let hint =
                remove_game_terms(Hint::new(mistake, "the game").with_detail("After input 3."));
            assert!(!hint.sentence.contains("game"), "{hint:?}");
            assert!(hint.detail.is_some());
        }
    }

    #[test]
    fn a_result_that_is_told_and_played_on_from_is_too_early() {
        let game = ["3", "0", "1", "4", "2", "8"];
        let told = |place: usize| {
            HintTestRun::from_game(tttn::RULES, &game, STRICT, move |turn, text| {
                if turn == place {
                    format!("X player wins!\n{text}")
                } else {
                    text
                }
            })
        };
        let hint = told(3).find_hint(detect_early_result).unwrap();
        assert_eq!(hint.mistake, "result-too-early");
        assert_eq!(
            hint.detail.unwrap(),
            "Too early it printed `X player wins!`."
        );
        assert_eq!(
            told(6).find_hint(detect_early_result),
            None,
            "that is the end"
        );
    }

    #[test]
    fn a_second_result_is_no_wrong_one() {
        let sentence = |new: &'static str| {
            played(move |_, text| text.replace("Player 1 wins!", new))
                .find_hint(detect_wrong_result)
                .unwrap()
                .sentence
        };
        assert_eq!(
            sentence("Player 1 wins!\nDraw!"),
            sentences::TWO_RESULTS.hint().sentence
        );
        assert_eq!(sentence("Draw!"), sentences::WRONG_WINNER.hint().sentence);
    }

    #[test]
    fn a_result_is_told_rightly_and_at_the_end() {
        let replaced =
            |new: &'static str| mistake(move |_, text| text.replace("Player 1 wins!", new));
        assert_eq!(replaced("Game over!"), Some("result-not-told"));
        assert_eq!(replaced("It is a draw!"), Some("wrong-result"));
        assert_eq!(replaced("Player 2 wins!"), Some("wrong-result"));
        let early = mistake(|turn, text| {
            if turn == 2 {
                format!("Player 2 wins!\n{text}")
            } else {
                text
            }
        });
        assert_eq!(early, Some("result-too-early"));
    }
}
