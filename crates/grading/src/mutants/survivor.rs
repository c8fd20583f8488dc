//! Why no case has noticed a mutant. A game that it plays otherwise says most, then undefined behaviour, then what forgives it.

use super::super::case_run::CaseRun;
use super::super::grading_error::GradingError;
use super::ends::BrokenGame;
use super::games::BaselineGame;
use super::knob::find_forgiving_option;
use super::noticed::MutantTester;
use super::same::has_same_output;
use super::stage::LoadedProgram;
use super::watched::SanitizedScripts;
use cpp::mutants::{DistinguishingGame, MutantOutcome, SanitizerEvidence};
use judging::compare::ExpectedTranscript;
use model::ExitRule;

/// Of a mutant that the rubric forgives in a case, only one in so many games is played.
const FORGIVEN: usize = 3;

/// What survivors are held against.
pub(super) struct SurvivorEvidence<'e> {
    pub(super) jury: &'e MutantTester<'e>,
    /// What the program itself does in the cases.
    pub(super) baseline: &'e [CaseRun],
    pub(super) games: &'e [BaselineGame],
    pub(super) broken: &'e [BrokenGame],
    pub(super) watch: &'e SanitizedScripts,
}

impl SurvivorEvidence<'_> {
    /// Why the mutant with these runs survived. `watched` makes the stage of the same mutant with sanitizers, if there is one.
    pub(super) fn explain_survival(
        &self,
        runs: &[CaseRun],
        stage: &mut LoadedProgram,
        watched: impl FnOnce() -> Result<Option<LoadedProgram>, GradingError>,
    ) -> Result<MutantOutcome, GradingError> {
        let mut watched = Some(watched);
        let mut said = None;
        if let Some(criterion) = self.jury.undefined_criterion() {
            said = self.sanitizer_report(watched.take())?;
            if let Some(SanitizerEvidence {
                case: Some(case), ..
            }) = said
            {
                let criterion = criterion.to_owned();
                return Ok(MutantOutcome::Killed {
                    case,
                    criterion,
                    stricter: false,
                });
            }
        }
        let allowed = self.find_forgiven_case(runs);
        // What the rubric forgives in a case is seldom a gap elsewhere, and there are many of them.
        let step = if allowed.is_some() { FORGIVEN } else { 1 };
        let (told, forgiven) = self.compare_in_games(step, stage)?;
        if let Some(difference) = told {
            return Ok(MutantOutcome::Missed(difference));
        }
        if let Some(how) = self.find_test_output_difference(runs) {
            return Ok(MutantOutcome::Survived(Some(how)));
        }
        let known = allowed.or(forgiven);
        if known.is_none()
            && let Some(script) = self.jury.first_broken_difference(self.broken, stage)?
        {
            return Ok(MutantOutcome::EndOfInput(script));
        }
        if watched.is_some() {
            said = self.sanitizer_report(watched)?;
        }
        if let Some(said) = said {
            return Ok(MutantOutcome::Undefined(said));
        }
        let cases = self.jury.base_cases();
        let none = || match self.games.len() {
            0 if !cases.iter().any(|case| case.kind.runs_program()) => {
                MutantOutcome::Survived(None)
            }
            games => MutantOutcome::NoDifference(games),
        };
        Ok(known.unwrap_or_else(none))
    }

    /// What sanitizers say of a mutant whose stage with sanitizers is made so; none if they say nothing, or there is none.
    fn sanitizer_report(
        &self,
        watched: Option<impl FnOnce() -> Result<Option<LoadedProgram>, GradingError>>,
    ) -> Result<Option<SanitizerEvidence>, GradingError> {
        let stage = watched.map(|make| make()).transpose()?.flatten();
        match stage {
            Some(mut stage) => self.jury.find_undefined_behaviour(self.watch, &mut stage),
            None => Ok(None),
        }
    }

    /// The first case in which it does something else that costs nothing.
    fn find_forgiven_case(&self, runs: &[CaseRun]) -> Option<MutantOutcome> {
        for (ran, right) in runs.iter().zip(self.baseline) {
            let case = &ran.case.spec;
            let allowed = |by: String| MutantOutcome::Allowed {
                case: case.id.clone(),
                by,
            };
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
            if !has_same_output(seen, right) {
                let expected = ExpectedTranscript {
                    turns: &ran.expected,
                    messages: &ran.case.context.messages,
                };
                return Some(allowed(find_forgiving_option(
                    &case.comparison,
                    expected,
                    seen,
                    right,
                )));
            }
            if seen.exit != right.exit {
                return Some(allowed(exit_option(ran.case.exit_rule)));
            }
        }
        None
    }

    /// The first test that prints something else and passes all the same, in words: nothing of the rubric forgives that, a check is
    /// missing.
    fn find_test_output_difference(&self, runs: &[CaseRun]) -> Option<String> {
        for (ran, right) in runs.iter().zip(self.baseline) {
            for (one, other) in ran.tests.iter().zip(&right.tests) {
                let both = one.observation.as_ref().zip(other.observation.as_ref());
                if both.is_some_and(|(one, other)| one.turns != other.turns) {
                    let name = &one.test.name;
                    return Some(format!(
                        "the test “{name}” prints something else, and passes"
                    ));
                }
            }
        }
        None
    }

    /// The first game that tells it apart, and the first difference that would be forgiven.
    fn compare_in_games(
        &self,
        step: usize,
        stage: &mut LoadedProgram,
    ) -> Result<(Option<DistinguishingGame>, Option<MutantOutcome>), GradingError> {
        let program = stage.plain_program();
        let mut forgiven = None;
        for game in self.games.iter().step_by(step) {
            let limits = self.jury.limits_for(&game.like);
            let runner = &mut stage.runner;
            let mut play = || {
                self.jury
                    .play_script(&game.script, &game.like, &limits, &program, runner)
            };
            let seen = play()?;
            let is_same = has_same_output(&seen, &game.seen);
            if is_same && seen.exit == game.seen.exit {
                continue;
            }
            let case = &game.like;
            if let Some(how) = self.jury.game_difference(game, &seen) {
                // Memory that nobody has written to may hold a move by chance, which no case would show the next time.
                if self.jury.game_difference(game, &play()?).is_none() {
                    continue;
                }
                let script = game.script.clone();
                let like = case.spec.id.clone();
                return Ok((Some(DistinguishingGame { script, like, how }), None));
            }
            forgiven.get_or_insert_with(|| {
                let by = match &game.expected {
                    _ if is_same => exit_option(case.exit_rule),
                    Some(turns) => {
                        let messages = &case.context.messages;
                        let expected = ExpectedTranscript { turns, messages };
                        find_forgiving_option(&case.spec.comparison, expected, &seen, &game.seen)
                    }
                    None => "compare".to_owned(),
                };
                MutantOutcome::Allowed {
                    case: game.script.join(" "),
                    by,
                }
            });
        }
        Ok((None, forgiven))
    }
}

fn exit_option(rule: ExitRule) -> String {
    match rule {
        ExitRule::Any => "exit = \"any\"".to_owned(),
        ExitRule::Zero | ExitRule::Only(_) => "exit".to_owned(),
    }
}
