//! The shortest game in which a program was seen to fail as it does in a case: what was typed, and the first difference.

use super::inputs::render_list;
use super::{difference, markdown};
use model::{ShortestGame, WhitespaceMode};

/// The game in Markdown; none where there is none.
pub(super) fn render_blocks(
    game: Option<&ShortestGame>,
    whitespace: Option<WhitespaceMode>,
) -> Vec<String> {
    let Some(game) = game else { return Vec::new() };
    let found = game.judgement.difference.as_ref();
    let shown = found.map(|found| difference::render_lines(found, whitespace));
    let mut blocks = vec![describe_game(game)];
    blocks.extend(
        shown
            .flatten()
            .map(|lines| markdown::fenced_block("diff", &lines)),
    );
    blocks
}

/// How long it is, what was typed, and what is wrong then, in a paragraph of Markdown.
pub(super) fn describe_game(game: &ShortestGame) -> String {
    let inputs = match game.input.len() {
        1 => "1 input".to_owned(),
        more => format!("{more} inputs"),
    };
    let said = game
        .judgement
        .difference
        .as_ref()
        .map(|it| format!(" {}", it.sentence));
    let said = markdown::escape_inline(&said.unwrap_or_default());
    let typed = render_list(&game.input);
    format!("**The shortest game in which we saw the same: {inputs}.** {typed}{said}")
}
