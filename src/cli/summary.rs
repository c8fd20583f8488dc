//! What is said on the terminal: a remark while a command works, a table of the class at its end.

use std::fmt;
use std::io::Write as _;
use std::path::Path;

use super::failure::{self, CliFailure};
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
