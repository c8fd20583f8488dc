//! Text becomes rows of cells, with a delimiter between them and perhaps quotation marks around them.

use super::cell::{UploadCell, UploadRow};
use super::error::TableError;

/// The rows of a text.
pub(super) struct RowReader<'t> {
    rest: &'t str,
    delimiter: char,
    line: usize,
}

impl<'t> RowReader<'t> {
    pub(super) fn new(text: &'t str, delimiter: char) -> RowReader<'t> {
        RowReader {
            rest: text,
            delimiter,
            line: 1,
        }
    }

    /// The next cell.
    fn read_cell(&mut self) -> Result<UploadCell, TableError> {
        let delimiter = self.delimiter;
        let unquoted = |text: &str| text.find([delimiter, '\r', '\n']).unwrap_or(text.len());
        let length = match self.rest.strip_prefix('"') {
            None => unquoted(self.rest),
            Some(inner) => {
                let closing = closing_quote(inner).ok_or_else(|| {
                    let what = "a quotation mark opens a cell here and no other closes it; download the file again";
                    TableError::new(self.line, what)
                })?;
                let (_, after) = inner.split_at(closing + 1);
                let blanks = unquoted(after);
                if !after.get(..blanks).unwrap_or_default().trim().is_empty() {
                    let what = "something stands behind the quotation mark that closes a cell; download the file again";
                    return Err(TableError::new(self.line, what));
                }
                closing + 2 + blanks
            }
        };
        let (written, rest) = self.rest.split_at(length);
        self.rest = rest;
        let inner = written
            .strip_prefix('"')
            .and_then(|text| text.trim_end().strip_suffix('"'));
        let text = inner.map_or_else(|| written.to_owned(), |inner| inner.replace("\"\"", "\""));
        Ok(UploadCell {
            written: written.to_owned(),
            text,
        })
    }

    fn read_row(&mut self) -> Result<UploadRow, TableError> {
        let line = self.line;
        let mut cells = Vec::new();
        let end = loop {
            cells.push(self.read_cell()?);
            if let Some(rest) = self.rest.strip_prefix(self.delimiter) {
                self.rest = rest;
                continue;
            }
            let ends = ["\r\n", "\n", "\r"].into_iter();
            break ends
                .into_iter()
                .find(|end| self.rest.starts_with(end))
                .unwrap_or("");
        };
        self.rest = self.rest.strip_prefix(end).unwrap_or_default();
        self.line += 1 + cells
            .iter()
            .map(|cell| cell.written.matches('\n').count())
            .sum::<usize>();
        Ok(UploadRow { line, cells, end })
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

impl Iterator for RowReader<'_> {
    type Item = Result<UploadRow, TableError>;

    fn next(&mut self) -> Option<Result<UploadRow, TableError>> {
        if self.rest.is_empty() {
            return None;
        }
        let row = self.read_row();
        if row.is_err() {
            self.rest = "";
        }
        Some(row)
    }
}
