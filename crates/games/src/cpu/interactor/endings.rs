//! Ends of a game as a program announces them, announced too early, or followed by more: of a right program, nothing is left beyond the
//! round that was followed.

use super::fault::GameFault;
use super::follow::FollowedGame;
use super::move_evidence::{
    MoveEvent, MoveEvents, find_added_squares, find_placed_square, overwrites_square,
};
use super::step::{FollowedRound, UnfollowedRound};
use crate::shared::grid::DrawnBoard;
use ::reference::Mark;
use ::reference::cpu::{CpuEnding, CpuPosition};
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
    let wins = |square: i64| {
        position
            .position_after(square, Mark::O)
            .is_some_and(|it| it.ending() == Some(CpuEnding::Won(Mark::O)))
    };
    count_marks(position, Mark::X) > count_marks(position, Mark::O)
        && position.free_squares().into_iter().any(wins)
}

fn count_marks(position: &CpuPosition, mark: Mark) -> usize {
    position.marks().flatten().filter(|it| *it == mark).count()
}

impl FollowedGame {
    /// What is wrong with events that the round does not explain; nothing if there are none.
    pub(super) fn find_leftover_fault(
        &mut self,
        answer: i64,
        round: FollowedRound,
        events: &mut MoveEvents<'_>,
    ) -> Option<UnfollowedRound> {
        if !round.accepted
            && let Some((grid, drawn)) = next_board(&mut events.clone())
            && let Some(fault) = self
                .find_refusal_fault(answer, grid)
                .or_else(|| self.find_relocated_answer(answer, grid))
        {
            let lost = UnfollowedRound::at_board(fault, self.position(), drawn);
            self.adopt_board(grid);
            return Some(lost);
        }
        let is_unexplained = |event: &&MoveEvent| match event {
            MoveEvent::Board(grid, _) => !grid.is_legend,
            MoveEvent::Choice(choice) => !(round.drawn && self.is_other_text(choice)),
        };
        let (grid, drawn) = match events.find(is_unexplained)? {
            MoveEvent::Choice(choice) => {
                return Some(self.classify_extra_choice(answer, round, choice.square));
            }
            MoveEvent::Board(grid, drawn) => (grid, drawn),
        };
        let ending = self.position().ending();
        let has_more = find_added_squares(grid, self.position()).is_some();
        let fault = match ending {
            Some(ending) if has_more => GameFault::MovesAfterEnd(ending),
            _ if has_more => GameFault::SecondChoice(None),
            _ => GameFault::WrongBoard,
        };
        let lost = UnfollowedRound::at_board(fault, self.position(), drawn);
        // If the game is over, or a right board was drawn before this one, it is known better.
        if ending.is_none() && (has_more || !round.accepted) {
            self.adopt_board(grid);
        }
        Some(lost)
    }

    /// The fault of a program that took a refused answer all the same, where no read tells what was printed before the next
    /// answer: no game that goes on by the rules can look so.
    pub(super) fn find_ignored_refusal(
        &mut self,
        answer: i64,
        round: FollowedRound,
        events: &mut MoveEvents<'_>,
    ) -> Option<UnfollowedRound> {
        let mut ahead = events.clone();
        let (grid, drawn) = next_board(&mut ahead)?;
        let fault = self
            .find_refusal_fault(answer, grid)
            .filter(|_| !round.accepted)?;
        let lost = UnfollowedRound::at_board(fault, self.position(), drawn);
        self.adopt_board(grid);
        *events = ahead;
        Some(lost)
    }

    /// What a board says of a refused answer that cost the turn.
    fn find_refusal_fault(&self, answer: i64, grid: &DrawnBoard) -> Option<GameFault> {
        if find_added_squares(grid, self.position()).is_some() {
            Some(GameFault::CostsTurn(answer))
        } else if overwrites_square(grid, self.position(), answer) {
            Some(GameFault::Overwritten(answer))
        } else {
            None
        }
    }

    /// What a board says of a refused answer that was taken as another one.
    fn find_relocated_answer(&self, answer: i64, grid: &DrawnBoard) -> Option<GameFault> {
        let drawn = find_placed_square(grid, self.position())?;
        Some(GameFault::TakenElsewhere { answer, drawn })
    }

    fn classify_extra_choice(
        &mut self,
        answer: i64,
        round: FollowedRound,
        square: i64,
    ) -> UnfollowedRound {
        let fault = match self.position().ending() {
            Some(ending) => GameFault::MovesAfterEnd(ending),
            None if round.accepted => GameFault::SecondChoice(Some(square)),
            None => GameFault::CostsTurn(answer),
        };
        if !matches!(fault, GameFault::MovesAfterEnd(_)) {
            // Whether it may or not: that it moved is the fault.
            let _ = self.take_square(square);
        }
        fault.into()
    }
}

/// The next board, whatever is announced before it; drawings that explain the numbers aside.
fn next_board<'e>(events: &mut MoveEvents<'e>) -> Option<(&'e DrawnBoard, &'e [String])> {
    events.find_map(|event| match event {
        MoveEvent::Board(grid, drawn) if !grid.is_legend => Some((grid, drawn.as_slice())),
        _ => None,
    })
}
