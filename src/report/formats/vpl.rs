//! Moodle's Virtual Programming Lab reads grade and comments from what an evaluation prints.
//!
//! A comment stands between `<|--` and `--|>`. No line of it may look like the end of it, or like a grade: what a program
//! printed stands in it.

use std::io::{self, Write};

use crate::model::{Environment, Grade};
use crate::report::student;

/// Writes the comment and the grade of one submission, as its student may see them. What the grader failed at has no grade.
pub(super) fn write(
    grade: &Grade,
    environment: &Environment,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "<|--")?;
    for line in student::report(grade, &environment.toolchains).lines() {
        writeln!(out, "{}", inert(line))?;
    }
    writeln!(out, "--|>")?;
    if grade.is_ungraded() {
        return Ok(());
    }
    writeln!(out, "Grade :=>> {}", grade.points)
}

/// A line that neither ends a comment nor is a command.
fn inert(line: &str) -> String {
    line.replace("--|>", "--\\x7C>").replace("<|--", "<\\x7C--").replace(":=>>", ":=\\x3E>")
}
