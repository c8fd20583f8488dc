//! Rows and columns, given as the program asks for them.
//!
//! Programs differ in when they look at a row: some only when they have the column as well, others at once, and ask for
//! the row again. A fixed script then falls out of step, though the program is right. So each answer is chosen at the
//! read, by what the program asks for, and a wrong move that is refused halfway is not finished. A program that asks
//! for both at once gets both in one line, and one that asks for the column first gets that.
//!
//! Prompts need not say "row": those of the first move show how this program asks for either. Where they do say it, one that
//! says neither, such as "Invalid! Try again: ", asks once more for the number that is not on the board. A program that asks for both
//! numbers of a right first move with the same word, as a slip or as "horizontal line" and "vertical line", says nothing with it.
//! Where prompts do not say it, the line on which the program waits decides, not what a line above it says of a row and a column.
//!
//! A prompt for both numbers that wants each on a line of its own, or one "then" the other, gets one in each read: `cin` takes them so, too.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use ::reference::{GameTurn, ReferenceGame};
use regex::{Captures, Regex};

use judging::compare::question;
use model::LivePlayer;

/// A script of rows and columns, and how far it was given.
#[derive(Debug, Clone)]
pub(super) struct PromptDrivenInput {
    /// Row, column, row, column; or the other way round for a program that asks for the column first.
    numbers: Vec<String>,
    /// By move, a row and its column: whether the rules refuse it.
    refused: Vec<bool>,
    /// By number, whether it names no row or column at all.
    off_board: Vec<bool>,
    /// The number that comes next.
    next: usize,
    /// The numbers that were given, or left out, without a line of their own.
    without_line: Vec<usize>,
    /// Whether the second prompt was taken for the first one again, as the first number is not on the board.
    guessed_repetition: bool,
    /// Whether the last of these was left out because the program seemed to want the other number of the move alone.
    left_out: bool,
    /// What stands between a row and its column for a program that reads both from one line without saying so.
    joined_by: Option<&'static str>,
    column_first: bool,
    /// How the first move was asked for.
    opening: OpeningStyle,
    /// The line of the very first prompt.
    first_line: Option<String>,
    prompts: OpeningPrompts,
}

/// What the prompts of the first move say in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OpeningStyle {
    /// Nothing.
    Unnamed,
    /// Each number has a prompt of its own that names it.
    Each,
    /// The first number has a prompt that names it, the second has none.
    FirstOnly,
    /// Each number has a prompt of its own, and both name the same.
    SameWord,
    /// One prompt asks for both.
    Both,
}

/// The lines with which a program asked for the two numbers of its first move, without what changes from move to move.
#[derive(Debug, Clone, Default)]
struct OpeningPrompts {
    first: Option<String>,
    second: Option<String>,
}

/// What a prompt asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RequestedNumber {
    Row,
    Column,
    Both,
    /// It does not say.
    Anything,
}

impl PromptDrivenInput {
    /// Gives `numbers` to a program that plays what `game` plays, whose rows and columns have these numbers.
    pub(super) fn new(
        numbers: &[String],
        joined_by: Option<&'static str>,
        board: Range<i64>,
        game: &mut dyn ReferenceGame,
    ) -> PromptDrivenInput {
        game.start_game();
        let fits = |number: &String| {
            let fits = ::reference::parse_integer(number)
                .is_some_and(|it| game.legal_inputs().contains(&it));
            game.feed_token(number);
            fits
        };
        let fits: Vec<bool> = numbers.iter().map(fits).collect();
        PromptDrivenInput {
            refused: fits.chunks(2).map(|pair| pair.contains(&false)).collect(),
            off_board: numbers.iter().map(|it| !is_within(it, &board)).collect(),
            numbers: numbers.to_vec(),
            next: 0,
            without_line: Vec::new(),
            guessed_repetition: false,
            left_out: false,
            joined_by,
            column_first: false,
            opening: OpeningStyle::Unnamed,
            first_line: None,
            prompts: OpeningPrompts::default(),
        }
    }

    /// What a prompt asks for by its words, unless those of the first move show that they say nothing.
    fn request_by_words(&mut self, printed: &str) -> RequestedNumber {
        let mut asked = parse_request(printed);
        if self.next == 0 && !is_at_prompt(printed) {
            // An introduction, with other lines and a prompt below it.
            asked = RequestedNumber::Anything;
        }
        if asked == RequestedNumber::Both && self.opening == OpeningStyle::Each {
            // "Row 2 is right, but there is no column 3. Column?"
            asked = parse_last_sentence(printed);
        }
        if self.next == 0 {
            self.first_line = last_prompt_line(printed);
        }
        let first = if self.column_first {
            RequestedNumber::Column
        } else {
            RequestedNumber::Row
        };
        let is_right_move = self.refused.first() == Some(&false);
        if self.next == 1 && self.opening == OpeningStyle::Each && asked == first && is_right_move {
            self.opening = OpeningStyle::SameWord;
            self.prompts.first = self.first_line.take();
        }
        let is_off_board = self.off_board.first() == Some(&true);
        if self.next == 1
            && self.opening == OpeningStyle::Each
            && asked == RequestedNumber::Anything
            && !is_off_board
        {
            // The first prompt names one number, and nothing the second.
            self.opening = OpeningStyle::FirstOnly;
        }
        match self.opening {
            OpeningStyle::SameWord => RequestedNumber::Anything,
            OpeningStyle::Unnamed
            | OpeningStyle::Each
            | OpeningStyle::FirstOnly
            | OpeningStyle::Both => asked,
        }
    }

    /// What is asked for by the line on which the program waits, if it is one of two different prompts of the first move that have
    /// no words for rows and columns.
    fn request_by_prompt(&self, printed: &str) -> Option<RequestedNumber> {
        let (Some(first), Some(second)) = (&self.prompts.first, &self.prompts.second) else {
            return None;
        };
        let line = last_prompt_line(printed)?;
        let is_first = *first == line || (ends_with_prompt(&line, first) && *second != line);
        let is_second = *second == line || (ends_with_prompt(&line, second) && *first != line);
        match (is_first, is_second) {
            (true, false) => Some(RequestedNumber::Row),
            (false, true) => Some(RequestedNumber::Column),
            _ => None,
        }
    }

    /// What a prompt that speaks of neither asks for, if the prompts of the first move tell.
    fn match_opening_prompts(&mut self, printed: &str) -> RequestedNumber {
        let Some(line) = last_prompt_line(printed) else {
            return RequestedNumber::Anything;
        };
        let mut lines = printed.lines().filter(|line| !line.trim().is_empty());
        let is_alone = lines.nth(1).is_none();
        let OpeningPrompts { first, second } = &mut self.prompts;
        match (&first, &second) {
            (None, _) if self.next == 0 => *first = Some(line),
            // An error, and the first question again.
            (Some(row), None) if self.next % 2 == 1 && *row == line && !is_alone => {
                return RequestedNumber::Row;
            }
            (Some(row), None) if self.next % 2 == 1 && *row != line => *second = Some(line),
            _ => {}
        }
        RequestedNumber::Anything
    }

    /// What a prompt without a word for either asks for, where the prompts of the first move had one: the last number, if that
    /// cannot be right. Some programs ask so with a sign alone, or read again without a prompt.
    fn find_repeated_request(&self) -> RequestedNumber {
        let last = self.next.checked_sub(1);
        let is_off_board = last
            .and_then(|last| self.off_board.get(last))
            .is_some_and(|it| *it);
        match self.opening {
            OpeningStyle::Each if is_off_board && self.next.is_multiple_of(2) => {
                RequestedNumber::Column
            }
            OpeningStyle::Each if is_off_board => RequestedNumber::Row,
            _ => RequestedNumber::Anything,
        }
    }

    /// The next number gets no line of its own.
    fn skip_number(&mut self) {
        self.without_line.push(self.next);
        self.next += 1;
    }

    /// A program that asks for the first number of a move in other words than these asks for the column first.
    fn note_first_request(&mut self, asked: RequestedNumber) {
        if self.next > 0 {
            return;
        }
        if asked == RequestedNumber::Column {
            self.column_first = true;
            for all in self.numbers.chunks_exact_mut(2) {
                all.swap(0, 1);
            }
            for all in self.off_board.chunks_exact_mut(2) {
                all.swap(0, 1);
            }
        }
        match asked {
            RequestedNumber::Both => self.opening = OpeningStyle::Both,
            RequestedNumber::Row | RequestedNumber::Column => self.opening = OpeningStyle::Each,
            RequestedNumber::Anything => {}
        }
    }

    /// A program that has a prompt for the first number only was given the first number of the next move in place of the second one.
    /// It refused this, and now gets the next move from its beginning.
    fn correct_guess(&mut self, asked: RequestedNumber) {
        if self.guessed_repetition && asked == RequestedNumber::Row {
            self.opening = OpeningStyle::FirstOnly;
            self.without_line.pop();
            self.next = 2;
        }
        self.guessed_repetition = false;
    }

    /// Gives the number that was left out of a move, where the program asks for it after all.
    fn restore_number(&mut self, asked: RequestedNumber) {
        let is_restored = self.left_out && asked == RequestedNumber::Column;
        self.left_out = false;
        if is_restored && let Some(number) = self.without_line.pop() {
            self.next = number;
        }
    }
}

impl LivePlayer for PromptDrivenInput {
    fn next_line(&mut self, printed: &[u8]) -> Option<String> {
        let printed = String::from_utf8_lossy(printed);
        let by_words = self.request_by_words(&printed);
        self.note_first_request(by_words);
        let mut guesses = false;
        // From here on, `Row` is the number that is asked for first.
        let asked = match (self.request_by_prompt(&printed), by_words) {
            (Some(asked), _) => asked,
            (None, RequestedNumber::Row) if self.column_first => RequestedNumber::Column,
            (None, RequestedNumber::Column) if self.column_first => RequestedNumber::Row,
            (None, RequestedNumber::Anything) => match self.match_opening_prompts(&printed) {
                RequestedNumber::Anything => {
                    let asked = self.find_repeated_request();
                    guesses = self.next == 1 && asked == RequestedNumber::Row;
                    asked
                }
                asked => asked,
            },
            (None, asked) => asked,
        };
        self.correct_guess(asked);
        self.guessed_repetition = guesses;
        self.restore_number(asked);
        let is_row = self.next.is_multiple_of(2);
        // Of the move that the last number belongs to.
        let was_refused = self.next > 0
            && self
                .refused
                .get((self.next - 1) / 2)
                .is_some_and(|refused| *refused);
        if was_refused
            && matches!(
                (asked, is_row),
                (RequestedNumber::Row, false) | (RequestedNumber::Column, true)
            )
        {
            self.skip_number();
        }
        let first = self.numbers.get(self.next)?.clone();
        self.next += 1;
        if was_refused
            && is_row
            && asked == RequestedNumber::Row
            && self.opening == OpeningStyle::Both
        {
            // Of both it wants one again: the other stands already, unless it is asked for next.
            self.skip_number();
            self.left_out = true;
            return Some(first);
        }
        let together = self
            .joined_by
            .or((asked == RequestedNumber::Both && is_row).then_some(" "));
        match (self.numbers.get(self.next).cloned(), together) {
            (Some(second), Some(between)) => {
                self.skip_number();
                Some(join_numbers(&first, between, &second))
            }
            _ => Some(first),
        }
    }

    fn unused_lines(&self) -> &[String] {
        self.numbers.get(self.next..).unwrap_or_default()
    }

    fn expected_turns(&self, turns: &Arc<Vec<GameTurn>>) -> Arc<Vec<GameTurn>> {
        let mut result: Vec<GameTurn> = Vec::new();
        let mut pieces = Vec::new();
        for (number, turn) in turns.iter().enumerate() {
            pieces.extend(turn.pieces.iter().cloned());
            if turn.input.is_none() || !self.without_line.contains(&number) {
                let pieces = std::mem::take(&mut pieces);
                result.push(GameTurn {
                    pieces,
                    input: turn.input.clone(),
                });
            }
        }
        Arc::new(result)
    }
}

/// A row and its column in one line. As one number, a column of several digits could not be told from the row; such a move
/// is refused in any case, so another one that is refused is given.
fn join_numbers(first: &str, between: &str, second: &str) -> String {
    let is_digit = second.len() == 1 && second.starts_with(|sign: char| sign.is_ascii_digit());
    if between.is_empty() && !is_digit {
        return "99".to_owned();
    }
    match between {
        "(,)" => format!("({first},{second})"),
        between => format!("{first}{between}{second}"),
    }
}

/// Whether a line is a number of this board.
pub(super) fn is_within(line: &str, board: &Range<i64>) -> bool {
    ::reference::parse_integer(line).is_some_and(|number| board.contains(&number))
}

/// The line on which a program waits, without what changes from move to move; none if it has no words.
fn last_prompt_line(printed: &str) -> Option<String> {
    let line = printed.lines().rev().find(|line| !line.trim().is_empty())?;
    Some(question::extract_words_and_letters(line)).filter(|line| !line.is_empty())
}

/// Whether a line ends with a whole prompt: an error may come before it.
fn ends_with_prompt(line: &str, prompt: &str) -> bool {
    let line = line.to_lowercase();
    let before = line.strip_suffix(&prompt.to_lowercase());
    before.is_some_and(|before| before.is_empty() || before.ends_with(' '))
}

/// What the last line that speaks of rows or columns asks for.
fn parse_request(printed: &str) -> RequestedNumber {
    let mut lines = printed.lines().rev();
    let last = lines.find(|line| request_of(line) != RequestedNumber::Anything);
    let asked = last.map_or(RequestedNumber::Anything, request_of);
    let wants_each = |pattern: &Regex| last.is_some_and(|line| pattern.is_match(line));
    if asked == RequestedNumber::Both && ONE_BY_ONE.as_ref().is_some_and(wants_each) {
        return RequestedNumber::Anything;
    }
    asked
}

/// Whether a first prompt stands on the line that speaks of rows or columns, or one or two lines below it. Where no prompt stands on
/// the cursor's line, a board may come between.
fn is_at_prompt(printed: &str) -> bool {
    let is_printed = |line: &&str| !line.trim().is_empty();
    let cursor = printed.rsplit('\n').next();
    let mut last = printed.lines().rev().filter(is_printed).take(3);
    !cursor.is_some_and(|line| is_printed(&line))
        || last.any(|line| request_of(line) != RequestedNumber::Anything)
}

/// What the last sentence of the line that speaks of rows or columns asks for.
fn parse_last_sentence(printed: &str) -> RequestedNumber {
    let sentences = printed.lines().flat_map(|line| line.split(['.', '!', '?']));
    let mut asked = sentences.map(request_of).rev();
    asked
        .find(|asked| *asked != RequestedNumber::Anything)
        .unwrap_or(RequestedNumber::Anything)
}

/// What a text asks for by its words.
fn request_of(text: &str) -> RequestedNumber {
    let (Some(row), Some(column), Some(in_row)) = (&*ROW, &*COLUMN, &*IN_THE_ROW) else {
        return RequestedNumber::Anything;
    };
    let text = in_row.replace_all(text, |found: &Captures<'_>| {
        let is_joined = found.get(1).is_some();
        if is_joined { &found[0] } else { "column" }.to_owned()
    });
    match (row.is_match(&text), column.is_match(&text)) {
        (true, false) => RequestedNumber::Row,
        (false, true) => RequestedNumber::Column,
        (true, true) => RequestedNumber::Both,
        (false, false) => RequestedNumber::Anything,
    }
}

static ROW: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?i)\brows?\b|\bline\b").ok());
static COLUMN: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\bcol(?:umn)?s?\b").ok());

/// "Place in the row", "no column 4 in this row": this is about a column.
static IN_THE_ROW: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:in|within|inside)\s+(?:this|that|the)\s+row\b(\s*(?:and|or|,|/|&))?").ok()
});

/// "The row and the column, each on a line of its own", "first the row, then the column".
static ONE_BY_ONE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\bthen\b|\beach\b.*\bline\b|\bown lines?\b|\bseparate(?:ly)?\b|\bone (?:at a time|by one|after)\b",
    )
    .ok()
});

#[cfg(test)]
mod tests {
    use ::reference::{GameOptions, rowcol};

    use super::*;

    /// What a program is given that prints these prompts, one for each read.
    fn given(script: &str, prompts: &[&str]) -> Vec<String> {
        let numbers: Vec<String> = script.split(' ').map(str::to_owned).collect();
        let mut game = rowcol::RULES.create_game(GameOptions::default());
        let mut player = PromptDrivenInput::new(&numbers, None, 0..3, game.as_mut());
        prompts
            .iter()
            .filter_map(|prompt| player.next_line(prompt.as_bytes()))
            .collect()
    }

    #[test]
    fn answers_follow_what_is_asked_for() {
        let row = "Row: ";
        let column = "Column: ";
        let both = "Enter row and column: ";
        let again = "Invalid! Try again: ";
        let cases: [(&str, &[&str], &[&str]); 35] = [
            (
                "3 1 2 1",
                &[row, column, row, column],
                &["3", "1", "2", "1"],
            ),
            (
                "3 1 2 1",
                &[row, "No such row!\nRow: ", column],
                &["3", "2", "1"],
            ),
            (
                "1 3 1 2",
                &[row, column, "No such column!\nColumn: ", row],
                &["1", "3", "2"],
            ),
            (
                "1 3 1 2",
                &[row, column, row, column],
                &["1", "3", "1", "2"],
            ),
            ("1 2 0 0", &[both, "", "? "], &["1 2", "0", "0"]),
            ("1 2 0 0", &["? ", "? ", "? "], &["1", "2", "0"]),
            // Where the move is right, the order stands whatever the prompt says.
            ("1 2 0 0", &[row, row, row], &["1", "2", "0"]),
            ("1 2", &[row, row, row], &["1", "2"]),
            // The column first.
            (
                "1 2 0 1",
                &[column, row, column, row],
                &["2", "1", "1", "0"],
            ),
            ("1 3 1 2", &[column, "No!\nColumn: ", row], &["3", "2", "1"]),
            // Only the wrong number is asked for again, without its name.
            ("3 1 2 1", &[row, again, column], &["3", "2", "1"]),
            ("1 3 1 2", &[row, column, again], &["1", "3", "2"]),
            ("3 3 1 1", &[row, again, column], &["3", "1", "1"]),
            // The square is taken, so both are asked for again.
            (
                "1 1 1 1 2 0",
                &[row, column, row, column, again, ""],
                &["1", "1", "1", "1", "2", "0"],
            ),
            // Both at once, and then only the wrong one.
            (
                "3 1 2 1 0 0",
                &[both, "No such row, row again: ", both],
                &["3 1", "2", "0 0"],
            ),
            (
                "1 3 1 2 0 0",
                &[both, "No such column! Column: ", both],
                &["1 3", "2", "0 0"],
            ),
            // In no words at all.
            (
                "1 2 3 1 2 1",
                &["r1: ", "c1: ", "r2: ", "No!\nr2: ", "c2: "],
                &["1", "2", "3", "2", "1"],
            ),
            ("3 1 2 1", &["r: ", "No!\nr: ", "c: "], &["3", "2", "1"]),
            // With one word for both, the first move shows that it says nothing; the second one is taken.
            (
                "1 2 1 2 2 0",
                &[row, row, row, row, "Taken!\nRow: ", row],
                &["1", "2", "1", "2", "2", "0"],
            ),
            (
                "1 2 1 2 2 0",
                &[
                    "Line: ",
                    "Other line: ",
                    "Line: ",
                    "Other line: ",
                    "Taken!\nLine: ",
                    "Other line: ",
                ],
                &["1", "2", "1", "2", "2", "0"],
            ),
            // Both with a wish for each, given so: some read whole lines.
            (
                "1 2 0 0",
                &["Row and column, each on a line of its own:", "", "", ""],
                &["1", "2", "0", "0"],
            ),
            (
                "1 2 0 0",
                &["First the row, then the column.\nX to play\n> ", "> ", "> "],
                &["1", "2", "0"],
            ),
            // The line on which the program waits decides, not what it says above of the last move.
            (
                "1 2 0 0",
                &["r = ", "c = ", "X is at row 1, column 2\nr = ", "c = "],
                &["1", "2", "0", "0"],
            ),
            // Asked again with a sign or nothing, only where the number is off the board.
            (
                "3 1 2 3 2 1",
                &[row, "", column, "", row],
                &["3", "2", "3", "1"],
            ),
            (
                "1 3 1 2 0 0",
                &[row, column, "(0-2) > ", row, column],
                &["1", "3", "2", "0", "0"],
            ),
            (
                "1 2 3 1 2 1",
                &[row, "", row, "", "No!\nRow: ", ""],
                &["1", "2", "3", "1", "2", "1"],
            ),
            // A prompt for the first number alone: asked again in full, it was no repetition.
            (
                "3 1 2 3 2 1",
                &[row, "", "No!\nRow: ", "", "No!\nRow: ", ""],
                &["3", "2", "2", "3", "2", "1"],
            ),
            // What an introduction says of rows and columns is no prompt.
            (
                "3 1 2 1",
                &[
                    "Rows and columns: 0-2\n* *\n* *\n* *\nr = ",
                    "No!\nr = ",
                    "c = ",
                ],
                &["3", "2", "1"],
            ),
            (
                "1 2 0 0",
                &["Columns: 0-2\n* *\n* *\n* *\n> ", "> ", "> "],
                &["1", "2", "0"],
            ),
            // Both at once, and after an error each.
            (
                "3 1 2 1 0 0",
                &[both, "No!\nNew row: ", "New column: ", both],
                &["3 1", "2", "1", "0 0"],
            ),
            (
                "3 3 2 1 0 0",
                &[both, "No such row! Row: ", "No such column! Column: ", both],
                &["3 3", "2", "1", "0 0"],
            ),
            // Words for both that ask for one.
            (
                "1 3 1 2",
                &[row, column, "Row 1 is right, but no column 3. Column: "],
                &["1", "3", "2"],
            ),
            (
                "1 3 1 2",
                &[
                    row,
                    column,
                    "There is no column 3 in this row.\nTry another: ",
                ],
                &["1", "3", "2"],
            ),
            (
                "1 3 1 2 3 0 2 0",
                &[
                    "Number of the row? ",
                    "Place in the row? ",
                    "No! Place in the row? ",
                    "Number of the row? ",
                    "No! Number of the row? ",
                ],
                &["1", "3", "2", "3", "2"],
            ),
            (
                "1 1 1 1",
                &[
                    row,
                    column,
                    "A mark is in the row and column!\nRow: ",
                    column,
                ],
                &["1", "1", "1", "1"],
            ),
        ];
        for (script, prompts, expected) in cases {
            assert_eq!(given(script, prompts), expected, "{script}: {prompts:?}");
        }
    }

    #[test]
    fn both_numbers_stand_in_one_line_where_the_program_wants_them_so() {
        let numbers = ["1", "2"].map(str::to_owned);
        for (sign, line) in [(" ", "1 2"), (",", "1,2"), ("(,)", "(1,2)"), ("", "12")] {
            let mut game = rowcol::RULES.create_game(GameOptions::default());
            let mut player = PromptDrivenInput::new(&numbers, Some(sign), 0..3, game.as_mut());
            assert_eq!(player.next_line(b"Your move? ").as_deref(), Some(line));
            assert_eq!(player.next_line(b"Your move? "), None);
        }
    }

    #[test]
    fn reads_that_are_left_out_are_not_expected() {
        let numbers: Vec<String> = ["3", "1", "2", "1"].map(str::to_owned).into();
        let mut game = rowcol::RULES.create_game(GameOptions::default());
        let turns = Arc::new(::reference::play_transcript(game.as_mut(), &numbers));
        let mut game = rowcol::RULES.create_game(GameOptions::default());
        let mut player = PromptDrivenInput::new(&numbers, None, 0..3, game.as_mut());
        player.next_line(b"Row: ");
        player.next_line(b"Row: ");
        let inputs = |turns: &[GameTurn]| turns.iter().filter(|turn| turn.input.is_some()).count();
        let pieces = |turns: &[GameTurn]| turns.iter().map(|turn| turn.pieces.len()).sum::<usize>();
        let expected = player.expected_turns(&turns);
        assert_eq!((inputs(&turns), inputs(&expected)), (4, 3));
        assert_eq!(pieces(&turns), pieces(&expected));
        assert_eq!(player.unused_lines(), ["1"]);
    }
}
