//! An error of a compiler, and the tokens around it.

use super::super::lexer::{Token, TokenKind};
use model::TextEdit;

/// An error in one of a program's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompilerError {
    /// The place of the file among the program's.
    pub file: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column, in bytes from 1.
    pub column: usize,
    /// What is wrong, with straight quotation marks.
    pub message: String,
    /// What the compiler proposes to change, if it was asked for that (`-fdiagnostics-parseable-fixits`).
    pub fixes: Vec<TextEdit>,
}

/// An error, and the tokens around it.
pub(super) struct ErrorPlace<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: &'t [Token],
    /// The token at which the error is reported; the number of tokens if that is the end of the file.
    pub(super) at: usize,
    /// The message, with straight quotation marks.
    pub(super) message: &'t str,
}

impl<'t> ErrorPlace<'t> {
    pub(super) fn new(
        error: &'t CompilerError,
        text: &'t str,
        tokens: &'t [Token],
    ) -> ErrorPlace<'t> {
        let offset = byte_offset(text, error.line, error.column);
        let at = tokens
            .iter()
            .position(|token| token.end() > offset)
            .unwrap_or(tokens.len());
        ErrorPlace {
            text,
            tokens,
            at,
            message: &error.message,
        }
    }

    /// The text of the token so many places after the error; empty outside of the file.
    pub(super) fn word(&self, distance: isize) -> &'t str {
        let token = self.at.checked_add_signed(distance);
        let token = token.and_then(|at| self.tokens.get(at));
        token.map_or("", |token| token.text.as_str())
    }

    pub(super) fn token(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |token| token.text.as_str())
    }

    /// The token before the error.
    pub(super) fn previous(&self) -> Option<&'t Token> {
        self.tokens.get(self.at.checked_sub(1)?)
    }

    pub(super) fn has(&self, words: &[&str]) -> bool {
        words.iter().any(|words| self.message.contains(words))
    }

    /// A text between the token before the error and the error.
    pub(super) fn insert_after_previous(&self, text: &str) -> Option<TextEdit> {
        let end = self.previous()?.end();
        let is_spaced = self.text[end..].starts_with(char::is_whitespace);
        let text = if is_spaced { text.trim_end() } else { text };
        Some(TextEdit::insertion(end, text))
    }

    /// A text right after a token, which there is.
    pub(super) fn insert_after(&self, at: usize, text: &str) -> TextEdit {
        TextEdit::insertion(self.tokens[at].end(), text)
    }

    /// A text before a token; at the end of the file if there is no such token.
    pub(super) fn insert_before(&self, at: usize, text: &str) -> TextEdit {
        let start = self.tokens.get(at).map_or(self.text.len(), |it| it.start);
        TextEdit::insertion(start, text)
    }

    /// Another text in place of some tokens; none if there are no such tokens.
    pub(super) fn replace(&self, first: usize, count: usize, text: &str) -> Option<TextEdit> {
        let start = self.tokens.get(first)?.start;
        let end = self.tokens.get(first + count.checked_sub(1)?)?.end();
        Some(TextEdit {
            start,
            end,
            text: text.to_owned(),
        })
    }

    /// Nothing in place of a token and the white space that follows it; none if it is the last.
    pub(super) fn remove_to_next(&self, at: usize) -> Option<TextEdit> {
        Some(TextEdit {
            start: self.tokens.get(at)?.start,
            end: self.tokens.get(at + 1)?.start,
            text: String::new(),
        })
    }

    /// The tokens of the line on which the error is, by their places.
    pub(super) fn line_tokens(&self) -> std::ops::Range<usize> {
        let line = match self.tokens.get(self.at).or(self.tokens.last()) {
            Some(token) => token.line,
            None => return 0..0,
        };
        let start = self.tokens.partition_point(|token| token.line < line);
        let end = self.tokens.partition_point(|token| token.line <= line);
        start..end
    }

    /// The tokens of the statement in which the token `at` is: from a semicolon or brace to the next.
    pub(super) fn statement_tokens(&self, at: usize) -> std::ops::Range<usize> {
        let is_end = |token: &Token| matches!(token.text.as_str(), ";" | "{" | "}");
        let at = at.min(self.tokens.len());
        let start = self.tokens[..at]
            .iter()
            .rposition(is_end)
            .map_or(0, |end| end + 1);
        let end = self.tokens[at..].iter().position(is_end);
        start..end.map_or(self.tokens.len(), |end| at + end)
    }

    /// The first token of the declaration in which the token `at` is, after any directives.
    pub(super) fn declaration_start(&self, at: usize) -> usize {
        let statement = self.statement_tokens(at);
        let is_start = |here: &usize| {
            let token = &self.tokens[*here];
            token.first && token.text != "#"
        };
        let directives = self.tokens[statement.start..at.min(self.tokens.len())]
            .iter()
            .rposition(|token| token.first && token.text == "#");
        match directives {
            Some(last) => (statement.start + last + 1..at)
                .find(is_start)
                .unwrap_or(at),
            None => statement.start,
        }
    }

    /// The braces that are open before the token `at`, the outermost first.
    pub(super) fn open_braces(&self, at: usize) -> Vec<usize> {
        let mut open = Vec::new();
        for (here, token) in self.tokens.iter().enumerate().take(at) {
            match token.text.as_str() {
                "{" => open.push(here),
                "}" => {
                    open.pop();
                }
                _ => {}
            }
        }
        open
    }

    /// The bracket that closes the one at `open`.
    pub(super) fn closing(&self, open: usize) -> Option<usize> {
        let (opens, closes) = match self.token(open) {
            "(" => ("(", ")"),
            "{" => ("{", "}"),
            "[" => ("[", "]"),
            _ => return None,
        };
        let mut depth = 0_usize;
        for (at, token) in self.tokens.iter().enumerate().skip(open) {
            if token.text == opens {
                depth += 1;
            } else if token.text == closes {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
        }
        None
    }
}

impl Token {
    /// Where it ends, in bytes.
    pub(super) fn end(&self) -> usize {
        // Too short for a digraph, whose text is what it stands for.
        self.start + self.text.len()
    }

    pub(super) fn is_word(&self) -> bool {
        self.kind == TokenKind::Word
    }
}

/// The byte of a line and a column, both from 1; the line's last byte if it has fewer.
pub(super) fn byte_offset(text: &str, line: usize, column: usize) -> usize {
    let mut start = 0;
    for (number, content) in (1..).zip(text.split_inclusive('\n')) {
        if number == line {
            let most = content.trim_end_matches('\n').len();
            return start + column.saturating_sub(1).min(most);
        }
        start += content.len();
    }
    text.len()
}
