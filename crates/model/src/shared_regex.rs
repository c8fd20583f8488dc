//! A pattern of the rubric, as cases, comparisons and builds have it.

use std::sync::Arc;

use regex::Regex;

/// A regular expression that stands in many places. What it learns while it matches, up to megabytes, is kept once for all of
/// them; a clone of a bare [`Regex`] would begin anew.
pub type SharedRegex = Arc<Regex>;
