//! Prompts: where they stand in a turn, and what they must show.

use super::board::BoardShape;
use super::expected::ExpectedTurn;
use super::lasting;
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
/// The prompt is the text on the cursor's line; where a newline follows it, the last line that is not blank. A row of
/// a board is none, and neither is a message that the reference prints there: such a program has no prompt. Where the
/// reference prints nothing but a prompt, because it asks again, all but boards is the program's prompt.
pub(super) fn separate<'a>(
    text: &'a str,
    expected: &ExpectedTurn,
    board: &BoardShape,
) -> SeparatedTurn<'a> {
    let lines: Vec<&str> = text.split('\n').collect();
    if expected.content.is_empty() {
        let (content, prompt) = lines.into_iter().partition(|line| board.is_row(line));
        return SeparatedTurn { content, prompt };
    }
    let last = lines.iter().rposition(|line| !line.trim().is_empty());
    let is_prompt = |line: &str| {
        !board.is_row(line)
            && !expected.content.last().is_some_and(|message| is_same_line(message, line))
    };
    match last.filter(|&last| is_prompt(lines[last])) {
        Some(last) => SeparatedTurn { content: lines[..last].to_vec(), prompt: vec![lines[last]] },
        None => {
            // The cursor stands at the start of an empty line: that line is not printed yet.
            let end = if lines.last().is_some_and(|line| line.is_empty()) {
                lines.len() - 1
            } else {
                lines.len()
            };
            SeparatedTurn { content: lines[..end].to_vec(), prompt: Vec::new() }
        }
    }
}

/// Whether two lines say the same. What is a prompt must not depend on how strictly white space is compared: otherwise a
/// looser setting could reject what a stricter one accepts.
pub(super) fn is_same_line(one: &str, other: &str) -> bool {
    MatchOptions::COLLAPSE.is_same(one, other)
}

/// How often `text` shows `wanted` as a word or number of its own: `0-8` shows `8`, and `18` does not.
pub(super) fn shown(text: &str, wanted: &str) -> usize {
    words(text).iter().filter(|word| word.eq_ignore_ascii_case(wanted)).count()
}

/// Words and numbers; `playerX1` are three.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut previous = None;
    for character in text.chars() {
        if previous.is_some_and(|previous| is_boundary(previous, character)) {
            words.push(String::new());
        }
        if let (true, Some(word)) = (character.is_alphanumeric(), words.last_mut()) {
            word.push(character);
        }
        previous = Some(character);
    }
    words.retain(|word| !word.is_empty());
    words
}

fn is_boundary(left: char, right: char) -> bool {
    left.is_numeric() != right.is_numeric()
        || left.is_alphanumeric() != right.is_alphanumeric()
        || (left.is_lowercase() && right.is_uppercase())
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
pub(super) struct Asked {
    prompts: Vec<String>,
}

impl Asked {
    /// Remembers a prompt.
    pub(super) fn note(&mut self, prompt: &str) {
        self.prompts.push(lasting::text(prompt));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.prompts.is_empty()
    }

    /// Whether `text`, after which nothing follows, can be the program's prompts for so many reads, and no goodbye and
    /// no further question. A prompt may name what changes, such as the free squares: what all prompts end with counts.
    pub(super) fn allow(&self, text: &str, reads: usize) -> bool {
        let text = lasting::text(text);
        if text.is_empty() {
            return true;
        }
        if self.prompts.is_empty() {
            // The first question of the game is also the last: all that can be said is that it is asked once.
            return reads > 1 || !is_repetition(&text);
        }
        let ending = common_ending(&self.prompts);
        let times = |text: &str| text.matches(ending).count();
        let most = self.prompts.iter().map(|prompt| times(prompt)).max().unwrap_or(0);
        !ending.is_empty() && text.ends_with(ending) && times(&text) <= reads * most
    }
}

/// What all texts end with.
fn common_ending(texts: &[String]) -> &str {
    let Some((first, rest)) = texts.split_first() else { return "" };
    rest.iter().fold(first.as_str(), |ending, text| {
        let same =
            ending.chars().rev().zip(text.chars().rev()).take_while(|(one, other)| one == other);
        let length: usize = same.map(|(character, _)| character.len_utf8()).sum();
        &ending[ending.len() - length..]
    })
}

/// Whether a text is one text twice.
fn is_repetition(text: &str) -> bool {
    let middle = text.len() / 2;
    text.len() > 4 && text.is_char_boundary(middle) && text[..middle] == text[middle..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_shows_what_stands_in_it_as_a_word_or_number_of_its_own() {
        assert_eq!(shown("Player X enter your square choice [0-8]: ", "8"), 1);
        assert_eq!(shown("Player X, 0 to 18", "8"), 0);
        assert_eq!(shown("playerX: choose (0..8)", "X"), 1);
        assert_eq!(shown("Player's XO turn", "X"), 0);
        assert_eq!(shown("X's turn; X?", "X"), 2);
    }
}
