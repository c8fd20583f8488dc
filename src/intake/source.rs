//! Where submissions come from, and what the user says about it.

use std::path::Path;

use super::scratch::IntakeScratch;
use crate::layout::StudentPattern;
use crate::model::SubmissionLayout;

/// Where submissions come from.
pub(crate) struct IntakeSource<'s> {
    /// A folder, or an archive.
    pub(crate) path: &'s Path,
    /// The layout that the user names; none if it is to be seen from names.
    pub(crate) layout: Option<SubmissionLayout>,
    /// What the user says of the paths of files.
    pub(crate) pattern: Option<&'s StudentPattern>,
    /// Where copies may stand.
    pub(crate) scratch: &'s IntakeScratch,
    /// Whether the user wants to stop.
    pub(crate) stop: &'s dyn Fn() -> bool,
}
