//! Searches the shortest game in which a program fails as it does in a case.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::failures::{FailureReason, ShortestFailure};
use crate::case_run::{CaseRun, PlaySetting};
use crate::case_runner::CaseRunner;
use crate::checker::CheckerRunner;
use crate::diagnosis;
use crate::error::GradingError;
use crate::execute::ExecutionTarget;
use crate::short_games::{ShortGame, ShortGames, ending_messages};
use judging::feedback::MutantGames;
use model::{
    AbridgeObservation, Observation, ResourceUsage, RunLimits, ScriptChoices, ShortestGame,
};
use support::shrink::{minimize_choices, minimize_lines};
use toolchain::runner::InterruptibleRunner;

/// Runs for one failure: so many where games are looked for that fail, and so many in all.
const LOOKING: usize = 120;
const MOST_RUNS: usize = 400;

/// How often choices or lines are made fewer: most of it makes no new game, and costs no run.
const ATTEMPTS: usize = 2_000;

/// How much of a game a report holds, in bytes.
const MAX_REPORT_BYTES: usize = 16 << 10;

/// What may be spent on all failures of a submission.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SearchBudget {
    pub(crate) runs: usize,
    /// Processor time for one failure: a program that is so slow is shown no game.
    pub(crate) cpu: Duration,
}

/// One submission's games.
pub(crate) struct ShortestSearch<'a> {
    pub(crate) program: &'a ExecutionTarget,
    pub(crate) checkers: CheckerRunner<'a>,
    /// The cases as they were run.
    pub(crate) ran: &'a [CaseRun],
    pub(crate) is_cpp: bool,
    pub(crate) games: &'a ShortGames,
    /// Those of the class, apart, because nobody else plays these scripts.
    pub(crate) mutants: Option<MutantGames>,
    pub(crate) budget: SearchBudget,
}

/// What is known while one failure is looked at.
struct ShortestTrial<'s, 'a> {
    search: &'s mut ShortestSearch<'a>,
    runner: &'s mut InterruptibleRunner,
    /// The case as it was run.
    ran: &'a CaseRun,
    fault: FailureReason<'a>,
    /// How games must end, where the case's own comparison is only for such.
    ending: Option<Vec<String>>,
    /// So many rows its boards may have: who reads more is not helped by fewer inputs.
    most_rows: usize,
    limits: RunLimits,
    runs: usize,
    cpu: Duration,
    /// Whether a script fails so.
    known: BTreeMap<Vec<String>, bool>,
    /// The shortest that does.
    best: Option<(ShortGame, CaseRun)>,
}

impl<'a> ShortestSearch<'a> {
    /// The shortest game that fails as this case does; none if none is shorter, or the program does not do the same twice.
    pub(crate) fn find_shortest(
        &mut self,
        failure: ShortestFailure<'a>,
        runner: &mut InterruptibleRunner,
    ) -> Result<Option<ShortestGame>, GradingError> {
        let ran = failure.ran;
        let case = &ran.case;
        let is_free = case.spec.comparison.patterns.is_some();
        let ending = is_free.then(|| {
            ending_messages(&case.expected)
                .into_iter()
                .map(str::to_owned)
                .collect()
        });
        let runs = MOST_RUNS.min(self.budget.runs);
        let own = ShortGame {
            lines: case.script.clone(),
            turns: Arc::clone(&case.expected),
            choices: None,
        };
        let mut trial = ShortestTrial {
            ran,
            fault: FailureReason::from_judgement(&ran.judgement),
            ending,
            most_rows: own.board_rows(),
            limits: brief_limits(case.spec.limits),
            runs,
            cpu: self.budget.cpu,
            known: BTreeMap::new(),
            best: None,
            search: self,
            runner,
        };
        let found = trial.search_and_confirm(&own);
        let left = trial.runs;
        let best = trial.best.take();
        self.budget.runs -= runs - left;
        let is_shorter = |(_, best): &(ShortGame, CaseRun)| best.input.len() < ran.input.len();
        Ok(found?
            .then_some(best)
            .flatten()
            .filter(is_shorter)
            .and_then(|(_, best)| to_shortest_game(best)))
    }

    /// One run of a game, judged as the case is that was run so.
    fn run_game(
        &self,
        ran: &CaseRun,
        game: &ShortGame,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRun, GradingError> {
        let case = ran.case.with_script(&game.lines, Arc::clone(&game.turns));
        let case_runner = CaseRunner {
            case: &Arc::new(case),
            program: self.program,
            checkers: self.checkers,
        };
        let setting = PlaySetting {
            answers: None,
            on_terminal: ran.on_terminal,
        };
        case_runner.judge_round(case_runner.play_round(0, setting, limits, runner)?)
    }
}

impl ShortestTrial<'_, '_> {
    /// Looks for it; whether what was found can be believed.
    fn search_and_confirm(&mut self, own: &ShortGame) -> Result<bool, GradingError> {
        // It fails so again, and within what a game may take here.
        if !self.still_fails(own)? {
            return Ok(false);
        }
        match self.try_known_games(own)? {
            true => {}
            false if self.try_short_games(own)? => self.shrink_choices()?,
            false => {}
        }
        self.shrink_lines()?;
        let Some((best, _)) = &self.best else {
            return Ok(false);
        };
        let best = best.clone();
        // Whatever is shown was seen twice.
        self.known.remove(&best.lines);
        self.runs = self.runs.max(1);
        Ok(self.still_fails(&best)? && self.cpu > Duration::ZERO)
    }

    /// Tries the games in which the probable mistake shows; whether one of them fails, or there can be no shorter one.
    fn try_known_games(&mut self, own: &ShortGame) -> Result<bool, GradingError> {
        let games = self.search.games;
        let mutants = &self.search.mutants;
        let (Some(mistake), Some(mutants)) = (self.fault.mistake, mutants) else {
            return Ok(false);
        };
        let telling = games.games_with_mistake(mutants, mistake, self.ending.clone());
        let is_as_short = |game: &ShortGame| game.lines.len() >= own.lines.len();
        let mut has_failed = telling.first().is_some_and(is_as_short);
        for game in telling
            .iter()
            .filter(|game| game.lines.len() < own.lines.len())
        {
            has_failed |= self.still_fails(game)?;
            if has_failed {
                break;
            }
        }
        Ok(has_failed)
    }

    /// Tries short games until one fails; whether one does.
    fn try_short_games(&mut self, own: &ShortGame) -> Result<bool, GradingError> {
        let last = self.runs.saturating_sub(LOOKING);
        let all = self.search.games.shortest_games().iter();
        let shorter = all.filter(|game| game.lines.len() < own.lines.len());
        // What goes wrong where a game is drawn is best looked for where others are.
        let (alike, others): (Vec<&ShortGame>, Vec<&ShortGame>) =
            shorter.partition(|game| game.ending_messages() == own.ending_messages());
        for game in alike.into_iter().chain(others) {
            if self.still_fails(game)? {
                return Ok(true);
            }
            if self.runs <= last {
                break;
            }
        }
        Ok(false)
    }

    fn shrink_choices(&mut self) -> Result<(), GradingError> {
        let Some((
            ShortGame {
                choices: Some(choices),
                ..
            },
            _,
        )) = self.best.clone()
        else {
            return Ok(());
        };
        let games = self.search.games;
        minimize_choices(choices, ATTEMPTS, |choices| {
            let Some(game) = games.game_from_choices(ScriptChoices::from_numbers(choices.to_vec()))
            else {
                return Ok(None);
            };
            let most = self.best.as_ref().map_or(0, |(best, _)| best.lines.len());
            let fails = game.lines.len() <= most && self.still_fails(&game)?;
            Ok(game.choices.filter(|_| fails))
        })
        .map(drop)
    }

    fn shrink_lines(&mut self) -> Result<(), GradingError> {
        let Some((best, _)) = &self.best else {
            return Ok(());
        };
        let games = self.search.games;
        let lines = best.lines.clone();
        minimize_lines(lines, ATTEMPTS, |lines| {
            match games.game_from_lines(lines) {
                Some(game) => self.still_fails(&game),
                None => Ok(false),
            }
        })
        .map(drop)
    }

    /// Whether the program fails in a game as it does in the case. What cannot be run any more does not.
    fn still_fails(&mut self, game: &ShortGame) -> Result<bool, GradingError> {
        if let Some(known) = self.known.get(&game.lines) {
            return Ok(*known);
        }
        let ends = self
            .ending
            .as_ref()
            .is_none_or(|ending| *ending == game.ending_messages());
        let is_larger = game.board_rows() > self.most_rows;
        if !ends || is_larger || self.runs == 0 || self.cpu.is_zero() {
            return Ok(false);
        }
        self.runs -= 1;
        let ran = self
            .search
            .run_game(self.ran, game, &self.limits, self.runner)?;
        let used = ran
            .observation
            .as_ref()
            .map(|seen| seen.usage.cpu)
            .unwrap_or_default();
        self.cpu = self.cpu.saturating_sub(used);
        let fails = self.is_same_failure(&ran);
        self.known.insert(game.lines.clone(), fails);
        if fails
            && self
                .best
                .as_ref()
                .is_none_or(|(best, _)| game.compare_simplicity(best).is_lt())
        {
            self.best = Some((game.clone(), ran));
        }
        Ok(fails)
    }

    fn is_same_failure(&self, ran: &CaseRun) -> bool {
        let ShortestSearch {
            ran: all,
            is_cpp,
            mutants,
            ..
        } = &*self.search;
        if ran.judgement.verdict != self.ran.judgement.verdict {
            return false;
        }
        let hints = diagnosis::hints_for_extra_run(*is_cpp, mutants.as_ref(), all, ran);
        FailureReason::new(&ran.judgement, hints.first().map(|hint| hint.mistake)) == self.fault
    }
}

/// Limits for many runs: what does not stop is known not to, and needs not be waited for. A right program needs a fraction.
fn brief_limits(limits: RunLimits) -> RunLimits {
    const CPU: Duration = Duration::from_millis(100);
    const SILENCE: Duration = Duration::from_millis(2);
    const OUTPUT: u64 = 64 << 10;
    RunLimits {
        cpu: limits.cpu.min(CPU),
        after_end: Some(SILENCE),
        output: limits.output.min(OUTPUT),
        ..limits
    }
}

/// The game as a report shows it: up to the turn that is not as expected.
fn to_shortest_game(ran: CaseRun) -> Option<ShortestGame> {
    let CaseRun {
        input,
        mut judgement,
        observation,
        ..
    } = ran;
    let seen = observation?;
    let turn = judgement
        .difference
        .as_ref()
        .and_then(|it| it.turn)
        .map(|turn| turn.number);
    let mut turns = seen.turns;
    turns.truncate(turn.map_or(usize::MAX, |turn| turn + 1));
    judgement.remarks.clear();
    let observation = Observation {
        turns,
        usage: ResourceUsage::default(),
        stderr: Vec::new(),
        ..seen
    }
    .into_size(MAX_REPORT_BYTES);
    Some(ShortestGame {
        input,
        judgement,
        observation,
    })
}
