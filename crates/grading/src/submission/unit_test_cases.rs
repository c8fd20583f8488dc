//! The cases that run unit tests with a submission.

use std::collections::BTreeMap;

use super::super::case_run::CaseRun;
use super::super::functions::LEVELS;
use super::super::grading_error::GradingError;
use super::super::prepared_case::CaseKind;
use super::super::unit_tests::UnitTestResults;
use super::AssignmentGrader;
use crate::reused_cases::ReusedCases;
use model::{CaseVisibility, Verdict};
use toolchain::BuildOutput;
use toolchain::runner::InterruptibleRunner;

impl AssignmentGrader<'_> {
    /// Runs the tests of every case that has some and is not kept, and returns the commands that were run for that. Each case
    /// has a program of its own, which is gone before the next one's is made.
    pub(super) fn run_unit_tests(
        &self,
        built: &BuildOutput,
        kept: &ReusedCases,
        runner: &mut InterruptibleRunner,
    ) -> Result<(BTreeMap<usize, CaseRun>, Vec<String>), GradingError> {
        let mut all = BTreeMap::new();
        let mut log = Vec::new();
        for level in LEVELS {
            for case in &self.expectations.scripted_variant().cases {
                let CaseKind::UnitTests(tests, expected) = &case.kind else {
                    continue;
                };
                if case.spec.visibility != level {
                    continue;
                }
                if let Some(ran) = kept.called_run(case.place) {
                    all.insert(case.place, ran.clone());
                    continue;
                }
                let mut own = Vec::new();
                let tested =
                    self.kit
                        .test_submission((case, tests), expected, built, &mut own, runner);
                // That there are such tests is not said in the log either.
                if level == CaseVisibility::Full {
                    log.append(&mut own);
                }
                let ran = match tested {
                    Ok(UnitTestResults { tests, judgement }) => CaseRun {
                        tests,
                        ..CaseRun::unplayed(case, judgement)
                    },
                    Err(GradingError::ResourceExhausted(reason)) => {
                        CaseRun::unjudged(case, Verdict::Ungraded(reason))
                    }
                    Err(trouble) => return Err(trouble),
                };
                all.insert(case.place, ran);
            }
        }
        Ok((all, log))
    }
}
