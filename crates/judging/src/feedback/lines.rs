//! Lines of programs that are no dialogues: missing, in another order, or drawn with another sign. Their output is judged as a whole, and
//! cut into lines here, so that what is known of messages holds of them, too.

use super::edit;
use super::judged_run::{
    HintContext, JudgedRun, collapse_blanks, find_prompt, plain_lines, quote_text,
};
use super::sentences;
use super::wrong_number::split_at_numbers;
use model::{ComparisonScope, GameTurn, Hint, Observation, ObservedTurn, OutputPiece, Prompt};

/// Some of the lines are not printed; the others are right.
pub(super) fn detect_missing_lines(context: &HintContext<'_>) -> Option<Hint> {
    let (expected, hint) = without_missing_lines(context)?;
    context.run.would_match(&expected).then_some(hint)
}

/// What is expected, without the lines that the program does not print, with whatever numbers; none where that is no line, or
/// all of them.
pub(super) fn without_missing_lines(context: &HintContext<'_>) -> Option<(Vec<GameTurn>, Hint)> {
    let run = context.run;
    if context.is_game {
        return None;
    }
    let mut missing: Vec<String> = Vec::new();
    let mut kept = 0;
    let mut expected = run.expected.to_vec();
    for (place, turn) in expected.iter_mut().enumerate() {
        let mut found: Vec<String> = run
            .turn_lines(place)
            .iter()
            .map(|line| without_numbers(line))
            .collect();
        turn.pieces.retain(|piece| {
            let OutputPiece::Message(text) = piece else {
                return true;
            };
            let wanted = without_numbers(&collapse_blanks(text));
            let place = found
                .iter()
                .position(|line| *line == wanted || line.ends_with(&wanted));
            match place {
                _ if wanted.is_empty() => {}
                Some(place) => {
                    found.remove(place);
                    kept += 1;
                }
                None => missing.push(collapse_blanks(text)),
            }
            place.is_some() || wanted.is_empty()
        });
        // Where there is another line instead, that line is wrong, and none is missing.
        let asks = usize::from(find_prompt(turn).is_some());
        if found.len() > asks && turn.pieces != run.expected[place].pieces {
            return None;
        }
    }
    let first = missing.first().filter(|_| kept > 0)?;
    let hint = sentences::LINES_MISSING.hint();
    Some((
        expected,
        hint.with_detail(format!(
            "The first that is missing is {}.",
            quote_text(first)
        )),
    ))
}

/// A line with one sign for each number.
pub(super) fn without_numbers(line: &str) -> String {
    split_at_numbers(line)
        .into_iter()
        .map(replace_final_number)
        .collect()
}

fn replace_final_number(part: &str) -> String {
    match part.ends_with(|letter: char| letter.is_ascii_digit()) {
        true => "#".to_owned(),
        false => part.to_owned(),
    }
}

/// The lines are right and follow each other in another order.
pub(super) fn detect_reordered_lines(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let corrected = edit::map_output(run.seen, |turn, text| {
        let printed = run
            .expected
            .get(turn)
            .map(GameTurn::printed_text)
            .unwrap_or_default();
        if sorted_lines(&printed) == sorted_lines(text) {
            printed
        } else {
            text.to_owned()
        }
    });
    let is_right = !context.is_game && corrected != *run.seen && run.would_be_right(&corrected);
    is_right.then(|| sentences::LINES_IN_ANOTHER_ORDER.hint())
}

fn sorted_lines(text: &str) -> Vec<String> {
    let mut lines = plain_lines(text);
    lines.sort_unstable();
    lines
}

/// Of a line of words the program knows only the first: it printed that where the whole line should stand.
pub(super) fn detect_first_word_read(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let read = run.input.iter().find(|line| {
        let Some((first, rest)) = line.trim().split_once(char::is_whitespace) else {
            return false;
        };
        let completed = |text: &str| replace_word(text, first, line.trim());
        rest.contains(char::is_alphabetic)
            && run.would_be_right(&edit::map_lines(run.seen, |line| Some(completed(line))))
    });
    let read = read.filter(|_| !context.is_game)?;
    let hint = sentences::FIRST_WORD_READ.hint();
    Some(hint.with_detail(format!("The whole line is {}.", quote_text(read))))
}

/// The text with another word wherever this one stands by itself.
fn replace_word(text: &str, word: &str, by: &str) -> String {
    let is_part = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let mut replaced = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(word) {
        let is_whole = !is_part(before.chars().next_back()) && !is_part(after.chars().next());
        replaced.push_str(before);
        replaced.push_str(if is_whole { by } else { word });
        rest = after;
    }
    replaced + rest
}

/// One sign stands for another wherever it is printed.
pub(super) fn detect_replaced_sign(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let (Some(expected), Some(actual)) = run.first_difference() else {
        return None;
    };
    let (wanted, found) = expected
        .chars()
        .zip(actual.chars())
        .find(|(one, other)| one != other)?;
    let is_used = run
        .expected
        .iter()
        .any(|turn| turn.printed_text().contains(found));
    if context.is_game || !is_drawn_sign(wanted) || !is_drawn_sign(found) || is_used {
        return None;
    }
    let redrawn = |line: &str| Some(line.replace(found, &wanted.to_string()));
    run.would_be_right(&edit::map_lines(run.seen, redrawn))
        .then(|| {
            let hint = sentences::ANOTHER_SIGN.hint();
            hint.with_detail(format!("It should be `{wanted}` and is `{found}`."))
        })
}

fn is_drawn_sign(sign: char) -> bool {
    !sign.is_alphanumeric() && !sign.is_whitespace()
}

/// After the last input the program asks for one more, in the words in which it asked before; what it prints then is right.
pub(super) fn detect_repeated_prompt(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let (last, before) = run.seen.turns.split_last()?;
    let text = String::from_utf8_lossy(&last.output);
    let first = run.expected.last()?.printed_text();
    let start = first
        .lines()
        .next()
        .and_then(|line| text.find(line))
        .filter(|start| *start > 0)?;
    let question = text.get(..start)?;
    let words = without_numbers(&collapse_blanks(question));
    let is_asked = before
        .iter()
        .any(|turn| last_question(&turn.output).as_ref() == Some(&words));
    let is_new = run
        .expected
        .last()
        .is_some_and(|turn| find_prompt(turn).is_none());
    let corrected = without_question(run.seen, start);
    let is_right = is_new && is_asked && run.seen.saw_eof && run.would_be_right(&corrected);
    (is_right && !context.is_game).then(|| {
        let hint = sentences::ASKS_ONCE_TOO_OFTEN.hint();
        hint.with_detail(format!(
            "After the last input it asks {}.",
            quote_text(question)
        ))
    })
}

fn last_question(output: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(output).into_owned();
    text.lines()
        .last()
        .map(|line| without_numbers(&collapse_blanks(line)))
}

/// The run without the first bytes of its last turn.
fn without_question(seen: &Observation, length: usize) -> Observation {
    let last = seen.turns.len().saturating_sub(1);
    edit::map_output(seen, |turn, text| match text.get(length..) {
        Some(rest) if turn == last => rest.to_owned(),
        _ => text.to_owned(),
    })
}

/// One run's expected and printed lines.
pub(super) struct OutputLines {
    expected: Vec<GameTurn>,
    seen: Observation,
}

impl OutputLines {
    /// The lines of a run whose output counts as a whole; none of any other run, of one that is right, and where there is so much
    /// of it that nobody looks for corrections.
    pub(super) fn from_run(run: &JudgedRun<'_>) -> Option<OutputLines> {
        if run.rule.scope != ComparisonScope::Output || !run.has_failed() || run.is_long() {
            return None;
        }
        let printed: String = run.expected.iter().map(GameTurn::printed_text).collect();
        let pieces = printed
            .split_inclusive('\n')
            .map(|line| match line.strip_suffix('\n') {
                Some(line) => OutputPiece::Message(line.to_owned()),
                None => OutputPiece::Prompt(Prompt {
                    text: line.to_owned(),
                    shows: Vec::new(),
                }),
            });
        let expected = vec![GameTurn {
            pieces: pieces.collect(),
            input: None,
        }];
        // In its one turn all of it stands where it belongs, whenever it arrived.
        let turns = vec![ObservedTurn {
            output: run.seen.stdout(),
            input: None,
        }];
        Some(OutputLines {
            expected,
            seen: Observation {
                turns,
                synchronised: true,
                ..run.seen.clone()
            },
        })
    }

    /// The same run by its lines.
    pub(super) fn to_judged_run<'a>(&'a self, run: &JudgedRun<'a>) -> JudgedRun<'a> {
        JudgedRun {
            expected: &self.expected,
            seen: &self.seen,
            ..*run
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::Rule;
    use crate::feedback::stage::HintTestRun;
    use model::Prompt;

    const LINES: [&str; 3] = ["Lines: 2", " ***", "Words: 7"];

    fn hint(rule: Rule, text: &str) -> Option<(&'static str, String)> {
        let hint = HintTestRun::from_messages(&LINES, text).find_hint(rule)?;
        Some((hint.mistake, hint.detail.unwrap_or_default()))
    }

    #[test]
    fn who_reads_one_word_of_a_line_hears_of_the_others() {
        let mut stage = HintTestRun::from_messages(&["Hello, Ada Lovelace!", "Adam?"], "");
        stage.input = vec!["Ada Lovelace".to_owned()];
        let mut mistake = |text: &str| {
            stage.seen.turns[0].output = text.into();
            stage.find_mistake(detect_first_word_read)
        };
        assert_eq!(mistake("Hello, Ada!\nAdam?\n"), Some("first-word-read"));
        assert_eq!(mistake("Hello, Lovelace!\nAdam?\n"), None);
        assert_eq!(mistake("Hello, Ada.\nAdam?\n"), None);
    }

    #[test]
    fn a_line_that_is_not_printed_is_named() {
        let (name, detail) = hint(detect_missing_lines, "Lines: 2\nWords: 7\n").unwrap();
        assert_eq!(
            (name, detail.as_str()),
            ("lines-missing", "The first that is missing is `***`.")
        );
        for other in [
            "Lines: 2\n ***\nWords: 8\n",
            "",
            "Lines: 2\nWords: 7\nBye\n",
        ] {
            assert_eq!(hint(detect_missing_lines, other), None, "{other}");
        }
    }

    #[test]
    fn the_right_lines_in_another_order_are_told_from_other_lines() {
        let (name, _) = hint(detect_reordered_lines, "Words: 7\nLines: 2\n ***\n").unwrap();
        assert_eq!(name, "lines-in-another-order");
        assert_eq!(
            hint(detect_reordered_lines, "Words: 7\nLines: 2\n **\n"),
            None
        );
    }

    #[test]
    fn a_sign_that_stands_for_another_everywhere_is_named() {
        let (name, detail) = hint(detect_replaced_sign, "Lines: 2\n ###\nWords: 7\n").unwrap();
        assert_eq!(
            (name, detail.as_str()),
            ("another-sign", "It should be `*` and is `#`.")
        );
        assert_eq!(
            hint(detect_replaced_sign, "Lines: 2\n ##*\nWords: 8\n"),
            None
        );
        assert_eq!(
            hint(detect_replaced_sign, "Lines: 2\n :::\nWords: 7\n"),
            None,
            "it is used otherwise"
        );
    }

    #[test]
    fn a_question_too_many_is_one_that_was_asked_before() {
        let ask = |question: &str, last: &str| {
            let mut stage =
                HintTestRun::from_messages(&LINES, &format!("{last}Lines: 2\n ***\nWords: 7\n"));
            stage.seen.turns[0].output = question.into();
            let prompt = Prompt {
                text: question.to_owned(),
                shows: Vec::new(),
            };
            stage.expected[0].pieces = vec![OutputPiece::Prompt(prompt)];
            stage.seen.saw_eof = true;
            stage.find_mistake(detect_repeated_prompt)
        };
        assert_eq!(ask("Number 1: ", "Number 2: "), Some("asks-once-too-often"));
        assert_eq!(ask("Number 1: ", "Again? "), None);
        assert_eq!(ask("Number 1: ", ""), None);
    }
}
