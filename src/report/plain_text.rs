//! A report without its markup, line by line, for systems that do not read Markdown.

use super::reading::{self, Fences, LineKind, Span};
use super::shown_table;

/// A line of a report. None ends in a line break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PlainLine {
    /// A heading.
    Title(String),
    /// Prose, or an empty line.
    Text(String),
    /// A line of a table, a program, its output or a diff: its blanks count.
    Preformatted(String),
}

/// The lines of a report that `markdown` wrote. Tables have their columns below each other.
pub(super) fn plain_lines(report: &str) -> Vec<PlainLine> {
    let mut fences = Fences::default();
    let mut table: Vec<String> = Vec::new();
    let mut lines = Vec::new();
    for line in report.lines() {
        let kind = fences.kind(line);
        if kind == LineKind::Prose && shown_table::is_row(line) {
            table.push(line.to_owned());
            continue;
        }
        add_table(&mut table, &mut lines);
        match kind {
            LineKind::Fence => {}
            LineKind::Fenced | LineKind::Diff => {
                lines.push(PlainLine::Preformatted(line.to_owned()));
            }
            LineKind::Prose => lines.push(prose(line)),
        }
    }
    add_table(&mut table, &mut lines);
    lines
}

/// A report in one text, which looks right in a font where all characters are as wide.
pub(super) fn plain_text(report: &str) -> String {
    let mut text = String::new();
    for line in plain_lines(report) {
        let (PlainLine::Title(line) | PlainLine::Text(line) | PlainLine::Preformatted(line)) = line;
        text.push_str(&line);
        text.push('\n');
    }
    text
}

fn add_table(rows: &mut Vec<String>, lines: &mut Vec<PlainLine>) {
    let aligned = shown_table::aligned(&std::mem::take(rows), without_markup);
    lines.extend(aligned.into_iter().map(PlainLine::Preformatted));
}

fn prose(line: &str) -> PlainLine {
    let title = line.trim_start_matches('#');
    match title.strip_prefix(' ').filter(|_| title.len() < line.len()) {
        Some(title) => PlainLine::Title(without_markup(title)),
        None => PlainLine::Text(without_markup(line)),
    }
}

/// Prose with its escapes undone, and without the marks of bold text.
fn without_markup(line: &str) -> String {
    let spans = reading::spans(line).into_iter().filter(|span| *span != Span::Bold);
    spans.map(Span::text).collect()
}
