//! Moodle's Virtual Programming Lab reads grade and comments from what an evaluation prints.
//!
//! A comment stands between `<|--` and `--|>`. In it, a line that begins with `-` is a title and one that begins with `>` keeps its
//! blanks; there is no other markup (`result_to_html` of the VPL module). No line may look like the end of the comment or like a
//! grade: what a program printed is in it.

use std::io::{self, Write};

use crate::student;
use document::PlainLine;
use model::{Grade, GradingEnvironment};

/// Writes the comment and the grade of one submission, as its student may see them. What the grader failed at has no grade.
pub(super) fn write_grade(
    grade: &Grade,
    environment: &GradingEnvironment,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "<|--")?;
    let blocks = student::build_report(grade, &environment.toolchains);
    for line in document::blocks_to_lines(&blocks) {
        match line {
            PlainLine::Title(title) => writeln!(out, "-{}", escape_markers(&title))?,
            PlainLine::Preformatted(line) => writeln!(out, ">{}", escape_markers(&line))?,
            PlainLine::Text(line) => writeln!(out, "{}", escape_markers(&escape_start(line)))?,
        }
    }
    writeln!(out, "--|>")?;
    if grade.is_ungraded() {
        return Ok(());
    }
    writeln!(out, "Grade :=>> {}", grade.points)
}

/// Prose that VPL takes neither for a title nor for a line with blanks.
fn escape_start(line: String) -> String {
    if line.starts_with(['-', '>']) {
        format!(" {line}")
    } else {
        line
    }
}

/// A line that neither ends a comment nor is a command.
fn escape_markers(line: &str) -> String {
    line.replace("--|>", "--\\x7C>")
        .replace("<|--", "<\\x7C--")
        .replace(":=>>", ":=\\x3E>")
}
