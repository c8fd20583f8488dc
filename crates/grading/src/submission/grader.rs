//! What is needed to grade any submission of one assignment, and what is found out about one.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::case_run::CaseRun;
use crate::case_set::CaseSetBench;
use crate::checker::{CheckerRunner, KnownAnswers, PersistentCheckers};
use crate::execute::ExecutionTarget;
use crate::expectations::{Expectations, InputVariant};
use crate::functions::FunctionDrivers;
use crate::session::Session;
use crate::toolbox::ToolchainSet;
use crate::undefined::PreparedVariants;
use crate::unit_tests::TestKit;
use model::{
    Assignment, BuildReport, BuildSettings, CaseSetFindings, DonorProgram, Grade,
    GradingEnvironment, MarkingScheme, ProvedRepair, RuleInspection, ShortestGame, SourceRepair,
    Submission, SubmissionContent, ToolchainVersion, UndefinedBehaviour,
};
use toolchain::PrecompiledHeaders;
use toolchain::runner::InterruptibleRunner;

/// All that submissions of one assignment share, made once.
pub struct AssignmentGrader<'a> {
    /// The assignment.
    pub assignment: &'a Assignment,
    /// What is expected in its cases.
    pub expectations: &'a Expectations,
    /// What its functions are called with.
    pub drivers: FunctionDrivers<'a>,
    /// What programs of unit tests need.
    pub kit: TestKit<'a>,
    /// Where the paths of checkers start.
    pub course_folder: &'a Path,
    /// What its checkers have answered.
    pub(crate) known_answers: KnownAnswers,
    pub(crate) toolbox: &'a ToolchainSet,
    /// What is needed to search undefined behaviour, by the name of the toolchain, if the assignment asks for that.
    pub(crate) undefined: BTreeMap<&'a str, PreparedVariants<'a>>,
    /// What its sources may begin with.
    pub precompiled: &'a PrecompiledHeaders,
    /// Where programs are run.
    pub session: Session<'a>,
    /// What findings become points by.
    pub scheme: Arc<MarkingScheme>,
    /// Programs from which changes of a wrong one may be taken.
    pub(crate) donors: Vec<DonorProgram>,
    /// What students' cases are graded with, where they hand in cases.
    pub(crate) case_set: Option<CaseSetBench<'a>>,
}

impl AssignmentGrader<'_> {
    /// What a submission is graded with.
    pub fn environment(&self, submission: &Submission) -> GradingEnvironment {
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
    pub fn checker_runner<'k>(&'k self, kept: &'k PersistentCheckers) -> CheckerRunner<'k> {
        CheckerRunner {
            folder: self.course_folder,
            session: self.session,
            persistent: kept,
            known: &self.known_answers,
        }
    }
}

/// All that was found out about a submission.
pub(crate) struct SubmissionOutcome<'a> {
    pub(crate) build: BuildReport,
    pub(crate) ran: Vec<CaseRun>,
    /// The input variant in which they were run.
    pub(crate) input_variant: &'a InputVariant,
    /// What the criteria's rules say.
    pub(super) inspections: Vec<Option<RuleInspection>>,
    /// What was found of undefined behaviour.
    pub(super) undefined: UndefinedBehaviour,
    /// The names and bytes of its files, where it may be changed.
    pub(crate) files: Vec<(String, Vec<u8>)>,
    /// Changes of its text that may make it right.
    pub(crate) repairs: Vec<SourceRepair>,
    /// Those that were proved to make it right.
    pub(crate) repair: Option<ProvedRepair>,
    /// The program, and who runs it, where it is run on other games when all is judged.
    pub(super) at_work: Option<(ExecutionTarget, InterruptibleRunner)>,
    /// The shortest games in which it fails, each with the place of its case.
    pub(super) shortest: Vec<(usize, ShortestGame)>,
    /// What was found out about cases that were handed in; none where a program was.
    pub(super) case_set: Option<CaseSetFindings>,
    /// What the report should mention.
    pub(super) remarks: Vec<String>,
}

impl<'a> SubmissionOutcome<'a> {
    /// The runs of the cases, and nothing else.
    pub(super) fn new(
        build: BuildReport,
        ran: Vec<CaseRun>,
        input_variant: &'a InputVariant,
    ) -> SubmissionOutcome<'a> {
        SubmissionOutcome {
            build,
            ran,
            input_variant,
            inspections: Vec::new(),
            undefined: UndefinedBehaviour::NotAsked,
            files: Vec::new(),
            repairs: Vec::new(),
            repair: None,
            at_work: None,
            shortest: Vec::new(),
            case_set: None,
            remarks: Vec::new(),
        }
    }
}

/// A grade, and what a later run must know to take over some of its cases.
pub struct GradedSubmission {
    /// The grade.
    pub grade: Grade,
    /// The place of the input variant in which the cases were run.
    pub input_variant: usize,
    /// For each case, whether the grade holds all of its run.
    pub(crate) whole_runs: Vec<bool>,
}
