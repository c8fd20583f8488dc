//! The games that no case plays, shared among workers.

use std::sync::{Mutex, PoisonError};

use super::super::games::ScriptMaker;
use super::super::grading_error::GradingError;
use super::games::BaselineGame;
use super::linked::LinkedPrograms;
use super::noticed::MutantTester;
use super::stage::LoadedProgram;
use super::work::MutationRun;
use model::BuildSettings;
use support::parallel;

/// How many games one worker plays at a time.
const GAMES: usize = 64;

impl MutationRun<'_> {
    /// Games that no case plays, as the program itself plays them; and those that it plays otherwise than is expected.
    pub(super) fn play_games(
        &self,
        jury: &MutantTester<'_>,
        plain: &LinkedPrograms,
        settings: &BuildSettings,
    ) -> Result<(Vec<BaselineGame>, Vec<Vec<String>>), GradingError> {
        let assignment = self.grader.assignment;
        let session = self.grader.session;
        let mut cases = jury.base_cases().to_vec();
        cases.retain(|case| case.kind.runs_program());
        let maker = ScriptMaker::new(assignment, cases);
        let mut scripts = maker.make_scripts(self.options.games, self.options.seed);
        let mut parts = Vec::new();
        while !scripts.is_empty() {
            let rest = scripts.split_off(scripts.len().min(GAMES));
            parts.push(Mutex::new(Some(std::mem::replace(&mut scripts, rest))));
        }
        let played = parallel::try_map_jobs(&parts, self.workers, |part| {
            let part = part.lock().unwrap_or_else(PoisonError::into_inner).take();
            let mut stage = LoadedProgram::new(plain, assignment, &settings.toolchain, session)?;
            jury.play_baseline_games(part.unwrap_or_default(), &mut stage)
        })?;
        let (games, others): (Vec<_>, Vec<_>) = played.into_iter().unzip();
        Ok((
            games.into_iter().flatten().collect(),
            others.into_iter().flatten().collect(),
        ))
    }
}
