//! The cases once more, with sanitizers: a mutant may behave like the solution and still be wrong.

use std::sync::Arc;

use super::tester::MutantTester;
use cpp::mutants::SanitizerEvidence;
use grading::{
    CaseKind, ExecutionTarget, Experiment, GradingError, LoadedProgram, PreparedCase,
    TestConditions, VariantProgram, run_sanitized, sanitizer_limits,
};
use judging::undefined::BuildVariant;
use model::Observation;

/// How many scripts a survivor plays with sanitizers. Each takes ten times as long as without.
const SCRIPTS: usize = 40;

/// A script that is played with sanitizers.
#[derive(Clone)]
pub(super) struct SanitizedScript {
    pub(super) script: Vec<String>,
    /// The case with this script, or the case that is most like it.
    pub(super) like: Arc<PreparedCase>,
    pub(super) is_case: bool,
}

/// The scripts that survivors play with sanitizers.
pub(super) struct SanitizedScripts {
    /// Cases and other games, which all survivors play.
    some: Vec<SanitizedScript>,
    /// All cases: does one show what another game has shown?
    cases: Vec<SanitizedScript>,
}

/// Selects the scripts that are played.
pub(super) fn select_scripts(mut all: Vec<SanitizedScript>) -> SanitizedScripts {
    let cases = all.iter().filter(|it| it.is_case).cloned().collect();
    // The longest and the shortest reach the bounds of a program's data.
    all.sort_by_key(|it| std::cmp::Reverse(it.script.len()));
    if all.len() > SCRIPTS {
        let step = all.len() as f64 / SCRIPTS as f64;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "places among a few thousand"
        )]
        let chosen = (0..SCRIPTS).map(|it| (it as f64 * step) as usize);
        all = chosen.filter_map(|place| all.get(place).cloned()).collect();
    }
    SanitizedScripts { some: all, cases }
}

impl MutantTester<'_> {
    /// What sanitizers report, in a case if one shows it; none if they report nothing.
    pub(super) fn find_undefined_behaviour(
        &self,
        watch: &SanitizedScripts,
        loaded: &mut LoadedProgram,
    ) -> Result<Option<SanitizerEvidence>, GradingError> {
        let Some(first) = self.first_report(&watch.some, loaded)? else {
            return self.first_test_report(loaded);
        };
        if first.case.is_some() {
            return Ok(Some(first));
        }
        Ok(Some(
            self.first_report(&watch.cases, loaded)?.unwrap_or(first),
        ))
    }

    fn first_report(
        &self,
        scripts: &[SanitizedScript],
        loaded: &mut LoadedProgram,
    ) -> Result<Option<SanitizerEvidence>, GradingError> {
        let program = ExecutionTarget::VariantProgram(VariantProgram {
            path: loaded.program.clone(),
            arguments: Vec::new(),
            environment: BuildVariant::Sanitized.environment(""),
            instrumented: true,
        });
        let experiment = Experiment::new([loaded], scripts, Option::is_some);
        let mut found = experiment.run(|loaded, played| {
            let like = &played.like;
            let limits = sanitizer_limits(&like.spec.limits);
            let runner = &mut loaded.runner;
            let seen = self.play_script(&played.script, like, &limits, &program, runner)?;
            Ok(parse_report_kind(&seen).map(|kind| SanitizerEvidence {
                kind,
                case: played.is_case.then(|| like.spec.id.clone()),
                tests: None,
            }))
        })?;
        Ok(found.pop().flatten())
    }

    /// What sanitizers report in the first unit test with undefined behaviour. No criterion counts that, so it is listed separately.
    fn first_test_report(
        &self,
        loaded: &mut LoadedProgram,
    ) -> Result<Option<SanitizerEvidence>, GradingError> {
        for case in self.base_cases() {
            let CaseKind::UnitTests(_, tests) = &case.kind else {
                continue;
            };
            let Some(program) = loaded.tests.get(&case.place) else {
                continue;
            };
            let conditions = TestConditions {
                limits: &sanitizer_limits(&case.spec.limits),
                case: &case.spec,
            };
            for test in tests {
                let seen = run_sanitized(program, test, conditions, &mut loaded.runner)?;
                if let Some(kind) = parse_report_kind(&seen) {
                    let tests = Some(case.spec.id.clone());
                    return Ok(Some(SanitizerEvidence {
                        kind,
                        case: None,
                        tests,
                    }));
                }
            }
        }
        Ok(None)
    }
}

/// The kind of a sanitizer's report on standard error.
fn parse_report_kind(seen: &Observation) -> Option<String> {
    let text = String::from_utf8_lossy(&seen.stderr).into_owned();
    if let Some((_, rest)) = text.split_once("ERROR: AddressSanitizer: ") {
        return Some(
            rest.split_whitespace()
                .next()
                .unwrap_or_default()
                .to_owned(),
        );
    }
    if let Some((_, rest)) = text.split_once("runtime error: ") {
        return Some(rest.lines().next().unwrap_or_default().to_owned());
    }
    text.contains("Assertion '")
        .then(|| "an assertion of the C++ library".to_owned())
}
