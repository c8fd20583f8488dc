//! Prompts: where they stand in a turn, and what they must show.

use super::expected::{BoardShape, ExpectedTurn};
use super::question;
use super::shown::count_occurrences;
use super::text::MatchOptions;

/// A turn's text, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SeparatedTurn<'a> {
    /// The lines that are no prompt.
    pub(super) content: Vec<&'a str>,
    /// The text that is.
    pub(super) prompt: Vec<&'a str>,
}

/// Takes the prompt out of what a program printed in a turn that ended with a read which `expected` ends with too.
///
/// The prompt is the text on the cursor's line; where a newline follows it, the last line that is not blank. Lines before it
/// belong to it as far as they show something that it must: "Player X's turn", and then "Player X, square [0-8]: ". A row of
/// a board is no prompt, and neither is a message of the reference's, even from elsewhere in the game: such a program has no prompt.
/// Where the reference prints nothing but a prompt, because it asks again, all but boards is the program's prompt.
pub(super) fn separate_prompt<'a>(
    text: &'a str,
    expected: &ExpectedTurn,
    board: &BoardShape,
) -> SeparatedTurn<'a> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    if expected.content.is_empty() {
        let (content, prompt) = lines.into_iter().partition(|line| board.is_row(line));
        return SeparatedTurn { content, prompt };
    }
    let last = last_printed(&lines);
    let is_prompt = |line: &str| {
        !board.is_row(line)
            && !expected
                .content
                .last()
                .is_some_and(|message| is_same_line(message, line))
    };
    let is_no_message = |line: &str| {
        let mut messages = expected.messages.iter();
        is_prompt(line) && !messages.any(|message| is_same_line(message, line))
    };
    let Some(last) = last.filter(|&last| is_prompt(lines[last])) else {
        // The cursor stands at the start of an empty line: that line is not printed yet.
        lines.pop_if(|line| line.is_empty());
        return SeparatedTurn {
            content: lines,
            prompt: Vec::new(),
        };
    };
    let first = find_prompt_start(&lines[..=last], &expected.must_show(), is_no_message);
    let prompt = lines[first..=last].to_vec();
    lines.truncate(first);
    SeparatedTurn {
        content: lines,
        prompt,
    }
}

/// Where the prompt begins that ends with the last of `lines`. A line that shows nothing of what it must is none of it, nor one
/// that shows only a number again: that may be anything.
pub(super) fn find_prompt_start(
    lines: &[impl AsRef<str>],
    must_show: &[&str],
    is_prompt: impl Fn(&str) -> bool,
) -> usize {
    let mut first = lines.len().saturating_sub(1);
    while let Some(previous) = last_printed(&lines[..first]) {
        let line = lines[previous].as_ref();
        let is_new = |word: &str| {
            let mut below = lines[first..].iter();
            below.all(|line| count_occurrences(line.as_ref(), word) == 0)
        };
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let is_part = must_show
            .iter()
            .any(|word| count_occurrences(line, word) > 0 && (is_new(word) || !is_number(word)));
        if !is_part || !is_prompt(line) {
            break;
        }
        first = previous;
    }
    first
}

/// Where the last line stands that is not blank.
fn last_printed(lines: &[impl AsRef<str>]) -> Option<usize> {
    lines
        .iter()
        .rposition(|line| !line.as_ref().trim().is_empty())
}

/// Whether two lines say the same. What is a prompt must not depend on how strictly white space is compared: otherwise a
/// looser setting could reject what a stricter one accepts.
pub(super) fn is_same_line(one: &str, other: &str) -> bool {
    MatchOptions::COLLAPSE.is_same(one, other)
}

/// What stands before `next` on a line; none if the line is not `next`, alone or glued to a prompt. Only the end of a
/// long line is looked at: a megabyte without a newline must not take a minute.
pub(super) fn glued_before<'a>(
    line: &'a str,
    next: &str,
    board: &BoardShape,
    options: MatchOptions,
) -> Option<&'a str> {
    if options.is_same(next, line) {
        return Some("");
    }
    let longest = next.len() + 64;
    let starts = line.char_indices().map(|(index, _)| index).skip(1);
    let starts = starts.filter(|start| line.len() - start <= longest);
    let prompt = starts
        .filter(|&start| options.is_same(next, &line[start..]))
        .map(|start| &line[..start])
        .last()?;
    let inside_row = board.is_row(next) && board.ends_inside_row(prompt);
    (!inside_row && !board.is_row(prompt)).then_some(prompt)
}

/// The prompts of a program's own, without what changes from turn to turn.
#[derive(Debug, Clone, Default)]
pub(super) struct PromptHistory {
    prompts: Vec<String>,
}

impl PromptHistory {
    /// Remembers a prompt.
    pub(super) fn record_prompt(&mut self, prompt: &str) {
        self.prompts.push(question::extract_words_and_signs(prompt));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.prompts.is_empty()
    }

    /// Whether `text`, after which nothing follows, can be the program's prompts for so many reads, and no goodbye and
    /// no further question. A prompt may name what changes, such as the free squares: what all prompts end with counts.
    pub(super) fn allows_text(&self, text: &str, reads: usize) -> bool {
        let text = question::extract_words_and_signs(text);
        if text.is_empty() {
            return true;
        }
        if self.prompts.is_empty() {
            // The first question of the game is also the last: all that can be said is that it is asked once.
            return reads > 1 || !is_repetition(&text);
        }
        let ending = common_ending(&self.prompts);
        let times = |text: &str| text.matches(ending).count();
        let most = self
            .prompts
            .iter()
            .map(|prompt| times(prompt))
            .max()
            .unwrap_or(0);
        !ending.is_empty() && text.ends_with(ending) && times(&text) <= reads * most
    }
}

/// What all texts end with.
fn common_ending(texts: &[String]) -> &str {
    let Some((first, rest)) = texts.split_first() else {
        return "";
    };
    rest.iter().fold(first.as_str(), |ending, text| {
        let same = ending
            .chars()
            .rev()
            .zip(text.chars().rev())
            .take_while(|(one, other)| one == other);
        let length: usize = same.map(|(character, _)| character.len_utf8()).sum();
        &ending[ending.len() - length..]
    })
}

/// Whether a text is one text twice.
fn is_repetition(text: &str) -> bool {
    let middle = text.len() / 2;
    text.len() > 4 && text.is_char_boundary(middle) && text[..middle] == text[middle..]
}
