//! The names of the formats.

/// Of the class's file.
pub(in crate::report) const SCHEMA: &str = "grader/results/v1";

/// Of one submission's file.
pub(super) const SUBMISSION_SCHEMA: &str = "grader/submission/v1";
