//! Games that no case plays: played by the solution first, and then by the survivors. Some are broken: their input ends
//! too early, or has a word where a number belongs.

use std::sync::Arc;

use super::attempts::MutationRun;
use super::tester::{MutantTester, has_same_output};
use crate::script_maker::{GameScript, ScriptMaker};
use grading::{
    CaseKind, ExecutionTarget, Experiment, GradingError, LinkedPrograms, LoadedProgram,
    PreparedCase, checked_turns, turn_from_output,
};
use judging::compare::ExpectedTranscript;
use judging::{compare, judge};
use model::{
    BuildSettings, Comparison, Exit, ExitRule, GameTurn, Judgement, LimitKind, Observation,
    RunLimits, Verdict, with_line_breaks,
};
use sandbox::StdinSource;
use support::parallel;
use toolchain::runner::InterruptibleRunner;

/// One game, as the solution plays it.
pub(super) struct BaselineGame {
    pub(super) script: Vec<String>,
    /// The case that is most like it.
    pub(super) like: Arc<PreparedCase>,
    /// What is expected; none if only the solution knows.
    pub(super) expected: Option<Arc<Vec<GameTurn>>>,
    pub(super) seen: Observation,
}

impl MutantTester<'_> {
    /// Plays the scripts with the solution. Scripts in which it differs from what is expected are returned separately; scripts with
    /// which it does not end are left out.
    pub(super) fn play_baseline_games(
        &self,
        scripts: &[GameScript],
        loaded: &mut LoadedProgram,
    ) -> Result<(Vec<BaselineGame>, Vec<Vec<String>>), GradingError> {
        let mut games = Vec::new();
        let mut others = Vec::new();
        let program = loaded.plain_program();
        for game in scripts {
            let GameScript { lines, like, .. } = game;
            let limits = like.spec.limits.without_silence_limit();
            let seen = self.play_script(lines, like, &limits, &program, &mut loaded.runner)?;
            let ends = matches!(seen.exit, Exit::Code(_)) && !seen.saw_eof;
            if !ends {
                continue;
            }
            let known = game.expected.clone();
            let is_known = known.is_some();
            let played = BaselineGame {
                script: lines.clone(),
                like: Arc::clone(like),
                expected: known.or_else(|| self.expected_from_run(like, &seen)),
                seen,
            };
            match self.game_difference(&played, &played.seen) {
                None => games.push(played),
                Some(_) if is_known => others.push(played.script),
                // This script does not lead to what the patterns of the case expect.
                Some(_) => {}
            }
        }
        Ok((games, others))
    }

    /// What the solution does, as an expected transcript; none if its output is no text.
    fn expected_from_run(
        &self,
        like: &PreparedCase,
        seen: &Observation,
    ) -> Option<Arc<Vec<GameTurn>>> {
        let turns = match &like.kind {
            CaseKind::WholeInput(_) => vec![turn_from_output(&seen.stdout())],
            _ => checked_turns(self.grader.assignment, &like.spec, seen).ok()?,
        };
        Some(Arc::new(turns))
    }

    /// One game. It is played once more, alone, if it takes too long.
    pub(super) fn play_script(
        &self,
        script: &[String],
        like: &PreparedCase,
        limits: &RunLimits,
        program: &ExecutionTarget,
        runner: &mut InterruptibleRunner,
    ) -> Result<Observation, GradingError> {
        let start = like.program_start();
        let mut run = |limits: &RunLimits| {
            let whole = with_line_breaks(script);
            let input = match &like.kind {
                CaseKind::WholeInput(_) => StdinSource::File(whole.as_bytes()),
                _ => StdinSource::Lines(script),
            };
            grading::execute_case(program, start, input, limits, runner)
        };
        let (seen, _) = self.run_concurrently(|| run(limits))?;
        if !matches!(seen.exit, Exit::Stopped(LimitKind::Cpu | LimitKind::Wall)) {
            return Ok(seen);
        }
        let more = RunLimits {
            cpu: limits.cpu * 2,
            ..*limits
        };
        Ok(self.run_exclusively(|| run(&more))?.0)
    }

    /// How a run differs from what is expected in the game, by the comparisons of the case that is most like it; none if they
    /// accept it.
    pub(super) fn game_difference(
        &self,
        game: &BaselineGame,
        seen: &Observation,
    ) -> Option<String> {
        let rule = game.like.exit_rule;
        let Some(turns) = &game.expected else {
            return output_difference(&game.seen, seen, rule);
        };
        let messages = &game.like.context.messages;
        let expected = ExpectedTranscript { turns, messages };
        scoring_comparisons(&game.like)
            .into_iter()
            .find_map(|comparison| {
                if comparison.checker.is_some() {
                    return output_difference(&game.seen, seen, rule);
                }
                let compared = compare::compare_transcript(expected, seen, comparison);
                let judgement = judge::judge_run(seen, None, compared, rule);
                judgement
                    .verdict
                    .is_failure()
                    .then(|| describe_failure(&judgement))
            })
    }
}

/// The comparisons by which a case earns points. Comparisons of a part of the rules are left to the cases that show it.
fn scoring_comparisons(case: &PreparedCase) -> Vec<&Comparison> {
    let own = &case.spec.comparison;
    let mut rules: Vec<&Comparison> = Vec::new();
    for criterion in case.criteria.iter() {
        let rule = criterion.comparison.as_ref();
        rules.push(rule.filter(|rule| rule.aspects.is_none()).unwrap_or(own));
    }
    if rules.is_empty() {
        rules.push(own);
    }
    rules
}

fn describe_failure(judgement: &Judgement) -> String {
    match (&judgement.verdict, &judgement.difference) {
        (Verdict::WrongAnswer | Verdict::PresentationError, Some(difference)) => {
            difference.sentence.clone()
        }
        (verdict, _) => verdict.name().to_owned(),
    }
}

/// The first difference from a run of the solution.
fn output_difference(right: &Observation, seen: &Observation, rule: ExitRule) -> Option<String> {
    let ends_otherwise = match (right.exit, seen.exit) {
        (Exit::Code(one), Exit::Code(other)) => rule != ExitRule::Any && one != other,
        _ => !is_exit_code(seen.exit),
    };
    if ends_otherwise {
        return Some("it ends otherwise".to_owned());
    }
    let right = printed_lines(right);
    let seen = printed_lines(seen);
    let differs = right
        .iter()
        .zip(&seen)
        .position(|(one, other)| one != other);
    let place =
        differs.or_else(|| (right.len() != seen.len()).then(|| right.len().min(seen.len())));
    place.map(|place| format!("line {} of its output is another", place + 1))
}

fn printed_lines(seen: &Observation) -> Vec<String> {
    let text = String::from_utf8_lossy(&seen.stdout()).into_owned();
    text.trim_end()
        .lines()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

fn is_exit_code(exit: Exit) -> bool {
    matches!(exit, Exit::Code(_))
}

/// How many games one worker plays at a time.
const GAMES_AT_A_TIME: usize = 64;

impl MutationRun<'_> {
    /// Games that no case plays, as the solution plays them; and scripts in which the solution differs from what is expected.
    pub(super) fn play_games(
        &self,
        tester: &MutantTester<'_>,
        plain: &LinkedPrograms,
        settings: &BuildSettings,
    ) -> Result<(Vec<BaselineGame>, Vec<Vec<String>>), GradingError> {
        let assignment = self.grader.assignment;
        let session = self.grader.session;
        let mut cases = tester.base_cases().to_vec();
        cases.retain(|case| case.kind.runs_program());
        let maker = ScriptMaker::new(assignment, cases);
        let mut scripts = maker.make_edge_scripts();
        scripts.extend(maker.make_scripts(self.options.games, self.options.seed));
        let parts: Vec<&[GameScript]> = scripts.chunks(GAMES_AT_A_TIME).collect();
        let played = parallel::try_map_jobs(&parts, self.workers, |part| {
            let mut loaded = LoadedProgram::new(plain, assignment, &settings.toolchain, session)?;
            tester.play_baseline_games(part, &mut loaded)
        })?;
        let mut all_games = Vec::new();
        let mut all_others = Vec::new();
        for (games, others) in played {
            all_games.extend(games);
            all_others.extend(others);
        }
        Ok((all_games, all_others))
    }
}

/// A broken script, with what the solution does with it.
pub(super) struct BrokenGame {
    pub(super) script: Vec<String>,
    like: Arc<PreparedCase>,
    limits: RunLimits,
    seen: Observation,
}

/// How many games are broken.
const BROKEN_GAMES: usize = 8;

/// A word where a number belongs.
const WORD: &str = "abc";

impl MutantTester<'_> {
    /// Broken games, as the solution plays them.
    pub(super) fn play_broken_games(
        &self,
        games: &[BaselineGame],
        loaded: &mut LoadedProgram,
    ) -> Result<Vec<BrokenGame>, GradingError> {
        let mut all: Vec<BrokenGame> = Vec::new();
        let program = loaded.plain_program();
        // Spread over short games and long ones.
        let step = (games.len() / BROKEN_GAMES).max(1);
        for game in games.iter().step_by(step).take(BROKEN_GAMES) {
            let limits = self.limits_for(&game.like);
            for script in break_script(&game.script) {
                if all.iter().any(|one| one.script == script) {
                    continue;
                }
                let seen =
                    self.play_script(&script, &game.like, &limits, &program, &mut loaded.runner)?;
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

    /// The first broken game in which a mutant differs from the solution.
    pub(super) fn first_broken_difference(
        &self,
        broken: &[BrokenGame],
        loaded: &mut LoadedProgram,
    ) -> Result<Option<Vec<String>>, GradingError> {
        let program = loaded.plain_program();
        let experiment = Experiment::new([loaded], broken, Option::is_some);
        let mut found = experiment.run(|loaded, one| {
            let runner = &mut loaded.runner;
            let seen = self.play_script(&one.script, &one.like, &one.limits, &program, runner)?;
            let is_same = has_same_output(&one.seen, &seen) && one.seen.exit == seen.exit;
            Ok((!is_same).then(|| one.script.clone()))
        })?;
        Ok(found.pop().flatten())
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
