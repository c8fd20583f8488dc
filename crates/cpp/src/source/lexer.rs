//! A file's text cut into tokens and comments, as the first phases of translation do it.
//!
//! Only what the preprocessor has to know is told apart. Signs of several characters are several tokens that stand
//! together, which is as good, because the grammar reads the text that is made of them again.

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) text: String,
    /// Where it begins, in bytes.
    pub(super) start: usize,
    /// The line on which it begins, from 0 on.
    pub(super) line: usize,
    /// Whether white space or a comment stands before it.
    pub(super) spaced: bool,
    /// Whether it is the first of its line.
    pub(super) first: bool,
}

/// What a token is, as far as the preprocessor cares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word,
    Number,
    /// A string or character in quotes.
    Quoted,
    Sign,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Comment {
    /// Its first line, from 0 on.
    pub(super) line: usize,
    /// With its marks.
    pub(super) text: String,
    /// How many tokens stand before it.
    pub(super) after: usize,
}

/// A file's tokens and comments.
#[derive(Debug, Clone, Default)]
pub(super) struct LexedFile {
    pub(super) tokens: Vec<Token>,
    pub(super) comments: Vec<Comment>,
}

/// Cuts a text. Anything is a text: what makes no sense becomes tokens that make none.
pub(super) fn lex(text: &str) -> LexedFile {
    let mut lexer = Lexer {
        length: text.len(),
        rest: text,
        line: 0,
        spaced: true,
        first: true,
        lexed: LexedFile::default(),
    };
    while let Some(next) = lexer.rest.chars().next() {
        lexer.lex_next(next);
    }
    lexer.lexed
}

struct Lexer<'t> {
    /// The length of the whole text, in bytes.
    length: usize,
    rest: &'t str,
    line: usize,
    spaced: bool,
    first: bool,
    lexed: LexedFile,
}

impl Lexer<'_> {
    fn lex_next(&mut self, next: char) {
        if let Some(length) = splice_length(self.rest) {
            self.advance(length);
            self.spaced = true;
        } else if next == '\n' {
            self.advance(1);
            (self.spaced, self.first) = (true, true);
        } else if next.is_whitespace() || next == '\0' {
            self.advance(next.len_utf8());
            self.spaced = true;
        } else if self.rest.starts_with("//") || self.rest.starts_with("/*") {
            self.lex_comment();
        } else {
            self.lex_token(next);
        }
    }

    /// Moves on; lines are counted.
    fn advance(&mut self, length: usize) -> &str {
        let (taken, rest) = self.rest.split_at(length.min(self.rest.len()));
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn lex_comment(&mut self) {
        let length = if self.rest.starts_with("/*") {
            self.rest[2..]
                .find("*/")
                .map_or(self.rest.len(), |at| at + 4)
        } else {
            line_end(self.rest)
        };
        let line = self.line;
        let after = self.lexed.tokens.len();
        let text = self.advance(length).to_owned();
        self.lexed.comments.push(Comment { line, text, after });
        self.spaced = true;
    }

    fn lex_token(&mut self, next: char) {
        let (kind, length) = self.measure_token(next);
        let start = self.length - self.rest.len();
        let line = self.line;
        let spaced = self.spaced;
        let first = self.first;
        let text = self.advance(length);
        let text = if kind == TokenKind::Sign {
            replace_digraph(text)
        } else {
            text.to_owned()
        };
        self.lexed.tokens.push(Token {
            kind,
            text,
            start,
            line,
            spaced,
            first,
        });
        (self.spaced, self.first) = (false, false);
    }

    fn measure_token(&self, next: char) -> (TokenKind, usize) {
        if let Some(length) = quoted_length(self.rest) {
            return (TokenKind::Quoted, length);
        }
        if is_word_start(next) {
            return (TokenKind::Word, length_while(self.rest, is_word));
        }
        let second = self.rest.chars().nth(1);
        if next.is_ascii_digit() || (next == '.' && second.is_some_and(|it| it.is_ascii_digit())) {
            return (TokenKind::Number, number_length(self.rest));
        }
        // `<::` begins a name of the global scope, unless another `:` or `>` follows.
        let is_scope = self.rest.starts_with("<::")
            && !self.rest.starts_with("<:::")
            && !self.rest.starts_with("<::>");
        let digraph = ["<:", ":>", "<%", "%>", "%:"]
            .iter()
            .any(|it| self.rest.starts_with(it));
        (
            TokenKind::Sign,
            if digraph && !is_scope {
                2
            } else {
                next.len_utf8()
            },
        )
    }
}

/// Signs that may be written in another way, for keyboards of long ago.
fn replace_digraph(sign: &str) -> String {
    match sign {
        "<:" => "[",
        ":>" => "]",
        "<%" => "{",
        "%>" => "}",
        "%:" => "#",
        other => other,
    }
    .to_owned()
}

pub(super) fn is_word_start(character: char) -> bool {
    character.is_alphabetic() || character == '_' || character == '$'
}

pub(super) fn is_word(character: char) -> bool {
    is_word_start(character) || character.is_alphanumeric()
}

fn length_while(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|it| !is_part(it)).unwrap_or(text.len())
}

/// The length of a backslash that joins this line with the next.
fn splice_length(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('\\')?;
    let blank = length_while(rest, |it| it.is_whitespace() && it != '\n');
    rest[blank..].starts_with('\n').then_some(blank + 2)
}

/// Where a line ends that a backslash may join with the next.
fn line_end(text: &str) -> usize {
    let mut at = 0;
    while let Some(end) = text[at..].find('\n') {
        at += end;
        if !text[..at].trim_end_matches('\r').ends_with('\\') {
            return at;
        }
        at += 1;
    }
    text.len()
}

fn number_length(text: &str) -> usize {
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        let is_exponent = matches!(before, 'e' | 'E' | 'p' | 'P') && matches!(character, '+' | '-');
        let is_part = is_word(character) || character == '.' || character == '\'';
        if !is_part && !is_exponent {
            return at;
        }
        before = character;
    }
    text.len()
}

/// The length of a string or character with its prefix.
fn quoted_length(text: &str) -> Option<usize> {
    let prefix = ["u8R", "uR", "UR", "LR", "R", "u8", "u", "U", "L", ""]
        .into_iter()
        .find(|it| {
            text.strip_prefix(it)
                .is_some_and(|rest| rest.starts_with('"') || rest.starts_with('\''))
        })?;
    let body = &text[prefix.len()..];
    if prefix.ends_with('R') && body.starts_with('"') {
        return raw_string_length(body).map(|length| prefix.len() + length);
    }
    if prefix.ends_with('R') {
        return None;
    }
    let quote = body.chars().next()?;
    let mut escaped = false;
    for (at, character) in body.char_indices().skip(1) {
        match character {
            '\n' if !escaped => return Some(prefix.len() + at),
            // A backslash before the end of the line joins lines, also where `\r` stands between.
            '\r' if escaped => continue,
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            it if it == quote && !escaped => return Some(prefix.len() + at + 1),
            _ => {}
        }
        escaped = false;
    }
    Some(text.len())
}

/// The length of `"mark(…)mark"`.
fn raw_string_length(text: &str) -> Option<usize> {
    const LONGEST_MARK: usize = 16;
    let open = text.find('(').filter(|at| *at <= LONGEST_MARK + 1)?;
    let end = format!("){}\"", &text[1..open]);
    Some(
        text[open..]
            .find(&end)
            .map_or(text.len(), |at| open + at + end.len()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<String> {
        lex(source)
            .tokens
            .into_iter()
            .map(|token| token.text)
            .collect()
    }

    #[test]
    fn words_in_strings_and_comments_are_no_words() {
        assert_eq!(
            texts("a /* b */ \"c // d\" 'e' // f \\\n g\n'\\'' R\"x(\")\")x\" h"),
            ["a", "\"c // d\"", "'e'", "'\\''", "R\"x(\")\")x\"", "h"]
        );
    }

    #[test]
    fn other_ways_to_write_brackets_are_understood() {
        assert_eq!(
            texts("int a<:9:>; <%%>"),
            ["int", "a", "[", "9", "]", ";", "{", "}"]
        );
        assert_eq!(texts("f<::g>"), ["f", "<", ":", ":", "g", ">"]);
    }

    #[test]
    fn tokens_know_their_lines_and_whether_they_are_first() {
        let tokens = lex("a\n\\\n  b c").tokens;
        let places: Vec<_> = tokens.iter().map(|it| (it.line, it.first)).collect();
        assert_eq!(places, [(0, true), (2, true), (2, false)]);
    }

    #[test]
    fn unfinished_text_ends_with_the_text() {
        for source in ["\"abc", "'", "/* abc", "R\"(abc", "1e+", "\\", "R\"", "u8'"] {
            assert!(
                lex(source).tokens.len() + lex(source).comments.len() >= 1,
                "{source}"
            );
        }
    }
}
