//! Ends that were announced before there was one.

use ::reference::Mark;
use ::reference::cpu::{Ending, Position};

use super::fault::Fault;
use super::follow::FollowedGame;

/// What it is to announce an end before there was one.
pub(super) fn early(game: &FollowedGame, told: Ending) -> Fault {
    if told == Ending::Won(Mark::O) && can_win_now(game.position()) {
        Fault::WinNotShown
    } else if game.counts_refused(told) {
        Fault::CountsRefused { told }
    } else {
        Fault::ToldEarly(told)
    }
}

/// Whether it is the CPU's turn, and one move would win.
pub(super) fn can_win_now(position: &Position) -> bool {
    let count = |mark: Mark| position.marks().flatten().filter(|it| *it == mark).count();
    let wins = |square: i64| {
        position.after(square, Mark::O).is_some_and(|it| it.ending() == Some(Ending::Won(Mark::O)))
    };
    count(Mark::X) > count(Mark::O) && position.free().into_iter().any(wins)
}
