//! Judging a program that makes choices of its own, by following them.
//!
//! No two runs are alike, so there is no transcript to compare with. Instead the rules are played along: the human's
//! answers are known, the CPU's choices are taken from what the program tells, and everything that is against the
//! text's rules has a name (`Fault`). Two sources tell a choice: the board (which square changed?) and the announcement
//! that the rubric's `choice` recognises. Where both speak they must agree; one alone is enough.
//!
//! What is demanded: every choice is a free square; the board is drawn again with it before the human is asked; a
//! refused answer costs nothing; the game ends with the move that decides it, and its end is announced. What is free:
//! every wording, how a board is drawn, boards drawn more often, and whether the last one is drawn.
//!
//! Nothing is guessed. A drawing that is not recognised is left to the announcements, with a remark; where neither is
//! understood, the rubric's patterns judge, with a remark.

mod available;
mod evidence;
mod fault;
mod follow;
mod follower;
mod grid;
mod row;

#[cfg(test)]
mod tests;

pub use follower::Follower;

use ::reference::cpu::{Ending, Position};
use ::reference::{Mark, integer};

use self::evidence::Evidence;
use self::fault::Fault;
use self::follow::{Game, Lost, Round};
use super::text::decode;
use super::{Compared, Outcome, patterns};
use crate::model::{DiffLine, Difference, Exit, Observation, Patterns, Referee, Turn, Whitespace};

const UNREADABLE_BOARD: &str = "The board that the program draws was not recognised, so the CPU's choices were judged by \
    their announcements alone; look at what it printed.";
const UNFOLLOWED: &str = "The game could not be followed: neither a board nor an announced choice was recognised. Only the \
    words at its end were judged; look at what the program printed.";
const HELD_BACK: &str = "The program held its output back until after it had read, so the game was followed in the output \
    as a whole.";
const LAST_BOARD_MISSING: &str = "The board after the last move was not drawn.";

/// As many lines without a word may be a board that was not recognised.
const SCRIBBLES_OF_A_BOARD: usize = 3;

/// Follows the game that was seen.
pub(super) fn compare(
    referee: &Referee,
    patterns: Option<&Patterns>,
    expected: &[Turn],
    seen: &Observation,
) -> Compared {
    let mut remarks = Vec::new();
    let texts: Vec<String> = seen
        .turns
        .iter()
        .map(|turn| decode(&turn.output, Whitespace::Collapse, &mut remarks))
        .collect();
    let inputs = seen.turns.iter().filter_map(|turn| turn.input.as_deref());
    let answers: Vec<i64> = inputs.filter_map(integer).collect();
    let watched = Watched { referee, seen, answers, remarks: Vec::new() };
    let stretches: Vec<Evidence> = texts.iter().map(|text| Evidence::of(text, referee)).collect();
    let (result, more) = watched.result(&stretches, &texts);
    remarks.extend(more);
    match result {
        Ok(()) => Compared { outcome: Outcome::Equal, difference: None, remarks },
        Err(Trouble::Fault(difference)) => {
            Compared { outcome: Outcome::Different, difference: Some(difference), remarks }
        }
        Err(Trouble::Unreadable) => {
            remarks.push(UNFOLLOWED.to_owned());
            let words = texts.last().map_or("", String::as_str);
            let judged = match patterns {
                Some(patterns) => patterns::compare(patterns, expected, seen),
                None => by_words(referee, words),
            };
            remarks.extend(judged.remarks);
            Compared { remarks, ..judged }
        }
    }
}

/// The weakest judgement: some end is announced.
fn by_words(referee: &Referee, words: &str) -> Compared {
    let is_told = !told(referee, words).is_empty();
    let sentence = "Your program did not announce how the game ended.".to_owned();
    Compared {
        outcome: if is_told { Outcome::Equal } else { Outcome::Different },
        difference: (!is_told).then(|| Difference { sentence, lines: Vec::new(), first: 0 }),
        remarks: Vec::new(),
    }
}

/// The ends that some words announce. Words of a draw may name those who have not won.
fn told(referee: &Referee, words: &str) -> Vec<Ending> {
    let drawn = referee.drawn.is_match(words);
    let rest = referee.drawn.replace_all(words, "");
    let ends = [
        (referee.won.is_match(&rest), Ending::Won(Mark::X)),
        (referee.lost.is_match(&rest), Ending::Won(Mark::O)),
        (drawn, Ending::Draw),
    ];
    ends.into_iter().filter(|(is_told, _)| *is_told).map(|(_, ending)| ending).collect()
}

/// Why a game is not accepted.
enum Trouble {
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

/// One run, prepared.
struct Watched<'a> {
    referee: &'a Referee,
    seen: &'a Observation,
    answers: Vec<i64>,
    remarks: Vec<String>,
}

impl Watched<'_> {
    /// The judgement with its remarks: by reads, or as a whole where they say nothing.
    fn result(
        mut self,
        stretches: &[Evidence],
        texts: &[String],
    ) -> (Result<(), Trouble>, Vec<String>) {
        let result = match self.by_reads(stretches) {
            Ok(()) => Ok(()),
            Err(Stop::Trouble(trouble)) => Err(trouble),
            Err(Stop::HeldBack) => {
                self.remarks = vec![HELD_BACK.to_owned()];
                self.as_a_whole(&Evidence::of(&texts.concat(), self.referee))
            }
        };
        (result, self.remarks)
    }

    fn by_reads(&mut self, stretches: &[Evidence]) -> Result<(), Stop> {
        let mut game = Game::new();
        let answered = stretches.iter().skip(1);
        let rounds: Vec<(i64, &Evidence)> = self.answers.iter().copied().zip(answered).collect();
        let mut closing = String::new();
        for (number, (answer, evidence)) in rounds.iter().enumerate() {
            let is_last = number + 1 == rounds.len();
            if let Some(ending) = game.position().ending() {
                // Waiting for a key before the window closes is no move.
                if !is_last || !evidence.events.is_empty() {
                    return Err(self.fault(&game, number, Fault::GoesOn(ending)).into());
                }
                closing.push_str(&evidence.words);
                continue;
            }
            let mut events = evidence.events.iter();
            let round = match game.play(*answer, &mut events) {
                Err(Lost::Untold) if evidence.is_empty && !is_last => return Err(Stop::HeldBack),
                Err(lost) => return Err(self.lost(&game, number, lost, evidence, is_last).into()),
                Ok(round) => round,
            };
            if let Some(lost) = game.leftover(*answer, round, &mut events) {
                return Err(self.lost(&game, number, lost, evidence, is_last).into());
            }
            self.check_drawing(&game, number, round, evidence, is_last)?;
            closing.clone_from(&evidence.words);
            if let (None, false) = (game.position().ending(), is_last) {
                self.check_silence(&game, number, evidence)?;
            }
        }
        Ok(self.check_end(&game, rounds.len().saturating_sub(1), &closing)?)
    }

    fn as_a_whole(&mut self, evidence: &Evidence) -> Result<(), Trouble> {
        let mut game = Game::new();
        let mut events = evidence.events.iter();
        let last = self.answers.len().saturating_sub(1);
        let mut left = None;
        for (number, answer) in self.answers.clone().into_iter().enumerate() {
            if game.position().ending().is_some() {
                break;
            }
            let round = match game.play(answer, &mut events) {
                Ok(round) => round,
                Err(lost) => return Err(self.lost(&game, number, lost, evidence, number == last)),
            };
            self.check_drawing(&game, number, round, evidence, number == last)?;
            left = Some((number, answer, round));
        }
        if let Some((number, answer, round)) = left
            && let Some(lost) = game.leftover(answer, round, &mut events)
        {
            return Err(self.lost(&game, number, lost, evidence, true));
        }
        self.check_end(&game, last, &evidence.words)
    }

    /// The board must be drawn before the human is asked again, and may be drawn at the end.
    fn check_drawing(
        &mut self,
        game: &Game,
        number: usize,
        round: Round,
        evidence: &Evidence,
        is_last: bool,
    ) -> Result<(), Trouble> {
        if round.drawn {
            return Ok(());
        }
        if evidence.scribbles >= SCRIBBLES_OF_A_BOARD {
            self.remark(UNREADABLE_BOARD);
        } else if game.position().ending().is_some() {
            self.remark(LAST_BOARD_MISSING);
        } else if !is_last {
            return Err(self.fault(game, number, Fault::NotRedrawn));
        }
        Ok(())
    }

    /// No end is announced while the game goes on.
    fn check_silence(
        &self,
        game: &Game,
        number: usize,
        evidence: &Evidence,
    ) -> Result<(), Trouble> {
        match told(self.referee, &evidence.words).first() {
            Some(ending) => Err(self.fault(game, number, self.early(game, *ending))),
            None => Ok(()),
        }
    }

    fn early(&self, game: &Game, told: Ending) -> Fault {
        if game.counts_refused(told) {
            Fault::CountsRefused { told }
        } else {
            Fault::ToldEarly(told)
        }
    }

    /// The game has come to its end, and that end alone is announced.
    fn check_end(&self, game: &Game, number: usize, words: &str) -> Result<(), Trouble> {
        let told = told(self.referee, words);
        let fault = match (game.position().ending(), told.as_slice()) {
            (Some(truth), [only]) if *only == truth => return Ok(()),
            (Some(truth), []) if self.seen.told_of_end => Fault::GoesOn(truth),
            (Some(truth), []) => Fault::NotTold(truth),
            (Some(truth), told) => {
                let wrong = told.iter().copied().find(|told| *told != truth).unwrap_or(truth);
                Fault::ToldWrong { told: wrong, truth }
            }
            (None, [told, ..]) => self.early(game, *told),
            (None, []) => Fault::EndsEarly,
        };
        Err(self.fault(game, number, fault))
    }

    /// What it means that a round could not be followed.
    fn lost(
        &self,
        game: &Game,
        number: usize,
        lost: Lost,
        evidence: &Evidence,
        is_last: bool,
    ) -> Trouble {
        let told = told(self.referee, &evidence.words);
        let is_told = !told.is_empty();
        let fault = match (lost, told.first()) {
            (Lost::Fault(Fault::NoChoice { .. }, _), Some(told)) if is_last => {
                return self.fault(game, number, self.early(game, *told));
            }
            (lost, _) => lost,
        };
        let fault = match fault {
            Lost::Fault(Fault::SecondChoice(_), _) if is_last && self.seen.told_of_end => {
                Fault::MovesAtEndOfInput
            }
            // A program that does not even say that the game is over has not noticed.
            Lost::Fault(Fault::MovesAfterEnd(ending), _) if !is_told => Fault::GoesOn(ending),
            Lost::Fault(Fault::NoChoice { free }, _) if is_last && self.was_stopped() => {
                Fault::Hangs { free }
            }
            Lost::Fault(fault, drawn) => return self.with_board(game, number, &fault, drawn),
            Lost::Untold if is_last && self.was_stopped() => {
                Fault::Hangs { free: game.position().free() }
            }
            Lost::Untold if evidence.scribbles >= SCRIBBLES_OF_A_BOARD || (is_last && is_told) => {
                return Trouble::Unreadable;
            }
            Lost::Untold if is_last => Fault::EndsEarly,
            Lost::Untold => Fault::NotRedrawn,
        };
        self.fault(game, number, fault)
    }

    /// Whether the program had to be stopped, and not because its input was at an end.
    fn was_stopped(&self) -> bool {
        matches!(self.seen.exit, Exit::Stopped(_)) && !self.seen.told_of_end
    }

    fn fault(&self, game: &Game, number: usize, fault: Fault) -> Trouble {
        self.with_board(game, number, &fault, Vec::new())
    }

    /// The fault as a sentence, with the right board and the one that was drawn where that helps.
    fn with_board(&self, game: &Game, number: usize, fault: &Fault, drawn: Vec<String>) -> Trouble {
        let after = self
            .answers
            .get(number)
            .map(|answer| format!("After the {} input, `{answer}`,", ordinal(number + 1)));
        let right = if fault.shows_board() && !drawn.is_empty() {
            board(game.position())
        } else {
            Vec::new()
        };
        let lines = right.into_iter().map(DiffLine::Expected);
        let lines: Vec<DiffLine> = match lines.len() {
            0 => Vec::new(),
            _ => lines.chain(drawn.into_iter().map(DiffLine::Actual)).collect(),
        };
        let sentence = fault.sentence(&after.unwrap_or_default());
        Trouble::Fault(Difference { sentence, lines, first: 0 })
    }

    fn remark(&mut self, remark: &str) {
        if !self.remarks.iter().any(|known| known == remark) {
            self.remarks.push(remark.to_owned());
        }
    }
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
