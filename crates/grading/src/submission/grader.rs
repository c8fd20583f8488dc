//! What is needed to grade any submission of one assignment.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::super::checker::{CheckerRunner, PersistentCheckers};
use super::super::expectations::Expectations;
use super::super::functions::FunctionDrivers;
use super::super::session::Session;
use super::super::toolbox::ToolchainSet;
use super::super::undefined::PreparedVariants;
use super::super::unit_tests::TestKit;
use model::{
    Assignment, BuildSettings, GradingEnvironment, MarkingScheme, Submission, SubmissionContent,
    ToolchainVersion,
};
use toolchain::PrecompiledHeaders;

/// All that submissions of one assignment share, made once.
pub(crate) struct AssignmentGrader<'a> {
    pub(crate) assignment: &'a Assignment,
    pub(crate) expectations: &'a Expectations,
    pub(crate) drivers: FunctionDrivers<'a>,
    /// What programs of unit tests need.
    pub(crate) kit: TestKit<'a>,
    /// Where the paths of checkers start.
    pub(crate) course_folder: &'a Path,
    pub(crate) toolbox: &'a ToolchainSet,
    /// What is needed to look for undefined behaviour, by the name of the toolchain, where that is asked for.
    pub(crate) undefined: BTreeMap<&'a str, PreparedVariants<'a>>,
    /// What its sources may begin with.
    pub(crate) precompiled: &'a PrecompiledHeaders,
    pub(crate) session: Session<'a>,
    /// What findings become points by.
    pub(crate) scheme: Arc<MarkingScheme>,
}

impl AssignmentGrader<'_> {
    /// What a submission is graded with.
    pub(crate) fn environment(&self, submission: &Submission) -> GradingEnvironment {
        let toolchain = match &submission.content {
            SubmissionContent::Sources(sources) => Some(self.assignment.choose_toolchain(sources)),
            _ => None,
        };
        let used = toolchain.and_then(|toolchain| {
            let version = self.toolbox.version(toolchain)?.clone();
            // The same for all assignments, whatever their flags.
            let settings = self.assignment.build_settings(toolchain);
            let settings = BuildSettings {
                flags: Vec::new(),
                libraries: Vec::new(),
                ..settings
            };
            let installation = self.session.find_installation(&settings);
            let digest = installation.map(|it| it.programs.to_string());
            Some(ToolchainVersion { digest, ..version })
        });
        let confinement = Some(self.session.confinement());
        GradingEnvironment {
            toolchains: used.into_iter().collect(),
            confinement,
        }
    }

    /// Who asks checkers.
    pub(crate) fn checker_runner<'k>(&'k self, kept: &'k PersistentCheckers) -> CheckerRunner<'k> {
        CheckerRunner {
            folder: self.course_folder,
            session: self.session,
            persistent: kept,
        }
    }
}
