//! The name of a new assignment.

use super::failure::CliFailure;

/// As the rubric's reader demands of an assignment's name.
pub(super) fn check_assignment_id(id: &str) -> Result<(), CliFailure> {
    let fits = |character: char| {
        character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-'
    };
    if id.starts_with(|first: char| first.is_ascii_lowercase()) && id.chars().all(fits) {
        return Ok(());
    }
    Err(CliFailure::usage_error(anyhow::anyhow!(
        "`{id}` cannot name an assignment; expected lower-case letters, digits and `-`, beginning with a letter"
    )))
}
