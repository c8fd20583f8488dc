//! What became of a submission, before and after it is scored.

use super::super::case_run::CaseRun;
use super::super::expectations::InputVariant;
use crate::model::{BuildReport, Grade, Inspection, Undefined};

/// All that was found out about a submission.
pub(super) struct Outcome<'a> {
    pub(super) build: BuildReport,
    /// The cases.
    pub(super) ran: Vec<CaseRun>,
    /// The input variant in which they were run.
    pub(super) input_variant: &'a InputVariant,
    /// What the criteria's rules say.
    pub(super) inspections: Vec<Option<Inspection>>,
    /// What was found of undefined behaviour.
    pub(super) undefined: Undefined,
}

/// A grade, and what a later run must know to take over some of its cases.
pub(in crate::pipeline) struct Graded {
    pub(in crate::pipeline) grade: Grade,
    /// The place of the input variant in which the cases were run.
    pub(in crate::pipeline) input_variant: usize,
    /// For each case, whether the grade holds all of its run.
    pub(in crate::pipeline) whole_runs: Vec<bool>,
}
