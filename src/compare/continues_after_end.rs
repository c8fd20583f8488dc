//! Whether a program plays on after the end: it asks its old question once more.
//!
//! Waiting for a key, or offering another game, is no fault where the text does not forbid it. But a program that was told of
//! the end of its input while it asked what it had asked for each move has not stopped.

use crate::model::{Observation, ObservedTurn};

/// The question with which a program went on after the last input; none if it ended, or asked for something new.
pub(super) fn asks_as_before(seen: &Observation) -> Option<String> {
    let (last, before) = seen.turns.split_last()?;
    let ended = !(seen.synchronised && seen.saw_eof);
    let question = question(last).filter(|_| !ended)?;
    let asked = lasting(&question);
    let is_asked =
        |turn: &ObservedTurn| self::question(turn).is_some_and(|before| lasting(&before) == asked);
    (!asked.is_empty() && before.iter().any(is_asked)).then_some(question)
}

/// The line on which a program waits for input. A loop that does not see the end of its input asks over and over.
fn question(turn: &ObservedTurn) -> Option<String> {
    const LONGEST: usize = 200;
    let text = String::from_utf8_lossy(&turn.output);
    let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty())?;
    let is_whole = line.len() <= LONGEST;
    is_whole.then(|| line.to_owned())
}

/// A line without what changes from move to move: numbers, and single letters such as X and O.
fn lasting(line: &str) -> String {
    let words = line.split(|letter: char| !letter.is_alphabetic());
    words.filter(|word| word.chars().count() > 1).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Exit;

    /// What a program goes on with that printed `last` after its two inputs and then read on.
    fn question(last: &str) -> Option<String> {
        let turn = |(output, input): (&str, Option<&str>)| ObservedTurn {
            output: output.into(),
            input: input.map(str::to_owned),
        };
        let turns = [("Player 1, row: ", Some("1")), ("column: ", Some("2")), (last, None)];
        asks_as_before(&Observation {
            saw_eof: true,
            ..Observation::new(turns.map(turn).into(), Exit::Code(0))
        })
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
}
