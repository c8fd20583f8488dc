//! Rows of cells as a system writes them. Each cell keeps how it was written, so that what nobody fills goes back byte for byte.
//!
//! The crate `csv`, which writes the grader's own files, says what a cell means and not how it was written.

use super::file::{TableError, TextEncoding};

/// What may stand between cells.
const DELIMITERS: [char; 3] = ['\t', ';', ','];

/// A file of rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UploadTable {
    pub(super) encoding: TextEncoding,
    pub(super) delimiter: char,
    /// The rows, of which the first has the titles. Each has as many cells as that one, or more.
    pub(super) rows: Vec<UploadRow>,
}

impl UploadTable {
    /// What a file says. Between cells stands what makes the most of the titles and goes with all other rows.
    pub(super) fn parse_table(bytes: &[u8]) -> Result<UploadTable, TableError> {
        let (encoding, text) = TextEncoding::decode_text(bytes)?;
        let columns = |delimiter: char| match RowReader::new(&text, delimiter).next() {
            Some(Ok(titles)) => titles.cells.len(),
            _ => 0,
        };
        let mut delimiters = DELIMITERS.map(|delimiter| (columns(delimiter), delimiter));
        delimiters.sort_by_key(|(columns, _)| std::cmp::Reverse(*columns));
        let mut complaint = None;
        for (columns, delimiter) in delimiters {
            match parse_rows(&text, delimiter) {
                Ok(rows) if columns > 1 => {
                    return Ok(UploadTable {
                        encoding,
                        delimiter,
                        rows,
                    });
                }
                Ok(_) => {}
                Err(found) => complaint = complaint.or(Some(found)),
            }
        }
        Err(complaint.unwrap_or_else(|| {
            TableError::new(
                1,
                "expected titles with commas or tabs between them; download the file again",
            )
        }))
    }

    /// A table that nobody has written yet, in UTF-8 with commas.
    pub(super) fn new(rows: &[Vec<String>]) -> UploadTable {
        let mut table = UploadTable {
            encoding: TextEncoding::Utf8 { mark: false },
            delimiter: ',',
            rows: Vec::new(),
        };
        for (at, row) in rows.iter().enumerate() {
            table.rows.push(UploadRow {
                line: at + 1,
                cells: row.iter().map(|text| UploadCell::new(text, ',')).collect(),
                end: "\r\n",
            });
        }
        table
    }

    /// What the titles say, without blanks around them.
    pub(super) fn titles(&self) -> Vec<&str> {
        let titles = self.rows.first().into_iter().flat_map(|row| &row.cells);
        titles.map(|cell| cell.text.trim()).collect()
    }

    /// Where a title stands, whether its letters are large or small.
    pub(super) fn find_column(&self, title: &str) -> Option<usize> {
        let is_it = |found: &&str| found.to_lowercase() == title.to_lowercase();
        self.titles().iter().position(is_it)
    }

    /// What a cell says, without blanks around it.
    pub(super) fn cell_text(&self, row: usize, column: usize) -> &str {
        let cell = self.rows.get(row).and_then(|row| row.cells.get(column));
        cell.map_or("", |cell| cell.text.trim())
    }

    /// The same, or nothing where there is no such column.
    pub(super) fn optional_cell_text(&self, row: usize, column: Option<usize>) -> String {
        column
            .map_or("", |column| self.cell_text(row, column))
            .to_owned()
    }

    /// The bytes of the table.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut text = String::new();
        for row in &self.rows {
            for (at, cell) in row.cells.iter().enumerate() {
                if at > 0 {
                    text.push(self.delimiter);
                }
                text.push_str(&cell.written);
            }
            text.push_str(row.end);
        }
        self.encoding.encode_text(&text)
    }
}

/// The rows of a text that are not empty, none of them shorter than the first.
fn parse_rows(text: &str, delimiter: char) -> Result<Vec<UploadRow>, TableError> {
    let mut rows: Vec<UploadRow> = Vec::new();
    for row in RowReader::new(text, delimiter) {
        let row = row?;
        if row.cells.iter().all(|cell| cell.text.trim().is_empty()) {
            continue;
        }
        let found = row.cells.len();
        let expected = rows.first().map_or(0, |row| row.cells.len());
        if found < expected {
            let what = format!(
                "this row has {found} cells, and the first row has {expected}; download the file again"
            );
            return Err(TableError::new(row.line, what));
        }
        rows.push(row);
    }
    Ok(rows)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UploadRow {
    /// The line in which it begins, from 1 on.
    pub(super) line: usize,
    pub(super) cells: Vec<UploadCell>,
    pub(super) end: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UploadCell {
    /// As it is written, with its quotation marks.
    pub(super) written: String,
    /// What it says.
    pub(super) text: String,
}

impl UploadCell {
    /// A cell that says this, between quotation marks if `delimiter` or anything else asks for them.
    pub(super) fn new(text: &str, delimiter: char) -> UploadCell {
        let needs_quotes = text.contains(['"', '\r', '\n', delimiter]) || text.starts_with(' ');
        let written = match needs_quotes {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.to_owned(),
        };
        UploadCell {
            written,
            text: text.to_owned(),
        }
    }

    /// The same cell with another text, between quotation marks if it had some.
    pub(super) fn with_text(&self, text: &str, delimiter: char) -> UploadCell {
        let new = UploadCell::new(text, delimiter);
        let had_quotes = self.written.starts_with('"') && !new.written.starts_with('"');
        if had_quotes {
            UploadCell {
                written: format!("\"{text}\""),
                ..new
            }
        } else {
            new
        }
    }
}

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
        let length = match self.rest.strip_prefix('"') {
            None => unquoted_length(delimiter, self.rest),
            Some(inner) => {
                let closing = closing_quote(inner).ok_or_else(|| {
                    let what = "a quotation mark opens a cell here and no other closes it; download the file again";
                    TableError::new(self.line, what)
                })?;
                let (_, after) = inner.split_at(closing + 1);
                let blanks = unquoted_length(delimiter, after);
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

fn unquoted_length(delimiter: char, text: &str) -> usize {
    text.find([delimiter, '\r', '\n']).unwrap_or(text.len())
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(text: &str) -> Vec<Vec<String>> {
        let table = UploadTable::parse_table(text.as_bytes()).unwrap();
        let texts = |row: &UploadRow| row.cells.iter().map(|cell| cell.text.clone()).collect();
        table.rows.iter().map(texts).collect()
    }

    #[test]
    fn cells_are_read_whatever_stands_between_and_around_them() {
        for text in [
            "a,b\r\n1,2\r\n",
            "a;b\n1;2",
            "a\tb\r1\t2\r",
            "\"a\",\"b\"\n\"1\",2\n\n",
        ] {
            assert_eq!(texts(text), [["a", "b"], ["1", "2"]], "{text:?}");
        }
        assert_eq!(
            texts("a,b\n\"x, \"\"y\"\"\nz\",2\n")[1],
            ["x, \"y\"\nz", "2"]
        );
        assert_eq!(texts("Name;a,b\n1;2")[0], ["Name", "a,b"]);
    }

    #[test]
    fn a_broken_file_is_named_with_its_line() {
        for (text, line) in [
            ("a,b\n1,2\n3\n", 3),
            ("a,b\n1,\"2\n3,4\n", 2),
            ("\r\n", 1),
            ("a,b\n\"1,\"2\n", 2),
        ] {
            assert_eq!(
                UploadTable::parse_table(text.as_bytes()).unwrap_err().line,
                line,
                "{text:?}"
            );
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_read_is_written_byte_for_byte(
            rows in prop::collection::vec("x(a|,|\"a\"\"\n\"|é| |=){0,9}(,\"[a,;]{0,3}\"){2}\r?", 1..5),
        ) {
            let text = rows.join("\n") + "\n";
            // A row that is too short is refused.
            if let Ok(table) = UploadTable::parse_table(text.as_bytes()) {
                prop_assert_eq!(table.to_bytes(), text.into_bytes());
            }
        }

        #[test]
        fn what_a_cell_says_is_read_again(says in "(a|\"|,| |\r\n|\n|=|é){0,12}") {
            let rows = [vec!["title".to_owned(), "other".to_owned()], vec![says.clone(), "x".to_owned()]];
            let again = UploadTable::parse_table(&UploadTable::new(&rows).to_bytes()).unwrap();
            prop_assert_eq!(&again.rows[1].cells[0].text, &says);
        }
    }
}
