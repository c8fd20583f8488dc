//! One run, held against the rules: turn by turn, or as a whole where reads say nothing.

use ::reference::cpu::{Ending, Position};
use ::reference::{Mark, integer};

use super::endings::announced_endings;
use super::fault::Fault;
use super::follow::{Events, FollowedGame, FollowedRound, Lost};
use super::move_evidence::MoveEvidence;
use crate::compare::asks_as_before;
use crate::model::{DiffLine, Difference, Exit, Observation, RefereeWords};

const UNREADABLE_BOARD: &str = "The board that the program draws was not recognised, so the CPU's choices were judged by \
    their announcements alone; look at what it printed.";
const HELD_BACK: &str = "The program held its output back until after it had read, so the game was followed in the output \
    as a whole.";
const LAST_BOARD_MISSING: &str = "The board after the last move was not drawn.";

/// As many lines without a word may be a board that was not recognised.
const SCRIBBLES_OF_A_BOARD: usize = 3;

/// Why a game is not accepted.
pub(super) enum Trouble {
    /// It broke a rule.
    Fault(Difference),
    /// It is not known what happened in it.
    Unreadable,
}

/// What stopped a judgement by reads.
enum Stop {
    Trouble(Trouble),
    /// A turn passed without any output: reads say nothing.
    HeldBack,
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Stop {
        Stop::Trouble(trouble)
    }
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
    remarks: Vec<String>,
}

impl<'a> WatchedRun<'a> {
    pub(super) fn new(words: &'a RefereeWords, seen: &'a Observation) -> WatchedRun<'a> {
        let inputs = seen.turns.iter().filter_map(|turn| turn.input.as_deref());
        let answers = inputs.filter_map(integer).collect();
        WatchedRun { words, seen, answers, remarks: Vec::new() }
    }

    /// The judgement with its remarks: by reads, or as a whole where they say nothing. `texts` are the turns' outputs.
    pub(super) fn result(mut self, texts: &[String]) -> (Result<(), Trouble>, Vec<String>) {
        let stretches: Vec<MoveEvidence> =
            texts.iter().map(|text| MoveEvidence::from_text(text, self.words)).collect();
        let result = self.by_reads(&stretches).or_else(|stop| match stop {
            Stop::Trouble(trouble) => Err(trouble),
            Stop::HeldBack => {
                self.remarks = vec![HELD_BACK.to_owned()];
                let whole = self.as_a_whole(&MoveEvidence::from_text(&texts.concat(), self.words));
                whole.map_err(|stop| match stop {
                    Stop::Trouble(trouble) => trouble,
                    Stop::HeldBack => Trouble::Unreadable,
                })
            }
        });
        (result, self.remarks)
    }

    fn by_reads(&mut self, stretches: &[MoveEvidence]) -> Result<(), Stop> {
        let mut game = FollowedGame::new();
        let mut closing = String::new();
        let steps = self.steps(stretches.iter().skip(1));
        for step in &steps {
            if let Some(ending) = game.position().ending() {
                // Waiting for a key before the window closes is no move.
                if !step.is_last || !step.evidence.events.is_empty() {
                    return Err(self.fault(&game, step, Fault::GoesOn(ending)).into());
                }
                closing.push_str(&step.evidence.words);
                continue;
            }
            let mut events = step.evidence.events.iter();
            let round = self.round(&mut game, step, &mut events)?;
            if let Some(lost) = game.leftover(step.answer, round, &mut events) {
                return Err(self.lost(&game, step, lost).into());
            }
            closing.clone_from(&step.evidence.words);
            if game.position().ending().is_none() && !step.is_last {
                self.check_silence(&game, step)?;
            }
        }
        Ok(self.check_end(&game, steps.last(), &closing)?)
    }

    fn as_a_whole(&mut self, evidence: &MoveEvidence) -> Result<(), Stop> {
        let mut game = FollowedGame::new();
        let mut events = evidence.events.iter();
        let mut last = None;
        for step in self.steps(std::iter::repeat(evidence)) {
            if game.position().ending().is_some() {
                break;
            }
            let round = self.round(&mut game, &step, &mut events)?;
            last = Some((step, round));
        }
        if let Some((step, round)) = &last
            && let Some(lost) = game.leftover(step.answer, *round, &mut events)
        {
            return Err(self.lost(&game, step, lost).into());
        }
        let step = last.as_ref().map(|(step, _)| step);
        Ok(self.check_end(&game, step, &evidence.words)?)
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

    /// One answer and what follows from it.
    fn round(
        &mut self,
        game: &mut FollowedGame,
        step: &Step<'_>,
        events: &mut Events<'_>,
    ) -> Result<FollowedRound, Stop> {
        let round = match game.play(step.answer, events) {
            Ok(round) => round,
            Err(Lost::Untold) if step.evidence.is_empty && !step.is_last => {
                return Err(Stop::HeldBack);
            }
            Err(lost) => return Err(self.lost(game, step, lost).into()),
        };
        if !round.drawn {
            self.check_drawing(game, step)?;
        }
        Ok(round)
    }

    /// The board must be drawn before the human is asked again, and may be drawn at the end.
    fn check_drawing(&mut self, game: &FollowedGame, step: &Step<'_>) -> Result<(), Trouble> {
        if step.evidence.scribbles >= SCRIBBLES_OF_A_BOARD {
            self.remark(UNREADABLE_BOARD);
        } else if game.position().ending().is_some() {
            self.remark(LAST_BOARD_MISSING);
        } else if !step.is_last {
            return Err(self.fault(game, step, Fault::NotRedrawn));
        }
        Ok(())
    }

    /// No end is announced while the game goes on.
    fn check_silence(&self, game: &FollowedGame, step: &Step<'_>) -> Result<(), Trouble> {
        match announced_endings(self.words, &step.evidence.words).first() {
            Some(ending) => Err(self.fault(game, step, early(game, *ending))),
            None => Ok(()),
        }
    }

    /// The game has come to its end, and that end alone is announced.
    fn check_end(
        &self,
        game: &FollowedGame,
        step: Option<&Step<'_>>,
        words: &str,
    ) -> Result<(), Trouble> {
        let told = announced_endings(self.words, words);
        let fault = match (game.position().ending(), told.as_slice()) {
            (Some(truth), [only]) if *only == truth => match asks_as_before(self.seen) {
                Some(_) => Fault::GoesOn(truth),
                None => return Ok(()),
            },
            (Some(truth), []) if self.seen.saw_eof => Fault::GoesOn(truth),
            (Some(truth), []) => Fault::NotTold(truth),
            (Some(truth), told) => {
                let wrong = told.iter().copied().find(|told| *told != truth).unwrap_or(truth);
                Fault::ToldWrong { told: wrong, truth }
            }
            (None, [told, ..]) => early(game, *told),
            (None, []) => Fault::EndsEarly,
        };
        Err(difference(game, step, &fault, Vec::new()))
    }

    /// What it means that a round could not be followed.
    fn lost(&self, game: &FollowedGame, step: &Step<'_>, lost: Lost) -> Trouble {
        let told = announced_endings(self.words, &step.evidence.words);
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
            Lost::Fault(fault, drawn) => return difference(game, Some(step), &fault, drawn),
            Lost::Untold if step.evidence.scribbles >= SCRIBBLES_OF_A_BOARD => {
                return Trouble::Unreadable;
            }
            Lost::Untold if step.is_last && !told.is_empty() => return Trouble::Unreadable,
            Lost::Untold if step.is_last => Fault::EndsEarly,
            Lost::Untold => Fault::NotRedrawn,
        };
        self.fault(game, step, fault)
    }

    /// Whether the program had to be stopped, and not because its input was at an end.
    fn was_stopped(&self) -> bool {
        matches!(self.seen.exit, Exit::Stopped(_)) && !self.seen.saw_eof
    }

    fn fault(&self, game: &FollowedGame, step: &Step<'_>, fault: Fault) -> Trouble {
        difference(game, Some(step), &fault, Vec::new())
    }

    fn remark(&mut self, remark: &str) {
        if !self.remarks.iter().any(|known| known == remark) {
            self.remarks.push(remark.to_owned());
        }
    }
}

/// The fault as a sentence, with the right board and the one that was drawn where that helps.
fn difference(
    game: &FollowedGame,
    step: Option<&Step<'_>>,
    fault: &Fault,
    drawn: Vec<String>,
) -> Trouble {
    let after = step
        .map(|step| format!("After the {} input, `{}`,", ordinal(step.number + 1), step.answer));
    let sentence = fault.sentence(&after.unwrap_or_default());
    let right =
        if fault.shows_board() && !drawn.is_empty() { board(game.position()) } else { Vec::new() };
    let mut lines: Vec<DiffLine> = right.into_iter().map(DiffLine::Expected).collect();
    if !lines.is_empty() {
        lines.extend(drawn.into_iter().map(DiffLine::Actual));
    }
    Trouble::Fault(Difference { sentence, lines, first: 0 })
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

/// The board as the text draws it.
fn board(position: &Position) -> Vec<String> {
    let rows: Vec<String> = position.rows().collect();
    rows.join("\n-+-+-\n").lines().map(str::to_owned).collect()
}

fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (1, hundred) if hundred != 11 => "st",
        (2, hundred) if hundred != 12 => "nd",
        (3, hundred) if hundred != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}
