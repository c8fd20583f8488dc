//! What became of a submission, before it is scored.

use super::super::case_run::CaseRun;
use super::super::expectations::InputVariant;
use crate::model::{BuildReport, Inspection, Undefined};

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
