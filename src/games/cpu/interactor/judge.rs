//! What it means by the rules: the faults of a game that is followed, and what it shows.

use ::reference::Mark;
use ::reference::cpu::Ending;

use super::account::Account;
use super::aspect::Aspect;
use super::difference::difference;
use super::early::{can_win_now, early};
use super::endings::announced_endings;
use super::fault::Fault;
use super::follow::FollowedGame;
use super::lost::{FollowedRound, Lost, TwoBoards};
use super::move_evidence::{Event, last_board};
use super::numbering::Numbering;
use super::step::Step;
use crate::compare::asks_as_before;
use crate::model::{Difference, Exit, Observation, RefereeWords};

const UNREADABLE_BOARD: &str = "The board that the program draws was not recognised, so the CPU's choices were judged by \
    their announcements alone; look at what it printed.";
const LAST_BOARD_MISSING: &str = "The board after the last move was not drawn.";

/// No game is over before this many squares are taken.
const SHORTEST_GAME: usize = 5;

/// It is not known what happens in a game.
#[derive(Debug)]
pub(super) struct Unreadable;

/// Keeps account of one game.
pub(super) struct Judge<'a> {
    pub(super) words: &'a RefereeWords,
    pub(super) seen: &'a Observation,
    pub(super) account: Account,
    /// How the program numbers its squares: sentences use its numbers.
    pub(super) numbering: Numbering,
    /// Whether the last answers were refused.
    is_refusing: bool,
}

impl<'a> Judge<'a> {
    pub(super) fn new(words: &'a RefereeWords, seen: &'a Observation) -> Judge<'a> {
        let numbering = Numbering::default();
        Judge { words, seen, account: Account::default(), numbering, is_refusing: false }
    }

    /// What a round shows that could be followed. The board must be drawn before the human is asked again, and may be drawn
    /// at the end.
    pub(super) fn take_in(&mut self, game: &FollowedGame, step: &Step<'_>, round: FollowedRound) {
        self.account.shown.asks_again |= round.accepted && self.is_refusing;
        self.is_refusing = !round.accepted;
        if round.drawn {
            self.account.shown.board |= round.accepted;
        } else if step.is_scribbled() {
            self.account.shown.board = true;
            self.account.remark(UNREADABLE_BOARD);
        } else if game.ending().is_some() {
            self.account.remark(LAST_BOARD_MISSING);
        } else if !step.is_last {
            self.fault(step, Fault::NotRedrawn);
        }
    }

    /// What a round shows all the same that was against the rules.
    pub(super) fn take_in_wrong(&mut self, lost: &Lost, events: &[Event]) {
        let shown = &mut self.account.shown;
        shown.board |= last_board(events).is_some();
        let was_taken = !matches!(lost, Lost::Untold | Lost::Fault(Fault::Refused(_), _));
        shown.asks_again |= was_taken && self.is_refusing;
        self.is_refusing &= !was_taken;
    }

    /// No end is announced while the game goes on.
    pub(super) fn check_silence(&mut self, game: &FollowedGame, step: &Step<'_>) {
        if let Some(told) = announced_endings(self.words, &step.evidence.words).first() {
            self.told_early(game, Some(step), *told);
        }
    }

    /// An end is announced that has not come.
    fn told_early(&mut self, game: &FollowedGame, step: Option<&Step<'_>>, told: Ending) {
        if !self.has_lost_count() {
            self.fault_after(step, early(game, told));
        }
    }

    /// Whether the program may have other squares in its lists than on its board, because its moves were wrong. What it
    /// announces is then no second fault; if it fits the board it is right.
    fn has_lost_count(&self) -> bool {
        self.account.has(Aspect::Moves)
    }

    /// The game has come to its end, and that end alone is announced.
    pub(super) fn check_end(&mut self, game: &FollowedGame, step: Option<&Step<'_>>, words: &str) {
        if !game.is_known() {
            return;
        }
        let told = announced_endings(self.words, words);
        let Some(truth) = game.ending() else {
            return self.check_early_end(game, step, &told);
        };
        self.account.shown.is_over = game.has_two_players();
        self.account.shown.end = true;
        let asks_on = match told.as_slice() {
            [] => self.seen.saw_eof,
            _ => asks_as_before(self.seen).is_some(),
        };
        match told.as_slice() {
            [only] if *only == truth => self.account.shown.winner = true,
            [] if asks_on => {}
            [] => self.not_told(game, step, truth),
            _ if self.has_lost_count() => {}
            told => {
                let wrong = told.iter().copied().find(|told| *told != truth).unwrap_or(truth);
                self.fault_after(step, Fault::ToldWrong { told: wrong, truth });
            }
        }
        if asks_on {
            self.fault_after(step, Fault::GoesOn(truth));
            if told.is_empty() {
                self.fault_after(step, Fault::NotTold(truth));
            }
        }
    }

    /// The program has ended, and its game has not.
    fn check_early_end(&mut self, game: &FollowedGame, step: Option<&Step<'_>>, told: &[Ending]) {
        let Some(first) = told.first() else {
            // Without a fault before, nobody stopped answering; and whoever is stopped does not leave.
            if self.account.is_clean() || !(self.seen.saw_eof || self.was_stopped()) {
                let refused = step.filter(|_| self.is_refusing).map(|step| step.answer);
                self.fault_after(step, refused.map_or(Fault::EndsEarly, Fault::Leaves));
            }
            return;
        };
        self.told_early(game, step, *first);
        let is_second = self.has_lost_count();
        let shown = &mut self.account.shown;
        match early(game, *first) {
            // The move that nobody saw was the last one.
            Fault::WinNotShown => {
                shown.is_over = true;
                shown.end = true;
                shown.winner = told.len() == 1;
            }
            Fault::CountsRefused { .. } => {}
            _ => {
                shown.is_over = game.has_two_players() && game.moves() >= SHORTEST_GAME;
                if !is_second {
                    self.fault_after(step, Fault::EndsEarly);
                }
            }
        }
    }

    /// No end is announced. On a full board a program that crashes or hangs is in a turn that the CPU should not have had.
    fn not_told(&mut self, game: &FollowedGame, step: Option<&Step<'_>>, truth: Ending) {
        let moves_on =
            game.position().free().is_empty() && !matches!(self.seen.exit, Exit::Code(_));
        let fault = Fault::NotTold(truth);
        let aspect = if moves_on { Aspect::End } else { fault.aspect() };
        self.account.fault(aspect, self.difference(step, &fault, None));
    }

    /// Notes what it means that a round could not be followed.
    pub(super) fn lost(
        &mut self,
        game: &FollowedGame,
        step: &Step<'_>,
        lost: Lost,
    ) -> Result<(), Unreadable> {
        let told = announced_endings(self.words, &step.evidence.words).first().copied();
        let is_idle = matches!(lost, Lost::Untold | Lost::Fault(Fault::NoChoice { .. }, _));
        // The win that a program announces may be the move that it does not show.
        let may_have_won = told == Some(Ending::Won(Mark::O)) && can_win_now(game.position());
        let fault = match lost {
            _ if is_idle && step.is_last && self.was_stopped() => {
                Fault::Hangs { free: game.position().free() }
            }
            Lost::Untold if step.is_scribbled() || (step.is_last && may_have_won) => {
                let is_first = self.account.is_clean();
                return if is_first { Err(Unreadable) } else { Ok(()) };
            }
            _ if is_idle && step.is_last => {
                match told {
                    Some(told) => self.told_early(game, Some(step), told),
                    None => self.fault(step, Fault::EndsEarly),
                }
                return Ok(());
            }
            Lost::Untold => Fault::NotRedrawn,
            Lost::Fault(Fault::SecondChoice(_), _) if step.is_last && self.seen.saw_eof => {
                Fault::MovesAtEndOfInput
            }
            // A program that does not even say that the game is over has not noticed.
            Lost::Fault(Fault::MovesAfterEnd(ending), _) if told.is_none() => Fault::GoesOn(ending),
            Lost::Fault(fault, boards) => {
                self.note(Some(step), &fault, boards);
                return Ok(());
            }
        };
        self.fault(step, fault);
        Ok(())
    }

    /// Whether the program had to be stopped, and not because its input was at an end.
    fn was_stopped(&self) -> bool {
        matches!(self.seen.exit, Exit::Stopped(_)) && !self.seen.saw_eof
    }

    pub(super) fn fault(&mut self, step: &Step<'_>, fault: Fault) {
        self.fault_after(Some(step), fault);
    }

    /// A fault after a step, or before the first.
    pub(super) fn fault_after(&mut self, step: Option<&Step<'_>>, fault: Fault) {
        self.note(step, &fault, None);
    }

    fn note(&mut self, step: Option<&Step<'_>>, fault: &Fault, boards: Option<TwoBoards>) {
        self.account.fault(fault.aspect(), self.difference(step, fault, boards));
    }

    /// A fault in words, with the numbers that the program has for its squares.
    fn difference(
        &self,
        step: Option<&Step<'_>>,
        fault: &Fault,
        boards: Option<TwoBoards>,
    ) -> Difference {
        let number = |square| self.numbering.number(square);
        let after = step.map(|step| (step.number, number(step.answer)));
        difference(after, &fault.renumbered(number), boards)
    }
}
