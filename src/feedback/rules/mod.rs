//! Mistakes in the rules of a game, found by playing.
//!
//! For every usual mistake there is a game that makes it. It is given the case's script; where the program did what
//! that game does, and not what the reference does, the program behaves as if it made the mistake. A suspicion must
//! hold in the whole submission: a game that would have failed a case in which the program is right is no suspect.

mod domineering;
mod lines;
mod mutants;
#[cfg(test)]
mod tests;
mod tictactoe;

use std::collections::BTreeSet;

use reference::{Game, GameId, GameOptions, Turn, transcript};

use super::run::{Run, content, holds, is_equal, loose, plain};
use crate::compare::seems_to_continue;
use crate::model::{Comparison, Exit, Hint, Verdict};
use mutants::{KnownBug, Mutant};

/// Different mistakes in a program that is judged by its words alone.
const MOST_IN_FREE_WORDING: usize = 2;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The first player has won.
    First,
    /// The second player has won.
    Second,
    Draw,
    /// An input ended it.
    Quit,
}

/// A game whose rules may be wrong.
trait Faulty: Game {
    /// How it has ended; none if it goes on.
    fn ending(&self) -> Option<Ending>;
}

/// A whole game.
#[derive(Debug, PartialEq, Eq)]
struct Played {
    turns: Vec<Turn>,
    ending: Option<Ending>,
}

impl Played {
    fn by(way: &Mutant, input: &[String]) -> Played {
        let mut game = way.start();
        let turns = transcript(game.as_mut(), input);
        Played { turns, ending: game.ending() }
    }

    fn reads(&self) -> usize {
        self.turns.iter().filter(|turn| turn.input.is_some()).count()
    }

    /// The last turn that printed anything but a prompt, and what.
    fn last_screen(&self) -> Option<(usize, Vec<String>)> {
        let mut turns = self.turns.iter().map(content).enumerate();
        turns.rfind(|(_, lines)| !lines.is_empty())
    }

    /// Whether the two cannot be told apart at the end. Where the wording is free, nothing is known of boards.
    fn ends_like(&self, other: &Played, has_boards: bool) -> bool {
        let screen = |played: &Played| played.last_screen().map(|(_, lines)| lines);
        self.ending == other.ending
            && self.reads() == other.reads()
            && (!has_boards || screen(self) == screen(other))
    }
}

/// A run and the game as it should have been.
struct Evidence<'a> {
    run: &'a Run<'a>,
    right: Played,
    misplayed: bool,
}

/// What one way of making a mistake explains.
struct Suspicion<'a> {
    suspect: &'a KnownBug,
    explains: Vec<usize>,
}

/// The mistake in the rules that explains each run, as far as one does. One run per case.
pub(super) fn recognise(runs: &[Run<'_>], game: GameId, options: GameOptions) -> Vec<Option<Hint>> {
    let Some(right) = mutants::original(game, options) else { return vec![None; runs.len()] };
    let evidence: Vec<Evidence<'_>> = runs.iter().map(|run| Evidence::of(run, &right)).collect();
    let suspects = mutants::all(game, options);
    let mut suspicions: Vec<Suspicion<'_>> = suspects
        .iter()
        .flat_map(|suspect| suspect.ways.iter().map(move |way| (suspect, way)))
        .filter_map(|(suspect, way)| Suspicion::of(suspect, way, &evidence))
        .collect();
    suspicions.sort_by_key(|suspicion| std::cmp::Reverse(suspicion.explains.len()));
    let hint = |run: usize| {
        let found = suspicions.iter().find(|suspicion| suspicion.explains.contains(&run))?;
        Some(Hint::new(found.suspect.mistake, found.suspect.sentence.clone()))
    };
    let hints: Vec<Option<Hint>> = (0..runs.len()).map(hint).collect();
    let mistakes: BTreeSet<&str> = hints.iter().flatten().map(|hint| hint.mistake).collect();
    // Free wording proves little: where it takes many mistakes to explain a program, it makes none of them.
    let is_free = runs.iter().any(|run| run.rule.patterns.is_some());
    if is_free && mistakes.len() > MOST_IN_FREE_WORDING { vec![None; runs.len()] } else { hints }
}

impl<'a> Suspicion<'a> {
    /// None if the mistake explains nothing, or does not fit the rest of what was seen.
    fn of(suspect: &'a KnownBug, way: &Mutant, evidence: &[Evidence<'_>]) -> Option<Suspicion<'a>> {
        let differs = |one: &Evidence<'_>| {
            let played = Played::by(way, one.run.input);
            let differs = !played.ends_like(&one.right, one.run.rule.patterns.is_none());
            differs.then_some(played)
        };
        if evidence.iter().any(|one| one.is_right() && differs(one).is_some()) {
            return None;
        }
        let failed = evidence.iter().enumerate().filter(|(_, one)| !one.is_right());
        let affected = failed.filter_map(|(index, one)| Some((index, one, differs(one)?)));
        let (explained, contradicting): (Vec<_>, Vec<_>) = affected
            .map(|(index, one, played)| (index, one.misplayed && one.shows(&played, evidence)))
            .partition(|(_, shows)| *shows);
        // A program with several mistakes contradicts each of them now and then.
        let fits = !explained.is_empty() && contradicting.len() <= explained.len();
        let explains = explained.into_iter().map(|(index, _)| index).collect();
        fits.then_some(Suspicion { suspect, explains })
    }
}

impl<'a> Evidence<'a> {
    fn of(run: &'a Run<'a>, right: &Mutant) -> Evidence<'a> {
        let followed = run.is_compared_by_knobs() || run.rule.patterns.is_some();
        let misplayed = followed && run.failed() && run.seen.synchronised && !run.plays_well();
        Evidence { run, right: Played::by(right, run.input), misplayed }
    }

    fn is_right(&self) -> bool {
        self.run.judgement.verdict == Verdict::Accepted
    }

    /// Whether the program did what this game does.
    fn shows(&self, played: &Played, all: &[Evidence<'_>]) -> bool {
        if self.run.reads() != played.reads() {
            return false;
        }
        match (played.ending, &self.run.rule.patterns) {
            (None, _) => self.continues_after_end(played),
            (Some(_), None) => self.ends(&played.turns, &loose(self.run.rule)),
            (Some(Ending::Quit), Some(_)) => {
                played.reads() < self.right.reads() && matches!(self.run.seen.exit, Exit::Code(_))
            }
            (Some(ending), Some(_)) => {
                rule_for(ending, all).is_some_and(|rule| self.ends(&played.turns, rule))
            }
        }
    }

    /// The script ended before the program did, which showed the same board, no end of the game, and its usual question.
    fn continues_after_end(&self, played: &Played) -> bool {
        let says_so = match &self.run.rule.patterns {
            Some(patterns) => {
                let last = self.run.seen.turns.last().map(|turn| turn.output.as_slice());
                let last = String::from_utf8_lossy(last.unwrap_or_default());
                patterns.ending.iter().chain(&patterns.never).any(|it| it.is_match(&last))
            }
            None => {
                let ended = self.run.final_message().map(plain);
                ended.is_some_and(|message| self.run.last_lines().contains(&message))
            }
        };
        let board = || {
            let (turn, lines) = played.last_screen().unwrap_or_default();
            holds(&self.run.lines(turn), &lines)
        };
        self.run.seen.saw_eof
            && !says_so
            && seems_to_continue(self.run.seen)
            && (self.run.rule.patterns.is_some() || board())
    }

    fn ends(&self, turns: &[Turn], rule: &Comparison) -> bool {
        matches!(self.run.seen.exit, Exit::Code(_)) && is_equal(turns, self.run.seen, rule)
    }
}

/// How a game that ends so is judged where the wording is free: as a case is that should end so.
fn rule_for<'a>(ending: Ending, all: &'a [Evidence<'_>]) -> Option<&'a Comparison> {
    let tells = |rule: &Comparison| rule.patterns.as_ref().is_none_or(|it| !it.ending.is_empty());
    let alike = all.iter().filter(|one| one.right.ending == Some(ending));
    alike.map(|one| one.run.rule).find(|rule| tells(rule))
}
