//! What stays the same in a line that is printed turn after turn: its words, without the numbers and letters that change.
//!
//! This is how a question is known when it is asked again: `Player X, move 3:` and `Player O, move 4:` are one
//! question. Numbers never count. What else is left out depends on what is known of the program:
//!
//! * [`extract_words`]: any letter that stands alone may be a player's (`X`, `H`, `a`), so none counts.
//! * [`extract_words_and_letters`]: where the players are known to be X and O, other letters say what is asked for: `r1:`
//!   wants a row and `c1:` a column.
//! * `extract_words_and_signs`: where a prompt is looked for inside other text, its signs count too, or `>` would be no prompt at all.

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
    let lasts = |sign: &char| {
        !(sign.is_whitespace() || sign.is_numeric() || sign.is_alphabetic() || DRAWN.contains(sign))
    };
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
        lasting.extend(sign.filter(lasts));
    }
    lasting
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
