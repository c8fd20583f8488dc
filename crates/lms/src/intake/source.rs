//! Where submissions come from, and what the user says about it.

use std::path::Path;

use super::scratch::IntakeScratch;
use crate::layout::StudentPattern;
use model::SubmissionLayout;

/// Where submissions come from.
pub struct IntakeSource<'s> {
    /// A folder, or an archive.
    pub path: &'s Path,
    /// The layout that the user names; none if it is to be seen from names.
    pub layout: Option<SubmissionLayout>,
    /// What the user says of the paths of files.
    pub pattern: Option<&'s StudentPattern>,
    /// Where copies may stand.
    pub scratch: &'s IntakeScratch,
    /// Whether the user wants to stop.
    pub stop: &'s dyn Fn() -> bool,
}
