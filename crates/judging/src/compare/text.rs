//! Text as one setting of the knobs sees it.

use std::borrow::Cow;

use super::numbers;
use super::only_blanks::differ_at_most_in_blanks;
use model::{ExtraLines, NumberTolerance, WhitespaceMode};

/// What counts while two texts are held against each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MatchOptions {
    pub(super) blanks: WhitespaceRule,
    pub(super) numbers: Option<NumberTolerance>,
    pub(super) case_sensitive: bool,
    pub(super) extra_lines: ExtraLines,
}

/// Which white space counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WhitespaceRule {
    /// As the rubric's knob says.
    Setting(WhitespaceMode),
    /// None, as long as numbers, words and lines stay what they are: what is equal now is a matter of presentation.
    IgnoreAll,
}

impl MatchOptions {
    /// Lines say the same, whatever blanks stand between their words.
    pub(super) const COLLAPSE: MatchOptions =
        MatchOptions::strict(WhitespaceRule::Setting(WhitespaceMode::Collapse));

    /// Every number and every line counts.
    pub(super) const fn strict(blanks: WhitespaceRule) -> MatchOptions {
        MatchOptions {
            blanks,
            numbers: None,
            case_sensitive: true,
            extra_lines: ExtraLines::Deny,
        }
    }

    /// One line as this setting sees it.
    pub(super) fn normalize_line(self, line: &str) -> Cow<'_, str> {
        match self.blanks {
            WhitespaceRule::Setting(WhitespaceMode::Exact) => line.into(),
            WhitespaceRule::Setting(WhitespaceMode::Trailing) => line.trim_end().into(),
            WhitespaceRule::Setting(WhitespaceMode::Collapse | WhitespaceMode::Tokens)
            | WhitespaceRule::IgnoreAll => split_words(line).join(" ").into(),
        }
    }

    /// Lines as this setting sees them: blank lines and the end of the file as it takes them.
    pub(super) fn normalize_lines<'a>(
        self,
        lines: &'a [ComparedLine<'a>],
    ) -> Vec<ComparedLine<'a>> {
        let seen = |line: &'a ComparedLine<'a>| ComparedLine {
            text: self.normalize_line(&line.text),
            turn: line.turn,
        };
        self.counted_lines(lines).map(seen).collect()
    }

    /// Whether two lists of lines are equal for this setting. Looks no further than to the first difference.
    pub(super) fn are_equal(
        self,
        expected: &[ComparedLine<'_>],
        actual: &[ComparedLine<'_>],
    ) -> bool {
        let mut expected = self.counted_lines(expected);
        let mut actual = self.counted_lines(actual);
        loop {
            match (expected.next(), actual.next()) {
                (None, None) => return true,
                (Some(one), Some(other)) if self.is_same(&one.text, &other.text) => {}
                _ => return false,
            }
        }
    }

    fn counted_lines<'a>(
        self,
        lines: &'a [ComparedLine<'a>],
    ) -> impl Iterator<Item = &'a ComparedLine<'a>> {
        let end = match self.blanks {
            WhitespaceRule::Setting(WhitespaceMode::Trailing) => lines
                .iter()
                .rposition(|line| !line.is_blank())
                .map_or(0, |last| last + 1),
            _ => lines.len(),
        };
        let all = matches!(
            self.blanks,
            WhitespaceRule::Setting(WhitespaceMode::Exact | WhitespaceMode::Trailing)
        );
        lines[..end]
            .iter()
            .filter(move |line| all || !line.is_blank())
    }

    /// A line as a key: two that are the same have the same one, numbers with a tolerance aside.
    pub(super) fn sort_key(self, line: &str) -> String {
        let line = self.normalize_line(line);
        if self.case_sensitive {
            line.into_owned()
        } else {
            line.to_lowercase()
        }
    }

    /// The program's lines, and where one is as good as the expected one in its place, that one: nobody is shown a difference
    /// that is none.
    pub(super) fn replace_equal_lines<'a>(
        self,
        expected: &[ComparedLine<'a>],
        mut actual: Vec<ComparedLine<'a>>,
    ) -> Vec<ComparedLine<'a>> {
        for (one, other) in expected.iter().zip(&mut actual) {
            if self.is_same(&one.text, &other.text) {
                other.text = one.text.clone();
            }
        }
        actual
    }

    /// Whether two lines are the same for this setting.
    pub(super) fn is_same(self, expected: &str, actual: &str) -> bool {
        if !self.case_sensitive {
            let options = MatchOptions {
                case_sensitive: true,
                ..self
            };
            return options.is_same(&expected.to_lowercase(), &actual.to_lowercase());
        }
        let is_equal = match self.blanks {
            WhitespaceRule::Setting(WhitespaceMode::Exact) => expected == actual,
            WhitespaceRule::Setting(WhitespaceMode::Trailing) => {
                expected.trim_end() == actual.trim_end()
            }
            WhitespaceRule::Setting(WhitespaceMode::Collapse | WhitespaceMode::Tokens) => {
                expected == actual
                    || expected.trim_start().as_bytes().first()
                        == actual.trim_start().as_bytes().first()
                        && expected.split_whitespace().eq(actual.split_whitespace())
            }
            WhitespaceRule::IgnoreAll => differ_at_most_in_blanks(expected, actual),
        };
        let is_same_text: fn(&str, &str) -> bool = match self.blanks {
            WhitespaceRule::Setting(_) => |one, other| one == other,
            WhitespaceRule::IgnoreAll => differ_at_most_in_blanks,
        };
        let is_near = |tolerance| {
            let expected = self.normalize_line(expected);
            let actual = self.normalize_line(actual);
            numbers::are_near(&expected, &actual, tolerance, is_same_text)
        };
        is_equal || self.numbers.is_some_and(is_near)
    }
}

fn split_words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// A line, and the turn in which it was printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ComparedLine<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) turn: usize,
}

impl ComparedLine<'_> {
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// The lines of a text that was printed in one turn.
pub(super) fn split_lines(text: &str, turn: usize) -> Vec<ComparedLine<'_>> {
    text.split('\n')
        .map(|text| ComparedLine {
            text: text.into(),
            turn,
        })
        .collect()
}

/// The lines of a turn, the last of them with what was typed at its end.
pub(super) fn split_lines_with_input<'a>(
    text: &'a str,
    input: &str,
    turn: usize,
) -> Vec<ComparedLine<'a>> {
    let mut lines = split_lines(text, turn);
    if let Some(last) = lines.last_mut() {
        last.text = format!("{}‹{input}›", last.text).into();
    }
    lines
}

/// Only the texts.
pub(super) fn line_texts<'a>(lines: &'a [ComparedLine<'_>]) -> Vec<&'a str> {
    lines.iter().map(|line| line.text.as_ref()).collect()
}

/// What a program printed, as text: bytes that are no UTF-8 become marks that no reference prints. Where white space
/// is not exact, terminal colours and the `\r` of Windows line ends go, and remarks say so.
pub fn decode_output(
    bytes: &[u8],
    whitespace: WhitespaceMode,
    remarks: &mut Vec<String>,
) -> String {
    strip_terminal_codes(String::from_utf8_lossy(bytes), whitespace, remarks).into_owned()
}

/// Text without what white space that is not exact makes nothing of: terminal colours and the `\r` of Windows line ends.
pub(super) fn strip_terminal_codes<'t>(
    mut text: Cow<'t, str>,
    whitespace: WhitespaceMode,
    remarks: &mut Vec<String>,
) -> Cow<'t, str> {
    if whitespace == WhitespaceMode::Exact {
        return text;
    }
    if text.contains('\u{1b}') {
        let plain = anstream::adapter::strip_str(&text).to_string();
        let remark = if has_only_sequences(&text) {
            "The program's output contains codes for colours; they were ignored."
        } else {
            "The program's output contains control characters, as memory does that never got a value; they were ignored."
        };
        add_remark(remarks, plain != *text, remark);
        text = plain.into();
    }
    if text.contains("\r\n") {
        text = text.replace("\r\n", "\n").into();
        add_remark(
            remarks,
            true,
            "The program ends lines with \\r\\n; the \\r was ignored.",
        );
    }
    text
}

/// Whether every escape character begins a sequence that terminals know, and no other control character is there.
fn has_only_sequences(text: &str) -> bool {
    let is_odd =
        |letter: char| letter.is_control() && !"\u{1b}\t\n\r\u{7}\u{8}\u{b}\u{c}".contains(letter);
    let mut after_escape = text.split('\u{1b}').skip(1);
    after_escape.all(begins_sequence) && !text.contains(is_odd)
}

/// `[`, parameters and a letter; or one of the few signs that stand alone.
fn begins_sequence(text: &str) -> bool {
    match text.strip_prefix('[') {
        Some(rest) => {
            let end = rest.trim_start_matches(|it: char| it.is_ascii_digit() || ";?".contains(it));
            end.starts_with(|it: char| it.is_ascii_alphabetic())
        }
        None => text.starts_with(['c', '7', '8', '(', ')', ']', 'M']),
    }
}

fn add_remark(remarks: &mut Vec<String>, applies: bool, remark: &str) {
    if applies && !remarks.iter().any(|known| known == remark) {
        remarks.push(remark.to_owned());
    }
}
