//! What is said on the terminal: a remark while a command works, a table of the class at its end.

use std::fmt;
use std::io::Write as _;
use std::path::Path;

use super::failure::{self, Failure};
use crate::report::{self, Entry, TerminalStyle};

/// A remark. If standard error is gone, nobody wants to know.
pub(super) fn say(what: &dyn fmt::Display) {
    let _ = writeln!(anstream::stderr(), "grader: {what}");
}

/// The table, and of how many others the results in `out` are `kept`.
pub(super) fn print(entries: &[&Entry], kept: usize, out: &Path) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    let style = TerminalStyle::of_stdout();
    let printed = report::print_summary(entries, kept, out, style, &mut stdout);
    failure::printed(printed).map(drop)
}
