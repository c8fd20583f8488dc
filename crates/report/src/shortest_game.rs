//! The shortest game in which a program was seen to fail as it does in a case: what was typed, and the first difference.

use super::difference;
use super::inputs::render_list;
use document::{Block, Prose, prose};
use model::{ShortestGame, WhitespaceMode};

/// The game; none where there is none.
pub(super) fn render_blocks(
    game: Option<&ShortestGame>,
    whitespace: Option<WhitespaceMode>,
) -> Vec<Block> {
    let Some(game) = game else { return Vec::new() };
    let found = game.judgement.difference.as_ref();
    let shown = found.map(|found| difference::render_lines(found, whitespace));
    let mut blocks = vec![Block::Paragraph(describe_game(game))];
    blocks.extend(shown.flatten().map(|lines| Block::code("diff", lines)));
    blocks
}

/// How long it is, what was typed, and what is wrong then, in a paragraph.
pub(super) fn describe_game(game: &ShortestGame) -> Prose {
    let inputs = match game.input.len() {
        1 => "1 input".to_owned(),
        more => format!("{more} inputs"),
    };
    let said = game
        .judgement
        .difference
        .as_ref()
        .map(|it| prose!(" {}", it.sentence));
    let typed = render_list(&game.input);
    prose!(
        "**The shortest input with which we saw the same: {}.** {}{}",
        inputs,
        typed,
        said
    )
}
