//! One cell of a file, and a row of them.

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    /// The line in which it begins, from 1 on.
    pub(super) line: usize,
    pub(super) cells: Vec<Cell>,
    /// What ends it.
    pub(super) end: &'static str,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell {
    /// As it is written, with its quotation marks.
    pub(super) written: String,
    /// What it says.
    pub(super) text: String,
}

impl Cell {
    /// A cell that says this, between quotation marks if `delimiter` or anything else asks for them.
    pub(super) fn new(text: &str, delimiter: char) -> Cell {
        let needs_quotes = text.contains(['"', '\r', '\n', delimiter]) || text.starts_with(' ');
        let written = match needs_quotes {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.to_owned(),
        };
        Cell { written, text: text.to_owned() }
    }

    /// The same cell with another text, between quotation marks if it had some.
    pub(super) fn saying(&self, text: &str, delimiter: char) -> Cell {
        let new = Cell::new(text, delimiter);
        let had_quotes = self.written.starts_with('"') && !new.written.starts_with('"');
        if had_quotes { Cell { written: format!("\"{text}\""), ..new } } else { new }
    }
}
