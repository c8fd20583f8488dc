//! The unit tests of a case with a mutant: one after the other, each in a process of its own.

use super::super::case_run::CaseRun;
use super::super::grading_error::GradingError;
use super::super::unit_tests::run_tests;
use super::noticed::MutantTester;
use super::stage::LoadedProgram;
use crate::model::{RunLimits, Verdict};

impl MutantTester<'_> {
    /// The tests of a case, no further than to the first that does not pass, unless the stage runs all.
    pub(super) fn run_tests(
        &self,
        case: usize,
        limits: &RunLimits,
        stage: &mut LoadedProgram,
    ) -> Result<CaseRun, GradingError> {
        let grader = self.grader;
        let Some(program) = stage.tests.get(&case) else {
            let why = "its program of unit tests is missing".to_owned();
            return Err(GradingError::Internal(why));
        };
        let tests = &grader.expectations.tests[case];
        let ends = !stage.runs_all_tests;
        let tested = run_tests(program, tests, (limits, ends), &mut stage.runner);
        match tested.map_err(GradingError::from) {
            Ok(tested) => Ok(CaseRun {
                tests: tested.tests,
                ..grader.unplayed_run(case, tested.judgement)
            }),
            Err(GradingError::ResourceExhausted(why)) => {
                Ok(grader.unjudged_run(case, &Verdict::Ungraded(why)))
            }
            Err(trouble) => Err(trouble),
        }
    }
}
