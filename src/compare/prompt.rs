//! Prompts: where they stand in a turn, and what they must show.

use super::board::BoardLook;
use super::expected::ExpectedTurn;
use super::text::Sight;

/// A turn's text, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Parted<'a> {
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
pub(super) fn part<'a>(
    text: &'a str,
    expected: &ExpectedTurn,
    look: &BoardLook,
    sight: Sight,
) -> Parted<'a> {
    let lines: Vec<&str> = text.split('\n').collect();
    if expected.content.is_empty() {
        let (content, prompt) = lines.into_iter().partition(|line| look.has(line));
        return Parted { content, prompt };
    }
    let last = lines.iter().rposition(|line| !line.trim().is_empty());
    let is_prompt = |line: &str| {
        let message = expected.content.last().map(|message| sight.line(message));
        !look.has(line) && message != Some(sight.line(line))
    };
    match last.filter(|&last| is_prompt(lines[last])) {
        Some(last) => Parted { content: lines[..last].to_vec(), prompt: vec![lines[last]] },
        None => {
            // The cursor stands at the start of an empty line: that line is not printed yet.
            let end = if lines.last().is_some_and(|line| line.is_empty()) {
                lines.len() - 1
            } else {
                lines.len()
            };
            Parted { content: lines[..end].to_vec(), prompt: Vec::new() }
        }
    }
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
