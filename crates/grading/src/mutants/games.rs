//! Games that no case plays: played by the program itself first, and then by whoever no case has noticed.

use std::sync::Arc;

use super::super::expectations::turn_from_output;
use super::super::games::GameScript;
use super::super::grading_error::GradingError;
use super::super::prepared_case::{CaseKind, PreparedCase};
use super::super::references::checked_turns;
use super::noticed::MutantTester;
use super::stage::LoadedProgram;
use crate::execute::{self, ExecutionTarget, StdinSource};
use judging::compare;
use judging::compare::ExpectedTranscript;
use judging::judge;
use model::{
    Comparison, Exit, ExitRule, GameTurn, Judgement, LimitKind, Observation, RunLimits, Verdict,
    with_line_breaks,
};
use toolchain::runner::InterruptibleRunner;

/// One game, as the program itself plays it.
pub(super) struct BaselineGame {
    pub(super) script: Vec<String>,
    /// The case that is most like it.
    pub(super) like: Arc<PreparedCase>,
    /// What is expected; none where only the program itself knows.
    pub(super) expected: Option<Arc<Vec<GameTurn>>>,
    pub(super) seen: Observation,
}

impl MutantTester<'_> {
    /// Plays the scripts with the program itself. Those in which it is not what is expected are returned apart; those that do
    /// not come to their end are none.
    pub(super) fn play_baseline_games(
        &self,
        scripts: Vec<GameScript>,
        stage: &mut LoadedProgram,
    ) -> Result<(Vec<BaselineGame>, Vec<Vec<String>>), GradingError> {
        let mut games = Vec::new();
        let mut others = Vec::new();
        let program = stage.plain_program();
        for GameScript {
            lines,
            like,
            expected,
            ..
        } in scripts
        {
            let limits = like.spec.limits.without_silence_limit();
            let seen = self.play_script(&lines, &like, &limits, &program, &mut stage.runner)?;
            let ends = matches!(seen.exit, Exit::Code(_)) && !seen.saw_eof;
            if !ends {
                continue;
            }
            let is_known = expected.is_some();
            let expected = expected.or_else(|| self.expected_from_run(&like, &seen));
            let game = BaselineGame {
                script: lines,
                like,
                expected,
                seen,
            };
            match self.game_difference(&game, &game.seen) {
                None => games.push(game),
                Some(_) if is_known => others.push(game.script),
                // The case's patterns ask for something else than this script leads to.
                Some(_) => {}
            }
        }
        Ok((games, others))
    }

    /// What the program itself does, as what is expected; none if that is no text.
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

    /// One game. What takes too long is played once more, alone.
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
            execute::execute_case(program, start, input, limits, runner)
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

    /// How a run differs from what is expected of the game, by the comparisons of the case that is most like it; none if they
    /// forgive it.
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

/// The comparisons by which a case earns points. Parts of a game's rules are left to the cases that show them.
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

/// Where nobody but the program itself says what is right.
fn output_difference(right: &Observation, seen: &Observation, rule: ExitRule) -> Option<String> {
    let lines = |seen: &Observation| -> Vec<String> {
        let text = String::from_utf8_lossy(&seen.stdout()).into_owned();
        text.trim_end()
            .lines()
            .map(|line| line.trim_end().to_owned())
            .collect()
    };
    let is_code = |exit: Exit| matches!(exit, Exit::Code(_));
    let ends_otherwise = match (right.exit, seen.exit) {
        (Exit::Code(one), Exit::Code(other)) => rule != ExitRule::Any && one != other,
        _ => !is_code(seen.exit),
    };
    if ends_otherwise {
        return Some("it ends otherwise".to_owned());
    }
    let right = lines(right);
    let seen = lines(seen);
    let differs = right
        .iter()
        .zip(&seen)
        .position(|(one, other)| one != other);
    let place =
        differs.or_else(|| (right.len() != seen.len()).then(|| right.len().min(seen.len())));
    place.map(|place| format!("line {} of its output is another", place + 1))
}
