//! Which lines hold code, and which hold comments.

use std::collections::BTreeSet;

use super::program::ParsedFile;

/// The lines with tokens, from 0 on.
pub(super) fn code_lines(file: &ParsedFile) -> BTreeSet<usize> {
    let lines = file.lexed.tokens.iter().flat_map(|token| {
        let more = token.text.matches('\n').count();
        token.line..=token.line + more
    });
    lines.collect()
}

/// The lines of comments that say something: those with a word of at least two letters.
pub(super) fn comment_lines(file: &ParsedFile) -> BTreeSet<usize> {
    let comments = file.lexed.comments.iter().flat_map(|comment| {
        comment
            .text
            .split('\n')
            .enumerate()
            .map(|(place, text)| (comment.line + place, text))
    });
    comments
        .filter(|(_, text)| has_word(text))
        .map(|(line, _)| line)
        .collect()
}

/// Whether a text has a word: two letters, or one sign of a script that writes words with one.
pub(super) fn has_word(text: &str) -> bool {
    let mut letters = 0;
    for character in text.chars() {
        letters = if character.is_alphabetic() {
            letters + 1
        } else {
            0
        };
        if letters > 1 || (letters == 1 && is_ideograph(character)) {
            return true;
        }
    }
    false
}

/// Whether one sign may be a word or a name.
pub(super) fn is_ideograph(character: char) -> bool {
    matches!(character, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}')
}
