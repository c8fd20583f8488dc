//! The cases for which testing code is linked with a submission: calls of its functions, and unit tests.

use std::collections::BTreeMap;

use super::AssignmentGrader;
use crate::analysis::FunctionLocation;
use crate::case_run::CaseRun;
use crate::functions::{FunctionLinker, LEVELS};
use crate::grading_error::GradingError;
use crate::prepared_case::CaseKind;
use crate::reused_cases::ReusedCases;
use model::CaseVisibility;
use toolchain::BuildOutput;
use toolchain::runner::InterruptibleRunner;

impl AssignmentGrader<'_> {
    /// Makes the calls of every case that has some and is not kept, and returns the commands that were run for that. One level after the
    /// other, so that no program finds what belongs to a case that students see less of.
    pub(super) fn call_functions(
        &self,
        functions: &Result<BTreeMap<usize, FunctionLocation>, String>,
        built: &BuildOutput,
        kept: &ReusedCases,
        runner: &mut InterruptibleRunner,
    ) -> Result<(BTreeMap<usize, CaseRun>, Vec<String>), GradingError> {
        let drivers = &self.drivers;
        let log = Vec::new();
        let mut linking = FunctionLinker {
            drivers,
            built,
            functions,
            log,
        };
        let mut all = BTreeMap::new();
        for level in LEVELS {
            let callable = linking.link_level(level, runner)?;
            for case in &self.expectations.scripted_variant().cases {
                let Some(callable) = callable.get(&case.place) else {
                    continue;
                };
                if let Some(ran) = kept.called_run(case.place) {
                    all.insert(case.place, ran.clone());
                    continue;
                }
                let called = drivers.call_all(case, callable, runner);
                let ran = CaseRun::from_calls(case, called)?;
                all.insert(case.place, ran);
            }
            FunctionLinker::remove_programs(callable, runner)?;
        }
        Ok((all, linking.log))
    }

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
                let ran = CaseRun::from_tests(case, tested)?;
                all.insert(case.place, ran);
            }
        }
        Ok((all, log))
    }
}
