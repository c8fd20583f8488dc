//! Whether reports are of a whole class. Where they are not, whoever is missing in them may well have handed something in.

use std::path::Path;

use super::failure::CliFailure;
use super::summary::print_remark;
use records::is_shard;

/// Says so if the reports in `folder` are not of all that was handed in of an assignment. Whoever is `as_zero` without a
/// submission then is an error.
pub(super) fn check_completeness(
    folder: &Path,
    assignment: &str,
    as_zero: bool,
) -> Result<(), CliFailure> {
    let missing = report::missing_file(folder);
    let what = if report::has_missing(folder, assignment) {
        let missing = missing.display();
        format!(
            "{missing} names submissions that nobody has graded yet; `grader run SUBMISSIONS --only {missing}` grades them"
        )
    } else if is_shard(folder) {
        let folder = folder.display();
        format!("{folder} is a piece of a class, and `grader merge` makes the class of all pieces")
    } else {
        return Ok(());
    };
    if as_zero {
        return Err(CliFailure::usage_error(anyhow::anyhow!(
            "--missing-as-zero could give 0 to students who handed something in: {what}"
        )));
    }
    print_remark(&what);
    Ok(())
}
