//! Ends of a game, as a program announces them.

use ::reference::Mark;
use ::reference::cpu::Ending;

use crate::model::RefereeWords;

/// The ends that a text announces. Words of a draw may name those who have not won.
pub(super) fn announced_endings(words: &RefereeWords, text: &str) -> Vec<Ending> {
    let drawn = words.drawn.is_match(text);
    let rest = words.drawn.replace_all(text, "");
    let ends = [
        (words.won.is_match(&rest), Ending::Won(Mark::X)),
        (words.lost.is_match(&rest), Ending::Won(Mark::O)),
        (drawn, Ending::Draw),
    ];
    ends.into_iter().filter(|(is_told, _)| *is_told).map(|(_, ending)| ending).collect()
}
