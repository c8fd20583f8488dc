//! A report for systems that show no Markdown.

use crate::reading;
use crate::reading::{FenceTracker, LineKind};
use crate::shown_table;

/// One line of a report without markup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PlainLine {
    /// A heading.
    Title(String),
    /// Prose; empty between paragraphs.
    Text(String),
    /// A line whose blanks matter: a row of a board, of a transcript or of a table.
    Preformatted(String),
}

/// The lines of a report that was written as Markdown by the grader.
pub(super) fn plain_lines(report: &str) -> Vec<PlainLine> {
    let mut fences = FenceTracker::default();
    let mut lines = Vec::new();
    let mut table: Vec<String> = Vec::new();
    for line in report.lines() {
        let kind = fences.classify_line(line);
        if kind == LineKind::Prose && shown_table::is_row(line) {
            table.push(line.to_owned());
            continue;
        }
        lines.extend(table_lines(&std::mem::take(&mut table)));
        match kind {
            LineKind::Fenced | LineKind::Diff => {
                lines.push(PlainLine::Preformatted(line.to_owned()));
            }
            LineKind::Prose => lines.push(plain_prose(line)),
            LineKind::Fence => {}
        }
    }
    lines.extend(table_lines(&table));
    lines
}

fn table_lines(rows: &[String]) -> Vec<PlainLine> {
    shown_table::align_rows(rows, strip_markup)
        .into_iter()
        .map(PlainLine::Preformatted)
        .collect()
}

fn plain_prose(line: &str) -> PlainLine {
    let title = line.trim_start_matches('#');
    match title.strip_prefix(' ').filter(|_| title.len() < line.len()) {
        Some(title) => PlainLine::Title(strip_markup(title)),
        // A quotation stands above a report, and an item of a list begins with a dash.
        None => PlainLine::Text(
            match line.strip_prefix("> ").or_else(|| line.strip_prefix(">")) {
                Some(quoted) => strip_markup(quoted),
                None => match line.strip_prefix("- ") {
                    Some(item) => format!("• {}", strip_markup(item)),
                    None => strip_markup(line),
                },
            },
        ),
    }
}

/// Prose with its escapes undone and without marks for bold text. Code keeps its backticks.
fn strip_markup(line: &str) -> String {
    let spans = reading::parse_spans(line).into_iter();
    spans
        .filter(|span| *span != reading::MarkdownSpan::Bold)
        .map(reading::MarkdownSpan::text)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::PlainLine::{Preformatted, Text, Title};
    use super::*;

    #[test]
    fn markup_is_taken_away_and_blanks_of_boards_stay() {
        let report = "# Points \\& more\n\n**80 of 100**\n\n> **All:** a\n\n| a | b |\n| --- | ---: |\n| x | 10 |\n\n- `one`\n\n```text\n X |   | O\n---+---\n```";
        let expected = [
            Title("Points & more".to_owned()),
            Text(String::new()),
            Text("80 of 100".to_owned()),
            Text(String::new()),
            Text("All: a".to_owned()),
            Text(String::new()),
            Preformatted("a   b".to_owned()),
            Preformatted("x  10".to_owned()),
            Text(String::new()),
            Text("• `one`".to_owned()),
            Text(String::new()),
            Preformatted(" X |   | O".to_owned()),
            Preformatted("---+---".to_owned()),
        ];
        assert_eq!(plain_lines(report), expected);
    }
}
