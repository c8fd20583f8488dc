//! A pattern of the rubric, as cases, comparisons and builds have it.

use std::sync::Arc;

use regex::Regex;
use serde::Serializer;

/// A regular expression that stands in many places. What it learns while it matches, up to megabytes, is kept once for all of
/// them; a clone of a bare [`Regex`] would begin anew.
pub type SharedRegex = Arc<Regex>;

/// Writes a pattern as its text: with that, settings are compared.
pub(super) fn serialize_pattern<S: Serializer>(
    pattern: &SharedRegex,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(pattern.as_str())
}

/// The same for several.
pub(super) fn serialize_patterns<S: Serializer>(
    patterns: &[SharedRegex],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(patterns.iter().map(|pattern| pattern.as_str()))
}
