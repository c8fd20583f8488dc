//! The program with all mutants behind a switch, and whether it behaves like the solution while all are off.

use std::sync::Arc;

use super::attempts::MutationRun;
use super::linked::{LoadedProgram, MutantBuilder, SwitchedProgram, build_switched_program};
use super::tester::{MutantTester, has_same_output, is_same_test};
use cpp::mutants::{SWITCH, SourceMutant, SourceText};
use grading::{CaseRun, Experiment, FunctionDrivers, GradingError};
use model::BuildSettings;

impl MutationRun<'_> {
    /// The program with all mutants behind a switch; none if it cannot be built, or does not behave like the solution while all are off.
    pub(super) fn build_single_program(
        &self,
        own: &MutantBuilder<'_>,
        texts: &[SourceText],
        chosen: &[SourceMutant],
        (tester, baseline): (&MutantTester<'_>, &[CaseRun]),
    ) -> Result<Option<SwitchedProgram>, GradingError> {
        for settings in [linked_statically(own.settings), own.settings.clone()] {
            let found = self.build_switched(own, &settings, texts, chosen)?;
            if let Some(found) = found
                && self.is_same(tester, &found, &settings, baseline)?
            {
                return Ok(Some(found));
            }
        }
        tracing::info!("each mutant is built by itself");
        Ok(None)
    }

    /// The program with all mutants behind a switch.
    pub(super) fn build_switched(
        &self,
        own: &MutantBuilder<'_>,
        settings: &BuildSettings,
        texts: &[SourceText],
        chosen: &[SourceMutant],
    ) -> Result<Option<SwitchedProgram>, GradingError> {
        let switch = self.compile_switch(settings)?;
        let assignment = self.grader.assignment;
        let session = self.grader.session;
        let ours = [switch];
        let drivers =
            FunctionDrivers::new(assignment, settings.clone(), session).with_objects(ours.to_vec());
        let kit = own.kit.with_objects(ours.to_vec());
        let builder = MutantBuilder {
            drivers: &drivers,
            kit: &kit,
            support_objects: &ours,
            settings,
            ..*own
        };
        build_switched_program(&builder, texts, chosen)
    }

    fn compile_switch(&self, settings: &BuildSettings) -> Result<Arc<Vec<u8>>, GradingError> {
        let session = self.grader.session;
        let runner = || session.start_runner(&settings.toolchain, false);
        Ok(toolchain::compile_driver(
            settings,
            SWITCH,
            session.cached_builds(settings),
            runner,
        )?)
    }

    /// Whether the program behaves like the solution while all mutants are off, byte by byte in all cases.
    fn is_same(
        &self,
        tester: &MutantTester<'_>,
        behind: &SwitchedProgram,
        settings: &BuildSettings,
        baseline: &[CaseRun],
    ) -> Result<bool, GradingError> {
        let assignment = self.grader.assignment;
        let session = self.grader.session;
        let loaded = LoadedProgram::new(&behind.linked, assignment, &settings.toolchain, session)?;
        loaded.enable_mutant(0)?;
        let experiment = Experiment::new([loaded], baseline, |is_same: &bool| !is_same);
        let runs = experiment.run(|loaded, right| {
            let ran = tester.run_case(&right.case, loaded)?;
            let seen = ran.observation.as_ref().zip(right.observation.as_ref());
            let is_same = seen
                .is_none_or(|(one, other)| has_same_output(one, other) && one.exit == other.exit);
            let mut calls = ran.calls.iter().zip(&right.calls);
            let mut tests = ran.tests.iter().zip(&right.tests);
            let is_same = is_same
                && calls.all(|(one, other)| one.actual == other.actual)
                && tests.all(|(one, other)| is_same_test(one, other))
                && tester.kill_outcome(&ran).is_none();
            if !is_same {
                let case = right.case.place;
                tracing::info!(case, "the program with all mutants off does something else");
            }
            Ok(is_same)
        })?;
        Ok(!runs.contains(&false))
    }
}

/// A program without shared libraries starts in half of the time, and this one starts tens of thousands of times. It cannot be
/// linked if the archive of a library is missing.
fn linked_statically(settings: &BuildSettings) -> BuildSettings {
    let mut settings = settings.clone();
    settings.libraries.push("-static".to_owned());
    settings
}
