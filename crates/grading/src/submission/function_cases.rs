//! The cases that call functions of a submission.

use std::collections::BTreeMap;

use super::super::analysis::FunctionLocation;
use super::super::case_run::CaseRun;
use super::super::functions::{CallResults, FunctionLinker, LEVELS};
use super::super::grading_error::GradingError;
use super::AssignmentGrader;
use crate::reused_cases::ReusedCases;
use model::Verdict;
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
                let ran = match called.map_err(GradingError::from) {
                    Ok(CallResults { judgement, calls }) => CaseRun {
                        calls,
                        ..CaseRun::unplayed(case, judgement)
                    },
                    Err(GradingError::ResourceExhausted(reason)) => {
                        CaseRun::unjudged(case, Verdict::Ungraded(reason))
                    }
                    Err(trouble) => return Err(trouble),
                };
                all.insert(case.place, ran);
            }
            FunctionLinker::remove_programs(callable, runner)?;
        }
        Ok((all, linking.log))
    }
}
