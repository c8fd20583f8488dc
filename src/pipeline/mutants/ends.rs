//! Input that is no game: it ends too early, or holds a word where a number belongs.

use super::super::grading_error::GradingError;
use super::games::Game;
use super::noticed::Jury;
use super::same::does_the_same;
use super::stage::Stage;
use crate::model::{Exit, Observation, RunLimits};

/// A broken script, with what the program itself does with it.
pub(super) struct Broken {
    pub(super) script: Vec<String>,
    like: usize,
    limits: RunLimits,
    seen: Observation,
}

/// How many games are broken.
const GAMES: usize = 8;

/// What a word is.
const WORD: &str = "abc";

impl Jury<'_> {
    /// Broken games, as the program itself plays them.
    pub(super) fn broken(
        &self,
        games: &[Game],
        stage: &mut Stage,
    ) -> Result<Vec<Broken>, GradingError> {
        let mut all: Vec<Broken> = Vec::new();
        let program = stage.plain();
        // Spread over short games and long ones.
        let step = (games.len() / GAMES).max(1);
        for game in games.iter().step_by(step).take(GAMES) {
            let limits = self.limits[game.like];
            for script in breaks(&game.script) {
                if all.iter().any(|one| one.script == script) {
                    continue;
                }
                let seen = self.play(&script, game.like, &limits, &program, &mut stage.runner)?;
                if matches!(seen.exit, Exit::Code(_)) {
                    all.push(Broken { script, like: game.like, limits, seen });
                }
            }
        }
        Ok(all)
    }

    /// The first broken game in which a mutant does something else.
    pub(super) fn at_the_end(
        &self,
        broken: &[Broken],
        stage: &mut Stage,
    ) -> Result<Option<Vec<String>>, GradingError> {
        let program = stage.plain();
        for one in broken {
            let runner = &mut stage.runner;
            let seen = self.play(&one.script, one.like, &one.limits, &program, runner)?;
            if !does_the_same(&one.seen, &seen) || one.seen.exit != seen.exit {
                return Ok(Some(one.script.clone()));
            }
        }
        Ok(None)
    }
}

/// A script that ends at its beginning, in its middle, and before its last line; and one with a word at these places.
fn breaks(script: &[String]) -> Vec<Vec<String>> {
    let places = [0, 1, script.len() / 2, script.len().saturating_sub(1)];
    let mut all = Vec::new();
    for place in places {
        let before = script.get(..place).unwrap_or_default();
        all.push(before.to_vec());
        let word = std::iter::once(WORD.to_owned());
        let after = script.get(place + 1..).unwrap_or_default();
        all.push(before.iter().cloned().chain(word).chain(after.iter().cloned()).collect());
    }
    all
}
