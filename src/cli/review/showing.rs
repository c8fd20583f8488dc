//! A program in the terminal: numbered lines with comments, test results, and what is asked of it.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::questions::{ProgramComments, QuestionKind, ReviewQuestion};
use console::Term;

/// How much of a program is shown, in bytes and lines.
const MOST_BYTES: u64 = 256 << 10;
const MOST_LINES: usize = 400;

pub(super) fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The beginning of a file of a program.
pub(super) fn read_program(path: &Path) -> io::Result<String> {
    let mut text = Vec::new();
    File::open(path)?.take(MOST_BYTES).read_to_end(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The program with numbered lines and comments, its test results, and what is asked of it.
pub(super) fn show_question(
    question: &ReviewQuestion,
    files: &[PathBuf],
    comments: &ProgramComments,
    at: usize,
    all: usize,
    term: &Term,
) -> io::Result<()> {
    let mut out = term.clone();
    for path in files {
        let name = file_name(path);
        let title = report::escape_lines(&name);
        writeln!(out, "{}", console::style(title).bold())?;
        for (number, line) in (1..).zip(read_program(path)?.lines().take(MOST_LINES)) {
            writeln!(out, "{number:>4} │ {}", report::escape_lines(line))?;
            if let Some(comment) = comments.get(&(name.clone(), number)) {
                let text = report::escape_lines(&comment.reason);
                let points = comment.points.map(|points| format!(" ({points} points)"));
                let text = text + &points.unwrap_or_default();
                writeln!(out, "     ╰ {}", console::style(text).italic())?;
            }
        }
    }
    if files.is_empty() {
        writeln!(out, "There is no program here any more.")?;
    }
    write!(out, "\n{}", question.results)?;
    let student = report::escape_lines(&question.name.student);
    let assignment = &question.name.assignment;
    writeln!(out, "{at} of {all}: {student} · {assignment}")?;
    match &question.kind {
        QuestionKind::Criterion(one) => {
            let title = console::style(report::escape_lines(&one.title)).bold();
            writeln!(out, "{title}: {} of {} points so far", one.points, one.max)?;
            writeln!(
                out,
                "a accept all points · r reject · p points · s skip · A R S for all that are left of it · l comment · u undo · ? keys · q quit"
            )
        }
        QuestionKind::Objection { row, subject, .. } => {
            let request = row.to_request();
            let text = request.map(|it| it.text).unwrap_or_default();
            let title = console::style(format!("Objection to {subject}")).bold();
            writeln!(out, "{title}: “{}”", report::escape_lines(&text))?;
            writeln!(
                out,
                "w answer · s skip · l comment · u undo · ? keys · q quit"
            )
        }
    }
}
