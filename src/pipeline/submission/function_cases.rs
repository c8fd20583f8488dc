//! The cases that call functions of a submission.

use std::collections::BTreeMap;

use super::super::analysis::FunctionLocation;
use super::super::case_run::CaseRun;
use super::super::functions::{Called, LEVELS, Linking};
use super::super::grading_error::GradingError;
use super::super::kept_cases::KeptCases;
use super::AssignmentGrader;
use crate::build::Built;
use crate::model::Verdict;
use crate::runner::InterruptibleRunner;

impl AssignmentGrader<'_> {
    /// Makes the calls of every case that has some and is not kept, and returns the commands that were run for that. One level after the
    /// other, so that no program finds what belongs to a case that students see less of.
    pub(super) fn call_functions(
        &self,
        functions: &Result<BTreeMap<usize, FunctionLocation>, String>,
        built: &Built,
        kept: &KeptCases,
        runner: &mut InterruptibleRunner,
    ) -> Result<(BTreeMap<usize, CaseRun>, Vec<String>), GradingError> {
        let (drivers, log) = (&self.drivers, Vec::new());
        let mut linking = Linking { drivers, built, functions, log };
        let mut all = BTreeMap::new();
        for level in LEVELS {
            let callable = linking.of_level(level, runner)?;
            for (&index, callable) in &callable {
                if let Some(ran) = kept.called(index) {
                    all.insert(index, ran.clone());
                    continue;
                }
                let expected = &self.expectations.calls[index];
                let called = drivers.call_all(index, callable, expected, runner);
                let ran = match called.map_err(GradingError::from) {
                    Ok(Called { judgement, calls }) => {
                        CaseRun { calls, ..self.unplayed(index, judgement) }
                    }
                    Err(GradingError::Scarce(reason)) => {
                        self.unjudged(index, &Verdict::Ungraded(reason))
                    }
                    Err(trouble) => return Err(trouble),
                };
                all.insert(index, ran);
            }
            Linking::forget(callable, runner)?;
        }
        Ok((all, linking.log))
    }
}
