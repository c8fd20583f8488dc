//! Ends that were announced before there was one.

use ::reference::Mark;
use ::reference::cpu::{CpuEnding, CpuPosition};

use super::fault::GameFault;
use super::follow::FollowedGame;

/// What it is to announce an end before there was one.
pub(super) fn classify_early_end(game: &FollowedGame, told: CpuEnding) -> GameFault {
    if told == CpuEnding::Won(Mark::O) && can_win_now(game.position()) {
        GameFault::WinNotDrawn
    } else if game.counts_refused(told) {
        GameFault::CountsRefused { announced: told }
    } else {
        GameFault::EarlyAnnouncement(told)
    }
}

/// Whether it is the CPU's turn, and one move would win.
pub(super) fn can_win_now(position: &CpuPosition) -> bool {
    let count = |mark: Mark| position.marks().flatten().filter(|it| *it == mark).count();
    let wins = |square: i64| {
        position
            .position_after(square, Mark::O)
            .is_some_and(|it| it.ending() == Some(CpuEnding::Won(Mark::O)))
    };
    count(Mark::X) > count(Mark::O) && position.free_squares().into_iter().any(wins)
}
