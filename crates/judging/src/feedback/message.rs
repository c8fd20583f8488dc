//! Messages that are misspelt, missing, or followed by more.

use super::edit;
use super::judged_run::{
    HintContext, JudgedRun, collapse_blanks, content_lines, find_prompt, plain_lines, quote_text,
};
use super::lines::without_numbers;
use super::sentences;
use super::wrong_number::split_at_numbers;
use crate::compare::count_occurrences;
use model::{ComparisonScope, GameTurn, Hint, Observation, OutputPiece};
use support::nearest;

/// Another text stands where a message is expected.
pub(super) fn detect_misspelt_message(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let (Some(expected), Some(actual)) = run.first_difference() else {
        return None;
    };
    let wanted = collapse_blanks(expected);
    let found = collapse_blanks(actual);
    // A row of signs is no message, however it is drawn.
    if !wanted.chars().any(char::is_alphabetic) {
        return None;
    }
    if !context.messages.contains(&wanted) || is_another_message(&found, context.messages) {
        return None;
    }
    // Of output as a whole nobody knows which words are a message's and which are results: what was given is no message.
    let is_given = |word: &str| run.input.iter().any(|line| line.contains(word));
    if run.rule.scope == ComparisonScope::Output && different_words(&wanted, &found).any(is_given) {
        return None;
    }
    let alike = if context.is_game {
        is_alike(&wanted, &found)
    } else {
        has_alike_words(&without_numbers(&wanted), &without_numbers(&found))
    };
    // What a program prints that goes on asking is no message about the end.
    let has_its_numbers = context.is_game || extract_numbers(&wanted) == extract_numbers(&found);
    let replaces = || {
        has_its_numbers
            && run.rule.scope != ComparisonScope::Output
            && !run.seen.saw_eof
            && run.would_match(&replace_message(run.expected, &wanted, actual))
    };
    if !alike && !replaces() {
        return None;
    }
    let detail = format!(
        "It should be {} and is {}.",
        quote_text(&wanted),
        quote_text(&found)
    );
    let hint = if wanted.to_lowercase() == found.to_lowercase() {
        sentences::MESSAGE_LETTER_CASE.hint()
    } else if alike {
        sentences::MESSAGE_MISSPELT.hint()
    } else {
        sentences::MESSAGE_IN_OWN_WORDS.hint()
    };
    Some(hint.with_detail(detail))
}

/// What else the program can say is no misspelling: it means it.
fn is_another_message(found: &str, messages: &[String]) -> bool {
    let plain = without_values(found);
    messages.iter().any(|message| {
        without_values(message) == plain || differs_in_value(found, message, messages)
    })
}

/// Whether a text is a message but for one word for which other messages have another one: that word is a result.
fn differs_in_value(found: &str, message: &str, messages: &[String]) -> bool {
    let is_result = |place: usize| {
        messages
            .iter()
            .any(|other| different_word(message, other) == Some(place))
    };
    let is_same_word = found.to_lowercase() == message.to_lowercase();
    !is_same_word && different_word(found, message).is_some_and(is_result)
}

/// The place of the only word in which two texts differ.
fn different_word(one: &str, other: &str) -> Option<usize> {
    let one: Vec<&str> = one.split_whitespace().collect();
    let other: Vec<&str> = other.split_whitespace().collect();
    if one.len() != other.len() {
        return None;
    }
    let mut places = (0..one.len()).filter(|place| one.get(*place) != other.get(*place));
    let place = places.next()?;
    places.next().is_none().then_some(place)
}

/// The words of both texts that the other has not in the same place.
fn different_words<'t>(one: &'t str, other: &'t str) -> impl Iterator<Item = &'t str> {
    let both = one.split_whitespace().zip(other.split_whitespace());
    both.filter(|(one, other)| one != other)
        .flat_map(|(one, other)| [one, other])
}

/// A message without whom it names, and without its numbers: a wrong result is no misspelling. Every other sign stays,
/// for a message that lacks only its `!` is misspelt.
fn without_values(message: &str) -> String {
    let words = message.split_whitespace().map(|word| {
        let bare = word.trim_matches(|it: char| !it.is_ascii_alphanumeric() && it != '-');
        match bare {
            "X" | "O" => word.replace(bare, "#"),
            bare if bare.parse::<f64>().is_ok() => word.replace(bare, "#"),
            _ => word.to_owned(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a text is probably the other one with a few letters wrong.
fn is_alike(wanted: &str, found: &str) -> bool {
    nearest::edit_distance(wanted, found) <= (wanted.chars().count() / 3).max(2)
}

fn extract_numbers(line: &str) -> Vec<&str> {
    split_at_numbers(line)
        .into_iter()
        .filter(ends_in_digit)
        .collect()
}

fn ends_in_digit(part: &&str) -> bool {
    part.ends_with(|letter: char| letter.is_ascii_digit())
}

/// Whether each word of a text is probably the other's with a letter or two wrong, where there are as many: another word is
/// another result.
fn has_alike_words(wanted: &str, found: &str) -> bool {
    let wanted: Vec<&str> = wanted.split_whitespace().collect();
    let found: Vec<&str> = found.split_whitespace().collect();
    wanted.len() == found.len()
        && wanted != found
        && wanted.iter().zip(&found).all(|(wanted, found)| {
            let slips = nearest::edit_distance(&wanted.to_lowercase(), &found.to_lowercase());
            slips <= most_slips(wanted)
        })
}

/// How many letters of a word may be wrong. One that is as short as a grade, `A` or `B`, is another word with another letter.
fn most_slips(word: &str) -> usize {
    match word.chars().count() {
        0..3 => 0,
        letters => (letters / 3).max(1),
    }
}

/// The same expectations, had the reference another text for one message.
fn replace_message(expected: &[GameTurn], message: &str, text: &str) -> Vec<GameTurn> {
    edit::map_pieces(expected, |_, piece| match piece {
        OutputPiece::Message(own) if collapse_blanks(own) == message => {
            Some(OutputPiece::Message(text.to_owned()))
        }
        other => Some(other.clone()),
    })
}

/// A message is not printed at all.
pub(super) fn detect_missing_message(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let silent = edit::map_pieces(run.expected, |_, piece| {
        (!matches!(piece, OutputPiece::Message(_))).then(|| piece.clone())
    });
    let last = run.expected.len().saturating_sub(1);
    let silent_at_end = edit::map_pieces(run.expected, |turn, piece| {
        (turn != last || !matches!(piece, OutputPiece::Message(_))).then(|| piece.clone())
    });
    if let Some(message) = run.final_message()
        && run.would_match(&silent_at_end)
    {
        let is_told = run.last_lines().contains(&collapse_blanks(message));
        return Some(if is_told {
            sentences::RESULT_BEFORE_BOARD.hint()
        } else {
            sentences::RESULT_NOT_TOLD.hint()
        });
    }
    let says = run.expected.iter().any(|turn| {
        turn.pieces
            .iter()
            .any(|piece| matches!(piece, OutputPiece::Message(_)))
    });
    (says && run.would_match(&silent)).then(|| sentences::MESSAGE_MISSING.hint())
}

/// More is printed when the game is over.
pub(super) fn detect_text_after_end(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let last = run.expected.last()?;
    let end = run.expected.len() - 1;
    let kept = plain_lines(&last.printed_text()).len();
    let corrected = edit::map_output(run.seen, |turn, text| {
        if turn == end {
            first_lines(text, kept)
        } else {
            text.to_owned()
        }
    });
    let more = run.turn_lines(end).into_iter().nth(kept)?;
    // An empty line that should be printed is more than no word.
    let is_empty_line = kept == 0 && !last.printed_text().is_empty();
    if is_empty_line || !run.would_be_right(&corrected) {
        return None;
    }
    let hint = if kept == 0 {
        match context.is_game {
            true => sentences::SPEAKS_WHEN_GAME_QUITS.hint(),
            false => sentences::SPEAKS_WHEN_IT_QUITS.hint(),
        }
    } else {
        match context.is_game {
            true => sentences::PRINTS_AFTER_GAME.hint(),
            false => sentences::PRINTS_AFTER_LAST_LINE.hint(),
        }
    };
    Some(hint.with_detail(format!("It printed {}.", quote_text(&more))))
}

/// Lines stand between those that are asked for.
pub(super) fn detect_extra_lines(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let wanted: Vec<Vec<String>> = run.expected.iter().map(content_lines).collect();
    let mut is_extra = false;
    let mut printed = Vec::new();
    for (turn, seen) in run.seen.turns.iter().enumerate() {
        let text = String::from_utf8_lossy(&seen.output).into_owned();
        let Some((lines, _)) = text.rsplit_once('\n') else {
            continue;
        };
        for line in lines.lines() {
            if is_in(&wanted, turn, line) || line.trim().is_empty() {
                continue;
            }
            is_extra = true;
            let is_first_of_turn = printed.last().is_none_or(|(last, _)| *last < turn);
            if is_first_of_turn && !is_prompt_of_turn(run, turn, &text, line) {
                printed.push((turn, quote_text(line)));
            }
        }
    }
    if !is_extra || run.has_unreliable_reads() {
        return None;
    }
    let is_right_from = |first_turn: &usize| {
        [true, false].into_iter().any(|keeps_prompts| {
            let without = without_extra_lines(context, &wanted, keeps_prompts, *first_turn);
            run.would_be_right(&without)
        })
    };
    // What is said before the first input may be a greeting, which costs nothing.
    let first_turn = [1, 0].into_iter().find(is_right_from)?;
    let hint = sentences::EXTRA_LINES.hint();
    let mut printed = printed.into_iter();
    Some(match printed.find(|(turn, _)| *turn >= first_turn) {
        Some((_, line)) => hint.with_detail(format!("The first of them is {line}.")),
        None => hint,
    })
}

/// The run without lines that are not wanted, from a turn on.
fn without_extra_lines(
    context: &HintContext<'_>,
    wanted: &[Vec<String>],
    keeps_prompts: bool,
    first_turn: usize,
) -> Observation {
    edit::map_output(context.run.seen, |turn, text| {
        if turn < first_turn {
            return text.to_owned();
        }
        let (lines, last) = text.rsplit_once('\n').unwrap_or(("", text));
        let mut left = wanted.get(turn).cloned().unwrap_or_default();
        let mut kept = vec![last];
        // Of a line that is printed too often, the last ones are those that are wanted.
        for line in lines.rsplit('\n') {
            let place = left
                .iter()
                .position(|wanted| *wanted == collapse_blanks(line));
            if let Some(place) = place {
                left.swap_remove(place);
            }
            // In a game, a line that is printed too often is a row of a board, and other rules know better.
            let is_needed = place.is_some()
                || line.trim().is_empty()
                || (context.is_game && is_in(wanted, turn, line));
            if is_needed || (keeps_prompts && is_prompt_of_turn(context.run, turn, text, line)) {
                kept.push(line);
            }
        }
        kept.reverse();
        kept.join("\n")
    })
}

fn is_prompt_of_turn(run: &JudgedRun<'_>, turn: usize, text: &str, line: &str) -> bool {
    run.expected
        .get(turn)
        .is_some_and(|it| is_prompt_line(it, text, line))
}

/// Whether a line is one of those that are wanted in a turn.
fn is_in(wanted: &[Vec<String>], turn: usize, line: &str) -> bool {
    wanted
        .get(turn)
        .is_some_and(|lines| lines.contains(&collapse_blanks(line)))
}

/// Whether a line is part of what a program asks in a turn in which it must: the last line, or one that shows what the
/// prompt must show.
fn is_prompt_line(turn: &GameTurn, text: &str, line: &str) -> bool {
    find_prompt(turn).is_some_and(|wanted| {
        text.trim_end().ends_with(line.trim_end())
            || wanted
                .shows
                .iter()
                .any(|word| count_occurrences(line, word) > 0)
    })
}

/// The beginning of a text, up to so many lines that are not blank.
fn first_lines(text: &str, count: usize) -> String {
    let mut seen = 0;
    let lines = text.split_inclusive('\n').take_while(|line| {
        seen += usize::from(!line.trim().is_empty());
        seen <= count
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use reference::{GameRules, domineering, tttn};

    use super::*;
    use crate::feedback::Rule;
    use crate::feedback::stage::{HintTestRun, LAST_SCREEN, SHOWS, STRICT};

    const DIAGONAL: [&str; 6] = ["3", "0", "1", "4", "2", "8"];
    const DOMINOES: [&str; 6] = ["5", "99", "2", "8", "99", "10"];

    fn hint_for(
        game: &GameRules,
        input: &[&str],
        rule: Rule,
        old: &str,
        new: &str,
    ) -> Option<Hint> {
        HintTestRun::from_game(game, input, STRICT, |_, text| text.replace(old, new))
            .find_hint(rule)
    }

    #[test]
    fn a_misspelt_message_is_named_with_the_right_text() {
        let cases = [
            ("X player wins!", "X player win!", "message-misspelt"),
            ("X player wins!", "X PLAYER wins!", "message-letter-case"),
            (
                "X player wins!",
                "Congratulations, you are the winner",
                "message-in-own-words",
            ),
        ];
        for (old, new, name) in cases {
            let hint = hint_for(tttn::RULES, &DIAGONAL, detect_misspelt_message, old, new).unwrap();
            assert_eq!(hint.mistake, name);
            assert_eq!(
                hint.detail.unwrap(),
                format!("It should be `{old}` and is `{new}`.")
            );
            assert!(
                !hint.sentence.contains(old),
                "the general sentence quotes nothing"
            );
        }
        let invalid = hint_for(
            domineering::RULES,
            &DOMINOES,
            detect_misspelt_message,
            "Invalid!",
            "Invalid move!",
        );
        assert_eq!(invalid.unwrap().mistake, "message-misspelt");
    }

    #[test]
    fn the_wrong_winner_is_no_misspelling() {
        assert_eq!(
            hint_for(
                tttn::RULES,
                &DIAGONAL,
                detect_misspelt_message,
                "X player wins!",
                "O player wins!"
            ),
            None
        );
    }

    #[test]
    fn a_wrong_number_is_no_misspelling() {
        let messages = ["Sum: 5".to_owned(), "Mean: 2.5, of 4!".to_owned()];
        for found in ["Sum: -1", "Sum: inf", "Mean: 3, of 2!"] {
            assert!(is_another_message(found, &messages), "{found}");
        }
        assert!(!is_another_message("Summ: 5", &messages));
    }

    #[test]
    fn another_short_word_is_another_result() {
        assert!(!has_alike_words("Grade: A", "Grade: B"));
        assert!(has_alike_words("Grade: A", "grade: a"));
        assert!(has_alike_words("Grade: A", "Graed: A"));
    }

    #[test]
    fn a_message_must_be_there_and_be_the_last_line() {
        let name = |rule, game, input: &[&str], old, new| {
            hint_for(game, input, rule, old, new).map(|hint| hint.mistake)
        };
        let tttn = tttn::RULES;
        let dominoes = domineering::RULES;
        let win = "X player wins!\n";
        assert_eq!(
            name(detect_missing_message, tttn, &DIAGONAL, win, ""),
            Some("result-not-told")
        );
        assert_eq!(
            name(
                detect_missing_message,
                dominoes,
                &DOMINOES,
                "Invalid! Try again.\n",
                ""
            ),
            None
        );
        let is_early =
            HintTestRun::from_game(tttn, &DIAGONAL, LAST_SCREEN, |turn, text| match turn {
                6 => format!("{win}{}", text.replace(win, "")),
                _ => text.to_owned(),
            });
        assert_eq!(
            is_early.find_mistake(detect_missing_message),
            Some("result-before-board")
        );
        let more = "X player wins!\n\nGoodbye!\n";
        assert_eq!(
            name(detect_text_after_end, tttn, &DIAGONAL, win, more),
            Some("prints-after-the-end")
        );
        assert_eq!(name(detect_text_after_end, tttn, &DIAGONAL, win, ""), None);
    }

    #[test]
    fn lines_in_between_are_one_too_many() {
        let stage =
            HintTestRun::from_game(
                domineering::RULES,
                &DOMINOES,
                STRICT,
                |turn, text| match turn {
                    0 => text,
                    _ => format!("Thank you.\n{text}"),
                },
            );
        let hint = stage.find_hint(detect_extra_lines).unwrap();
        assert_eq!(hint.mistake, "extra-lines");
        assert_eq!(hint.detail.unwrap(), "The first of them is `Thank you.`.");
        assert_eq!(
            hint_for(domineering::RULES, &DOMINOES, detect_extra_lines, "A", "a"),
            None
        );
    }

    #[test]
    fn a_greeting_that_costs_nothing_is_not_the_first_line_too_many() {
        let stage =
            HintTestRun::from_game(tttn::RULES, &DIAGONAL, SHOWS, |turn, text| match turn {
                0 => format!("Welcome!\n{text}"),
                1 => format!("OK, let us start.\n{text}"),
                _ => text,
            });
        let hint = stage.find_hint(detect_extra_lines).unwrap();
        let first = "The first of them is `OK, let us start.`.";
        assert_eq!(hint.detail.unwrap(), first);
    }

    #[test]
    fn a_prompt_is_not_quoted_as_a_line_too_many() {
        let stage =
            HintTestRun::from_game(tttn::RULES, &DIAGONAL, SHOWS, |turn, text| match turn {
                0 | 6 => text,
                turn => {
                    let thanks = if turn == 3 { "Thank you.\n" } else { "" };
                    format!("{thanks}Player X, Player O: [0-8]\n{text}")
                }
            });
        let hint = stage.find_hint(detect_extra_lines).unwrap();
        assert_eq!(hint.detail.unwrap(), "The first of them is `Thank you.`.");
    }

    #[test]
    fn a_program_that_quits_says_nothing() {
        let stage =
            HintTestRun::from_game(tttn::RULES, &["3", "9"], STRICT, |turn, text| match turn {
                2 => "Out of range!\n".to_owned(),
                _ => text,
            });
        let hint = stage.find_hint(detect_text_after_end).unwrap();
        assert_eq!(hint.mistake, "speaks-when-it-quits");
        assert_eq!(hint.detail.unwrap(), "It printed `Out of range!`.");
    }
}
