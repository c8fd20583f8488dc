//! Following a game: what the program told is held against the rules, one answer of the human's after the other.
//!
//! After a fault the game goes on as the program plays it: what a board shows is then where it stands.

use std::collections::BTreeSet;

use ::reference::Mark;
use ::reference::cpu::{CpuEnding, CpuPosition};

use super::fault::GameFault;
use super::move_evidence::{
    self, AnnouncedChoice, MoveEvent, MoveEvents, find_added_squares, find_misplaced_square,
    find_overwritten_square, find_placed_square, find_taken_over_square, first_swapped, last_board,
    shows_position,
};
use super::squares::FreeSquareList;
use super::step::{FollowedRound, UnfollowedRound};
use crate::shared::grid::DrawnBoard;

/// A game as far as it could be followed.
#[derive(Debug, Clone)]
pub(super) struct FollowedGame {
    position: CpuPosition,
    available: FreeSquareList,
    /// The answers from 1 to 9 that were refused because somebody had the square.
    refused: Vec<i64>,
    /// How many of them there were when the last answer was taken.
    refused_before: usize,
    /// How many marks and refused squares there were after the turn before the last: no end was announced then.
    claims_before: usize,
    /// How often the human and the CPU have moved, by the rules or not.
    turns: [usize; 2],
    /// Whether it is known where the game stands.
    is_known: bool,
    /// Whether the program draws X for O.
    is_swapped: bool,
    /// The words in which choices were announced that a board has shown.
    announcements: BTreeSet<String>,
}

impl FollowedGame {
    pub(super) fn new() -> FollowedGame {
        FollowedGame {
            position: CpuPosition::new(),
            available: FreeSquareList::new(),
            refused: Vec::new(),
            refused_before: 0,
            claims_before: 0,
            turns: [0; 2],
            is_known: true,
            is_swapped: false,
            announcements: BTreeSet::new(),
        }
    }

    /// How the game has ended, once it is known that it has.
    pub(super) fn ending(&self) -> Option<CpuEnding> {
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
    pub(super) fn read_opening(&mut self, events: &[MoveEvent]) -> Option<GameFault> {
        let grid = last_board(events)?;
        let taken = find_added_squares(grid, &self.position)?;
        if taken.len() != 1 {
            return None;
        }
        self.adopt_board(grid);
        self.turns[1] += 1;
        Some(GameFault::MovesFirst)
    }

    /// Goes on from the last board that was drawn, if any was.
    pub(super) fn resume_from_board(&mut self, events: &[MoveEvent]) {
        if let Some(grid) = last_board(events) {
            self.adopt_board(grid);
        }
    }

    /// Whether the CPU has moved at all: without that, a game shows nothing.
    pub(super) fn has_two_players(&self) -> bool {
        self.turns[1] > 0 || self.position.last_square(Mark::O).is_some()
    }

    /// How many moves there were, by the rules or not.
    pub(super) fn move_count(&self) -> usize {
        self.turns.iter().sum()
    }

    /// The game stands as a board shows it, whatever the rules say.
    pub(super) fn adopt_board(&mut self, grid: &DrawnBoard) {
        self.position = move_evidence::read_position(grid, &self.position);
        for (square, _) in (1..)
            .zip(self.position.marks())
            .filter(|(_, mark)| mark.is_some())
        {
            self.available.erase_square(square);
        }
        self.is_known = true;
    }

    pub(super) fn position(&self) -> &CpuPosition {
        &self.position
    }

    /// Whether what the program told would be right if the human's refused squares were moves, as in the published program; of a draw,
    /// not already before the last turn. On a board with one free square, who counts one too few does the same.
    pub(super) fn counts_refused(&self, told: CpuEnding) -> bool {
        match told {
            CpuEnding::Draw => {
                let claims = self.count_claims(self.refused.len());
                let is_one_short = self.count_claims(0) == 8;
                !self.refused.is_empty() && !is_one_short && self.claims_before < 9 && claims >= 9
            }
            CpuEnding::Won(Mark::O) => false,
            CpuEnding::Won(Mark::X) => {
                let own = (1..=9).filter(|square| self.position.mark_at(*square) == Some(Mark::X));
                let claimed = own.chain(self.refused.iter().copied()).fold(
                    CpuPosition::new(),
                    |mut all, it| {
                        all.take_square(it, Mark::X);
                        all
                    },
                );
                claimed.ending() == Some(told)
            }
        }
    }

    /// How many marks there are, with so many refused squares.
    fn count_claims(&self, refused: usize) -> usize {
        self.position.marks().flatten().count() + refused
    }

    /// Plays one answer, and the CPU's choice as the events tell it. Events that tell more are left. If that cannot be
    /// followed, the game stands as the program last drew it, if that is known.
    pub(super) fn play_answer(
        &mut self,
        answer: i64,
        events: &mut MoveEvents<'_>,
    ) -> Result<FollowedRound, UnfollowedRound> {
        let Some(after) = self.position.position_after(answer, Mark::X) else {
            if self.position.mark_at(answer).is_some() {
                self.refused.push(answer);
            }
            self.skip_known_events(events);
            return Ok(FollowedRound {
                accepted: false,
                drawn: true,
            });
        };
        let before = self.clone();
        self.claims_before = self.count_claims(self.refused_before);
        self.refused_before = self.refused.len();
        self.position = after;
        self.turns[0] += 1;
        self.available.erase_square(answer);
        let drawn = match self.position.ending() {
            None => self.follow_choice(answer, before, events)?,
            Some(_) => false,
        };
        let drawn_again = self.skip_known_events(events);
        Ok(FollowedRound {
            accepted: true,
            drawn: drawn || drawn_again,
        })
    }

    /// Passes over boards that are right, drawings that explain the numbers, and choices that are announced again; whether a
    /// right board was among them.
    fn skip_known_events(&mut self, events: &mut MoveEvents<'_>) -> bool {
        let mut drawn = false;
        while let Some(event) = events.as_slice().first() {
            match event {
                MoveEvent::Board(grid, _) if shows_position(grid, &self.position) => drawn = true,
                MoveEvent::Board(grid, _) if grid.is_legend => {}
                MoveEvent::Choice(choice)
                    if self.position.last_square(Mark::O) == Some(choice.square) =>
                {
                    self.announcements.insert(choice.words.clone());
                }
                _ => break,
            }
            events.next();
        }
        drawn
    }

    /// Whether what reads like a choice after a board is another text, such as a score: no choice that a board showed was announced
    /// in these words, nobody can take that square, or the CPU has won.
    pub(super) fn is_other_text(&self, choice: &AnnouncedChoice) -> bool {
        let is_new = self.has_two_players() && !self.announcements.contains(&choice.words);
        let is_impossible = match self.position.ending() {
            None => self
                .position
                .position_after(choice.square, Mark::O)
                .is_none(),
            Some(CpuEnding::Won(Mark::O)) => true,
            Some(_) => !(1..=9).contains(&choice.square),
        };
        is_new || is_impossible
    }

    /// The CPU's turn, and whether a board showed it. Such a board decides; without one, the first announcement does.
    fn follow_choice(
        &mut self,
        answer: i64,
        before: FollowedGame,
        events: &mut MoveEvents<'_>,
    ) -> Result<bool, UnfollowedRound> {
        let mut announced: Option<&AnnouncedChoice> = None;
        let mut after_first = None;
        let mut last_board = None;
        loop {
            let here = events.clone();
            let Some(event) = events.next() else { break };
            match event {
                MoveEvent::Choice(choice) => {
                    announced = Some(choice);
                    after_first.get_or_insert((choice.square, events.clone()));
                }
                MoveEvent::Board(grid, _) if grid.is_legend => {}
                MoveEvent::Board(grid, _) if shows_position(grid, &self.position) => {
                    last_board = Some(true)
                }
                MoveEvent::Board(grid, _) if shows_position(grid, &before.position) => {
                    last_board = Some(false)
                }
                // Where no read tells, the human's next square does: the CPU has let its turn pass.
                MoveEvent::Board(grid, _)
                    if last_board == Some(true)
                        && announced.is_none()
                        && find_placed_square(grid, &self.position).is_some() =>
                {
                    *events = here;
                    return Err(GameFault::NoChoice {
                        free: self.position.free_squares(),
                    }
                    .into());
                }
                MoveEvent::Board(grid, drawn) => {
                    let later = events.as_slice();
                    let before = &before.position;
                    return self.follow_changed_board(
                        answer,
                        before,
                        announced,
                        (grid, drawn),
                        later,
                    );
                }
            }
        }
        match (after_first, last_board) {
            (Some((square, rest)), _) => {
                *events = rest;
                let taken = self.take_square(square);
                // Nobody has drawn what became of a square that could not be taken.
                self.is_known = taken.is_ok() || last_board == Some(true);
                taken.map(|()| false)
            }
            (None, Some(true)) => Err(GameFault::NoChoice {
                free: self.position.free_squares(),
            }
            .into()),
            (None, Some(false)) => {
                *self = before;
                Err(GameFault::Refused(answer).into())
            }
            (None, None) => {
                self.is_known = false;
                Err(UnfollowedRound::Unknown)
            }
        }
    }

    /// A board that shows something new must show one O more, on the square that was announced.
    fn follow_changed_board(
        &mut self,
        answer: i64,
        before: &CpuPosition,
        choice: Option<&AnnouncedChoice>,
        (grid, drawn): (&DrawnBoard, &[String]),
        later: &[MoveEvent],
    ) -> Result<bool, UnfollowedRound> {
        let new = find_added_squares(grid, &self.position);
        let announced = choice.map(|choice| choice.square);
        if let Some([square]) = new.as_deref() {
            let taken = self.take_square(*square).map(|()| true);
            return match announced {
                Some(announced) if announced != *square => Err(GameFault::ChoiceElsewhere {
                    announced,
                    drawn: *square,
                }
                .into()),
                _ => {
                    let words = choice.map(|choice| choice.words.clone());
                    self.announcements.extend(words);
                    taken
                }
            };
        }
        let exchanged = first_swapped(grid, later, &self.position);
        if let Some(square) = announced
            && let Err(lost) = self.take_square(square)
        {
            self.adopt_board(grid);
            return Err(lost);
        }
        let fault = if new.is_some() {
            GameFault::SecondChoice(None)
        } else if exchanged.is_some() {
            GameFault::MarksSwapped
        } else if let Some(square) = find_taken_over_square(grid, &self.position) {
            let past_the_end = self.available.past_the_end() == Some(square);
            GameFault::ChoiceTaken {
                square,
                by: Mark::X,
                past_the_end,
            }
        } else if let Some(square) = find_overwritten_square(grid, before, &self.refused) {
            GameFault::Overwritten(square)
        } else if find_added_squares(grid, before).is_some() {
            GameFault::Ignored(answer)
        } else if let Some(drawn) = find_misplaced_square(grid, before, announced) {
            GameFault::Misplaced { answer, drawn }
        } else {
            GameFault::WrongBoard
        };
        // What was announced was counted when it was taken.
        self.turns[1] += usize::from(announced.is_none() && grid.marks.contains(&Some(Mark::O)));
        let lost = UnfollowedRound::at_board(fault.clone(), &self.position, drawn);
        match (fault, exchanged) {
            (GameFault::MarksSwapped, Some(grid)) => {
                self.is_swapped = true;
                self.adopt_board(&grid);
            }
            // A game that was announced, and can be one, is believed before a board that cannot.
            (GameFault::WrongBoard, _) if announced.is_some() => {}
            _ => self.adopt_board(grid),
        }
        Err(lost)
    }

    /// The CPU takes a square, if it may.
    pub(super) fn take_square(&mut self, square: i64) -> Result<(), UnfollowedRound> {
        self.turns[1] += 1;
        if let Some(by) = self.position.mark_at(square) {
            let past_the_end = self.available.past_the_end() == Some(square);
            return Err(GameFault::ChoiceTaken {
                square,
                by,
                past_the_end,
            }
            .into());
        }
        if !self.position.take_square(square, Mark::O) {
            return Err(GameFault::ChoiceOffBoard(square).into());
        }
        self.available.erase_square(square);
        Ok(())
    }
}
