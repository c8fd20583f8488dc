//! What is needed to grade any submission of one assignment.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::super::checker::{Checkers, KeptCheckers};
use super::super::expectations::{Expectations, InputVariant};
use super::super::functions::Drivers;
use super::super::session::Session;
use super::super::toolbox::Toolbox;
use super::super::undefined::Prepared;
use super::super::unit_tests::TestKit;
use crate::build::Precompiled;
use crate::model::{
    Assignment, BuildSettings, Environment, Found, Scheme, Submission, ToolchainVersion,
};

/// All that submissions of one assignment share, made once.
pub(in crate::pipeline) struct AssignmentGrader<'a> {
    pub(in crate::pipeline) assignment: &'a Assignment,
    pub(in crate::pipeline) expectations: &'a Expectations,
    pub(in crate::pipeline) drivers: Drivers<'a>,
    /// What programs of unit tests need.
    pub(in crate::pipeline) kit: TestKit<'a>,
    /// Where the paths of checkers start.
    pub(in crate::pipeline) course_folder: &'a Path,
    pub(in crate::pipeline) toolbox: &'a Toolbox,
    /// What is needed to look for undefined behaviour, by the name of the toolchain, where that is asked for.
    pub(in crate::pipeline) undefined: BTreeMap<&'a str, Prepared<'a>>,
    /// What its sources may begin with.
    pub(in crate::pipeline) precompiled: &'a Precompiled,
    pub(in crate::pipeline) session: Session<'a>,
    /// What findings become points by.
    pub(in crate::pipeline) scheme: Arc<Scheme>,
}

impl AssignmentGrader<'_> {
    /// What a submission is graded with.
    pub(in crate::pipeline) fn environment(&self, submission: &Submission) -> Environment {
        let toolchain = match &submission.found {
            Found::Sources(sources) => Some(self.assignment.toolchain_of(sources)),
            _ => None,
        };
        let used = toolchain.and_then(|toolchain| {
            let version = self.toolbox.version(toolchain)?.clone();
            // The same for all assignments, whatever their flags.
            let settings = self.assignment.build_settings(toolchain);
            let settings = BuildSettings { flags: Vec::new(), libraries: Vec::new(), ..settings };
            let installation = self.session.installation(&settings);
            let digest = installation.map(|it| it.programs.to_string());
            Some(ToolchainVersion { digest, ..version })
        });
        let confinement = Some(self.session.confinement());
        Environment { toolchains: used.into_iter().collect(), confinement }
    }

    /// The input variant in which the scripts are written.
    pub(super) fn scripted(&self) -> &InputVariant {
        &self.expectations.input_variants[0]
    }

    /// Who asks checkers.
    pub(in crate::pipeline) fn checkers<'k>(&'k self, kept: &'k KeptCheckers) -> Checkers<'k> {
        Checkers { folder: self.course_folder, session: self.session, kept }
    }
}
