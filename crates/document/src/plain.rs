//! Blocks as lines of plain text, for systems that show no markup or have one of their own.

use crate::terminal::{align_table, prose_to_plain};
use crate::{Block, Prose, commands};

/// A line of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlainLine {
    /// A heading.
    Title(String),
    /// Prose; empty between blocks.
    Text(String),
    /// A line whose blanks matter: a row of a board, of a transcript or of a table.
    Preformatted(String),
}

/// The lines of blocks, with an empty one between two blocks. Code keeps its backticks.
pub fn blocks_to_lines(blocks: &[Block]) -> Vec<PlainLine> {
    let mut lines = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        if at > 0 {
            lines.push(PlainLine::Text(String::new()));
        }
        add_block(&mut lines, block);
    }
    lines
}

/// Blocks as text, in which lines whose blanks matter are indented.
pub fn blocks_to_plain(blocks: &[Block]) -> String {
    let mut text = String::new();
    for line in blocks_to_lines(blocks) {
        match line {
            PlainLine::Title(line) | PlainLine::Text(line) => text += &line,
            PlainLine::Preformatted(line) => text += &format!("    {line}"),
        }
        text.push('\n');
    }
    text.trim_end().to_owned()
}

fn add_block(lines: &mut Vec<PlainLine>, block: &Block) {
    let text = |prose| PlainLine::Text(prose_line(prose));
    match block {
        Block::Heading(_, title) => lines.push(PlainLine::Title(prose_line(title))),
        Block::Paragraph(prose) => lines.push(text(prose)),
        Block::Notice(paragraphs) => {
            for (at, paragraph) in paragraphs.iter().enumerate() {
                if at > 0 {
                    lines.push(PlainLine::Text(String::new()));
                }
                lines.extend(paragraph.iter().map(text));
            }
        }
        Block::List(items) => {
            let item = |prose| PlainLine::Text(format!("• {}", prose_line(prose)));
            lines.extend(items.iter().map(item));
        }
        Block::Table { columns, rows } => {
            let rows = align_table(columns, rows).into_iter();
            lines.extend(rows.map(PlainLine::Preformatted));
        }
        Block::Code { text, .. } => {
            let code = text.split('\n').map(str::to_owned);
            lines.extend(code.map(PlainLine::Preformatted));
        }
    }
}

/// Pieces that are harmless alone may be a command together.
fn prose_line(prose: &Prose) -> String {
    commands::escape_commands(&prose_to_plain(prose)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::PlainLine::{Preformatted, Text, Title};
    use super::*;
    use crate::{Column, prose};

    #[test]
    fn markup_is_taken_away_and_blanks_of_boards_stay() {
        let columns = [Column::text("a"), Column::number("b")];
        let row = ["x", "10"].map(Prose::text).to_vec();
        let blocks = [
            Block::Heading(1, prose!("{}", "Points & more")),
            Block::literal("**80 of 100**"),
            Block::Notice(vec![vec![prose!("**All:** a")], vec![prose!("b")]]),
            Block::table(&columns, vec![row]),
            Block::List(vec![prose!("`one`")]),
            Block::code("text", " X |   | O\n---+---\n"),
        ];
        let text = |line: &str| Text(line.to_owned());
        let preformatted = |line: &str| Preformatted(line.to_owned());
        let expected = [
            Title("Points & more".to_owned()),
            text(""),
            text("80 of 100"),
            text(""),
            text("All: a"),
            text(""),
            text("b"),
            text(""),
            preformatted("a   b"),
            preformatted("x  10"),
            text(""),
            text("• `one`"),
            text(""),
            preformatted(" X |   | O"),
            preformatted("---+---"),
        ];
        assert_eq!(blocks_to_lines(&blocks), expected);
        assert_eq!(
            blocks_to_plain(&blocks[4..]),
            "• `one`\n\n     X |   | O\n    ---+---"
        );
    }
}
