//! The parts of the Markdown report that need no layout of their own, as a template lays them out. Both reports say the same
//! in the same words, because one is read from the other.

use super::prose::Prose;
use crate::report::reading::{Fences, LineKind};
use crate::report::shown_table;

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Block {
    Heading(Prose),
    /// A heading below one of those.
    Subheading(Prose),
    Paragraph(Prose),
    /// What must not be overlooked.
    Notice(Prose),
    List(Vec<Prose>),
    Table {
        head: Vec<Prose>,
        rows: Vec<Vec<Prose>>,
    },
    Code(String),
    /// What can be pasted into a shell.
    Command(String),
}

/// Blocks of Markdown, as the report's modules write them.
pub(super) fn read(blocks: &[String]) -> Vec<Block> {
    let mut found = Vec::new();
    let mut fences = Fences::default();
    let mut fence: Option<(bool, Vec<&str>)> = None;
    for line in blocks.iter().flat_map(|block| block.split('\n')) {
        match (fences.kind(line), &mut fence) {
            (LineKind::Prose, _) => add_prose(&mut found, line),
            (LineKind::Fence, None) => fence = Some((line.ends_with("sh"), Vec::new())),
            (LineKind::Fence, Some(_)) => {
                if let Some((is_command, lines)) = fence.take() {
                    let text = lines.join("\n");
                    found.push(if is_command { Block::Command(text) } else { Block::Code(text) });
                }
            }
            (LineKind::Fenced | LineKind::Diff, Some((_, lines))) => lines.push(line),
            (LineKind::Fenced | LineKind::Diff, None) => {}
        }
    }
    found
}

fn add_prose(found: &mut Vec<Block>, line: &str) {
    if let Some(title) = line.strip_prefix("### ") {
        found.push(Block::Subheading(Prose::of_markdown(title)));
    } else if let Some(title) = line.strip_prefix("## ") {
        found.push(Block::Heading(Prose::of_markdown(title)));
    } else if let Some(item) = line.strip_prefix("- ") {
        let item = Prose::of_markdown(item);
        match found.last_mut() {
            Some(Block::List(items)) => items.push(item),
            _ => found.push(Block::List(vec![item])),
        }
    } else if let Some(quoted) = line.strip_prefix('>') {
        let said = Prose::of_markdown(quoted.trim_start());
        found.extend((!said.is_empty()).then_some(Block::Notice(said)));
    } else if shown_table::is_row(line) {
        add_row(found, line);
    } else if !line.is_empty() {
        found.push(Block::Paragraph(Prose::of_markdown(line)));
    }
}

fn add_row(found: &mut Vec<Block>, line: &str) {
    let cells = shown_table::cells(line);
    if cells.iter().all(|cell| shown_table::is_rule(cell)) {
        return;
    }
    let cells = cells.iter().map(|cell| Prose::of_markdown(&cell.replace("\\|", "|"))).collect();
    match found.last_mut() {
        Some(Block::Table { rows, .. }) => rows.push(cells),
        _ => found.push(Block::Table { head: cells, rows: Vec::new() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::markdown;

    #[test]
    fn what_is_written_as_markdown_is_read_back_as_blocks() {
        let blocks = [
            "## `T`".to_owned(),
            markdown::table(
                &[("A", "---"), ("B", "---:")],
                &[vec![markdown::code_cell("a|b"), markdown::cell("c|d")]],
            ),
            format!("- one\n- {}", markdown::text("- two")),
            format!("Then:\n\n{}", markdown::fence("sh", "./x\n# y")),
            markdown::fence("text", "````\n- z"),
        ];
        let text = Prose::of_text;
        assert_eq!(
            read(&blocks),
            [
                Block::Heading(text("`T`")),
                Block::Table {
                    head: vec![text("A"), text("B")],
                    rows: vec![vec![text("`a|b`"), text("c|d")]]
                },
                Block::List(vec![text("one"), text("- two")]),
                Block::Paragraph(text("Then:")),
                Block::Command("./x\n# y".to_owned()),
                Block::Code("````\n- z".to_owned()),
            ]
        );
    }
}
