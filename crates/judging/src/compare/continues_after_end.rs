//! Whether a program plays on after the end: it asks its old question once more.
//!
//! Waiting for a key, or offering another game, is no fault where the text does not forbid it. But a program that was told of
//! the end of its input while it asked what it had asked for each move has not stopped.

use super::lasting;
use super::question;
use model::{Observation, ObservedTurn};

/// The question with which a program went on after the last input; none if it ended, or asked for something new.
pub fn find_repeated_question(seen: &Observation) -> Option<String> {
    let (last, before) = seen.turns.split_last()?;
    let ended = !(seen.synchronised && seen.saw_eof);
    let question = find_question_text(last).filter(|_| !ended)?;
    let asked = lasting::extract_words(&question);
    let is_asked = |turn: &ObservedTurn| {
        find_question_text(turn).is_some_and(|before| lasting::extract_words(&before) == asked)
    };
    (!asked.is_empty() && before.iter().any(is_asked)).then_some(question)
}

/// Whether a program that was wrong may have been so by playing on. [`find_repeated_question`] decides a verdict, and this only
/// which hint explains one: so it also holds where the question stands further up, where a loop printed it over and over
/// on one line, and where a program never had to ask twice.
pub(crate) fn seems_to_continue(seen: &Observation) -> bool {
    let Some((last, before)) = seen.turns.split_last() else {
        return false;
    };
    let asked: Vec<String> = before
        .iter()
        .skip(1)
        .filter_map(|turn| extract_line_words(turn).pop())
        .collect();
    asked.is_empty()
        || find_repeated_question(seen).is_some()
        || extract_line_words(last)
            .iter()
            .any(|line| asked.iter().any(|asked| line.starts_with(asked)))
}

/// What lasts of the lines of a turn that are not blank.
fn extract_line_words(turn: &ObservedTurn) -> Vec<String> {
    let text = String::from_utf8_lossy(&turn.output);
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(lasting::extract_words)
        .collect()
}

/// What a program asks in a turn. A loop that does not see the end of its input asks over and over.
fn find_question_text(turn: &ObservedTurn) -> Option<String> {
    question::find_question(&turn.output).map(|question| question.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Exit;

    /// A program that printed `last` after its two inputs and then read on.
    fn observation(last: &str) -> Observation {
        let turn = |(output, input): (&str, Option<&str>)| ObservedTurn {
            output: output.into(),
            input: input.map(str::to_owned),
        };
        let turns = [
            ("Player 1, row: ", Some("1")),
            ("column: ", Some("2")),
            (last, None),
        ];
        Observation {
            saw_eof: true,
            ..Observation::new(turns.map(turn).into(), Exit::Code(0))
        }
    }

    /// What it goes on with.
    fn question(last: &str) -> Option<String> {
        find_repeated_question(&observation(last))
    }

    #[test]
    fn whoever_asks_for_another_move_goes_on() {
        let again = question("Player 1 wins!\nPlayer 2, row: ");
        assert_eq!(again.as_deref(), Some("Player 2, row:"));
    }

    #[test]
    fn whoever_asks_for_something_else_or_nothing_has_ended() {
        assert_eq!(question("Player 1 wins!\nPress Enter."), None);
        assert_eq!(question("Player 1 wins!\nAnother game? "), None);
        assert_eq!(question("Player 1 wins!\n"), None);
        assert_eq!(question("1 | 2 | 3\n"), None);
        assert_eq!(question(""), None);
    }

    #[test]
    fn a_hint_needs_less_than_a_verdict_and_never_more() {
        let table = [
            // What was printed last, whether it decides a verdict, whether it supports a hint.
            ("column: ", true, true),
            ("column: column: column: ", false, true),
            ("Player 2, row: ", true, true),
            ("column: \nBye.", false, true),
            ("Bye.", false, false),
            ("", false, false),
        ];
        for (last, decides, supports) in table {
            let seen = observation(last);
            assert_eq!(find_repeated_question(&seen).is_some(), decides, "{last}");
            assert_eq!(seems_to_continue(&seen), supports, "{last}");
        }
    }
}
