//! What is wrong in a rubric or a case, and where.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

/// One mistake. Shown as `rubric.toml:12:7: what was found and what was expected`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigDiagnostic {
    /// The file, as the user named it or found under a path that the user named.
    pub path: PathBuf,
    /// Where in the file; none if the whole file is wrong.
    pub place: Option<DiagnosticPosition>,
    /// What was found, what was expected, and the nearest valid word if there is one.
    pub text: String,
    /// The line at that place, to quote it.
    pub excerpt: Option<SourceExcerpt>,
}

/// A line of a file, and the part of it that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceExcerpt {
    /// The line without its end.
    pub line: String,
    /// The bytes of the line that are wrong.
    pub span: Range<usize>,
}

impl SourceExcerpt {
    /// The first line of a stretch of a text.
    pub(super) fn from_span(text: &str, at: &Range<usize>) -> Option<SourceExcerpt> {
        let start = text.get(..at.start)?.rfind('\n').map_or(0, |end| end + 1);
        let line = text.get(start..)?.lines().next().unwrap_or_default();
        let from = (at.start - start).min(line.len());
        let to = (at.end.max(at.start) - start).min(line.len());
        Some(SourceExcerpt {
            line: line.to_owned(),
            span: from..to,
        })
    }

    /// A line of a table, from 1. All of it is marked.
    pub(super) fn from_line(text: &[u8], number: usize) -> Option<SourceExcerpt> {
        let line = text
            .split(|byte| *byte == b'\n')
            .nth(number.checked_sub(1)?)?;
        let line = String::from_utf8_lossy(line).trim_end().to_owned();
        let span = 0..line.len();
        Some(SourceExcerpt { line, span })
    }
}

/// A place in a file. Both numbers start at 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct DiagnosticPosition {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// All mistakes that one reading found, in the order of the files.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", join_lines(.0))]
pub struct DiagnosticList(pub Vec<ConfigDiagnostic>);

impl fmt::Display for ConfigDiagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:", self.path.display())?;
        if let Some(DiagnosticPosition { line, column }) = self.place {
            write!(formatter, "{line}:{column}:")?;
        }
        write!(formatter, " {}", self.text)
    }
}

fn join_lines(mistakes: &[ConfigDiagnostic]) -> String {
    mistakes
        .iter()
        .map(ConfigDiagnostic::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}
