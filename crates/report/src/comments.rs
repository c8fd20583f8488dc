//! What persons have written about lines of a program.

use crate::visible;
use document::visible::{VisibleDetail, escape_line};
use document::{Block, Prose, prose};
use model::{Grade, LineComment};

/// A section with the comments in the order of their lines; nothing if there are none.
pub(super) fn render_blocks(grade: &Grade) -> Vec<Block> {
    let mut comments: Vec<&LineComment> = grade.comments.iter().collect();
    if comments.is_empty() {
        return Vec::new();
    }
    comments.sort();
    let mut blocks = vec![Block::heading("Comments on your program")];
    for comment in comments {
        let LineComment { line, text, by } = comment;
        let place = Prose::code(&format!(
            "{}:{}",
            visible::one_line(&line.file),
            line.number
        ));
        let text = Prose::text(text);
        let by = Prose::text(by);
        blocks.push(Block::Paragraph(prose!("{}: {} ({})", place, text, by)));
        if !line.code.trim().is_empty() {
            let code = escape_line(&line.code, VisibleDetail::Plain);
            blocks.push(Block::code("cpp", code));
        }
    }
    blocks
}
