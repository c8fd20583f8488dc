//! One file that an instructor wrote, and the marks made in it.

use std::cell::RefCell;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::diagnostic::{ConfigDiagnostic, DiagnosticList, DiagnosticPosition, SourceExcerpt};
use super::toml_reading;
use support::digest::DigestBuilder;

/// The mistakes found so far, in all files.
#[derive(Debug, Default)]
pub(super) struct DiagnosticCollector(RefCell<Vec<ConfigDiagnostic>>);

impl DiagnosticCollector {
    /// Notes a mistake that concerns a file as a whole.
    pub(super) fn report_file(&self, path: &Path, text: impl Into<String>) {
        self.push_diagnostic(ConfigDiagnostic {
            path: path.to_owned(),
            place: None,
            text: text.into(),
            excerpt: None,
        });
    }

    /// Notes a mistake in a line, from 1, of a table with this content.
    pub(super) fn report_line(
        &self,
        path: &Path,
        content: &[u8],
        line: usize,
        text: impl Into<String>,
    ) {
        self.push_diagnostic(ConfigDiagnostic {
            excerpt: SourceExcerpt::from_line(content, line),
            ..diagnostic_at(path, DiagnosticPosition { line, column: 1 }, text.into())
        });
    }

    /// Whether a mistake in a file of that kind is known.
    pub(super) fn has_mistake_in(&self, is_meant: impl Fn(&Path) -> bool) -> bool {
        self.0
            .borrow()
            .iter()
            .any(|mistake| is_meant(&mistake.path))
    }

    fn push_diagnostic(&self, mistake: ConfigDiagnostic) {
        self.0.borrow_mut().push(mistake);
    }

    /// What was read if nothing is wrong, otherwise everything that is: the rubric's mistakes, by line, then
    /// the cases', by file. A default that is wrong for several assignments is one mistake.
    pub(super) fn into_result<T>(
        self,
        rubric: &Path,
        read: Option<T>,
    ) -> Result<T, DiagnosticList> {
        let mut mistakes = self.0.into_inner();
        match read {
            Some(value) if mistakes.is_empty() => Ok(value),
            _ => {
                mistakes.sort_by_cached_key(|it| {
                    (
                        it.path != rubric,
                        it.path.clone(),
                        it.place,
                        it.text.clone(),
                    )
                });
                mistakes.dedup();
                Err(DiagnosticList(mistakes))
            }
        }
    }
}

/// One file with its text.
#[derive(Debug)]
pub(super) struct ConfigFile<'m> {
    path: PathBuf,
    text: String,
    /// Where each line begins, in bytes.
    lines: Vec<usize>,
    /// The tables and arrays of which an entry is wrong.
    incomplete: RefCell<Vec<Range<usize>>>,
    diagnostics: &'m DiagnosticCollector,
}

impl<'m> ConfigFile<'m> {
    /// Reads a file; what prevents that is marked.
    pub(super) fn read(
        path: &Path,
        diagnostics: &'m DiagnosticCollector,
    ) -> Option<ConfigFile<'m>> {
        let bytes = std::fs::read(path)
            .map_err(|error| diagnostics.report_file(path, format!("cannot be read: {error}")))
            .ok()?;
        let text = decode_utf8(bytes)
            .map_err(|(place, text)| diagnostics.push_diagnostic(diagnostic_at(path, place, text)))
            .ok()?;
        Some(ConfigFile::new(path, text, diagnostics))
    }

    /// A text that comes with the program, under the name that its mistakes would be told with.
    pub(super) fn from_text(
        path: &Path,
        text: &str,
        diagnostics: &'m DiagnosticCollector,
    ) -> ConfigFile<'m> {
        ConfigFile::new(path, text.to_owned(), diagnostics)
    }

    fn new(path: &Path, text: String, diagnostics: &'m DiagnosticCollector) -> ConfigFile<'m> {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        ConfigFile {
            path: path.to_owned(),
            text,
            lines,
            incomplete: RefCell::default(),
            diagnostics,
        }
    }

    /// The file as TOML of the form `T`, without the entries that do not fit; these are marked.
    pub(super) fn parse<T: DeserializeOwned>(&self) -> Option<T> {
        let reading = toml_reading::read_toml(&self.text);
        for (place, text) in reading.mistakes {
            self.report(&place, text);
        }
        self.incomplete.replace(reading.incomplete);
        reading.value
    }

    /// Whether an entry was left out of what was read.
    pub(super) fn is_incomplete(&self) -> bool {
        !self.incomplete.borrow().is_empty()
    }

    /// Reports a mistake at a stretch of the text. What is said of a table as a whole says nothing if an entry of it is wrong: with
    /// that entry it may be right.
    pub(super) fn report(&self, at: &Range<usize>, text: impl Into<String>) {
        if self.incomplete.borrow().contains(at) {
            return;
        }
        let line = self.line_number(at);
        let before = self.text.get(..at.start).unwrap_or(&self.text);
        let start = self.lines.get(line - 1).copied().unwrap_or_default();
        let column = before.get(start..).unwrap_or_default().chars().count() + 1;
        // A mistake at 0..0 concerns the file, so its first line would explain nothing.
        let excerpt = (*at != (0..0)).then(|| SourceExcerpt::from_span(&self.text, at));
        self.diagnostics.push_diagnostic(ConfigDiagnostic {
            excerpt: excerpt.flatten(),
            ..diagnostic_at(&self.path, DiagnosticPosition { line, column }, text.into())
        });
    }

    /// Eight digits of a digest of the text.
    pub(super) fn revision(&self) -> String {
        let digest = DigestBuilder::default().with_piece(self.text.as_bytes());
        let mut digits = digest.finish().to_string();
        digits.truncate(8);
        digits
    }

    /// The line, from 1, on which a stretch of the text begins.
    pub(super) fn line_number(&self, at: &Range<usize>) -> usize {
        // The first line begins at 0, so at least one begins here or before.
        self.lines
            .partition_point(|start| *start <= at.start)
            .max(1)
    }

    /// Where mistakes in other files go.
    pub(super) fn diagnostics(&self) -> &'m DiagnosticCollector {
        self.diagnostics
    }

    /// The whole text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The file's path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The folder of the file, where its relative paths start.
    pub(super) fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }
}

fn diagnostic_at(path: &Path, place: DiagnosticPosition, text: String) -> ConfigDiagnostic {
    ConfigDiagnostic {
        path: path.to_owned(),
        place: Some(place),
        text,
        excerpt: None,
    }
}

/// The place of the character that follows `before`.
fn position_after(before: &str) -> DiagnosticPosition {
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    DiagnosticPosition {
        line: before.matches('\n').count() + 1,
        column: before.get(line_start..).unwrap_or("").chars().count() + 1,
    }
}

/// The text of a file, without a byte-order mark.
fn decode_utf8(bytes: Vec<u8>) -> Result<String, (DiagnosticPosition, String)> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        let text = "the file is UTF-16: save it as UTF-8".to_owned();
        return Err((position_after(""), text));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let (before, after) = error.as_bytes().split_at(at);
        let byte = after.first().copied().unwrap_or_default();
        let text = format!("the byte 0x{byte:02x} is not UTF-8: save the file as UTF-8");
        (position_after(&String::from_utf8_lossy(before)), text)
    })?;
    Ok(text
        .strip_prefix('\u{feff}')
        .map(str::to_owned)
        .unwrap_or(text))
}
