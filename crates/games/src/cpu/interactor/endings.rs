//! Ends of a game, as a program announces them.

use ::reference::Mark;
use ::reference::cpu::CpuEnding;

use model::RefereeWords;

/// The ends that a text announces. Words of a draw may name those who have not won.
pub(super) fn announced_endings(words: &RefereeWords, text: &str) -> Vec<CpuEnding> {
    let drawn = words.drawn.is_match(text);
    let rest = words.drawn.replace_all(text, "");
    let ends = [
        (words.won.is_match(&rest), CpuEnding::Won(Mark::X)),
        (words.lost.is_match(&rest), CpuEnding::Won(Mark::O)),
        (drawn, CpuEnding::Draw),
    ];
    ends.into_iter()
        .filter(|(is_told, _)| *is_told)
        .map(|(_, ending)| ending)
        .collect()
}
