//! The games that no case plays, shared among workers.

use std::sync::{Mutex, PoisonError};

use super::super::games::ScriptMaker;
use super::super::grading_error::GradingError;
use super::games::{Game, is_played};
use super::linked::Linked;
use super::noticed::Jury;
use super::stage::Stage;
use super::work::Work;
use crate::model::BuildSettings;
use crate::parallel;

/// How many games one worker plays at a time.
const GAMES: usize = 64;

impl Work<'_> {
    /// Games that no case plays, as the program itself plays them; and those that it plays otherwise than is expected.
    pub(super) fn games(
        &self,
        jury: &Jury<'_>,
        plain: &Linked,
        settings: &BuildSettings,
    ) -> Result<(Vec<Game>, Vec<Vec<String>>), GradingError> {
        let (assignment, session) = (self.grader.assignment, self.grader.session);
        let maker = ScriptMaker::new(assignment, is_played);
        let mut scripts = maker.scripts(self.asked.games, self.asked.seed);
        let mut parts = Vec::new();
        while !scripts.is_empty() {
            let rest = scripts.split_off(scripts.len().min(GAMES));
            parts.push(Mutex::new(Some(std::mem::replace(&mut scripts, rest))));
        }
        let played = parallel::try_map(&parts, self.workers, |part| {
            let part = part.lock().unwrap_or_else(PoisonError::into_inner).take();
            let mut stage = Stage::new(plain, assignment, &settings.toolchain, session)?;
            jury.played(part.unwrap_or_default(), &mut stage)
        })?;
        let (games, others): (Vec<_>, Vec<_>) = played.into_iter().unzip();
        Ok((games.into_iter().flatten().collect(), others.into_iter().flatten().collect()))
    }
}
