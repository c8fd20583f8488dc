//! The shortest game in which a program was seen to fail as it does in a case: what was typed, and the first difference.

use super::inputs::listed;
use super::{difference, markdown};
use crate::model::{ShortestGame, Whitespace};

/// The game in Markdown; none where there is none.
pub(super) fn blocks(game: Option<&ShortestGame>, whitespace: Option<Whitespace>) -> Vec<String> {
    let Some(game) = game else { return Vec::new() };
    let found = game.judgement.difference.as_ref();
    let shown = found.map(|found| difference::lines(found, whitespace));
    let mut blocks = vec![words(game)];
    blocks.extend(shown.flatten().map(|lines| markdown::fence("diff", &lines)));
    blocks
}

/// How long it is, what was typed, and what is wrong then, in a paragraph of Markdown.
pub(super) fn words(game: &ShortestGame) -> String {
    let inputs = match game.input.len() {
        1 => "1 input".to_owned(),
        more => format!("{more} inputs"),
    };
    let said = game.judgement.difference.as_ref().map(|it| format!(" {}", it.sentence));
    let said = markdown::inline(&said.unwrap_or_default());
    let typed = listed(&game.input);
    format!("**The shortest game in which we saw the same: {inputs}.** {typed}{said}")
}
