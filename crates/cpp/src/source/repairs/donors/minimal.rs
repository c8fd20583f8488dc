//! A statement that is written otherwise, as the fewest changes of its words.

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
    let left: Vec<&str> = own.words.iter().map(String::as_str).collect();
    let right: Vec<&str> = other.words.iter().map(String::as_str).collect();
    let mut stretches: Vec<(usize, usize, usize, usize)> = Vec::new();
    let mut is_open = false;
    let mut kept = 0;
    let mut at = 0;
    let mut there = 0;
    for step in align_words(&left, &right) {
        if let WordStep::Both(_) = step {
            is_open = false;
            kept += 1;
            at += 1;
            there += 1;
            continue;
        }
        if !is_open {
            stretches.push((at, at, there, there));
            is_open = true;
        }
        match step {
            WordStep::Printed(_) => at += 1,
            _ => there += 1,
        }
        if let Some(last) = stretches.last_mut() {
            last.1 = at;
            last.3 = there;
        }
    }
    let longer = left.len().max(right.len());
    if kept * 100 < longer * LEAST_KEPT
        && let (Some(first), Some(last)) = (stretches.first(), stretches.last())
    {
        stretches = vec![(first.0, last.1, first.2, last.3)];
    }
    let mut edits = Vec::new();
    for (from, to, first, last) in stretches {
        let text = other.join(first, last);
        let (start, end, text) = if from < to {
            // What is left out takes the blanks before it along.
            let start = match from.checked_sub(1) {
                Some(place) if text.is_empty() => own.end_of(place),
                _ => own.starts[from],
            };
            (start, own.end_of(to - 1), text)
        } else if let Some(place) = from.checked_sub(1) {
            let end = own.end_of(place);
            let blank = if other.is_spaced[first] { " " } else { "" };
            (end, end, format!("{blank}{text}"))
        } else {
            (0, 0, format!("{text} "))
        };
        // The words that follow must not grow together with it.
        let glues = |one: Option<char>, another: Option<char>| {
            let is_word =
                |sign: Option<char>| sign.is_some_and(|sign| sign.is_alphanumeric() || sign == '_');
            is_word(one) && is_word(another)
        };
        let before_it = before.get(..start).and_then(|it| it.chars().next_back());
        let after_it = before.get(end..).and_then(|it| it.chars().next());
        let mut text = text;
        if glues(before_it, text.chars().next()) {
            text.insert(0, ' ');
        }
        if glues(text.chars().next_back(), after_it) {
            text.push(' ');
        }
        edits.push(TextEdit {
            start: edit.start + start,
            end: edit.start + end,
            text,
        });
    }
    edits
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
