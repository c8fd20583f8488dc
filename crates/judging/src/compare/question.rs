//! The line on which a program waits for input: what it asks there.

use model::{Exit, Observation, ObservedTurn};

/// A line that is longer, in bytes, is no question that a person could read.
const LONGEST: usize = 200;

/// What a program asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedQuestion {
    /// Its text, without the blanks around it.
    pub text: String,
    /// Where its line begins in what was printed.
    pub start: usize,
}

impl PrintedQuestion {
    /// The text as a person sees it, without terminal colours.
    pub fn plain_text(&self) -> String {
        anstream::adapter::strip_str(&self.text)
            .to_string()
            .trim()
            .to_owned()
    }
}

/// What is asked at the end of `printed`: the text on the cursor's line, or, where that is empty, the last line that is
/// not blank. None if nothing was printed, or too much for a question.
pub fn find_question(printed: &[u8]) -> Option<PrintedQuestion> {
    let mut end = printed.len();
    for line in printed.rsplit(|&byte| byte == b'\n') {
        let start = end - line.len();
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        if !text.is_empty() {
            return (text.len() <= LONGEST).then(|| PrintedQuestion {
                text: text.to_owned(),
                start,
            });
        }
        end = start.saturating_sub(1);
    }
    None
}

/// What a turn printed until the program read, or was told of the end of its input, after which it may have printed more; none
/// if it did not read again.
pub fn before_read<'s>(seen: &'s Observation, turn: &'s ObservedTurn) -> Option<&'s [u8]> {
    if turn.input.is_some() {
        Some(&turn.output)
    } else {
        seen.before_end.as_deref()
    }
}

/// The run as if the program had ended in this turn, after it had printed this.
pub fn truncate_observation(seen: &Observation, turn: usize, printed: &[u8]) -> Observation {
    let mut turns: Vec<ObservedTurn> = seen.turns.iter().take(turn).cloned().collect();
    turns.push(ObservedTurn::without_input(printed));
    Observation::new(turns, Exit::Code(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_the_last_line_that_is_not_blank() {
        for (printed, text, start) in [
            ("Again? ", "Again?", 0),
            ("X wins!\nAgain? ", "Again?", 8),
            ("X wins!\r\n  Again?\r\n\n \t\n", "Again?", 9),
            ("X wins!\n\u{1b}[1mAgain?\u{1b}[0m\n", "Again?", 8),
        ] {
            let found = find_question(printed.as_bytes()).unwrap();
            assert_eq!(
                (found.plain_text().as_str(), found.start),
                (text, start),
                "{printed:?}"
            );
        }
        for printed in ["".to_owned(), " \n\n".to_owned(), "?".repeat(LONGEST + 1)] {
            assert_eq!(find_question(printed.as_bytes()), None);
        }
    }
}
