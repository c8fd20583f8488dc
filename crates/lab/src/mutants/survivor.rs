//! Why no case kills a mutant. A game that it plays differently is the best reason, then undefined behaviour, then the option of
//! the rubric that forgives the difference.

use super::games::{BaselineGame, BrokenGame};
use super::sanitizers::SanitizedScripts;
use super::tester::{MutantTester, has_same_output};
use cpp::mutants::{DistinguishingGame, MutantOutcome, SanitizerEvidence};
use grading::{CaseRun, GradingError, LoadedProgram};
use judging::compare;
use judging::compare::{ComparisonOutcome, ExpectedTranscript};
use model::{
    BoardMode, Comparison, ComparisonScope, ExitRule, ExtraLines, LineOrder, Observation,
    PromptMode, TestCase, WhitespaceMode,
};

/// If the rubric forgives a mutant in a case, only one in so many games is played.
const FORGIVEN: usize = 3;

/// What survivors are compared with.
pub(super) struct SurvivorEvidence<'e> {
    pub(super) tester: &'e MutantTester<'e>,
    /// The runs of the solution in the cases.
    pub(super) baseline: &'e [CaseRun],
    pub(super) games: &'e [BaselineGame],
    pub(super) broken: &'e [BrokenGame],
    pub(super) watch: &'e SanitizedScripts,
}

impl SurvivorEvidence<'_> {
    /// Why the mutant with these runs survived. `watched` loads the same mutant with sanitizers, if it can.
    pub(super) fn explain_survival(
        &self,
        runs: &[CaseRun],
        loaded: &mut LoadedProgram,
        watched: impl FnOnce() -> Result<Option<LoadedProgram>, GradingError>,
    ) -> Result<MutantOutcome, GradingError> {
        let mut watched = Some(watched);
        let mut said = None;
        if let Some(criterion) = self.tester.undefined_criterion() {
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
        // If the rubric forgives a mutant in a case, it is seldom a gap elsewhere, and there are many of them.
        let step = if allowed.is_some() { FORGIVEN } else { 1 };
        let (told, forgiven) = self.compare_in_games(step, loaded)?;
        if let Some(difference) = told {
            return Ok(MutantOutcome::Missed(difference));
        }
        if let Some(how) = self.find_test_output_difference(runs) {
            return Ok(MutantOutcome::Survived(Some(how)));
        }
        let known = allowed.or(forgiven);
        if known.is_none()
            && let Some(script) = self.tester.first_broken_difference(self.broken, loaded)?
        {
            return Ok(MutantOutcome::EndOfInput(script));
        }
        if watched.is_some() {
            said = self.sanitizer_report(watched)?;
        }
        if let Some(said) = said {
            return Ok(MutantOutcome::Undefined(said));
        }
        let cases = self.tester.base_cases();
        let none = || match self.games.len() {
            0 if !cases.iter().any(|case| case.kind.runs_program()) => {
                MutantOutcome::Survived(None)
            }
            games => MutantOutcome::NoDifference(games),
        };
        Ok(known.unwrap_or_else(none))
    }

    /// What sanitizers say about a mutant that `watched` loads; none if they say nothing, or it cannot be loaded.
    fn sanitizer_report(
        &self,
        watched: Option<impl FnOnce() -> Result<Option<LoadedProgram>, GradingError>>,
    ) -> Result<Option<SanitizerEvidence>, GradingError> {
        let loaded = watched.map(|make| make()).transpose()?.flatten();
        match loaded {
            Some(mut loaded) => self
                .tester
                .find_undefined_behaviour(self.watch, &mut loaded),
            None => Ok(None),
        }
    }

    /// The first case in which it differs from the solution and loses no points.
    fn find_forgiven_case(&self, runs: &[CaseRun]) -> Option<MutantOutcome> {
        for (ran, right) in runs.iter().zip(self.baseline) {
            let case = &ran.case.spec;
            for (one, other) in ran.calls.iter().zip(&right.calls) {
                if one.actual != other.actual {
                    return Some(allowed_by(case, "calls".to_owned()));
                }
                let both = one.observation.as_ref().zip(other.observation.as_ref());
                if both.is_some_and(|(one, other)| one.turns != other.turns) {
                    return Some(allowed_by(case, "printed".to_owned()));
                }
            }
            for (one, other) in ran.tests.iter().zip(&right.tests) {
                if one.judgement.verdict != other.judgement.verdict {
                    return Some(allowed_by(case, "tests".to_owned()));
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
                return Some(allowed_by(
                    case,
                    find_forgiving_option(&case.comparison, expected, seen, right),
                ));
            }
            if seen.exit != right.exit {
                return Some(allowed_by(case, exit_option(ran.case.exit_rule)));
            }
        }
        None
    }

    /// The first test that passes although its output differs, in words. The rubric does not forgive that: a check is missing.
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

    /// The first game that detects the mutant, or the first difference that would be forgiven.
    fn compare_in_games(
        &self,
        step: usize,
        loaded: &mut LoadedProgram,
    ) -> Result<(Option<DistinguishingGame>, Option<MutantOutcome>), GradingError> {
        let program = loaded.plain_program();
        let mut forgiven = None;
        for game in self.games.iter().step_by(step) {
            let limits = self.tester.limits_for(&game.like);
            let runner = &mut loaded.runner;
            let mut play = || {
                self.tester
                    .play_script(&game.script, &game.like, &limits, &program, runner)
            };
            let seen = play()?;
            let is_same = has_same_output(&seen, &game.seen);
            if is_same && seen.exit == game.seen.exit {
                continue;
            }
            let case = &game.like;
            if let Some(how) = self.tester.game_difference(game, &seen) {
                // Uninitialised memory may hold a move by chance, which no case would show the next time.
                if self.tester.game_difference(game, &play()?).is_none() {
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

fn allowed_by(case: &TestCase, by: String) -> MutantOutcome {
    MutantOutcome::Allowed {
        case: case.id.clone(),
        by,
    }
}

fn exit_option(rule: ExitRule) -> String {
    match rule {
        ExitRule::Any => "exit = \"any\"".to_owned(),
        ExitRule::NonZero => "exit = \"non-zero\"".to_owned(),
        ExitRule::Zero | ExitRule::Only(_) => "exit".to_owned(),
    }
}

/// The option of the rubric that forgives a difference. `right` is the run of the solution.
pub(super) fn find_forgiving_option(
    rule: &Comparison,
    expected: ExpectedTranscript<'_>,
    seen: &Observation,
    right: &Observation,
) -> String {
    if rule.checker.is_some() {
        return "checker".to_owned();
    }
    if rule.referee.is_some() {
        return "referee".to_owned();
    }
    if let Some(patterns) = &rule.patterns {
        let what = if patterns.judges_games() {
            "ending, never"
        } else {
            "patterns"
        };
        return what.to_owned();
    }
    let mut turned: Vec<&'static str> = Vec::new();
    let mut strict = rule.clone();
    for (name, turn) in COMPARISON_OPTIONS {
        let mut alone = rule.clone();
        if !turn(&mut alone) {
            continue;
        }
        // A solution that prints other words is only right with the loose option, and then this option forgives the mutant.
        let tells =
            !is_equal_under(expected, &alone, seen) && is_equal_under(expected, &alone, right);
        if tells {
            return (*name).to_owned();
        }
        turn(&mut strict);
        turned.push(name);
    }
    if !turned.is_empty() && !is_equal_under(expected, &strict, seen) {
        return turned.join(", ");
    }
    "compare".to_owned()
}

fn is_equal_under(expected: ExpectedTranscript<'_>, rule: &Comparison, seen: &Observation) -> bool {
    compare::compare_transcript(expected, seen, rule).outcome == ComparisonOutcome::Equal
}

/// The name of an option, and what sets it to its strictest value and returns whether that is a change.
type ComparisonOption = (&'static str, fn(&mut Comparison) -> bool);

const COMPARISON_OPTIONS: [ComparisonOption; 7] = [
    ("prompts", |rule| {
        set_strictest(&mut rule.prompts, PromptMode::Exact)
    }),
    ("scope", |rule| {
        let is_dialogue = rule.scope != ComparisonScope::Output;
        is_dialogue && set_strictest(&mut rule.scope, ComparisonScope::Transcript)
    }),
    ("whitespace", |rule| {
        set_strictest(&mut rule.whitespace, WhitespaceMode::Exact)
    }),
    ("extra_lines", |rule| {
        set_strictest(&mut rule.extra_lines, ExtraLines::Deny)
    }),
    ("boards", |rule| {
        set_strictest(&mut rule.boards, BoardMode::Exact)
    }),
    ("order", |rule| {
        set_strictest(&mut rule.order, LineOrder::AsReference)
    }),
    ("numbers", |rule| rule.numbers.take().is_some()),
];

fn set_strictest<T: PartialEq>(knob: &mut T, strictest: T) -> bool {
    let changes = *knob != strictest;
    *knob = strictest;
    changes
}
