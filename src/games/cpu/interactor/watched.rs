//! One run, held against the rules: turn by turn, or as a whole where reads say nothing.

use ::reference::cpu::{Ending, Position};
use ::reference::{Mark, integer};

use super::account::Account;
use super::difference::difference;
use super::endings::announced_endings;
use super::fault::Fault;
use super::follow::FollowedGame;
use super::lost::{FollowedRound, Lost, TwoBoards};
use super::move_evidence::{MoveEvidence, with_marks_exchanged};
use crate::compare::asks_as_before;
use crate::model::{Exit, Observation, RefereeWords};

const UNREADABLE_BOARD: &str = "The board that the program draws was not recognised, so the CPU's choices were judged by \
    their announcements alone; look at what it printed.";
const HELD_BACK: &str = "The program held its output back until after it had read, so the game was followed in the output \
    as a whole.";
const LAST_BOARD_MISSING: &str = "The board after the last move was not drawn.";

/// As many lines without a word may be a board that was not recognised.
const SCRIBBLES_OF_A_BOARD: usize = 3;

/// No game is over before this many squares are taken.
const SHORTEST_GAME: usize = 5;

/// Why a game cannot be judged.
enum Stop {
    /// It is not known what happened in it.
    Unreadable,
    /// A turn passed without any output: reads say nothing.
    HeldBack,
}

/// An answer, with what the program printed after it.
struct Step<'e> {
    /// Its number, from 0.
    number: usize,
    answer: i64,
    evidence: &'e MoveEvidence,
    is_last: bool,
}

/// One run, prepared.
pub(super) struct WatchedRun<'a> {
    words: &'a RefereeWords,
    seen: &'a Observation,
    answers: Vec<i64>,
    account: Account,
    /// Whether the last answers were refused.
    is_refusing: bool,
}

impl<'a> WatchedRun<'a> {
    pub(super) fn new(words: &'a RefereeWords, seen: &'a Observation) -> WatchedRun<'a> {
        let inputs = seen.turns.iter().filter_map(|turn| turn.input.as_deref());
        let answers = inputs.filter_map(integer).collect();
        WatchedRun { words, seen, answers, account: Account::default(), is_refusing: false }
    }

    /// What was found by reads, or as a whole where they say nothing. `texts` are the turns' outputs.
    ///
    /// # Errors
    ///
    /// The game cannot be followed; this is what the report should mention all the same.
    pub(super) fn account(mut self, texts: &[String]) -> Result<Account, Vec<String>> {
        let stretches: Vec<MoveEvidence> =
            texts.iter().map(|text| MoveEvidence::from_text(text, self.words)).collect();
        let judged = self.by_reads(&stretches).or_else(|stop| match stop {
            Stop::Unreadable => Err(stop),
            Stop::HeldBack => {
                self.account = Account::default();
                self.account.remark(HELD_BACK);
                self.as_a_whole(&MoveEvidence::from_text(&texts.concat(), self.words))
            }
        });
        match judged {
            Ok(()) => Ok(self.account),
            Err(_) => Err(self.account.remarks()),
        }
    }

    fn by_reads(&mut self, stretches: &[MoveEvidence]) -> Result<(), Stop> {
        let mut game = FollowedGame::new();
        let mut closing = String::new();
        let steps = self.steps(stretches.iter().skip(1));
        for step in &steps {
            let Some(ending) = game.ending() else {
                self.turn(&mut game, step)?;
                closing.clone_from(&step.evidence.words);
                continue;
            };
            // Waiting for a key before the window closes is no move.
            let waits = step.is_last && step.evidence.events.is_empty();
            if !waits {
                self.fault(step, Fault::GoesOn(ending));
            }
            // Whoever goes on has told the end when it came, or tells it late.
            if waits || announced_endings(self.words, &closing).is_empty() {
                closing.push_str(&step.evidence.words);
            }
        }
        self.check_end(&game, steps.last(), &closing);
        Ok(())
    }

    /// One answer, and what was printed before the next.
    fn turn(&mut self, game: &mut FollowedGame, step: &Step<'_>) -> Result<(), Stop> {
        let exchanged = game.is_swapped().then(|| with_marks_exchanged(&step.evidence.events));
        let all = exchanged.as_ref().unwrap_or(&step.evidence.events);
        if !game.is_known() {
            self.account.shown.has_gap = true;
            game.go_on_from(all);
            return Ok(());
        }
        let mut events = all.iter();
        match game.play(step.answer, &mut events) {
            Ok(round) => {
                self.take_in(game, step, round);
                if let Some(lost) = game.leftover(step.answer, round, &mut events) {
                    self.lost(game, step, lost)?;
                }
            }
            Err(Lost::Untold)
                if step.evidence.is_empty && !step.is_last && self.account.is_clean() =>
            {
                return Err(Stop::HeldBack);
            }
            Err(lost) => self.lost(game, step, lost)?,
        }
        if game.ending().is_none() && !step.is_last {
            self.check_silence(game, step);
        }
        Ok(())
    }

    fn as_a_whole(&mut self, evidence: &MoveEvidence) -> Result<(), Stop> {
        let mut game = FollowedGame::new();
        let exchanged = with_marks_exchanged(&evidence.events);
        let mut events = evidence.events.iter();
        let mut last = None;
        for step in self.steps(std::iter::repeat(evidence)) {
            if game.ending().is_some() {
                break;
            }
            let was_swapped = game.is_swapped();
            match game.play(step.answer, &mut events) {
                Ok(round) => {
                    self.take_in(&game, &step, round);
                    if let Some(lost) = game.taken_all_the_same(step.answer, round, &mut events) {
                        self.lost(&game, &step, lost)?;
                    }
                    last = Some((step, round));
                }
                Err(Lost::Untold) if evidence.is_empty && !step.is_last => {
                    return Err(Stop::Unreadable);
                }
                Err(lost) => {
                    self.lost(&game, &step, lost)?;
                    last = None;
                    if !game.is_known() || (events.as_slice().is_empty() && !step.is_last) {
                        self.account.shown.has_gap = true;
                        break;
                    }
                }
            }
            if game.is_swapped() && !was_swapped {
                let done = exchanged.len().saturating_sub(events.len());
                events = exchanged.get(done..).unwrap_or_default().iter();
            }
        }
        if let Some((step, round)) = &last
            && let Some(lost) = game.leftover(step.answer, *round, &mut events)
        {
            self.lost(&game, step, lost)?;
        }
        let step = last.as_ref().map(|(step, _)| step);
        if self.account.shown.has_gap {
            let all = if game.is_swapped() { &exchanged } else { &evidence.events };
            game.go_on_from(all);
            // What came before the last board is not known, but a game that it shows to be over is.
            if game.ending().is_none() {
                return Ok(());
            }
        }
        self.check_end(&game, step, &evidence.words);
        Ok(())
    }

    fn steps<'e>(&self, stretches: impl Iterator<Item = &'e MoveEvidence>) -> Vec<Step<'e>> {
        let count = self.answers.len().min(self.seen.turns.len().saturating_sub(1));
        let answers = self.answers.iter().take(count).enumerate();
        let step = |((number, answer), evidence): ((usize, &i64), _)| Step {
            number,
            answer: *answer,
            evidence,
            is_last: number + 1 == count,
        };
        answers.zip(stretches).map(step).collect()
    }

    /// What a round shows that could be followed. The board must be drawn before the human is asked again, and may be drawn
    /// at the end.
    fn take_in(&mut self, game: &FollowedGame, step: &Step<'_>, round: FollowedRound) {
        self.account.shown.asks_again |= round.accepted && self.is_refusing;
        self.is_refusing = !round.accepted;
        if round.drawn {
            self.account.shown.board |= round.accepted;
        } else if step.evidence.scribbles >= SCRIBBLES_OF_A_BOARD {
            self.account.shown.board = true;
            self.account.remark(UNREADABLE_BOARD);
        } else if game.ending().is_some() {
            self.account.remark(LAST_BOARD_MISSING);
        } else if !step.is_last {
            self.fault(step, Fault::NotRedrawn);
        }
    }

    /// No end is announced while the game goes on.
    fn check_silence(&mut self, game: &FollowedGame, step: &Step<'_>) {
        if let Some(ending) = announced_endings(self.words, &step.evidence.words).first() {
            self.fault(step, early(game, *ending));
        }
    }

    /// The game has come to its end, and that end alone is announced.
    fn check_end(&mut self, game: &FollowedGame, step: Option<&Step<'_>>, words: &str) {
        if !game.is_known() {
            return;
        }
        let told = announced_endings(self.words, words);
        let Some(truth) = game.ending() else {
            return self.check_early_end(game, step, &told);
        };
        self.account.shown.is_over = is_long_enough(game.position());
        self.account.shown.end = true;
        let asks_on = match told.as_slice() {
            [] => self.seen.saw_eof,
            _ => asks_as_before(self.seen).is_some(),
        };
        match told.as_slice() {
            [only] if *only == truth => self.account.shown.winner = true,
            [] if asks_on => {}
            [] => self.fault_after(step, Fault::NotTold(truth)),
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
        let fault = early(game, *first);
        let shown = &mut self.account.shown;
        match fault {
            // The move that nobody saw was the last one.
            Fault::WinNotShown => {
                shown.is_over = true;
                shown.end = true;
                shown.winner = told.len() == 1;
                self.fault_after(step, fault);
            }
            Fault::CountsRefused { .. } => self.fault_after(step, fault),
            _ => {
                shown.is_over = is_long_enough(game.position());
                self.fault_after(step, fault);
                self.fault_after(step, Fault::EndsEarly);
            }
        }
    }

    /// Notes what it means that a round could not be followed.
    fn lost(&mut self, game: &FollowedGame, step: &Step<'_>, lost: Lost) -> Result<(), Stop> {
        let told = announced_endings(self.words, &step.evidence.words);
        let is_unseen_win =
            told.first() == Some(&Ending::Won(Mark::O)) && can_win_now(game.position());
        let is_scribbled = step.evidence.scribbles >= SCRIBBLES_OF_A_BOARD;
        let fault = match lost {
            Lost::Untold | Lost::Fault(Fault::NoChoice { .. }, _)
                if step.is_last && self.was_stopped() =>
            {
                Fault::Hangs { free: game.position().free() }
            }
            Lost::Fault(Fault::NoChoice { .. }, _) if step.is_last => {
                told.first().map_or(Fault::EndsEarly, |told| early(game, *told))
            }
            Lost::Fault(Fault::SecondChoice(_), _) if step.is_last && self.seen.saw_eof => {
                Fault::MovesAtEndOfInput
            }
            // A program that does not even say that the game is over has not noticed.
            Lost::Fault(Fault::MovesAfterEnd(ending), _) if told.is_empty() => {
                Fault::GoesOn(ending)
            }
            Lost::Fault(fault, boards) => {
                self.note(Some(step), &fault, boards);
                return Ok(());
            }
            Lost::Untold if is_scribbled || (step.is_last && is_unseen_win) => {
                let is_first = self.account.is_clean();
                return if is_first { Err(Stop::Unreadable) } else { Ok(()) };
            }
            Lost::Untold if step.is_last => {
                told.first().map_or(Fault::EndsEarly, |told| early(game, *told))
            }
            Lost::Untold => Fault::NotRedrawn,
        };
        self.fault(step, fault);
        Ok(())
    }

    /// Whether the program had to be stopped, and not because its input was at an end.
    fn was_stopped(&self) -> bool {
        matches!(self.seen.exit, Exit::Stopped(_)) && !self.seen.saw_eof
    }

    fn fault(&mut self, step: &Step<'_>, fault: Fault) {
        self.note(Some(step), &fault, None);
    }

    fn fault_after(&mut self, step: Option<&Step<'_>>, fault: Fault) {
        self.note(step, &fault, None);
    }

    fn note(&mut self, step: Option<&Step<'_>>, fault: &Fault, boards: Option<TwoBoards>) {
        let after = step.map(|step| (step.number, step.answer));
        self.account.fault(fault.aspect(), difference(after, fault, boards));
    }
}

/// Whether both have moved as often as in the shortest of games. A CPU that never moves shows nothing.
fn is_long_enough(position: &Position) -> bool {
    let taken: Vec<Mark> = position.marks().flatten().collect();
    taken.len() >= SHORTEST_GAME && taken.contains(&Mark::O)
}

/// An end that was announced before there was one.
fn early(game: &FollowedGame, told: Ending) -> Fault {
    if told == Ending::Won(Mark::O) && can_win_now(game.position()) {
        Fault::WinNotShown
    } else if game.counts_refused(told) {
        Fault::CountsRefused { told }
    } else {
        Fault::ToldEarly(told)
    }
}

/// Whether it is the CPU's turn, and one move would win.
fn can_win_now(position: &Position) -> bool {
    let count = |mark: Mark| position.marks().flatten().filter(|it| *it == mark).count();
    let wins = |square: i64| {
        position.after(square, Mark::O).is_some_and(|it| it.ending() == Some(Ending::Won(Mark::O)))
    };
    count(Mark::X) > count(Mark::O) && position.free().into_iter().any(wins)
}
