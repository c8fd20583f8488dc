//! Programs that ask something of a linker, and how each is linked.

mod of_libraries;
mod of_linkers;

use of_libraries::USING_LIBRARIES;
use of_linkers::USING_LINKERS;

/// How a program is linked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Linked {
    /// With import libraries.
    Imports,
    /// With the libraries themselves: not everything is certain beforehand.
    Plain,
}

/// What a program does, how it is linked, and its source.
type Program = (&'static str, Linked, &'static str);

/// All programs.
pub(super) fn programs() -> Vec<Program> {
    [USING_LIBRARIES.as_slice(), USING_LINKERS.as_slice()].concat()
}

/// The simplest one that is linked with import libraries.
pub(super) const ADDS: &str = USING_LIBRARIES[0].2;
