//! A program's files, read once for all rules: their lines, what they include, and what the objects know of them.

use std::collections::BTreeSet;

use super::lexer::{self, Comment, LexedFile, TokenKind};
use super::preprocess::{self, Files, PreprocessedFile};
use super::syntax::{NodeId, SyntaxTree};
use crate::functions::{self, DefinedFunction, MOST_SYMBOLS, demangle_symbol, symbol_name};
use SectionKind::{Data, Tls, UninitializedData, UninitializedTls};
use model::{RuleDoubt, RuleFinding, has_header_ending};
use object::{Object, ObjectSection, ObjectSymbol, SectionKind, SymbolKind, SymbolSection};

/// A program's text, read.
#[derive(Debug, Default)]
pub struct ParsedProgram {
    /// Its files: sources in their order, then headers.
    pub(super) files: Vec<ParsedFile>,
    /// What its objects know; none where nothing was compiled.
    pub(super) symbols: Option<ProgramSymbols>,
}

#[derive(Debug)]
pub(super) struct ParsedFile {
    /// The name under which it was handed in.
    pub(super) name: String,
    /// Its lines as they were typed, without line ends.
    pub(super) lines: Vec<String>,
    /// Its tokens and comments, before the preprocessor.
    pub(super) lexed: LexedFile,
    /// What is left after the preprocessor.
    pub(super) expanded: PreprocessedFile,
    /// The syntax of that; empty if it could not be read.
    pub(super) syntax: SyntaxTree,
    /// Whether it could not be read at all.
    is_unread: bool,
}

impl ParsedProgram {
    /// Whether its files have anything but comments and blanks.
    pub fn has_code(&self) -> bool {
        self.files.iter().any(|file| !file.lexed.tokens.is_empty())
    }

    /// Reads files, given by name and content, and what their objects know. Those of the names in `provided` are an
    /// instructor's: others include them, and they are not looked at themselves.
    pub fn parse_files(
        files: &[(String, Vec<u8>)],
        provided: &[String],
        symbols: Option<ProgramSymbols>,
    ) -> ParsedProgram {
        let texts: Vec<(&str, String)> = files
            .iter()
            .map(|(name, bytes)| (name.as_str(), decode_source(bytes)))
            .collect();
        let cut = preprocess::lex_files(texts.iter().map(|(name, text)| (*name, text.as_str())));
        let is_own = |(name, _): &&(&str, String)| !provided.iter().any(|one| one == name);
        let own = texts.iter().filter(is_own);
        let mut files: Vec<ParsedFile> = own
            .map(|(name, text)| parse_file(&cut, name, text))
            .collect();
        files.sort_by_key(ParsedFile::is_header);
        ParsedProgram { files, symbols }
    }

    /// The files as they were typed and as the grammar reads them: sources in their order, then headers.
    pub fn file_views(&self) -> Vec<FileView<'_>> {
        self.files
            .iter()
            .map(|file| FileView {
                name: &file.name,
                lines: &file.lines,
                syntax: &file.syntax,
                is_unread: file.is_unread,
                comments: file.lexed.comments.iter().map(to_source_comment).collect(),
            })
            .collect()
    }

    /// What no rule could read, one place for each file.
    pub(super) fn collect_undecided(&self) -> Vec<RuleDoubt> {
        self.files
            .iter()
            .filter_map(ParsedFile::first_undecided)
            .collect()
    }
}

/// A file that was read, for those who ask it their own questions. Nodes of `syntax` have the line numbers of `lines`.
#[derive(Debug)]
pub struct FileView<'p> {
    /// The name under which it was handed in.
    pub name: &'p str,
    /// Its lines as they were typed, without line ends.
    pub lines: &'p [String],
    /// Its syntax after the preprocessor; empty if it could not be read.
    pub syntax: &'p SyntaxTree,
    /// Whether it is too large or too strange to be read.
    pub is_unread: bool,
    /// Its comments, in order.
    pub comments: Vec<SourceComment<'p>>,
}

/// A comment with its marks.
#[derive(Debug, Clone, Copy)]
pub struct SourceComment<'p> {
    /// Its first line, from 0 on.
    pub line: usize,
    /// Its text, which may have several lines.
    pub text: &'p str,
}

fn to_source_comment(comment: &Comment) -> SourceComment<'_> {
    SourceComment {
        line: comment.line,
        text: &comment.text,
    }
}

impl ParsedFile {
    /// Whether others include it.
    fn is_header(&self) -> bool {
        has_header_ending(std::path::Path::new(&self.name))
    }

    /// A finding on a line of this file, given from 0 on.
    pub(super) fn finding_at(
        &self,
        rule: &'static str,
        line: usize,
        message: String,
    ) -> RuleFinding {
        let text = truncate_text(
            self.lines.get(line).map_or("", String::as_str),
            LONGEST_LINE,
        );
        let message = truncate_text(&message, LONGEST_MESSAGE);
        RuleFinding {
            file: self.name.clone(),
            line: Some(line + 1),
            rule,
            text,
            message,
        }
    }

    /// A finding that has no line.
    pub(super) fn finding_without_line(&self, rule: &'static str, message: String) -> RuleFinding {
        RuleFinding {
            file: self.name.clone(),
            line: None,
            rule,
            text: String::new(),
            message,
        }
    }

    /// Whether a line counts for certain.
    pub(super) fn is_certain(&self, line: usize) -> bool {
        !self.expanded.doubtful.contains(&line)
    }

    /// Whether what a node stands for counts for certain, and the grammar could make sense of it.
    pub(super) fn is_understood(&self, id: NodeId) -> bool {
        self.is_certain(self.syntax.line(id)) && !self.syntax.is_doubtful(id)
    }

    fn first_undecided(&self) -> Option<RuleDoubt> {
        let at = |line: usize, why: &str| {
            Some(RuleDoubt {
                file: self.name.clone(),
                line: line + 1,
                message: why.to_owned(),
            })
        };
        if self.is_unread {
            return at(0, "the file is too large or too strange to be read");
        }
        if let Some(line) = self.expanded.undecided.first() {
            return at(*line, "whether this condition holds depends on the system");
        }
        let broken = self.syntax.broken_lines().next()?;
        at(broken, "this could not be read")
    }
}

/// How much of a line is quoted, and how long a sentence about it may be: both hold what a student wrote.
const LONGEST_LINE: usize = 200;
const LONGEST_MESSAGE: usize = 300;

fn truncate_text(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Bytes as text: what is no UTF-8 is some other character, a mark at the beginning goes, and lines end in one way.
pub(super) fn decode_source(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn parse_file(files: &Files, name: &str, text: &str) -> ParsedFile {
    let expanded = preprocess::preprocess_file(files, name);
    let syntax = if expanded.is_too_much {
        None
    } else {
        SyntaxTree::parse(&expanded.text).ok()
    };
    ParsedFile {
        name: name.to_owned(),
        lines: text.lines().map(str::to_owned).collect(),
        lexed: files.get(name).cloned().unwrap_or_default(),
        is_unread: syntax.is_none(),
        expanded,
        syntax: syntax.unwrap_or_default(),
    }
}

/// The symbols of all objects together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProgramSymbols {
    /// The functions.
    pub functions: Vec<DefinedFunction>,
    /// The variables outside functions that all files see and that can be changed, by their names without classes and
    /// namespaces.
    pub variables: Vec<String>,
    /// Those that one file sees alone: what is `static`, and what has a type without a name.
    pub local_variables: Vec<String>,
}

impl ProgramSymbols {
    /// Adds what this object has; anything else has nothing.
    pub fn add_object(&mut self, object: &[u8]) {
        self.functions.extend(functions::defined_functions(object));
        self.variables.extend(read_variables(object, true));
        self.local_variables.extend(read_variables(object, false));
    }
}

fn read_variables(bytes: &[u8], is_global: bool) -> Vec<String> {
    let Ok(file) = object::File::parse(bytes) else {
        return Vec::new();
    };
    let is_writable = |symbol: &object::Symbol<'_, '_>| match symbol.section() {
        SymbolSection::Section(index) => file.section_by_index(index).is_ok_and(|section| {
            matches!(
                section.kind(),
                Data | UninitializedData | Tls | UninitializedTls
            ) && !section
                .name()
                .is_ok_and(|name| name.starts_with(".data.rel.ro"))
        }),
        SymbolSection::Common => true,
        _ => false,
    };
    file.symbols()
        .take(MOST_SYMBOLS)
        .filter(|symbol| matches!(symbol.kind(), SymbolKind::Data | SymbolKind::Tls))
        .filter(|symbol| symbol.is_global() == is_global)
        // What each thread has for itself is no definition to the library that reads objects.
        .filter(|symbol| symbol.is_definition() || symbol.kind() == SymbolKind::Tls)
        .filter(|symbol| !symbol.is_weak() && is_writable(symbol))
        .filter_map(|symbol| variable_name(symbol_name(symbol.name())?))
        .collect()
}

/// The last part of a variable's name; none for what the compiler has made for itself and for variables inside functions.
fn variable_name(symbol: &str) -> Option<String> {
    if !symbol.starts_with("_Z") {
        return is_name(symbol).then(|| symbol.to_owned());
    }
    if !symbol.starts_with("_ZN") {
        return None;
    }
    let text = demangle_symbol(symbol)?;
    let last = text.rsplit("::").next().unwrap_or_default();
    is_name(last).then(|| last.to_owned())
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

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

/// The paths in `#include "…"`, in order. Those in branches that the preprocessor leaves out are among them.
pub fn quoted_includes(source: &[u8]) -> Vec<String> {
    // Most files of a class include nothing in quotes, and need not be cut into tokens.
    if !source
        .windows("include".len())
        .any(|part| part == b"include")
    {
        return Vec::new();
    }
    let lexed = lexer::lex(&decode_source(source));
    let directives = lexed.tokens.windows(3).filter(|tokens| {
        let [sign, word, path] = tokens else {
            return false;
        };
        sign.first
            && sign.kind == TokenKind::Sign
            && sign.text == "#"
            && word.text == "include"
            && path.kind == TokenKind::Quoted
            && path.text.starts_with('"')
    });
    directives
        .map(|tokens| tokens[2].text.trim_matches('"').to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_directives_with_quotes_count() {
        let table: [(&str, &[&str]); 5] = [
            (
                "#include \"a.h\"\n # include  \"b/c.h\" // \"d.h\"",
                &["a.h", "b/c.h"],
            ),
            ("#include <a.h>\n#include NAME", &[]),
            (
                "// #include \"a.h\"\n/*\n#include \"b.h\"\n*/\nauto t = \"#include\";",
                &[],
            ),
            ("#if 0\n#include \"a.h\"\n#endif", &["a.h"]),
            ("\u{feff}#include \"ä.h\"\r\nint include;", &["ä.h"]),
        ];
        for (source, expected) in table {
            assert_eq!(quoted_includes(source.as_bytes()), expected, "{source}");
        }
    }
}
