//! What became of a submission, before and after it is scored.

use super::super::case_run::CaseRun;
use super::super::expectations::InputVariant;
use crate::execute::ExecutionTarget;
use model::{BuildReport, Grade, RuleInspection, ShortestGame, SourceRepair, UndefinedBehaviour};
use toolchain::runner::InterruptibleRunner;

/// All that was found out about a submission.
pub(super) struct SubmissionOutcome<'a> {
    pub(super) build: BuildReport,
    /// The cases.
    pub(super) ran: Vec<CaseRun>,
    /// The input variant in which they were run.
    pub(super) input_variant: &'a InputVariant,
    /// What the criteria's rules say.
    pub(super) inspections: Vec<Option<RuleInspection>>,
    /// What was found of undefined behaviour.
    pub(super) undefined: UndefinedBehaviour,
    /// The names and bytes of its files, where it may be changed.
    pub(super) files: Vec<(String, Vec<u8>)>,
    /// Changes of its text that may make it right.
    pub(super) repairs: Vec<SourceRepair>,
    /// The program, and who runs it, where it is run on other games when all is judged.
    pub(super) at_work: Option<(ExecutionTarget, InterruptibleRunner)>,
    /// The shortest games in which it fails, each with the place of its case.
    pub(super) shortest: Vec<(usize, ShortestGame)>,
}

impl<'a> SubmissionOutcome<'a> {
    /// What the cases came to, and nothing else that is asked of a submission.
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
            at_work: None,
            shortest: Vec::new(),
        }
    }
}

/// A grade, and what a later run must know to take over some of its cases.
pub(crate) struct GradedSubmission {
    pub(crate) grade: Grade,
    /// The place of the input variant in which the cases were run.
    pub(crate) input_variant: usize,
    /// For each case, whether the grade holds all of its run.
    pub(crate) whole_runs: Vec<bool>,
}
