//! One cell of a file, and a row of them.

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UploadRow {
    /// The line in which it begins, from 1 on.
    pub(super) line: usize,
    pub(super) cells: Vec<UploadCell>,
    /// What ends it.
    pub(super) end: &'static str,
}

/// A cell.
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
