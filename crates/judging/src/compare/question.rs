//! The line on which a program waits for input: what it asks there, and whether it asks the same again.
//!
//! This is how a question is known when it is asked again: `Player X, move 3:` and `Player O, move 4:` are one
//! question. Numbers never count. What else is left out depends on what is known of the program:
//!
//! * [`extract_words`]: any letter that stands alone may be a player's (`X`, `H`, `a`), so none counts.
//! * [`extract_words_and_letters`]: where the players are known to be X and O, other letters say what is asked for: `r1:`
//!   wants a row and `c1:` a column.
//! * `extract_words_and_signs`: where a prompt is looked for inside other text, its signs count too, or `>` would be no prompt at all.
//!
//! Waiting for a key, or offering another game, is no fault where the text does not forbid it. But a program that was told of
//! the end of its input while it asked what it had asked for each move has not stopped.

use std::sync::LazyLock;

use model::{Exit, Observation, ObservedTurn};
use regex::Regex;

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
/// not blank. A sign below the last entry of a menu, such as `> `, is asked together with this entry. None if nothing was printed,
/// or too much for a question.
pub fn find_question(printed: &[u8]) -> Option<PrintedQuestion> {
    let last = find_last_line(printed)?;
    if last.text.len() > LONGEST {
        return None;
    }
    if !last.plain_text().contains(char::is_alphanumeric) {
        let above = find_last_line(&printed[..last.start]);
        if let Some(entry) = above.filter(|above| is_menu_entry(&above.plain_text())) {
            return Some(PrintedQuestion {
                text: format!("{} {}", entry.text, last.text),
                start: entry.start,
            });
        }
    }
    Some(last)
}

/// The last line that is not blank.
fn find_last_line(printed: &[u8]) -> Option<PrintedQuestion> {
    let mut end = printed.len();
    for line in printed.rsplit(|&byte| byte == b'\n') {
        let start = end - line.len();
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        if !text.is_empty() {
            return Some(PrintedQuestion {
                text: text.to_owned(),
                start,
            });
        }
        end = start.saturating_sub(1);
    }
    None
}

/// Whether a line is like "3. Quit", "[3] Quit" or "3 - Quit": a digit, signs and a word. A row of a board has no words.
fn is_menu_entry(line: &str) -> bool {
    let Some(rest) = line
        .trim_start_matches(|sign: char| !sign.is_alphanumeric())
        .strip_prefix(|digit: char| digit.is_ascii_digit())
    else {
        return false;
    };
    let word = rest.trim_start_matches(|sign: char| !sign.is_alphanumeric());
    let letters = word.chars().take_while(|letter| letter.is_alphabetic());
    word.len() < rest.len() && letters.count() > 1 && line.len() <= LONGEST
}

static RANGE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(\d{1,2})\s*(?:[-–—,]|\.\.+|to|and|through)\s*(\d{1,2})\b").ok()
});

/// The first and the last number of the first range that a text names, such as `(1-3)` or "from 0 to 8".
pub fn find_named_range(text: &str) -> Option<(u8, u8)> {
    let numbers = RANGE.as_ref()?.captures_iter(text).map(|found| {
        let [first, last] = [1, 2].map(|group| found.get(group)?.as_str().parse().ok());
        first.zip(last)
    });
    numbers.flatten().find(|(first, last)| first < last)
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

/// The words of a line: runs of letters, of at least two.
pub fn extract_words(line: &str) -> String {
    join_words(line, |word| word.chars().nth(1).is_some())
}

/// The words of a line and its single letters, but for the players' X and O.
pub fn extract_words_and_letters(line: &str) -> String {
    join_words(line, |word| !matches!(word, "X" | "O" | "x" | "o"))
}

fn join_words(line: &str, lasts: impl Fn(&str) -> bool) -> String {
    let runs = line.split(|letter: char| !letter.is_alphabetic());
    runs.filter(|run| !run.is_empty() && lasts(run))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Characters that boards are drawn with: whether one of them ends a prompt or begins a row cannot be told.
const DRAWN: [char; 7] = ['?', '-', '|', '.', '_', '+', '*'];

/// The words of a text with the signs around them, without blanks and without what boards are drawn with.
pub(super) fn extract_words_and_signs(text: &str) -> String {
    let mut lasting = String::new();
    for part in text.split_inclusive(|letter: char| !letter.is_alphabetic()) {
        let sign = part
            .chars()
            .next_back()
            .filter(|last| !last.is_alphabetic());
        let word = &part[..part.len() - sign.map_or(0, char::len_utf8)];
        if word.chars().nth(1).is_some() {
            lasting.push_str(word);
        }
        lasting.extend(sign.filter(is_lasting_sign));
    }
    lasting
}

fn is_lasting_sign(sign: &char) -> bool {
    !(sign.is_whitespace() || sign.is_numeric() || sign.is_alphabetic() || DRAWN.contains(sign))
}

/// The question with which a program went on after the last input; none if it ended, or asked for something new.
pub fn find_repeated_question(seen: &Observation) -> Option<String> {
    let (last, before) = seen.turns.split_last()?;
    let ended = !(seen.synchronised && seen.saw_eof);
    // Who asks for a row and a column prints the second question without having heard an answer to the first.
    let printed = before_read(seen, last).unwrap_or(&last.output);
    let question = find_question(printed).filter(|_| !ended)?.text;
    let asked = extract_words(&question);
    let is_asked = |turn: &ObservedTurn| {
        find_question(&turn.output).is_some_and(|before| extract_words(&before.text) == asked)
    };
    (!asked.is_empty() && before.iter().any(is_asked)).then_some(question)
}

/// The prompt with which a program went on, where the last line that it printed has no words: a prompt such as `> `, or one with
/// words and the board below it. `tail` is what was printed after the result, until the program read again.
///
/// Who waits for a key, asks for another game or shows the last board once more does not go on: it prints nothing, other words or
/// no prompt.
pub(super) fn find_repeated_prompt(before: &[ObservedTurn], tail: &str) -> Option<String> {
    let earlier: Vec<String> = before
        .iter()
        .map(|turn| decode_text(&turn.output))
        .collect();
    find_repeated_sign(&earlier, tail).or_else(|| find_prompt_above_board(&earlier, tail))
}

fn decode_text(printed: &[u8]) -> String {
    anstream::adapter::strip_str(&String::from_utf8_lossy(printed)).to_string()
}

/// A prompt must have been printed so often before: what is printed once may be the question of a menu.
const LEAST_PROMPTS: usize = 2;

/// `X> ` on the cursor's line, as before moves. What was printed above it must have been printed in the game, too.
fn find_repeated_sign(earlier: &[String], tail: &str) -> Option<String> {
    let (above, cursor) = tail.rsplit_once('\n').unwrap_or(("", tail));
    let sign = extract_prompt_sign(cursor)?;
    let is_known = |line: &str| {
        let words = extract_words(line);
        let mut lines = earlier.iter().flat_map(|text| text.lines());
        words.is_empty() || lines.any(|before| extract_words(before) == words)
    };
    let prompts = earlier
        .iter()
        .filter_map(|text| extract_prompt_sign(text.rsplit('\n').next()?));
    let times = prompts.filter(|before| *before == sign).count();
    (times >= LEAST_PROMPTS && above.lines().all(is_known)).then(|| cursor.trim().to_owned())
}

/// A prompt without words, without what changes from move to move; none if the line has words or does not end like a prompt.
fn extract_prompt_sign(line: &str) -> Option<String> {
    let line = line.trim();
    let ends_so = line.ends_with(['>', ':', '?', '=', '#', '$', '»', '→']);
    if !ends_so || !extract_words(line).is_empty() {
        return None;
    }
    let lasts = |sign: &char| !sign.is_numeric() && !sign.is_whitespace();
    let sign: String = line.chars().filter(lasts).collect();
    // Squares can be shown as question marks.
    let is_row = sign.matches('?').count() > 1;
    (!is_row).then(|| sign.replace(['X', 'O', 'x', 'o'], ""))
}

/// "Player 1, select a square:" with nothing but the board below it. It must name one of two players in turn: "Board:" does not.
fn find_prompt_above_board(earlier: &[String], tail: &str) -> Option<String> {
    let prompt = find_line_above_board(tail)?;
    let words = extract_words(prompt);
    let mut texts: Vec<&str> = earlier
        .iter()
        .filter_map(|text| find_line_above_board(text))
        .filter(|line| extract_words(line) == words)
        .collect();
    texts.sort_unstable();
    texts.dedup();
    (texts.len() == 2 && texts.contains(&prompt)).then(|| prompt.to_owned())
}

/// The last line with words, if lines without words come below it.
fn find_line_above_board(text: &str) -> Option<&str> {
    let mut lines = text
        .lines()
        .map(str::trim)
        .rev()
        .filter(|line| !line.is_empty());
    let has_words = |line: &&str| !extract_words(line).is_empty();
    lines
        .next()
        .filter(|last| !has_words(last))
        .and_then(|_| lines.find(has_words))
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
        .map(extract_words)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Exit;

    #[test]
    fn a_question_is_the_last_line_that_is_not_blank() {
        for (printed, text, start) in [
            ("Again? ", "Again?", 0),
            ("X wins!\nAgain? ", "Again?", 8),
            ("X wins!\r\n  Again?\r\n\n \t\n", "Again?", 9),
            ("X wins!\n\u{1b}[1mAgain?\u{1b}[0m\n", "Again?", 8),
            // A sign is asked together with the entry of a menu above it, and with nothing else.
            ("1. Play\n2. Quit\n> ", "2. Quit >", 8),
            ("[1] Play\n[2] Quit\n\n:\n", "[2] Quit :", 9),
            ("3 X O\n> ", ">", 6),
            ("Player 1 moves\n> ", ">", 15),
            ("2. Quit\nChoice: ", "Choice:", 8),
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

    #[test]
    fn a_range_is_two_numbers_of_which_the_second_is_larger() {
        for (text, range) in [
            ("Player 1, enter row (0-2): ", Some((0, 2))),
            ("an index from 0 to 8: ", Some((0, 8))),
            ("Square [1..9]? ", Some((1, 9))),
            ("Square in [0,8]? ", Some((0, 8))),
            ("Player 1: ", None),
            ("Best of 3 - 1: ", None),
        ] {
            assert_eq!(find_named_range(text), range, "{text:?}");
        }
    }

    #[test]
    fn the_three_differ_in_letters_and_signs_only() {
        let table = [
            // line, words, words and letters, text
            (
                "Player X, square [0-8]: ",
                "Player square",
                "Player square",
                "Player,square[]:",
            ),
            (
                "Player O, square [0-8]: ",
                "Player square",
                "Player square",
                "Player,square[]:",
            ),
            (
                "playerX1: row?",
                "playerX row",
                "playerX row",
                "playerX:row",
            ),
            ("r1: ", "", "r", ":"),
            ("c2: ", "", "c", ":"),
            ("H moves> ", "moves", "H moves", "moves>"),
            ("> ", "", "", ">"),
            (" X | O | ? ", "", "", ""),
            (
                "Enter\ta\u{e9} 12",
                "Enter a\u{e9}",
                "Enter a\u{e9}",
                "Entera\u{e9}",
            ),
            ("", "", "", ""),
        ];
        for (line, only_words, with_letters, with_signs) in table {
            assert_eq!(extract_words(line), only_words, "{line}");
            assert_eq!(extract_words_and_letters(line), with_letters, "{line}");
            assert_eq!(extract_words_and_signs(line), with_signs, "{line}");
        }
    }

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
    fn output_after_the_end_of_input_is_not_a_question() {
        let seen = Observation {
            before_end: Some(b"A tie!\nPlayer 1, row: ".to_vec()),
            ..observation("A tie!\nPlayer 1, row: column: no input")
        };
        let again = find_repeated_question(&seen);
        assert_eq!(again.as_deref(), Some("Player 1, row:"));
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
    fn a_prompt_without_words_is_known_by_its_sign_or_by_the_line_above_the_board() {
        let row = "* X O\n";
        let select = |player| format!("Player {player}, select:\n{row}");
        let above = [select(1), select(2), format!("Taken!\n{}", select(2))];
        let title = [format!("Board:\n{row}"), format!("Board:\n{row}")];
        let number = |number| format!("Board {number}:\n{row}");
        let numbered = [number(1), number(2), number(3)];
        let signs = ["X> ", "O> ", "Wrong!\nO> "].map(str::to_owned);
        let questions = ["Hi!\n? ", "* X\n? "].map(str::to_owned);
        let letters = ["r: ", "c: ", "r: ", "c: "].map(str::to_owned);
        let rows = ["? ? ?", "? X ?"].map(str::to_owned);
        let table: [(&[String], String, Option<&str>); 18] = [
            // What was printed before, what after the result, and the prompt with which it went on.
            (&signs, "O> ".to_owned(), Some("O>")),
            (&signs, format!("{row}{row}X> "), Some("X>")),
            (&signs, "Wrong!\nX> ".to_owned(), Some("X>")),
            (&signs[..1], "O> ".to_owned(), None),
            (&signs, "X> \n".to_owned(), None),
            (&signs, "Again?\n> ".to_owned(), None),
            (&signs, "Press Enter".to_owned(), None),
            (&signs, row.to_owned(), None),
            (&signs, String::new(), None),
            (&questions, format!("{row}? "), Some("?")),
            (&letters, "r: ".to_owned(), Some("r:")),
            (&letters, "q: ".to_owned(), None),
            (&rows, "? X O ?".to_owned(), None),
            (&above, select(1), Some("Player 1, select:")),
            (&above, "Player 1, select:\n".to_owned(), None),
            (&above, format!("Again?\n{row}"), None),
            (&title, format!("Board:\n{row}"), None),
            (&numbered, number(3), None),
        ];
        for (before, tail, expected) in table {
            let turns = before.iter().map(|output| ObservedTurn {
                output: output.clone().into_bytes(),
                input: Some("1".to_owned()),
            });
            let turns: Vec<ObservedTurn> = turns.collect();
            let found = find_repeated_prompt(&turns, &tail);
            assert_eq!(found.as_deref(), expected, "{before:?}: {tail:?}");
        }
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
