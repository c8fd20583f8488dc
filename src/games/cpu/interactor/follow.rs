//! Following a game: what the program told is held against the rules, one answer of the human's after the other.

use ::reference::Mark;
use ::reference::cpu::{Ending, Position};

use super::available::Available;
use super::fault::{Fault, counted};
use super::move_evidence::Event;
use crate::games::shared::grid::DrawnBoard;

/// A game as far as it could be followed.
#[derive(Debug, Clone)]
pub(super) struct FollowedGame {
    position: Position,
    available: Available,
    /// The answers from 1 to 9 that were refused because somebody had the square.
    refused: Vec<i64>,
}

/// What became of one answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FollowedRound {
    /// Whether the answer was a free square.
    pub(super) accepted: bool,
    /// Whether a board showed how the game stands after the round.
    pub(super) drawn: bool,
}

/// Why a round cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Lost {
    /// The program broke a rule; the board that it drew instead of the right one, if it drew any.
    Fault(Fault, Vec<String>),
    /// Nothing that was understood tells what the CPU did.
    Untold,
}

impl From<Fault> for Lost {
    fn from(fault: Fault) -> Lost {
        Lost::Fault(fault, Vec::new())
    }
}

/// Events that are still to be explained.
pub(super) type Events<'e> = std::slice::Iter<'e, Event>;

impl FollowedGame {
    pub(super) fn new() -> FollowedGame {
        FollowedGame { position: Position::new(), available: Available::new(), refused: Vec::new() }
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// Whether what the program told would be right if refused answers were moves.
    pub(super) fn counts_refused(&self, told: Ending) -> bool {
        counted(&self.position, &self.refused, told)
    }

    /// Plays one answer, and the CPU's choice as the events tell it. Events that tell more are left.
    pub(super) fn play(
        &mut self,
        answer: i64,
        events: &mut Events<'_>,
    ) -> Result<FollowedRound, Lost> {
        let Some(after) = self.position.after(answer, Mark::X) else {
            if self.position.mark(answer).is_some() {
                self.refused.push(answer);
            }
            skip_told(events, &self.position);
            return Ok(FollowedRound { accepted: false, drawn: true });
        };
        let before = std::mem::replace(&mut self.position, after);
        self.available.erase(answer);
        let drawn = match self.position.ending() {
            None => self.choice(answer, &before, events)?,
            Some(_) => false,
        };
        let drawn_again = skip_told(events, &self.position);
        Ok(FollowedRound { accepted: true, drawn: drawn || drawn_again })
    }

    /// The CPU's turn, and whether a board showed it. Such a board decides; without one, the first announcement does.
    fn choice(
        &mut self,
        answer: i64,
        before: &Position,
        events: &mut Events<'_>,
    ) -> Result<bool, Lost> {
        let mut announced: Option<i64> = None;
        let mut after_first = None;
        let mut last_board = None;
        while let Some(event) = events.next() {
            match event {
                Event::Choice(square) => {
                    announced = Some(*square);
                    after_first.get_or_insert((*square, events.clone()));
                }
                Event::Board(grid, _) if grid.is_legend => {}
                Event::Board(grid, _) if shows(grid, &self.position) => last_board = Some(true),
                Event::Board(grid, _) if shows(grid, before) => last_board = Some(false),
                Event::Board(grid, drawn) => {
                    let later = events.as_slice();
                    return self.changed(answer, before, announced, (grid, drawn), later);
                }
            }
        }
        match (after_first, last_board) {
            (Some((square, rest)), _) => {
                *events = rest;
                self.take(square).map(|()| false)
            }
            (None, Some(true)) => Err(Fault::NoChoice { free: self.position.free() }.into()),
            (None, Some(false)) => Err(Fault::Refused(answer).into()),
            (None, None) => Err(Lost::Untold),
        }
    }

    /// A board that shows something new must show one O more, on the square that was announced.
    fn changed(
        &mut self,
        answer: i64,
        before: &Position,
        announced: Option<i64>,
        (grid, drawn): (&DrawnBoard, &[String]),
        later: &[Event],
    ) -> Result<bool, Lost> {
        let new = added(grid, &self.position);
        if let Some([square]) = new.as_deref() {
            return match announced {
                Some(announced) if announced != *square => {
                    Err(Fault::ChoiceElsewhere { announced, drawn: *square }.into())
                }
                _ => self.take(*square).map(|()| true),
            };
        }
        let is_swapped = |grid: &DrawnBoard| is_swapped(grid, &self.position);
        let swapped_later =
            later.iter().any(|event| matches!(event, Event::Board(grid, _) if is_swapped(grid)));
        let swapped = is_swapped(grid) || swapped_later;
        if let Some(square) = announced {
            self.take(square)?;
        }
        let lost = |fault| Err(Lost::Fault(fault, drawn.to_vec()));
        if new.is_some() {
            lost(Fault::SecondChoice(None))
        } else if swapped {
            lost(Fault::MarksSwapped)
        } else if let Some(square) = taken_over(grid, &self.position) {
            let past_the_end = self.available.past_the_end() == Some(square);
            lost(Fault::ChoiceTaken { square, by: Mark::X, past_the_end })
        } else if added(grid, before).is_some() {
            lost(Fault::Refused(answer))
        } else {
            lost(Fault::WrongBoard)
        }
    }

    /// The CPU takes a square, if it may.
    fn take(&mut self, square: i64) -> Result<(), Lost> {
        if let Some(by) = self.position.mark(square) {
            let past_the_end = self.available.past_the_end() == Some(square);
            return Err(Fault::ChoiceTaken { square, by, past_the_end }.into());
        }
        if !self.position.take(square, Mark::O) {
            return Err(Fault::ChoiceOffBoard(square).into());
        }
        self.available.erase(square);
        Ok(())
    }

    /// What is wrong with events that the round does not explain; nothing if there are none.
    pub(super) fn leftover(
        &self,
        answer: i64,
        round: FollowedRound,
        events: &mut Events<'_>,
    ) -> Option<Lost> {
        let unexplained =
            |event: &&Event| !matches!(event, Event::Board(grid, _) if grid.is_legend);
        let event = events.find(unexplained)?;
        let (grid, drawn) = match event {
            Event::Choice(square) => {
                return Some(self.one_choice_more(answer, round, *square).into());
            }
            Event::Board(grid, drawn) => (grid, drawn),
        };
        let has_more = added(grid, &self.position).is_some();
        let is_overwritten = !round.accepted && overwrites(grid, &self.position, answer);
        let fault = match self.position.ending() {
            Some(ending) if has_more => Fault::MovesAfterEnd(ending),
            _ if has_more && !round.accepted => Fault::TurnLost(answer),
            _ if has_more => Fault::SecondChoice(None),
            _ if is_overwritten => Fault::Overwritten(answer),
            _ => Fault::WrongBoard,
        };
        Some(Lost::Fault(fault, drawn.clone()))
    }

    fn one_choice_more(&self, answer: i64, round: FollowedRound, square: i64) -> Fault {
        match self.position.ending() {
            Some(ending) => Fault::MovesAfterEnd(ending),
            None if round.accepted => Fault::SecondChoice(Some(square)),
            None => Fault::TurnLost(answer),
        }
    }
}

/// Passes over boards that are right, drawings that explain the numbers, and choices that are told again; whether a
/// right board was among them.
fn skip_told(events: &mut Events<'_>, position: &Position) -> bool {
    let mut drawn = false;
    while let Some(event) = events.as_slice().first() {
        match event {
            Event::Board(grid, _) if shows(grid, position) => drawn = true,
            Event::Board(grid, _) if grid.is_legend => {}
            Event::Choice(square) if position.last(Mark::O) == Some(*square) => {}
            _ => break,
        }
        events.next();
    }
    drawn
}

fn shows(grid: &DrawnBoard, position: &Position) -> bool {
    grid.marks.iter().copied().eq(position.marks())
}

/// The squares on which a board shows an O and the position shows nothing, if that is all the difference and there is
/// one.
fn added(grid: &DrawnBoard, position: &Position) -> Option<Vec<i64>> {
    let mut added = Vec::new();
    for ((square, drawn), real) in (1..).zip(&grid.marks).zip(position.marks()) {
        match (drawn, real) {
            (Some(Mark::O), None) => added.push(square),
            (drawn, real) if *drawn == real => {}
            _ => return None,
        }
    }
    (!added.is_empty()).then_some(added)
}

/// The square on which a board shows the CPU's mark instead of the human's, if that is all the difference.
fn taken_over(grid: &DrawnBoard, position: &Position) -> Option<i64> {
    let mut different =
        (1..).zip(&grid.marks).zip(position.marks()).filter(|((_, drawn), real)| **drawn != *real);
    let ((square, drawn), real) = different.next()?;
    let is_that = (*drawn, real) == (Some(Mark::O), Some(Mark::X));
    (is_that && different.next().is_none()).then_some(square)
}

/// Whether a board differs in one thing: the human's mark stands where the CPU's was.
fn overwrites(grid: &DrawnBoard, position: &Position, square: i64) -> bool {
    position.mark(square) == Some(Mark::O)
        && (1..).zip(&grid.marks).zip(position.marks()).all(|((number, drawn), real)| {
            if number == square { *drawn == Some(Mark::X) } else { *drawn == real }
        })
}

/// Whether a board with its marks exchanged is this position with one O more.
fn is_swapped(grid: &DrawnBoard, position: &Position) -> bool {
    let marks = grid.marks.map(|mark| mark.map(Mark::other));
    added(&DrawnBoard { marks, is_legend: false }, position).is_some_and(|added| added.len() == 1)
}
