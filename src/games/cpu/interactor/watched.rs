//! One run, held against the rules: turn by turn, or as a whole where reads say nothing.

use ::reference::integer;

use super::account::Account;
use super::endings::announced_endings;
use super::fault::Fault;
use super::follow::FollowedGame;
use super::judge::{Judge, Unreadable};
use super::lost::{FollowedRound, Lost};
use super::move_evidence::{Event, Events, MoveEvidence, with_marks_exchanged};
use super::numbering::Numbering;
use super::step::Step;
use crate::model::{Observation, RefereeWords};

const HELD_BACK: &str = "The program held its output back until after it had read, so the game was followed in the output \
    as a whole.";

/// What stopped a judgement by reads.
enum Stop {
    Unreadable,
    /// A turn passed without any output: reads say nothing.
    HeldBack,
}

impl From<Unreadable> for Stop {
    fn from(_: Unreadable) -> Stop {
        Stop::Unreadable
    }
}

/// An answer of which nothing was told, and where the game stood before it.
struct Untold<'e> {
    step: Step<'e>,
    before: FollowedGame,
}

/// What a step tells of the game, in the marks that the program should draw.
fn events(game: &FollowedGame, step: &Step<'_>) -> Vec<Event> {
    let events = &step.evidence.events;
    if game.is_swapped() { with_marks_exchanged(events) } else { events.clone() }
}

/// One run, prepared.
pub(super) struct WatchedRun<'a> {
    answers: Vec<i64>,
    judge: Judge<'a>,
}

impl<'a> WatchedRun<'a> {
    pub(super) fn new(words: &'a RefereeWords, seen: &'a Observation) -> WatchedRun<'a> {
        let inputs = seen.turns.iter().filter_map(|turn| turn.input.as_deref());
        let answers = inputs.filter_map(integer).collect();
        WatchedRun { answers, judge: Judge::new(words, seen) }
    }

    /// What was found by reads, or as a whole where they say nothing. `texts` are the turns' outputs.
    ///
    /// # Errors
    ///
    /// The game cannot be followed; this is what the report should mention all the same.
    pub(super) fn account(mut self, texts: &[String]) -> Result<Account, Vec<String>> {
        let words = self.judge.words;
        let mut stretches: Vec<MoveEvidence> =
            texts.iter().map(|text| MoveEvidence::from_text(text, words)).collect();
        let announced = stretches.first().map(Numbering::of_opening).unwrap_or_default();
        let first_marks = self.answers.iter().zip(stretches.iter().skip(1));
        let numbering = first_marks
            .map(|(typed, evidence)| announced.confirmed(*typed, evidence))
            .find(|numbering| *numbering != announced)
            .unwrap_or(announced);
        self.judge.numbering = numbering;
        self.answers.iter_mut().for_each(|answer| *answer = numbering.square(*answer));
        stretches.iter_mut().for_each(|evidence| numbering.apply(evidence));
        let judged = self.by_reads(&stretches).or_else(|stop| match stop {
            Stop::Unreadable => Err(Unreadable),
            Stop::HeldBack => {
                self.judge.account = Account::default();
                self.judge.account.remark(HELD_BACK);
                let mut evidence = MoveEvidence::from_text(&texts.concat(), words);
                numbering.apply(&mut evidence);
                self.as_a_whole(&evidence)
            }
        });
        match judged {
            Ok(()) => {
                if numbering.is_from_zero() {
                    self.judge.fault_after(None, Fault::CountsFromZero);
                } else if announced.is_from_zero() {
                    self.judge.fault_after(None, Fault::AsksFromZero);
                }
                Ok(self.judge.account)
            }
            Err(Unreadable) => Err(self.judge.account.remarks()),
        }
    }

    fn by_reads(&mut self, stretches: &[MoveEvidence]) -> Result<(), Stop> {
        let mut game = FollowedGame::new();
        let mut untold = None;
        let mut closing = String::new();
        if let Some(fault) = stretches.first().and_then(|opening| game.open(&opening.events)) {
            self.judge.fault_after(None, fault);
        }
        let steps = self.steps(stretches.iter().skip(1));
        for step in &steps {
            let was_refused = match untold.take() {
                Some(untold) => self.resume(&mut game, untold, step)?,
                None => false,
            };
            let ending = game.ending().filter(|_| !was_refused);
            let Some(ending) = ending else {
                if !was_refused {
                    untold = self.turn(&mut game, step)?;
                }
                if game.is_known() && game.ending().is_none() && !step.is_last {
                    self.judge.check_silence(&game, step);
                }
                closing.clone_from(&step.evidence.words);
                continue;
            };
            // Waiting for a key before the window closes is no move.
            let waits = step.is_last && step.evidence.events.is_empty();
            if !waits {
                self.judge.fault(step, Fault::GoesOn(ending));
            }
            // Whoever goes on has told the end when it came, or tells it late.
            if waits || announced_endings(self.judge.words, &closing).is_empty() {
                closing.push_str(&step.evidence.words);
            }
        }
        if let Some(Untold { step, .. }) = untold.filter(|_| !game.is_known()) {
            self.judge.fault(&step, Fault::NotRedrawn);
        }
        self.judge.check_end(&game, steps.last(), &closing);
        Ok(())
    }

    /// One answer, and what was printed before the next. Where nothing was told of it, the next one tells.
    fn turn<'e>(
        &mut self,
        game: &mut FollowedGame,
        step: &Step<'e>,
    ) -> Result<Option<Untold<'e>>, Stop> {
        let events = events(game, step);
        let mut rest = events.iter();
        if !game.is_known() {
            self.judge.account.shown.has_gap = true;
            game.go_on_from(&events);
            return Ok(None);
        }
        let untold = Untold { step: *step, before: game.clone() };
        match game.play(step.answer, &mut rest) {
            Err(Lost::Untold) if !step.is_last && !step.is_scribbled() => {
                let says_nothing = step.evidence.is_empty && self.judge.account.is_clean();
                if says_nothing { Err(Stop::HeldBack) } else { Ok(Some(untold)) }
            }
            Err(lost) => {
                self.judge.take_in_wrong(&lost, &events);
                self.judge.lost(game, step, lost)?;
                Ok(None)
            }
            Ok(round) => {
                self.go_on(game, step, round, &mut rest)?;
                let is_silent = game.ending().is_some() && events.is_empty() && !step.is_last;
                Ok(Some(untold).filter(|_| is_silent))
            }
        }
    }

    /// After a round that could be followed.
    fn go_on(
        &mut self,
        game: &mut FollowedGame,
        step: &Step<'_>,
        round: FollowedRound,
        rest: &mut Events<'_>,
    ) -> Result<(), Stop> {
        self.judge.take_in(game, step, round);
        if let Some(lost) = game.leftover(step.answer, round, rest) {
            self.judge.lost(game, step, lost)?;
        }
        Ok(())
    }

    /// A round after one of which nothing was told; whether that answer was refused, and the game went on as if it had not been
    /// given. If not, and its place is not known, a board is missing, and the next one that is drawn tells where it stands.
    fn resume(
        &mut self,
        game: &mut FollowedGame,
        untold: Untold<'_>,
        step: &Step<'_>,
    ) -> Result<bool, Stop> {
        let Untold { step: earlier, before: mut resumed } = untold;
        let events = events(&resumed, step);
        let mut rest = events.iter();
        if let Ok(round) = resumed.play(step.answer, &mut rest)
            && round.accepted
            && round.drawn
        {
            self.judge.fault(&earlier, Fault::Refused(earlier.answer));
            *game = resumed;
            self.go_on(game, step, round, &mut rest)?;
            return Ok(true);
        }
        if !game.is_known() {
            self.judge.fault(&earlier, Fault::NotRedrawn);
        }
        Ok(false)
    }

    fn as_a_whole(&mut self, evidence: &MoveEvidence) -> Result<(), Unreadable> {
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
                    self.judge.take_in(&game, &step, round);
                    if let Some(lost) = game.taken_all_the_same(step.answer, round, &mut events) {
                        self.judge.lost(&game, &step, lost)?;
                    }
                    last = Some((step, round));
                }
                Err(Lost::Untold) if evidence.is_empty && !step.is_last => {
                    return Err(Unreadable);
                }
                Err(lost) => {
                    self.judge.take_in_wrong(&lost, &evidence.events);
                    self.judge.lost(&game, &step, lost)?;
                    last = None;
                    if !game.is_known() || (events.as_slice().is_empty() && !step.is_last) {
                        self.judge.account.shown.has_gap = true;
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
            self.judge.lost(&game, step, lost)?;
        }
        if self.judge.account.shown.has_gap {
            let all = if game.is_swapped() { &exchanged } else { &evidence.events };
            game.go_on_from(all);
            // What came before the last board is not known, but a game that it shows to be over is.
            if game.ending().is_none() {
                return Ok(());
            }
        }
        self.judge.check_end(&game, last.as_ref().map(|(step, _)| step), &evidence.words);
        Ok(())
    }

    fn steps<'e>(&self, stretches: impl Iterator<Item = &'e MoveEvidence>) -> Vec<Step<'e>> {
        let count = self.answers.len().min(self.judge.seen.turns.len().saturating_sub(1));
        let answers = self.answers.iter().take(count).enumerate();
        let step = |((number, answer), evidence): ((usize, &i64), _)| Step {
            number,
            answer: *answer,
            evidence,
            is_last: number + 1 == count,
        };
        answers.zip(stretches).map(step).collect()
    }
}
