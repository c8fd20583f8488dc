//! The program with all mutants, and whether it does what the program does while all are off.

use std::sync::Arc;

use super::super::case_run::CaseRun;
use super::super::functions::Drivers;
use super::super::grading_error::GradingError;
use super::behind_switch::{BehindSwitch, behind_switch};
use super::linked::Workshop;
use super::noticed::Jury;
use super::same::{does_the_same, is_same_test};
use super::stage::Stage;
use super::work::Work;
use crate::build;
use crate::model::BuildSettings;
use crate::mutants::{Mutant, SWITCH, SourceText};

impl Work<'_> {
    /// The program with all mutants behind a switch, that does what the program does while all are off; none if there is none.
    pub(super) fn one_program(
        &self,
        own: &Workshop<'_>,
        texts: &[SourceText],
        chosen: &[Mutant],
        (jury, baseline): (&Jury<'_>, &[CaseRun]),
    ) -> Result<Option<BehindSwitch>, GradingError> {
        for settings in [linked_statically(own.settings), own.settings.clone()] {
            let found = self.behind(own, &settings, texts, chosen)?;
            if let Some(found) = found
                && self.is_same(jury, &found, &settings, baseline)?
            {
                return Ok(Some(found));
            }
        }
        tracing::info!("each mutant is built by itself");
        Ok(None)
    }

    /// The program with all mutants behind a switch.
    pub(super) fn behind(
        &self,
        own: &Workshop<'_>,
        settings: &BuildSettings,
        texts: &[SourceText],
        chosen: &[Mutant],
    ) -> Result<Option<BehindSwitch>, GradingError> {
        let switch = self.switch(settings)?;
        let (assignment, session) = (self.grader.assignment, self.grader.session);
        let ours = [switch];
        let drivers =
            Drivers::new(assignment, settings.clone(), session).with_objects(ours.to_vec());
        let kit = own.kit.with_objects(ours.to_vec());
        let workshop = Workshop { drivers: &drivers, kit: &kit, ours: &ours, settings, ..*own };
        behind_switch(&workshop, texts, chosen)
    }

    fn switch(&self, settings: &BuildSettings) -> Result<Arc<Vec<u8>>, GradingError> {
        let session = self.grader.session;
        let runner = || session.runner(&settings.toolchain, false);
        Ok(build::driver(settings, SWITCH, session.kept_builds(settings), runner)?)
    }

    /// Whether the program with all mutants off does what the program does, byte by byte in all cases.
    fn is_same(
        &self,
        jury: &Jury<'_>,
        behind: &BehindSwitch,
        settings: &BuildSettings,
        baseline: &[CaseRun],
    ) -> Result<bool, GradingError> {
        let (assignment, session) = (self.grader.assignment, self.grader.session);
        let mut stage = Stage::new(&behind.linked, assignment, &settings.toolchain, session)?;
        stage.set(0)?;
        for (case, right) in baseline.iter().enumerate() {
            let ran = jury.ran(case, jury.home, &mut stage)?;
            let seen = ran.observation.as_ref().zip(right.observation.as_ref());
            let is_same =
                seen.is_none_or(|(one, other)| does_the_same(one, other) && one.exit == other.exit);
            let mut calls = ran.calls.iter().zip(&right.calls);
            let calls_are = calls.all(|(one, other)| one.actual == other.actual);
            let mut tests = ran.tests.iter().zip(&right.tests);
            let tests_are = tests.all(|(one, other)| is_same_test(one, other));
            if !is_same || !calls_are || !tests_are || jury.noticed(case, &ran).is_some() {
                tracing::info!(case, "the program with all mutants off does something else");
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A program that needs no shared libraries starts in half of the time, and this one starts tens of thousands of times. Where
/// some library has no archive, it cannot be linked so.
fn linked_statically(settings: &BuildSettings) -> BuildSettings {
    let mut settings = settings.clone();
    settings.libraries.push("-static".to_owned());
    settings
}
