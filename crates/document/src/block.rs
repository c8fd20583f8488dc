//! A document is a list of blocks.

use crate::Prose;

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading; 1 is the title of the document.
    Heading(usize, Prose),
    /// A paragraph.
    Paragraph(Prose),
    /// What must not be overlooked: paragraphs of several lines each.
    Notice(Vec<Vec<Prose>>),
    /// A list of items.
    List(Vec<Prose>),
    /// A table.
    Table {
        /// The titles.
        columns: Vec<Column>,
        /// The rows, with a cell for each column.
        rows: Vec<Vec<Prose>>,
    },
    /// Lines whose blanks matter. They must be visible already, see [`crate::visible`].
    Code {
        /// Its language; `sh` is a command to paste into a shell, and a `diff` has colours.
        language: &'static str,
        /// The lines.
        text: String,
    },
}

/// The head of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its title.
    pub title: &'static str,
    /// Whether it holds numbers, which are aligned to the right.
    pub is_number: bool,
}

impl Column {
    /// A column of text.
    pub const fn text(title: &'static str) -> Column {
        Column {
            title,
            is_number: false,
        }
    }

    /// A column of numbers.
    pub const fn number(title: &'static str) -> Column {
        Column {
            title,
            is_number: true,
        }
    }
}

impl Block {
    /// A section's heading.
    pub fn heading(title: &'static str) -> Block {
        Block::Heading(2, Prose::literal(title))
    }

    /// A paragraph of this program's words.
    pub fn literal(template: &'static str) -> Block {
        Block::Paragraph(Prose::literal(template))
    }

    /// Lines whose blanks matter.
    pub fn code(language: &'static str, text: impl Into<String>) -> Block {
        let text: String = text.into();
        Block::Code {
            language,
            text: text.trim_end_matches('\n').to_owned(),
        }
    }

    /// A table.
    pub fn table(columns: &[Column], rows: Vec<Vec<Prose>>) -> Block {
        Block::Table {
            columns: columns.to_vec(),
            rows,
        }
    }
}
