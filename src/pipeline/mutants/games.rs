//! Games that no case plays: played by the program itself first, and then by whoever no case has noticed.

use std::sync::Arc;

use super::super::expectations::printed;
use super::super::games::Script;
use super::super::grading_error::GradingError;
use super::super::references::turns;
use super::noticed::Jury;
use super::stage::Stage;
use crate::compare::{self, Expected};
use crate::execute::{self, Input, Program, Start};
use crate::judge;
use crate::model::{
    Case, Comparison, Evidence, Exit, ExitRule, Judgement, Limit, Observation, RunLimits, Turn,
    Verdict, with_line_breaks,
};
use crate::runner::InterruptibleRunner;

/// One game, as the program itself plays it.
pub(super) struct Game {
    pub(super) script: Vec<String>,
    /// The case that is most like it.
    pub(super) like: usize,
    /// What is expected; none where only the program itself knows.
    pub(super) expected: Option<Arc<Vec<Turn>>>,
    pub(super) seen: Observation,
}

/// Whether a script of the case's is played.
pub(super) fn is_played(case: &Case) -> bool {
    case.function.is_none() && case.unit_tests.is_none()
}

impl Jury<'_> {
    /// Plays the scripts with the program itself. Those in which it is not what is expected are returned apart; those that do
    /// not come to their end are none.
    pub(super) fn played(
        &self,
        scripts: Vec<Script>,
        stage: &mut Stage,
    ) -> Result<(Vec<Game>, Vec<Vec<String>>), GradingError> {
        let (mut games, mut others) = (Vec::new(), Vec::new());
        let program = stage.plain();
        for Script { lines, like, expected, .. } in scripts {
            let limits = self.grader.assignment.cases[like].limits.in_full();
            let seen = self.play(&lines, like, &limits, &program, &mut stage.runner)?;
            let ends = matches!(seen.exit, Exit::Code(_)) && !seen.saw_eof;
            if !ends {
                continue;
            }
            let is_known = expected.is_some();
            let expected = expected.or_else(|| self.said(like, &seen));
            let game = Game { script: lines, like, expected, seen };
            match self.told_apart(&game, &game.seen) {
                None => games.push(game),
                Some(_) if is_known => others.push(game.script),
                // The case's patterns ask for something else than this script leads to.
                Some(_) => {}
            }
        }
        Ok((games, others))
    }

    /// What the program itself does, as what is expected; none if that is no text.
    fn said(&self, like: usize, seen: &Observation) -> Option<Arc<Vec<Turn>>> {
        let assignment = self.grader.assignment;
        let case = &assignment.cases[like];
        let turns = match &case.whole_input {
            Some(_) => vec![printed(&seen.stdout())],
            None => turns(assignment, case, seen).ok()?,
        };
        Some(Arc::new(turns))
    }

    /// One game. What takes too long is played once more, alone.
    pub(super) fn play(
        &self,
        script: &[String],
        like: usize,
        limits: &RunLimits,
        program: &Program,
        runner: &mut InterruptibleRunner,
    ) -> Result<Observation, GradingError> {
        let assignment = self.grader.assignment;
        let case = &assignment.cases[like];
        let start = Start::of(assignment, case);
        let mut run = |limits: &RunLimits| {
            let whole = with_line_breaks(script);
            let input = match &case.whole_input {
                Some(_) => Input::Whole(whole.as_bytes()),
                None => Input::Lines(script),
            };
            execute::execute_case(program, start, input, limits, runner)
        };
        let (seen, _) = self.beside_others(|| run(limits))?;
        if !matches!(seen.exit, Exit::Stopped(Limit::Cpu | Limit::Wall)) {
            return Ok(seen);
        }
        let more = RunLimits { cpu: limits.cpu * 2, ..*limits };
        Ok(self.alone(|| run(&more))?.0)
    }

    /// How a run differs from what is expected of the game, by the comparisons of the case that is most like it; none if they
    /// forgive it.
    pub(super) fn told_apart(&self, game: &Game, seen: &Observation) -> Option<String> {
        let assignment = self.grader.assignment;
        let case = &assignment.cases[game.like];
        let rule = assignment.exit_rule(case);
        let Some(turns) = &game.expected else { return otherwise(&game.seen, seen, rule) };
        let messages = &self.variant(self.home).messages;
        let expected = Expected { turns, messages };
        self.rules(game.like).into_iter().find_map(|comparison| {
            if comparison.checker.is_some() {
                return otherwise(&game.seen, seen, rule);
            }
            let compared = compare::compare(expected, seen, comparison);
            let judgement = judge::judge(seen, None, compared, rule);
            judgement.verdict.is_failure().then(|| in_words(&judgement))
        })
    }

    /// The comparisons by which a case earns points. Parts of a game's rules are left to the cases that show them.
    fn rules(&self, case: usize) -> Vec<&Comparison> {
        let assignment = self.grader.assignment;
        let own = &assignment.cases[case].comparison;
        let of_criterion = |evidence: &'_ Evidence| match evidence {
            Evidence::Cases { cases, .. } => cases.iter().any(|judged| judged.index == case),
            _ => false,
        };
        let mut rules: Vec<&Comparison> = Vec::new();
        for criterion in assignment.criteria.iter().filter(|it| of_criterion(&it.evidence)) {
            let rule = criterion.comparison_of(case).filter(|rule| rule.aspects.is_none());
            rules.push(rule.unwrap_or(own));
        }
        if rules.is_empty() {
            rules.push(own);
        }
        rules
    }
}

fn in_words(judgement: &Judgement) -> String {
    match (&judgement.verdict, &judgement.difference) {
        (Verdict::WrongAnswer | Verdict::PresentationError, Some(difference)) => {
            difference.sentence.clone()
        }
        (verdict, _) => verdict.name().to_owned(),
    }
}

/// Where nobody but the program itself says what is right.
fn otherwise(right: &Observation, seen: &Observation, rule: ExitRule) -> Option<String> {
    let lines = |seen: &Observation| -> Vec<String> {
        let text = String::from_utf8_lossy(&seen.stdout()).into_owned();
        text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
    };
    let is_code = |exit: Exit| matches!(exit, Exit::Code(_));
    let ends_otherwise = match (right.exit, seen.exit) {
        (Exit::Code(one), Exit::Code(other)) => rule != ExitRule::Any && one != other,
        _ => !is_code(seen.exit),
    };
    if ends_otherwise {
        return Some("it ends otherwise".to_owned());
    }
    let (right, seen) = (lines(right), lines(seen));
    let differs = right.iter().zip(&seen).position(|(one, other)| one != other);
    let place =
        differs.or_else(|| (right.len() != seen.len()).then(|| right.len().min(seen.len())));
    place.map(|place| format!("line {} of its output is another", place + 1))
}
