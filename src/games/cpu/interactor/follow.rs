//! Following a game: what the program told is held against the rules, one answer of the human's after the other.
//!
//! After a fault the game goes on as the program plays it: what a board shows is then where it stands.

use ::reference::Mark;
use ::reference::cpu::{Ending, Position};

use super::available::Available;
use super::drawn::{self, added, misplaced, placed, shows, taken_over};
use super::fault::{Fault, counted};
use super::lost::{FollowedRound, Lost};
use super::move_evidence::{Event, Events, first_swapped, last_board, skip_told};
use crate::games::shared::grid::DrawnBoard;

/// A game as far as it could be followed.
#[derive(Debug, Clone)]
pub(super) struct FollowedGame {
    position: Position,
    available: Available,
    /// The answers from 1 to 9 that were refused because somebody had the square.
    refused: Vec<i64>,
    /// How often the human and the CPU have moved, by the rules or not.
    turns: [usize; 2],
    /// Whether it is known where the game stands.
    is_known: bool,
    /// Whether the program draws X for O.
    is_swapped: bool,
}

impl FollowedGame {
    pub(super) fn new() -> FollowedGame {
        FollowedGame {
            position: Position::new(),
            available: Available::new(),
            refused: Vec::new(),
            turns: [0; 2],
            is_known: true,
            is_swapped: false,
        }
    }

    /// How the game has ended, once it is known that it has.
    pub(super) fn ending(&self) -> Option<Ending> {
        self.position.ending().filter(|_| self.is_known)
    }

    /// Whether it is known where the game stands.
    pub(super) fn is_known(&self) -> bool {
        self.is_known
    }

    /// Whether the program draws X for O.
    pub(super) fn is_swapped(&self) -> bool {
        self.is_swapped
    }

    /// Takes in what was printed before the first answer. The human begins: whoever has let the CPU begin goes on from there.
    pub(super) fn open(&mut self, events: &[Event]) -> Option<Fault> {
        let grid = last_board(events)?;
        let taken = added(grid, &self.position)?;
        if taken.len() != 1 {
            return None;
        }
        self.adopt(grid);
        self.turns[1] += 1;
        Some(Fault::MovesFirst)
    }

    /// Goes on from the last board that was drawn, if any was.
    pub(super) fn go_on_from(&mut self, events: &[Event]) {
        if let Some(grid) = last_board(events) {
            self.adopt(grid);
        }
    }

    /// Whether the CPU has moved at all: without that, a game shows nothing.
    pub(super) fn has_two_players(&self) -> bool {
        self.turns[1] > 0 || self.position.last(Mark::O).is_some()
    }

    /// How many moves there were, by the rules or not.
    pub(super) fn moves(&self) -> usize {
        self.turns.iter().sum()
    }

    /// The game stands as a board shows it, whatever the rules say.
    pub(super) fn adopt(&mut self, grid: &DrawnBoard) {
        self.position = drawn::position(grid, &self.position);
        for (square, _) in (1..).zip(self.position.marks()).filter(|(_, mark)| mark.is_some()) {
            self.available.erase(square);
        }
        self.is_known = true;
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// Whether what the program told would be right if refused answers were moves.
    pub(super) fn counts_refused(&self, told: Ending) -> bool {
        counted(&self.position, &self.refused, told)
    }

    /// Plays one answer, and the CPU's choice as the events tell it. Events that tell more are left. If that cannot be
    /// followed, the game stands as the program last drew it, if that is known.
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
        let before = self.clone();
        self.position = after;
        self.turns[0] += 1;
        self.available.erase(answer);
        let drawn = match self.position.ending() {
            None => self.choice(answer, before, events)?,
            Some(_) => false,
        };
        let drawn_again = skip_told(events, &self.position);
        Ok(FollowedRound { accepted: true, drawn: drawn || drawn_again })
    }

    /// The CPU's turn, and whether a board showed it. Such a board decides; without one, the first announcement does.
    fn choice(
        &mut self,
        answer: i64,
        before: FollowedGame,
        events: &mut Events<'_>,
    ) -> Result<bool, Lost> {
        let mut announced: Option<i64> = None;
        let mut after_first = None;
        let mut last_board = None;
        loop {
            let here = events.clone();
            let Some(event) = events.next() else { break };
            match event {
                Event::Choice(square) => {
                    announced = Some(*square);
                    after_first.get_or_insert((*square, events.clone()));
                }
                Event::Board(grid, _) if grid.is_legend => {}
                Event::Board(grid, _) if shows(grid, &self.position) => last_board = Some(true),
                Event::Board(grid, _) if shows(grid, &before.position) => last_board = Some(false),
                // Where no read tells, the human's next square does: the CPU has let its turn pass.
                Event::Board(grid, _)
                    if last_board == Some(true)
                        && announced.is_none()
                        && placed(grid, &self.position).is_some() =>
                {
                    *events = here;
                    return Err(Fault::NoChoice { free: self.position.free() }.into());
                }
                Event::Board(grid, drawn) => {
                    let later = events.as_slice();
                    let before = &before.position;
                    return self.changed(answer, before, announced, (grid, drawn), later);
                }
            }
        }
        match (after_first, last_board) {
            (Some((square, rest)), _) => {
                *events = rest;
                let taken = self.take(square);
                // Nobody has drawn what became of a square that could not be taken.
                self.is_known = taken.is_ok() || last_board == Some(true);
                taken.map(|()| false)
            }
            (None, Some(true)) => Err(Fault::NoChoice { free: self.position.free() }.into()),
            (None, Some(false)) => {
                *self = before;
                Err(Fault::Refused(answer).into())
            }
            (None, None) => {
                self.is_known = false;
                Err(Lost::Untold)
            }
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
            let taken = self.take(*square).map(|()| true);
            return match announced {
                Some(announced) if announced != *square => {
                    Err(Fault::ChoiceElsewhere { announced, drawn: *square }.into())
                }
                _ => taken,
            };
        }
        let exchanged = first_swapped(grid, later, &self.position);
        if let Some(square) = announced
            && let Err(lost) = self.take(square)
        {
            self.adopt(grid);
            return Err(lost);
        }
        let fault = if new.is_some() {
            Fault::SecondChoice(None)
        } else if exchanged.is_some() {
            Fault::MarksSwapped
        } else if let Some(square) = taken_over(grid, &self.position) {
            let past_the_end = self.available.past_the_end() == Some(square);
            Fault::ChoiceTaken { square, by: Mark::X, past_the_end }
        } else if added(grid, before).is_some() {
            Fault::Ignored(answer)
        } else if let Some(drawn) = misplaced(grid, before, announced) {
            Fault::Misplaced { answer, drawn }
        } else {
            Fault::WrongBoard
        };
        // What was announced was counted when it was taken.
        self.turns[1] += usize::from(announced.is_none() && grid.marks.contains(&Some(Mark::O)));
        let lost = Lost::at_board(fault.clone(), &self.position, drawn);
        match (fault, exchanged) {
            (Fault::MarksSwapped, Some(grid)) => {
                self.is_swapped = true;
                self.adopt(&grid);
            }
            // A game that was announced, and can be one, is believed before a board that cannot.
            (Fault::WrongBoard, _) if announced.is_some() => {}
            _ => self.adopt(grid),
        }
        Err(lost)
    }

    /// The CPU takes a square, if it may.
    pub(super) fn take(&mut self, square: i64) -> Result<(), Lost> {
        self.turns[1] += 1;
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
}
