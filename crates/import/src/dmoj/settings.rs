//! The file that says what a problem is.

/// Its name.
pub(super) const FILE: &str = "init.yml";
