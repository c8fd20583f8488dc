//! What is wrong in a rubric or a case, and where.

use std::fmt;
use std::path::PathBuf;

/// One mistake. Shown as `rubric.toml:12:7: what was found and what was expected`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigDiagnostic {
    /// The file, as the user named it or found under a path that the user named.
    pub path: PathBuf,
    /// Where in the file; none if the file itself is the trouble.
    pub place: Option<DiagnosticPosition>,
    /// What was found, what was expected, and the nearest valid word if there is one.
    pub text: String,
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
