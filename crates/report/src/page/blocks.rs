//! The parts of the Markdown report that need no layout of their own, as a template lays them out. Both reports say the same
//! in the same words, because one is read from the other.

use super::prose::Prose;
use crate::reading::{FenceTracker, LineKind};
use crate::shown_table;

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PageBlock {
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
pub(super) fn parse_blocks(blocks: &[String]) -> Vec<PageBlock> {
    let mut found = Vec::new();
    let mut fences = FenceTracker::default();
    let mut fence: Option<(bool, Vec<&str>)> = None;
    for line in blocks.iter().flat_map(|block| block.split('\n')) {
        match (fences.classify_line(line), &mut fence) {
            (LineKind::Prose, _) => add_prose(&mut found, line),
            (LineKind::Fence, None) => fence = Some((line.ends_with("sh"), Vec::new())),
            (LineKind::Fence, Some(_)) => {
                if let Some((is_command, lines)) = fence.take() {
                    let text = lines.join("\n");
                    found.push(if is_command {
                        PageBlock::Command(text)
                    } else {
                        PageBlock::Code(text)
                    });
                }
            }
            (LineKind::Fenced | LineKind::Diff, Some((_, lines))) => lines.push(line),
            (LineKind::Fenced | LineKind::Diff, None) => {}
        }
    }
    found
}

fn add_prose(found: &mut Vec<PageBlock>, line: &str) {
    if let Some(title) = line.strip_prefix("### ") {
        found.push(PageBlock::Subheading(Prose::from_markdown(title)));
    } else if let Some(title) = line.strip_prefix("## ") {
        found.push(PageBlock::Heading(Prose::from_markdown(title)));
    } else if let Some(item) = line.strip_prefix("- ") {
        let item = Prose::from_markdown(item);
        match found.last_mut() {
            Some(PageBlock::List(items)) => items.push(item),
            _ => found.push(PageBlock::List(vec![item])),
        }
    } else if let Some(quoted) = line.strip_prefix('>') {
        let said = Prose::from_markdown(quoted.trim_start());
        found.extend((!said.is_empty()).then_some(PageBlock::Notice(said)));
    } else if shown_table::is_row(line) {
        add_row(found, line);
    } else if !line.is_empty() {
        found.push(PageBlock::Paragraph(Prose::from_markdown(line)));
    }
}

fn add_row(found: &mut Vec<PageBlock>, line: &str) {
    let cells = shown_table::split_cells(line);
    if cells.iter().all(|cell| shown_table::is_rule(cell)) {
        return;
    }
    let cells = cells
        .iter()
        .map(|cell| Prose::from_markdown(&cell.replace("\\|", "|")))
        .collect();
    match found.last_mut() {
        Some(PageBlock::Table { rows, .. }) => rows.push(cells),
        _ => found.push(PageBlock::Table {
            head: cells,
            rows: Vec::new(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown;

    #[test]
    fn what_is_written_as_markdown_is_read_back_as_blocks() {
        let blocks = [
            "## `T`".to_owned(),
            markdown::render_table(
                &[("A", "---"), ("B", "---:")],
                &[vec![
                    markdown::code_cell("a|b"),
                    markdown::escape_cell("c|d"),
                ]],
            ),
            format!("- one\n- {}", markdown::escape_text("- two")),
            format!("Then:\n\n{}", markdown::fenced_block("sh", "./x\n# y")),
            markdown::fenced_block("text", "````\n- z"),
        ];
        let text = Prose::from_text;
        assert_eq!(
            parse_blocks(&blocks),
            [
                PageBlock::Heading(text("`T`")),
                PageBlock::Table {
                    head: vec![text("A"), text("B")],
                    rows: vec![vec![text("`a|b`"), text("c|d")]]
                },
                PageBlock::List(vec![text("one"), text("- two")]),
                PageBlock::Paragraph(text("Then:")),
                PageBlock::Command("./x\n# y".to_owned()),
                PageBlock::Code("````\n- z".to_owned()),
            ]
        );
    }
}
