//! What a program tells beyond the round that was followed: of a right one, nothing is left.

use super::drawn::{added, overwrites, placed};
use super::fault::Fault;
use super::follow::FollowedGame;
use super::lost::{FollowedRound, Lost};
use super::move_evidence::{Event, Events};
use crate::games::shared::grid::DrawnBoard;

impl FollowedGame {
    /// What is wrong with events that the round does not explain; nothing if there are none.
    pub(super) fn leftover(
        &mut self,
        answer: i64,
        round: FollowedRound,
        events: &mut Events<'_>,
    ) -> Option<Lost> {
        if !round.accepted
            && let Some((grid, drawn)) = next_board(&mut events.clone())
            && let Some(fault) = self.taken(answer, grid).or_else(|| self.elsewhere(answer, grid))
        {
            let lost = Lost::at_board(fault, self.position(), drawn);
            self.adopt(grid);
            return Some(lost);
        }
        let unexplained =
            |event: &&Event| !matches!(event, Event::Board(grid, _) if grid.is_legend);
        let (grid, drawn) = match events.find(unexplained)? {
            Event::Choice(square) => return Some(self.one_choice_more(answer, round, *square)),
            Event::Board(grid, drawn) => (grid, drawn),
        };
        let ending = self.position().ending();
        let has_more = added(grid, self.position()).is_some();
        let fault = match ending {
            Some(ending) if has_more => Fault::MovesAfterEnd(ending),
            _ if has_more => Fault::SecondChoice(None),
            _ => Fault::WrongBoard,
        };
        let lost = Lost::at_board(fault, self.position(), drawn);
        // If the game is over, or a right board was drawn before this one, it is known better.
        if ending.is_none() && (has_more || !round.accepted) {
            self.adopt(grid);
        }
        Some(lost)
    }

    /// The fault of a program that took a refused answer all the same, where no read tells what was printed before the next
    /// answer: no game that goes on by the rules can look so.
    pub(super) fn taken_all_the_same(
        &mut self,
        answer: i64,
        round: FollowedRound,
        events: &mut Events<'_>,
    ) -> Option<Lost> {
        let mut ahead = events.clone();
        let (grid, drawn) = next_board(&mut ahead)?;
        let fault = self.taken(answer, grid).filter(|_| !round.accepted)?;
        let lost = Lost::at_board(fault, self.position(), drawn);
        self.adopt(grid);
        *events = ahead;
        Some(lost)
    }

    /// What a board says of a refused answer that cost the turn.
    fn taken(&self, answer: i64, grid: &DrawnBoard) -> Option<Fault> {
        if added(grid, self.position()).is_some() {
            Some(Fault::TurnLost(answer))
        } else if overwrites(grid, self.position(), answer) {
            Some(Fault::Overwritten(answer))
        } else {
            None
        }
    }

    /// What a board says of a refused answer that was taken as another one.
    fn elsewhere(&self, answer: i64, grid: &DrawnBoard) -> Option<Fault> {
        let drawn = placed(grid, self.position())?;
        Some(Fault::TakenElsewhere { answer, drawn })
    }

    fn one_choice_more(&mut self, answer: i64, round: FollowedRound, square: i64) -> Lost {
        let fault = match self.position().ending() {
            Some(ending) => Fault::MovesAfterEnd(ending),
            None if round.accepted => Fault::SecondChoice(Some(square)),
            None => Fault::TurnLost(answer),
        };
        if !matches!(fault, Fault::MovesAfterEnd(_)) {
            // Whether it may or not: that it moved is the fault.
            let _ = self.take(square);
        }
        fault.into()
    }
}

/// The next board, whatever is announced before it; drawings that explain the numbers aside.
fn next_board<'e>(events: &mut Events<'e>) -> Option<(&'e DrawnBoard, &'e [String])> {
    events.find_map(|event| match event {
        Event::Board(grid, drawn) if !grid.is_legend => Some((grid, drawn.as_slice())),
        _ => None,
    })
}
