//! Text becomes rows of cells, with a delimiter between them and perhaps quotation marks around them.

use super::cell::{Cell, Row};
use super::error::Complaint;

/// The rows of a text.
pub(super) struct Rows<'t> {
    rest: &'t str,
    delimiter: char,
    line: usize,
}

impl<'t> Rows<'t> {
    pub(super) fn new(text: &'t str, delimiter: char) -> Rows<'t> {
        Rows { rest: text, delimiter, line: 1 }
    }

    /// The next cell.
    fn cell(&mut self) -> Result<Cell, Complaint> {
        let delimiter = self.delimiter;
        let unquoted = |text: &str| text.find([delimiter, '\r', '\n']).unwrap_or(text.len());
        let length = match self.rest.strip_prefix('"') {
            None => unquoted(self.rest),
            Some(inner) => {
                let closing = closing_quote(inner).ok_or_else(|| {
                    let what = "a quotation mark opens a cell here and no other closes it; download the file again";
                    Complaint::new(self.line, what)
                })?;
                let (_, after) = inner.split_at(closing + 1);
                let blanks = unquoted(after);
                if !after.get(..blanks).unwrap_or_default().trim().is_empty() {
                    let what = "something stands behind the quotation mark that closes a cell; download the file again";
                    return Err(Complaint::new(self.line, what));
                }
                closing + 2 + blanks
            }
        };
        let (written, rest) = self.rest.split_at(length);
        self.rest = rest;
        let inner = written.strip_prefix('"').and_then(|text| text.trim_end().strip_suffix('"'));
        let text = inner.map_or_else(|| written.to_owned(), |inner| inner.replace("\"\"", "\""));
        Ok(Cell { written: written.to_owned(), text })
    }

    fn row(&mut self) -> Result<Row, Complaint> {
        let line = self.line;
        let mut cells = Vec::new();
        let end = loop {
            cells.push(self.cell()?);
            if let Some(rest) = self.rest.strip_prefix(self.delimiter) {
                self.rest = rest;
                continue;
            }
            let ends = ["\r\n", "\n", "\r"].into_iter();
            break ends.into_iter().find(|end| self.rest.starts_with(end)).unwrap_or("");
        };
        self.rest = self.rest.strip_prefix(end).unwrap_or_default();
        self.line += 1 + cells.iter().map(|cell| cell.written.matches('\n').count()).sum::<usize>();
        Ok(Row { line, cells, end })
    }
}

/// Where the quotation mark stands that closes a cell: one that is not doubled.
fn closing_quote(inner: &str) -> Option<usize> {
    let mut marks = inner.match_indices('"').map(|(at, _)| at).peekable();
    while let Some(at) = marks.next() {
        // Two marks are one mark of the text.
        if marks.next_if_eq(&(at + 1)).is_none() {
            return Some(at);
        }
    }
    None
}

impl Iterator for Rows<'_> {
    type Item = Result<Row, Complaint>;

    fn next(&mut self) -> Option<Result<Row, Complaint>> {
        if self.rest.is_empty() {
            return None;
        }
        let row = self.row();
        if row.is_err() {
            self.rest = "";
        }
        Some(row)
    }
}
