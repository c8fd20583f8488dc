//! A statement that is written otherwise, as the fewest changes of its words.

use std::ops::Range;

use super::super::hunks::{WordStep, align_words};
use crate::source::lexer::lex;
use model::TextEdit;

/// So many words of a text must stay, in percent of the longer one; of others, all that differs is one change.
const LEAST_KEPT: usize = 60;

/// Operators of two signs.
const PAIRS: [&str; 17] = [
    "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "<<", ">>", "++", "--", "->",
    "::",
];

/// A text as words, each with where it begins and whether a blank is before it.
struct TextWords {
    words: Vec<String>,
    starts: Vec<usize>,
    is_spaced: Vec<bool>,
}

impl TextWords {
    fn split(text: &str) -> TextWords {
        let mut found = TextWords {
            words: Vec::new(),
            starts: Vec::new(),
            is_spaced: Vec::new(),
        };
        for token in lex(text).tokens {
            let is_spaced = token.spaced || token.first;
            // The lexer cuts `<=` into two.
            if let Some(last) = found.words.last_mut().filter(|_| !is_spaced)
                && PAIRS.contains(&format!("{last}{}", token.text).as_str())
            {
                last.push_str(&token.text);
                continue;
            }
            found.words.push(token.text);
            found.starts.push(token.start);
            found.is_spaced.push(is_spaced);
        }
        found
    }

    /// Some of the words as a text.
    fn join(&self, from: usize, to: usize) -> String {
        let mut text = String::new();
        for place in from..to {
            if place > from && self.is_spaced[place] {
                text.push(' ');
            }
            text.push_str(&self.words[place]);
        }
        text
    }

    fn end_of(&self, place: usize) -> usize {
        self.starts[place] + self.words[place].len()
    }
}

/// What makes `before` the same words as the text of `edit`, which replaces it. Its comments stay.
pub(super) fn split_edit(edit: &TextEdit, before: &str) -> Vec<TextEdit> {
    let own = TextWords::split(before);
    let other = TextWords::split(&edit.text);
    let mut edits = Vec::new();
    for words in find_differences(&own, &other) {
        let part = words.to_edit(before, &own, &other);
        edits.push(TextEdit {
            start: edit.start + part.start,
            end: edit.start + part.end,
            ..part
        });
    }
    edits
}

/// Words of two texts that differ, by their places.
struct DifferentWords {
    own: Range<usize>,
    other: Range<usize>,
}

/// Where two texts differ; everything from the first to the last difference if they have little in common.
fn find_differences(own: &TextWords, other: &TextWords) -> Vec<DifferentWords> {
    let [left, right] = [own, other].map(|text| -> Vec<&str> {
        let words = text.words.iter();
        words.map(String::as_str).collect()
    });
    let mut found: Vec<DifferentWords> = Vec::new();
    let mut kept = 0;
    let mut at = 0;
    let mut there = 0;
    for step in align_words(&left, &right) {
        if let WordStep::Both(_) = step {
            kept += 1;
            at += 1;
            there += 1;
            continue;
        }
        // The next step of the same difference begins where the last one ended.
        let mut words = DifferentWords {
            own: at..at,
            other: there..there,
        };
        if let Some(last) = found.pop_if(|last| last.own.end == at && last.other.end == there) {
            words = last;
        }
        match step {
            WordStep::Printed(_) => at += 1,
            _ => there += 1,
        }
        words.own.end = at;
        words.other.end = there;
        found.push(words);
    }
    let longer = left.len().max(right.len());
    match found.as_slice() {
        [first, .., last] if kept * 100 < longer * LEAST_KEPT => vec![DifferentWords {
            own: first.own.start..last.own.end,
            other: first.other.start..last.other.end,
        }],
        _ => found,
    }
}

impl DifferentWords {
    /// The change of `before` that makes these words the other text's.
    fn to_edit(&self, before: &str, own: &TextWords, other: &TextWords) -> TextEdit {
        let mut text = other.join(self.other.start, self.other.end);
        let previous = self.own.start.checked_sub(1);
        let (start, end) = match previous {
            // What is left out takes the blanks before it along.
            Some(place) if text.is_empty() => (own.end_of(place), own.end_of(self.own.end - 1)),
            _ if !self.own.is_empty() => (own.starts[self.own.start], own.end_of(self.own.end - 1)),
            Some(place) => {
                if other.is_spaced[self.other.start] {
                    text.insert(0, ' ');
                }
                (own.end_of(place), own.end_of(place))
            }
            None => {
                text.push(' ');
                (0, 0)
            }
        };
        let sign_before = before.get(..start).and_then(|it| it.chars().next_back());
        let sign_after = before.get(end..).and_then(|it| it.chars().next());
        if would_join(sign_before, text.chars().next()) {
            text.insert(0, ' ');
        }
        if would_join(text.chars().next_back(), sign_after) {
            text.push(' ');
        }
        TextEdit { start, end, text }
    }
}

/// Whether two neighbouring signs would make one word of two.
fn would_join(one: Option<char>, other: Option<char>) -> bool {
    let is_word = |sign: Option<char>| sign.is_some_and(|it| it.is_alphanumeric() || it == '_');
    is_word(one) && is_word(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::apply_edits;

    #[test]
    fn only_what_differs_is_changed() {
        for (before, after, wanted, count) in [
            (
                "if (a > 0) // more\n    f(a);\n  else\n    g(a);",
                "if (a >= 0)\n { f(a); } else { h(a); }",
                "if (a >= 0) { // more\n    f(a); }\n  else\n    { h(a); }",
                5,
            ),
            ("a = b;", "while (c) d(e);", "while (c) d(e);", 1),
            ("x = y;", "return y;", "return y;", 1),
        ] {
            let edit = TextEdit {
                start: 0,
                end: before.len(),
                text: after.to_owned(),
            };
            let edits = split_edit(&edit, before);
            assert_eq!(apply_edits(&edits, before).unwrap(), wanted);
            assert_eq!(edits.len(), count, "{edits:?}");
        }
    }
}
