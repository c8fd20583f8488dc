//! Moodle's Virtual Programming Lab reads grade and comments from what an evaluation prints.
//!
//! A comment stands between `<|--` and `--|>`. VPL knows no Markdown: of the comment, a line that begins with `-` is a title, consecutive
//! lines that begin with `>` are shown as they are, with all their blanks, and any other line is prose. No line may look like the end of
//! the comment, or like a grade: what a program printed is in it.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::model::{Environment, Grade};
use crate::report::commands;
use crate::report::plain_text::{PlainLine, plain_lines};
use crate::report::student;

/// Writes the comment and the grade of one submission, as its student may see them. What the grader failed at has no grade.
pub(super) fn write(
    grade: &Grade,
    environment: &Environment,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "<|--")?;
    for line in plain_lines(&student::report(grade, &environment.toolchains)) {
        writeln!(out, "{}", vpl_line(&line))?;
    }
    writeln!(out, "--|>")?;
    if grade.is_ungraded() {
        return Ok(());
    }
    writeln!(out, "Grade :=>> {}", grade.points)
}

/// A line as VPL reads it.
fn vpl_line(line: &PlainLine) -> String {
    match line {
        PlainLine::Title(text) => format!("-{}", inert(text)),
        PlainLine::Preformatted(text) => format!(">{}", inert(text)),
        PlainLine::Text(text) => {
            let text = inert(text);
            match text.strip_prefix("- ") {
                Some(item) => format!("• {item}"),
                None if text.starts_with(['-', '>']) => format!(" {text}"),
                None => text,
            }
        }
    }
}

/// A text that neither ends a comment nor is a command.
fn inert(text: &str) -> String {
    let text = text.replace("--|>", "--\\x7C>").replace("<|--", "<\\x7C--");
    let text = text.replace(":=>>", ":=\\x3E>");
    // Undoing escapes may have made a command of a build log of what was none.
    Cow::into_owned(commands::inert(&text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn boards_are_preformatted_and_no_line_is_a_title_by_chance() {
        let mut written = Vec::new();
        write(&fixture::wrong(), &fixture::environment(), &mut written).unwrap();
        insta::assert_snapshot!(String::from_utf8(written).unwrap());
        for (raw, shown) in [
            (PlainLine::Text("- a remark".to_owned()), "• a remark"),
            (PlainLine::Text("--- no title".to_owned()), " --- no title"),
            (PlainLine::Text("> no board".to_owned()), " > no board"),
            (PlainLine::Preformatted("---+---".to_owned()), ">---+---"),
            (PlainLine::Title("Points".to_owned()), "-Points"),
            (PlainLine::Preformatted("--|>".to_owned()), ">--\\x7C>"),
        ] {
            assert_eq!(vpl_line(&raw), shown);
        }
    }
}
