//! The name of the file that says all of a problem.

/// The file that says all of a problem.
pub(in super::super) const FILE: &str = "problem.xml";
