//! What a graded class's exit code is: `--fail-under`, and what could not be graded.

use std::process::ExitCode;

use report::ReportEntry;

/// 3 if something is ungraded, 1 if somebody earns less than this share of the points.
pub(super) fn exit_code(entries: &[&ReportEntry], fail_under: Option<f64>) -> ExitCode {
    if entries.iter().any(|entry| !entry.graded) {
        return ExitCode::from(3);
    }
    let below = |percent: f64| {
        entries
            .iter()
            .any(|entry| entry.points.percent_of(entry.max_points) < percent)
    };
    ExitCode::from(u8::from(fail_under.is_some_and(below)))
}
