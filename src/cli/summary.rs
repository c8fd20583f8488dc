//! What a command prints at its end, and its exit code; the records of the last run.

use std::fmt;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use super::failure::{self, CliFailure};
use records::{ClassRecords, RecordFolder};
use report::{ReportEntry, TerminalStyle};

/// A remark. If standard error is gone, nobody wants to know.
pub(super) fn print_remark(what: &dyn fmt::Display) {
    let _ = writeln!(anstream::stderr(), "grader: {what}");
}

/// What is odd about the files that were read, a remark for each.
pub(super) fn print_remarks(remarks: &[String]) {
    for remark in remarks {
        print_remark(&report::escape_lines(remark));
    }
}

/// The table, and of how many others the results in `out` are `kept`.
pub(super) fn print_class_table(
    entries: &[&ReportEntry],
    kept: usize,
    out: &Path,
) -> Result<(), CliFailure> {
    let mut stdout = anstream::stdout().lock();
    let style = TerminalStyle::for_stdout();
    let printed = report::print_summary(entries, kept, out, style, &mut stdout);
    failure::finish_printing(printed).map(drop)
}

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

/// The records of the last run whose reports stand in `folder`, which the user names with `option`.
pub(super) fn load_last_records(folder: &Path, option: &str) -> Result<ClassRecords, CliFailure> {
    let records = match report::has_results(folder) {
        true => RecordFolder::open(folder)?.into_records()?,
        false => None,
    };
    records.ok_or_else(|| {
        CliFailure::usage_error(anyhow::anyhow!(
            "there are no records of a run in {}; run `grader run SUBMISSIONS` first, or name the folder with {option} DIR",
            folder.display()
        ))
    })
}
