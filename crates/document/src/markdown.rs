//! Blocks as Markdown.
//!
//! Two promises: text appears as that text, whatever markup it imitates, and it stays where it was put: in its sentence, its
//! cell or its fence.

use crate::prose::longest_run;
use crate::{Block, Inline, Prose};

/// Blocks with an empty line between them.
pub fn blocks_to_markdown(blocks: &[Block]) -> String {
    let blocks: Vec<String> = blocks.iter().map(block_to_markdown).collect();
    blocks.join("\n\n")
}

/// A block, without the line break at its end.
pub fn block_to_markdown(block: &Block) -> String {
    match block {
        Block::Heading(level, title) => format!("{} {}", "#".repeat(*level), inline(title)),
        Block::Paragraph(text) => guard_line_start(inline(text)),
        Block::Notice(paragraphs) => {
            let paragraph = |lines: &Vec<Prose>| {
                let lines: Vec<String> = lines
                    .iter()
                    .map(|line| format!("> {}", inline(line)))
                    .collect();
                lines.join("\n")
            };
            let paragraphs: Vec<String> = paragraphs.iter().map(paragraph).collect();
            paragraphs.join("\n>\n")
        }
        Block::List(items) => {
            let items: Vec<String> = items
                .iter()
                .map(|item| format!("- {}", guard_line_start(inline(item))))
                .collect();
            items.join("\n")
        }
        Block::Table { columns, rows } => {
            let titles = columns
                .iter()
                .map(|column| column.title.to_owned())
                .collect();
            let rule = |is_number| if is_number { "---:" } else { "---" };
            let rules = columns
                .iter()
                .map(|column| rule(column.is_number).to_owned())
                .collect();
            let mut lines: Vec<Vec<String>> = vec![titles, rules];
            lines.extend(rows.iter().map(|row| row.iter().map(cell).collect()));
            let lines: Vec<String> = lines.iter().map(|cells| render_row(cells)).collect();
            lines.join("\n")
        }
        Block::Code { language, text } => {
            // The fence is longer than any run of backticks inside.
            let ticks = "`".repeat(longest_run(text).max(2) + 1);
            format!("{ticks}{language}\n{text}\n{ticks}")
        }
    }
}

/// A sentence in the middle of a line.
pub fn inline(prose: &Prose) -> String {
    let mut out = String::new();
    add_pieces(&mut out, prose.pieces(), false);
    out
}

/// A sentence in a table's cell.
pub fn cell(prose: &Prose) -> String {
    let mut out = String::new();
    add_pieces(&mut out, prose.pieces(), true);
    out
}

fn add_pieces(out: &mut String, pieces: &[Inline], in_cell: bool) {
    for piece in pieces {
        match piece {
            Inline::Text(text) => escape_into(out, text, in_cell),
            // In a cell `\|` is a bar even inside code, so a backslash before a bar cannot be code.
            Inline::Code(span) if in_cell && span.quoted().contains("\\|") => {
                escape_into(out, span.quoted(), in_cell);
            }
            Inline::Code(span) if in_cell => out.push_str(&span.quoted().replace('|', "\\|")),
            Inline::Code(span) => out.push_str(span.quoted()),
            Inline::Strong(pieces) => {
                out.push_str("**");
                add_pieces(out, pieces, in_cell);
                out.push_str("**");
            }
        }
    }
}

fn render_row(cells: &[String]) -> String {
    let filled = cells.iter().map(|cell| {
        if cell.is_empty() {
            " ".into()
        } else {
            format!(" {cell} ")
        }
    });
    format!("|{}|", filled.collect::<Vec<String>>().join("|"))
}

fn escape_into(out: &mut String, plain: &str, in_cell: bool) {
    for (at, character) in plain.char_indices() {
        match character {
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '~' => out.extend(['\\', character]),
            '|' if in_cell => out.push_str("\\|"),
            ':' if plain[at..].starts_with("://") => out.push_str("\\:"),
            _ => out.push(character),
        }
    }
}

/// Markup that only means something where a line starts: headings, quotes, lists, rules, and blanks, which may mean code.
fn guard_line_start(prose: String) -> String {
    let prose = prose.trim_start_matches([' ', '\t']);
    let digits = prose.len() - prose.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let numbered = digits > 0 && prose[digits..].starts_with(['.', ')']);
    if prose.starts_with(['#', '>', '+', '-', '=', ':', '|']) || numbered {
        format!("{}\\{}", &prose[..digits], &prose[digits..])
    } else {
        prose.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escape_text(raw: &str) -> String {
        block_to_markdown(&Block::Paragraph(Prose::text(raw)))
    }

    fn escape_cell(raw: &str) -> String {
        cell(&Prose::text(raw))
    }

    fn code_cell(raw: &str) -> String {
        cell(&Prose::code_in_cell(raw))
    }

    fn code_span(raw: &str) -> String {
        inline(&Prose::code(raw))
    }

    fn fenced_block(language: &'static str, text: &str) -> String {
        block_to_markdown(&Block::code(language, text))
    }

    #[test]
    fn text_cannot_become_markup() {
        let cases = [
            (
                "<script>alert(1)</script>",
                "&lt;script>alert(1)&lt;/script>",
            ),
            ("a *b* _c_ [d](e)", "a \\*b\\* \\_c\\_ \\[d\\](e)"),
            ("one ` tick", "one \\` tick"),
            ("keeps `code < spans`", "keeps `code < spans`"),
            ("``uneven` <b>", "\\`\\`uneven\\` &lt;b>"),
            ("# no heading", "\\# no heading"),
            (" \t# no heading", "\\# no heading"),
            ("12. no list", "12\\. no list"),
            ("two\nlines\r\nhere", "two lines here"),
            ("see http://x", "see http\\://x"),
            ("\u{1b}[2J &amp;", "␛\\[2J &amp;amp;"),
        ];
        for (raw, markdown) in cases {
            assert_eq!(escape_text(raw), markdown);
        }
    }

    #[test]
    fn a_cell_cannot_be_left() {
        assert_eq!(escape_cell("a | b"), "a \\| b");
        assert_eq!(escape_cell("a \\| b"), "a \\\\\\| b");
        assert_eq!(escape_cell("`a | b`"), "`a \\| b`");
        assert_eq!(escape_cell("`a \\| b`"), "\\`a \\\\\\| b\\`");
        assert_eq!(escape_cell("a\n| new | row |"), "a \\| new \\| row \\|");
        assert_eq!(code_cell("a|b"), "`a\\|b`");
    }

    #[test]
    fn a_fence_is_longer_than_any_fence_inside() {
        assert_eq!(
            fenced_block("text", "a\n````\nb"),
            "`````text\na\n````\nb\n`````"
        );
        assert_eq!(fenced_block("", "a"), "```\na\n```");
    }

    #[test]
    fn code_spans_hold_backticks_and_blanks() {
        assert_eq!(code_span("3"), "`3`");
        assert_eq!(code_span("a`b"), "``a`b``");
        assert_eq!(code_span("`"), "`` ` ``");
        assert_eq!(code_span(" x"), "`  x `");
    }
}
