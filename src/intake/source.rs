//! Where submissions come from, and what the user says about it.

use std::path::Path;

use super::scratch::Scratch;
use crate::layout::StudentPattern;
use crate::model::Layout;

/// Where submissions come from.
pub(crate) struct Source<'s> {
    /// A folder, or an archive.
    pub(crate) path: &'s Path,
    /// The layout that the user names; none if it is to be seen from names.
    pub(crate) layout: Option<Layout>,
    /// What the user says of the paths of files.
    pub(crate) pattern: Option<&'s StudentPattern>,
    /// Where copies may stand.
    pub(crate) scratch: &'s Scratch,
    /// Whether the user wants to stop.
    pub(crate) stop: &'s dyn Fn() -> bool,
}
