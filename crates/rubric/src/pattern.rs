//! Regular expressions as a rubric writes them.

use regex::{Regex, RegexBuilder};

/// An expression that needs more memory than this is a slip.
const SIZE_LIMIT: usize = 4 << 20;

/// A piece of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RubricPatternPiece<'p> {
    /// `{name}`: a word of the vocabulary.
    Name(&'p str),
    /// Anything else, to be taken as it is.
    Verbatim(&'p str),
}

/// Compiles an expression: large and small letters are alike, and `^` and `$` match at every line.
pub(super) fn compile_pattern(expression: &str) -> Result<Regex, String> {
    RegexBuilder::new(expression)
        .case_insensitive(true)
        .multi_line(true)
        .crlf(true)
        .size_limit(SIZE_LIMIT)
        .build()
        .map_err(|error| last_error_line(&error.to_string()))
}

/// Checks the syntax of an expression that only stands in others. That costs a tenth of compiling it, and a rubric has hundreds
/// of words. Whether it is too large is found where it is used.
pub(super) fn check_syntax(expression: &str) -> Result<(), String> {
    regex_syntax::parse(expression)
        .map(drop)
        .map_err(|error| last_error_line(&error.to_string()))
}

/// The last line of an error: the ones before draw the expression with an arrow.
fn last_error_line(text: &str) -> String {
    let last = text.lines().last().unwrap_or_default().trim();
    last.strip_prefix("error: ").unwrap_or(last).to_owned()
}

/// Whether a word can be a name of the vocabulary.
pub(super) fn is_vocabulary_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_lowercase())
        && word
            .chars()
            .all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-')
}

/// Cuts a pattern at the words it names. Quantifiers such as `{2,3}`, classes such as `\p{Greek}` and an
/// escaped `\{` name nothing.
pub(super) fn split_pattern(pattern: &str) -> Vec<RubricPatternPiece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = pattern;
    while let Some(at) = rest.find(['\\', '{']) {
        let (before, after) = rest.split_at(at);
        let piece = parse_special_piece(after);
        let length = match piece {
            RubricPatternPiece::Name(name) => name.len() + 2,
            RubricPatternPiece::Verbatim(text) => text.len(),
        };
        pieces.extend([RubricPatternPiece::Verbatim(before), piece]);
        rest = after.get(length..).unwrap_or_default();
    }
    pieces.push(RubricPatternPiece::Verbatim(rest));
    pieces
}

/// The piece that a backslash or a brace begins.
fn parse_special_piece(text: &str) -> RubricPatternPiece<'_> {
    let mut characters = text.chars();
    let length = match (characters.next(), characters.next()) {
        (Some('\\'), Some('p' | 'P' | 'x' | 'u' | 'U' | 'b')) if characters.next() == Some('{') => {
            text.find('}').map_or(2, |end| end + 1)
        }
        (Some('\\'), Some(escaped)) => 1 + escaped.len_utf8(),
        (Some('{'), Some(first)) if !first.is_ascii_digit() && first != ',' && first != '}' => {
            match text.find('}') {
                Some(end) => return RubricPatternPiece::Name(&text[1..end]),
                None => 1,
            }
        }
        _ => 1,
    };
    RubricPatternPiece::Verbatim(&text[..length])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(pattern: &str) -> Vec<&str> {
        let name = |piece| {
            if let RubricPatternPiece::Name(name) = piece {
                Some(name)
            } else {
                None
            }
        };
        split_pattern(pattern)
            .into_iter()
            .filter_map(name)
            .collect()
    }

    #[test]
    fn only_braces_that_name_a_word_are_taken_for_one() {
        let table: [(&str, &[&str]); 9] = [
            ("{tie}|a {player-1-wins}", &["tie", "player-1-wins"]),
            ("{Tie}", &["Tie"]),
            ("a{2}b{2,3}c{,3}", &[]),
            (r"\p{Greek}\P{greek}\x{ff}\u{e9}", &[]),
            (r"\b{start}{tie}\b{end}", &["tie"]),
            (r"\{tie\} \\{tie}", &["tie"]),
            ("{tie", &[]),
            ("{}", &[]),
            ("\\", &[]),
        ];
        for (pattern, expected) in table {
            assert_eq!(names(pattern), expected, "{pattern}");
        }
    }

    #[test]
    fn patterns_take_large_and_small_letters_alike_and_every_line_by_itself() {
        let wins = compile_pattern("^x wins$").unwrap();
        assert!(wins.is_match("game over\r\nX Wins\r\nbye\r\n"));
    }

    #[test]
    fn a_pattern_too_large_to_compile_is_refused_with_a_reason() {
        assert_eq!(
            compile_pattern(r"(\w{100}){1000}").unwrap_err(),
            "Compiled regex exceeds size limit of 4194304 bytes."
        );
    }
}
