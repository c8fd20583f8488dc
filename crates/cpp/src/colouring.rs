//! Lines of a program in pieces that a page shows in colours. Nothing depends on it: what is coloured wrongly is still shown.

/// What a piece of a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceColour {
    /// A name, a sign, a blank.
    Plain,
    /// A word of the language.
    Keyword,
    /// A number.
    Number,
    /// A string or a character in quotes.
    Quoted,
    /// A comment.
    Comment,
    /// A line for the preprocessor.
    Directive,
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColouredPiece<'t> {
    /// Its colour.
    pub colour: PieceColour,
    /// Its text.
    pub text: &'t str,
}

/// The words of C++ that beginners use.
const KEYWORDS: [&str; 66] = [
    "alignas",
    "auto",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "const_cast",
    "constexpr",
    "continue",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "extern",
    "false",
    "final",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "nullptr",
    "operator",
    "override",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "throw",
    "true",
    "try",
    "typedef",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
];

/// What the next line begins in.
enum CarriedState {
    Nothing,
    Comment,
    /// A raw string that ends with this.
    RawString(String),
    /// A line for the preprocessor whose end was escaped.
    Directive,
}

/// Colours the lines of a file.
pub fn colour_lines<T: AsRef<str>>(lines: &[T]) -> Vec<Vec<ColouredPiece<'_>>> {
    let mut state = CarriedState::Nothing;
    let mut coloured = Vec::with_capacity(lines.len());
    for line in lines {
        let mut colourer = LineColourer {
            rest: line.as_ref(),
            pieces: Vec::new(),
        };
        state = colourer.colour_line(state);
        coloured.push(colourer.pieces);
    }
    coloured
}

struct LineColourer<'t> {
    rest: &'t str,
    pieces: Vec<ColouredPiece<'t>>,
}

impl LineColourer<'_> {
    /// Takes so many bytes.
    fn take(&mut self, length: usize, colour: PieceColour) {
        let (text, rest) = self.rest.split_at(length);
        self.rest = rest;
        if !text.is_empty() {
            self.pieces.push(ColouredPiece { colour, text });
        }
    }

    fn colour_line(&mut self, state: CarriedState) -> CarriedState {
        let mut is_directive = false;
        match state {
            CarriedState::Nothing => is_directive = self.rest.trim_start().starts_with('#'),
            CarriedState::Directive => is_directive = true,
            CarriedState::Comment => {
                if !self.take_through("*/", PieceColour::Comment) {
                    return CarriedState::Comment;
                }
            }
            CarriedState::RawString(end) => {
                if !self.take_through(&end, PieceColour::Quoted) {
                    return CarriedState::RawString(end);
                }
            }
        }
        let goes_on = self.rest.ends_with('\\');
        while let Some(next) = self.rest.chars().next() {
            if self.rest.starts_with("//") {
                self.take(self.rest.len(), PieceColour::Comment);
            } else if self.rest.starts_with("/*") {
                let (start, inside) = self.rest.split_at(2);
                let end = inside.find("*/").map(|end| start.len() + end + 2);
                self.take(end.unwrap_or(self.rest.len()), PieceColour::Comment);
                if end.is_none() {
                    return CarriedState::Comment;
                }
            } else if is_directive {
                let comment = [self.rest.find("//"), self.rest.find("/*")];
                let length = comment.into_iter().flatten().min();
                self.take(length.unwrap_or(self.rest.len()), PieceColour::Directive);
            } else if let Some(end) = raw_string_end(self.rest) {
                // The opening quote may not be taken for the end.
                self.take(2, PieceColour::Quoted);
                if !self.take_through(&end, PieceColour::Quoted) {
                    return CarriedState::RawString(end);
                }
            } else if next == '"' || next == '\'' {
                self.take(quoted_length(self.rest, next), PieceColour::Quoted);
            } else if next.is_ascii_digit() {
                self.take(number_length(self.rest), PieceColour::Number);
            } else if is_word_part(next) {
                let length = word_length(self.rest);
                let word = &self.rest[..length];
                let is_keyword = KEYWORDS.contains(&word);
                let colour = match is_keyword {
                    true => PieceColour::Keyword,
                    false => PieceColour::Plain,
                };
                self.take(length, colour);
            } else {
                let is_sign = |it: char| !is_word_part(it) && !"/\"'".contains(it);
                let signs = self.rest.find(|it| !is_sign(it));
                let length = signs.unwrap_or(self.rest.len()).max(next.len_utf8());
                self.take(length, PieceColour::Plain);
            }
        }
        match goes_on && is_directive {
            true => CarriedState::Directive,
            false => CarriedState::Nothing,
        }
    }

    /// Takes all up to this text and the text itself, or the whole line; whether the text was there.
    fn take_through(&mut self, end: &str, colour: PieceColour) -> bool {
        let found = self.rest.find(end).map(|at| at + end.len());
        self.take(found.unwrap_or(self.rest.len()), colour);
        found.is_some()
    }
}

fn is_word_part(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn word_length(text: &str) -> usize {
    text.find(|next: char| !is_word_part(next))
        .unwrap_or(text.len())
}

/// A number with its digits' separators and its point: `1'000`, `0.5`.
fn number_length(text: &str) -> usize {
    let is_part = |next: char| is_word_part(next) || next == '.' || next == '\'';
    text.find(|next: char| !is_part(next)).unwrap_or(text.len())
}

/// Up to the closing quote, or the end of the line.
fn quoted_length(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, next) in text.char_indices().skip(1) {
        match next {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if next == quote => return at + quote.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// What ends the raw string that begins here; none if none does.
fn raw_string_end(text: &str) -> Option<String> {
    let (delimiter, _) = text.strip_prefix("R\"")?.split_once('(')?;
    let is_one = delimiter.len() <= 16 && !delimiter.contains(['"', ' ', ')', '\\']);
    is_one.then(|| format!("){delimiter}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_returned_in_full_with_a_colour_for_each_piece() {
        use PieceColour::{Comment, Directive, Keyword, Number, Plain, Quoted};
        let lines = [
            "#include <iostream> // for cout",
            "int größe = 1'000; /* one",
            "and two */ return 'a';",
            "auto text = R\"x(a \" b",
            "// no comment)x\";",
            "#define MAX \\",
            "  12",
            "cout << \"say \\\"hi\\\"",
            "while (true) {}",
        ];
        let coloured = colour_lines(&lines);
        for (line, pieces) in lines.iter().zip(&coloured) {
            let text: String = pieces.iter().map(|piece| piece.text).collect();
            assert_eq!(text, *line);
        }
        let seen = |line: usize, colour: PieceColour| -> Vec<&str> {
            let pieces = coloured[line].iter();
            let fitting = pieces.filter(|piece| piece.colour == colour);
            fitting.map(|piece| piece.text).collect()
        };
        for (line, colour, texts) in [
            (0, Directive, vec!["#include <iostream> "]),
            (0, Comment, vec!["// for cout"]),
            (1, Keyword, vec!["int"]),
            (1, Number, vec!["1'000"]),
            (1, Comment, vec!["/* one"]),
            (2, Comment, vec!["and two */"]),
            (2, Quoted, vec!["'a'"]),
            (3, Quoted, vec!["R\"", "x(a \" b"]),
            (4, Quoted, vec!["// no comment)x\""]),
            (4, Plain, vec![";"]),
            (6, Directive, vec!["  12"]),
            (7, Quoted, vec!["\"say \\\"hi\\\""]),
            (8, Keyword, vec!["while", "true"]),
        ] {
            assert_eq!(seen(line, colour), texts, "{line} {colour:?}");
        }
    }
}
