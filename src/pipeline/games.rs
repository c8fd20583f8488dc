//! Games that no case plays: made by choices, each with the case that is most like it.
//!
//! Mutants of a solution play them, and so do programs of students that are hunted.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::told;
use crate::model::{Assignment, Case, Choices, Player, Reference, Turn};
use crate::scripts;

/// How many times as many scripts as games are made: some lead to no end, and some are there already.
const TRIES: usize = 8;

/// A script that is to be played.
#[derive(Debug, Clone)]
pub(super) struct Script {
    pub(super) lines: Vec<String>,
    /// The case that is most like it.
    pub(super) like: usize,
    /// What is expected; none where only a program knows.
    pub(super) expected: Option<Arc<Vec<Turn>>>,
    /// What it was made of; none if it was given.
    pub(super) choices: Vec<u32>,
}

/// How a case is told from others.
struct Known {
    place: usize,
    messages: BTreeSet<String>,
    ending: Vec<String>,
}

/// Makes scripts for one assignment.
pub(super) struct ScriptMaker<'a> {
    assignment: &'a Assignment,
    known: Vec<Known>,
    /// The cases whose scripts can be varied.
    given: Vec<usize>,
}

impl<'a> ScriptMaker<'a> {
    /// Makes scripts that are like those cases for which `is_like` says so.
    pub(super) fn new(
        assignment: &'a Assignment,
        is_like: impl Fn(&Case) -> bool,
    ) -> ScriptMaker<'a> {
        let cases = assignment.cases.iter().enumerate();
        let given: Vec<usize> =
            cases.filter(|(_, case)| is_like(case)).map(|(place, _)| place).collect();
        let known = given.iter().filter_map(|place| known(assignment, *place)).collect();
        ScriptMaker { assignment, known, given }
    }

    /// The scripts of as many games, the shortest first: what tells two programs apart is then as short as can be.
    pub(super) fn scripts(&self, count: usize, seed: u64) -> Vec<Script> {
        let cases = &self.assignment.cases;
        let mut seen: BTreeSet<Vec<String>> = cases.iter().map(|case| case.input.clone()).collect();
        let mut all: Vec<Script> = Vec::new();
        for number in 0..count.saturating_mul(TRIES) {
            if all.len() == count {
                break;
            }
            let choices = Choices::seeded(seed.wrapping_add((number as u64) << 20));
            let Some(script) = self.made(choices) else { continue };
            if seen.insert(script.lines.clone()) {
                all.push(script);
            }
        }
        all.sort_by(|one, other| {
            (one.lines.len(), &one.lines).cmp(&(other.lines.len(), &other.lines))
        });
        all
    }

    /// The script that these choices make; none if they lead to none.
    pub(super) fn made(&self, mut choices: Choices) -> Option<Script> {
        let made = match &self.assignment.reference {
            Reference::Game(game, options) => {
                self.given_lines(game.script(*options, &mut choices)?, None)
            }
            _ => self.varied(&mut choices),
        }?;
        Some(Script { choices: choices.made(), ..made })
    }

    /// These lines as a script; none if they are no whole game. `like` is the case that they were like where that cannot be
    /// seen from them.
    pub(super) fn given_lines(&self, lines: Vec<String>, like: Option<usize>) -> Option<Script> {
        let choices = Vec::new();
        let Reference::Game(game, options) = &self.assignment.reference else {
            return Some(Script { lines, like: like?, expected: None, choices });
        };
        let first = self.known.first()?;
        // The CPU of a program plays games of its own.
        if game.interactor().is_some() {
            let expected = Some(Arc::new(Vec::new()));
            return Some(Script { lines, like: first.place, expected, choices });
        }
        let turns = game.transcript(*options, &Player::Script, &lines)?;
        if !game.is_same_for_all(*options, &lines) {
            return None;
        }
        let like = self.most_like(&turns).unwrap_or(first.place);
        Some(Script { lines, like, expected: Some(Arc::new(turns)), choices })
    }

    /// The first case in which all the same is told, or else in which the game ends with the same words.
    fn most_like(&self, turns: &[Turn]) -> Option<usize> {
        let (all, last) = (messages(turns), ending(turns));
        let same = self.known.iter().find(|it| it.messages == all && it.ending == last);
        let same = same.or_else(|| self.known.iter().find(|it| it.ending == last));
        same.map(|it| it.place)
    }

    fn varied(&self, choices: &mut Choices) -> Option<Script> {
        let like = *choices.of(&self.given)?;
        let case = &self.assignment.cases[like];
        let given = match &case.whole_input {
            Some(whole) => whole.lines()?,
            None => case.input.clone(),
        };
        self.given_lines(scripts::varied(&[&given], choices)?, Some(like))
    }
}

/// What is told in a case that is played by its script.
fn known(assignment: &Assignment, place: usize) -> Option<Known> {
    let Reference::Game(game, options) = &assignment.reference else { return None };
    let case = &assignment.cases[place];
    let turns = game.transcript(*options, &case.player, &case.input)?;
    Some(Known { place, messages: messages(&turns), ending: ending(&turns) })
}

fn messages(turns: &[Turn]) -> BTreeSet<String> {
    told::messages(turns).map(str::to_owned).collect()
}

fn ending(turns: &[Turn]) -> Vec<String> {
    told::ending(turns).into_iter().map(str::to_owned).collect()
}
