//! A program's files, read once for all rules.

use super::lexer::LexedFile;
use super::preprocess::{self, Files, PreprocessedFile};
use super::symbols::ProgramSymbols;
use super::syntax::{NodeId, SyntaxTree};
use model::{RuleDoubt, RuleFinding, has_header_ending};

/// A program's text, read.
#[derive(Debug, Default)]
pub struct ParsedProgram {
    /// Its files: sources in their order, then headers.
    pub(super) files: Vec<ParsedFile>,
    /// What its objects know; none where nothing was compiled.
    pub(super) symbols: Option<ProgramSymbols>,
}

/// One file.
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

    /// What no rule could read, one place for each file.
    pub(super) fn collect_undecided(&self) -> Vec<RuleDoubt> {
        self.files
            .iter()
            .filter_map(ParsedFile::first_undecided)
            .collect()
    }
}

impl ParsedFile {
    /// Whether others include it.
    pub(super) fn is_header(&self) -> bool {
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
