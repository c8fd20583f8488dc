//! Input that is no game: it ends too early, or holds a word where a number belongs.

use std::sync::Arc;

use super::super::grading_error::GradingError;
use super::super::prepared_case::PreparedCase;
use super::games::BaselineGame;
use super::noticed::MutantTester;
use super::same::has_same_output;
use super::stage::LoadedProgram;
use model::{Exit, Observation, RunLimits};

/// A broken script, with what the program itself does with it.
pub(super) struct BrokenGame {
    pub(super) script: Vec<String>,
    like: Arc<PreparedCase>,
    limits: RunLimits,
    seen: Observation,
}

/// How many games are broken.
const GAMES: usize = 8;

/// What a word is.
const WORD: &str = "abc";

impl MutantTester<'_> {
    /// Broken games, as the program itself plays them.
    pub(super) fn play_broken_games(
        &self,
        games: &[BaselineGame],
        stage: &mut LoadedProgram,
    ) -> Result<Vec<BrokenGame>, GradingError> {
        let mut all: Vec<BrokenGame> = Vec::new();
        let program = stage.plain_program();
        // Spread over short games and long ones.
        let step = (games.len() / GAMES).max(1);
        for game in games.iter().step_by(step).take(GAMES) {
            let limits = self.limits_for(&game.like);
            for script in break_script(&game.script) {
                if all.iter().any(|one| one.script == script) {
                    continue;
                }
                let seen =
                    self.play_script(&script, &game.like, &limits, &program, &mut stage.runner)?;
                if matches!(seen.exit, Exit::Code(_)) {
                    all.push(BrokenGame {
                        script,
                        like: Arc::clone(&game.like),
                        limits,
                        seen,
                    });
                }
            }
        }
        Ok(all)
    }

    /// The first broken game in which a mutant does something else.
    pub(super) fn first_broken_difference(
        &self,
        broken: &[BrokenGame],
        stage: &mut LoadedProgram,
    ) -> Result<Option<Vec<String>>, GradingError> {
        let program = stage.plain_program();
        for one in broken {
            let runner = &mut stage.runner;
            let seen = self.play_script(&one.script, &one.like, &one.limits, &program, runner)?;
            if !has_same_output(&one.seen, &seen) || one.seen.exit != seen.exit {
                return Ok(Some(one.script.clone()));
            }
        }
        Ok(None)
    }
}

/// A script that ends at its beginning, in its middle, and before its last line; and one with a word at these places.
fn break_script(script: &[String]) -> Vec<Vec<String>> {
    let places = [0, 1, script.len() / 2, script.len().saturating_sub(1)];
    let mut all = Vec::new();
    for place in places {
        let before = script.get(..place).unwrap_or_default();
        all.push(before.to_vec());
        let word = std::iter::once(WORD.to_owned());
        let after = script.get(place + 1..).unwrap_or_default();
        all.push(
            before
                .iter()
                .cloned()
                .chain(word)
                .chain(after.iter().cloned())
                .collect(),
        );
    }
    all
}
