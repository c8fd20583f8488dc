//! Why no case has noticed a mutant. A game that it plays otherwise says most, then undefined behaviour, then what forgives it.

use super::super::case_run::CaseRun;
use super::super::grading_error::GradingError;
use super::ends::Broken;
use super::games::{Game, is_played};
use super::knob::knob;
use super::noticed::Jury;
use super::same::does_the_same;
use super::stage::Stage;
use super::watched::Watch;
use crate::compare::Expected;
use crate::model::ExitRule;
use crate::mutants::{Difference, Outcome, SanitizersSay};

/// Of a mutant that the rubric forgives in a case, only one in so many games is played.
const FORGIVEN: usize = 3;

/// What survivors are held against.
pub(super) struct Evidence<'e> {
    pub(super) jury: &'e Jury<'e>,
    /// What the program itself does in the cases.
    pub(super) baseline: &'e [CaseRun],
    pub(super) games: &'e [Game],
    pub(super) broken: &'e [Broken],
    pub(super) watch: &'e Watch,
}

impl Evidence<'_> {
    /// Why the mutant with these runs survived. `watched` makes the stage of the same mutant with sanitizers, if there is one.
    pub(super) fn why(
        &self,
        runs: &[CaseRun],
        stage: &mut Stage,
        watched: impl FnOnce() -> Result<Option<Stage>, GradingError>,
    ) -> Result<Outcome, GradingError> {
        let mut watched = Some(watched);
        let mut said = None;
        if let Some(criterion) = self.jury.counts_undefined() {
            said = self.said(watched.take())?;
            if let Some(SanitizersSay { case: Some(case), .. }) = said {
                let criterion = criterion.to_owned();
                return Ok(Outcome::Noticed { case, criterion, stricter: false });
            }
        }
        let allowed = self.forgiven_in_a_case(runs);
        // What the rubric forgives in a case is seldom a gap elsewhere, and there are many of them.
        let step = if allowed.is_some() { FORGIVEN } else { 1 };
        let (told, forgiven) = self.in_other_games(step, stage)?;
        if let Some(difference) = told {
            return Ok(Outcome::NotNoticed(difference));
        }
        if let Some(how) = self.printed_in_a_test(runs) {
            return Ok(Outcome::Survived(Some(how)));
        }
        let known = allowed.or(forgiven);
        if known.is_none()
            && let Some(script) = self.jury.at_the_end(self.broken, stage)?
        {
            return Ok(Outcome::EndOfInput(script));
        }
        if watched.is_some() {
            said = self.said(watched)?;
        }
        if let Some(said) = said {
            return Ok(Outcome::Undefined(said));
        }
        let none = || match self.games.len() {
            0 if !self.jury.grader.assignment.cases.iter().any(is_played) => {
                Outcome::Survived(None)
            }
            games => Outcome::NoDifference(games),
        };
        Ok(known.unwrap_or_else(none))
    }

    /// What sanitizers say of a mutant whose stage with sanitizers is made so; none if they say nothing, or there is none.
    fn said(
        &self,
        watched: Option<impl FnOnce() -> Result<Option<Stage>, GradingError>>,
    ) -> Result<Option<SanitizersSay>, GradingError> {
        let stage = watched.map(|make| make()).transpose()?.flatten();
        match stage {
            Some(mut stage) => self.jury.undefined(self.watch, &mut stage),
            None => Ok(None),
        }
    }

    /// The first case in which it does something else that costs nothing.
    fn forgiven_in_a_case(&self, runs: &[CaseRun]) -> Option<Outcome> {
        let assignment = self.jury.grader.assignment;
        for (place, (ran, right)) in runs.iter().zip(self.baseline).enumerate() {
            let case = &assignment.cases[place];
            let allowed = |by: String| Outcome::Allowed { case: case.id.clone(), by };
            for (one, other) in ran.calls.iter().zip(&right.calls) {
                if one.actual != other.actual {
                    return Some(allowed("calls".to_owned()));
                }
                let both = one.observation.as_ref().zip(other.observation.as_ref());
                if both.is_some_and(|(one, other)| one.turns != other.turns) {
                    return Some(allowed("printed".to_owned()));
                }
            }
            for (one, other) in ran.tests.iter().zip(&right.tests) {
                if one.judgement.verdict != other.judgement.verdict {
                    return Some(allowed("tests".to_owned()));
                }
            }
            let (Some(seen), Some(right)) = (&ran.observation, &right.observation) else {
                continue;
            };
            if !does_the_same(seen, right) {
                let variant = self.jury.variant(self.jury.home);
                let expected = Expected { turns: &ran.expected, messages: &variant.messages };
                return Some(allowed(knob(&case.comparison, expected, seen, right)));
            }
            if seen.exit != right.exit {
                return Some(allowed(exit(assignment.exit_rule(case))));
            }
        }
        None
    }

    /// The first test that prints something else and passes all the same, in words: nothing of the rubric forgives that, a check is
    /// missing.
    fn printed_in_a_test(&self, runs: &[CaseRun]) -> Option<String> {
        for (ran, right) in runs.iter().zip(self.baseline) {
            for (one, other) in ran.tests.iter().zip(&right.tests) {
                let both = one.observation.as_ref().zip(other.observation.as_ref());
                if both.is_some_and(|(one, other)| one.turns != other.turns) {
                    let name = &one.test.name;
                    return Some(format!("the test “{name}” prints something else, and passes"));
                }
            }
        }
        None
    }

    /// The first game that tells it apart, and the first difference that would be forgiven.
    fn in_other_games(
        &self,
        step: usize,
        stage: &mut Stage,
    ) -> Result<(Option<Difference>, Option<Outcome>), GradingError> {
        let program = stage.plain();
        let mut forgiven = None;
        for game in self.games.iter().step_by(step) {
            let limits = self.jury.limits[game.like];
            let runner = &mut stage.runner;
            let mut play = || self.jury.play(&game.script, game.like, &limits, &program, runner);
            let seen = play()?;
            let is_same = does_the_same(&seen, &game.seen);
            if is_same && seen.exit == game.seen.exit {
                continue;
            }
            let case = &self.jury.grader.assignment.cases[game.like];
            if let Some(how) = self.jury.told_apart(game, &seen) {
                // Memory that nobody has written to may hold a move by chance, which no case would show the next time.
                if self.jury.told_apart(game, &play()?).is_none() {
                    continue;
                }
                let (script, like) = (game.script.clone(), case.id.clone());
                return Ok((Some(Difference { script, like, how }), None));
            }
            forgiven.get_or_insert_with(|| {
                let by = match &game.expected {
                    _ if is_same => exit(self.jury.grader.assignment.exit_rule(case)),
                    Some(turns) => {
                        let messages = &self.jury.variant(self.jury.home).messages;
                        let expected = Expected { turns, messages };
                        knob(&case.comparison, expected, &seen, &game.seen)
                    }
                    None => "compare".to_owned(),
                };
                Outcome::Allowed { case: game.script.join(" "), by }
            });
        }
        Ok((None, forgiven))
    }
}

fn exit(rule: ExitRule) -> String {
    match rule {
        ExitRule::Any => "exit = \"any\"".to_owned(),
        ExitRule::Zero | ExitRule::Only(_) => "exit".to_owned(),
    }
}
