//! Blocks for a terminal, with the little colour that helps to read them.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::{Block, Column, Inline, Prose, commands};

/// What marks the first line of a diff that differs.
pub const FIRST_DIFFERENCE: &str = "<-- first difference";

/// The look of a heading.
const HEADING: Style = Style::new().bold().underline();
/// The look of strong text and of a table's titles.
const STRONG: Style = Style::new().bold();
const EXPECTED: Style = AnsiColor::Red.on_default();
const PRINTED: Style = AnsiColor::Green.on_default();

/// How far columns are apart.
const GAP: &str = "  ";

/// Writes blocks with an empty line after each; the caller strips the colour where none is wanted.
///
/// # Errors
/// If `out` cannot be written to.
pub fn blocks_to_terminal(blocks: &[Block], out: &mut dyn Write) -> io::Result<()> {
    for block in blocks {
        write_block(block, out)?;
        writeln!(out)?;
    }
    Ok(())
}

/// A sentence without colour; code keeps its backticks.
pub fn prose_to_plain(prose: &Prose) -> String {
    let mut text = String::new();
    add_pieces(&mut text, prose.pieces(), Style::new());
    text
}

fn write_block(block: &Block, out: &mut dyn Write) -> io::Result<()> {
    match block {
        Block::Heading(_, title) => write_line(&prose_to_plain(title), HEADING, out),
        Block::Paragraph(text) => write_prose("", text, out),
        Block::Notice(paragraphs) => {
            for (at, lines) in paragraphs.iter().enumerate() {
                if at > 0 {
                    write_line(">", Style::new(), out)?;
                }
                for line in lines {
                    write_prose("> ", line, out)?;
                }
            }
            Ok(())
        }
        Block::List(items) => {
            for item in items {
                write_prose("- ", item, out)?;
            }
            Ok(())
        }
        Block::Table { columns, rows } => {
            for (at, line) in align_table(columns, rows).iter().enumerate() {
                let style = if at == 0 { STRONG } else { Style::new() };
                write_line(line, style, out)?;
            }
            Ok(())
        }
        Block::Code { language, text } => {
            for line in text.split('\n') {
                if *language == "diff" {
                    write_diff_line(line, out)?;
                } else {
                    writeln!(out, "    {line}")?;
                }
            }
            Ok(())
        }
    }
}

/// Writes a line of a diff, indented.
fn write_diff_line(line: &str, out: &mut dyn Write) -> io::Result<()> {
    let style = match line.chars().next() {
        Some('-') => EXPECTED,
        Some('+') => PRINTED,
        _ => Style::new(),
    };
    match line.strip_suffix(FIRST_DIFFERENCE) {
        Some(text) => writeln!(
            out,
            "    {style}{text}{style:#}{STRONG}{FIRST_DIFFERENCE}{STRONG:#}"
        ),
        None => writeln!(out, "    {style}{line}{style:#}"),
    }
}

fn write_prose(margin: &str, prose: &Prose, out: &mut dyn Write) -> io::Result<()> {
    let mut text = margin.to_owned();
    add_pieces(&mut text, prose.pieces(), STRONG);
    write_line(&text, Style::new(), out)
}

/// Writes a line of text that holds no control character but colour.
fn write_line(text: &str, style: Style, out: &mut dyn Write) -> io::Result<()> {
    // Pieces that are harmless alone may be a command together.
    let text = commands::escape_commands(text);
    let margin = if commands::needs_margin(&text) {
        "    "
    } else {
        ""
    };
    writeln!(out, "{margin}{style}{text}{style:#}")
}

fn add_pieces(out: &mut String, pieces: &[Inline], strong: Style) {
    for piece in pieces {
        match piece {
            Inline::Text(text) => out.push_str(text),
            Inline::Code(span) => out.push_str(span.quoted()),
            Inline::Strong(pieces) => {
                out.push_str(&strong.render().to_string());
                add_pieces(out, pieces, Style::new());
                out.push_str(&strong.render_reset().to_string());
            }
        }
    }
}

/// The lines of a table with its columns below each other; the first line holds the titles.
pub(crate) fn align_table(columns: &[Column], rows: &[Vec<Prose>]) -> Vec<String> {
    let titles = columns.iter().map(|column| column.title.to_owned());
    let mut table: Vec<Vec<String>> = vec![titles.collect()];
    for row in rows {
        table.push(row.iter().map(prose_to_plain).collect());
    }
    let mut widths = vec![0; columns.len()];
    for row in &table {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut lines = Vec::new();
    for row in table {
        let mut cells = Vec::new();
        for ((column, width), cell) in columns.iter().zip(&widths).zip(row) {
            cells.push(if column.is_number {
                format!("{cell:>width$}")
            } else {
                format!("{cell:<width$}")
            });
        }
        lines.push(cells.join(GAP).trim_end().to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Column, prose};

    #[test]
    fn columns_are_aligned_and_markup_is_colour() {
        let columns = [Column::text("What"), Column::number("Points")];
        let row = |what: &str, points: &str| vec![Prose::text(what), Prose::text(points)];
        let table = Block::table(&columns, vec![row("Games é", "7.5"), row("a | b", "10")]);
        let blocks = [
            Block::heading("T"),
            table,
            Block::Paragraph(prose!("**a** `b` {}", "::error::x")),
            Block::code("diff", "-x    <-- first difference"),
        ];
        let mut out = Vec::new();
        blocks_to_terminal(&blocks, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap().replace('\u{1b}', "␛");
        assert_eq!(
            text,
            "␛[1m␛[4mT␛[0m\n\n\
             ␛[1mWhat     Points␛[0m\nGames é     7.5\na | b        10\n\n\
             ␛[1ma␛[0m `b` \\x3A:error::x\n\n    \
             ␛[31m-x    ␛[0m␛[1m<-- first difference␛[0m\n\n"
        );
    }
}
