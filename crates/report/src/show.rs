//! One student's reports in the terminal, with the little colour that helps to read them.
//!
//! The files are read back as they were written, but trusted no further than a student's own text: every line
//! passes through `visible` before the terminal sees it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anstyle::Style;

use super::places::{FOR_INSTRUCTORS, folder_name};
use super::reading::{self, FenceTracker, LineKind, MarkdownSpan};
use super::shown_table;
use super::visible::{self, VisibleDetail};
use document::terminal;
use support::nearest;

/// Why no report can be shown.
#[derive(Debug, thiserror::Error)]
pub enum ShowError {
    /// There is no folder of reports.
    #[error("there are no reports in {}; run `grader run SUBMISSIONS` first, or name the folder with --out DIR", folder.display())]
    NoReports {
        /// Where reports were looked for.
        folder: PathBuf,
    },
    /// Nobody has that name.
    #[error("there is no report for `{student}` in {}; {hint}", folder.display())]
    NoStudent {
        /// The name that was asked for.
        student: String,
        /// Where it was looked for.
        folder: PathBuf,
        /// The nearest name, or which names there are.
        hint: String,
    },
    /// A file could not be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The terminal, or the pipe, could not be written to.
    #[error("cannot print the report")]
    Print(#[from] io::Error),
}

/// Who looks at a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportAudience {
    /// Somebody who may see everything.
    Instructor,
    /// The student, from whom the rubric may withhold something.
    Student,
}

/// Prints the reports on `student` that `folder` holds, with colour; the caller strips it where none is wanted.
///
/// # Errors
/// If there is no such report, or it cannot be read or printed.
pub fn show_reports(
    folder: &Path,
    student: &str,
    audience: ReportAudience,
    out: &mut dyn Write,
) -> Result<(), ShowError> {
    let students = list_students(folder)?;
    let own = folder_name(student);
    let Some((own, reports)) = students
        .iter()
        .find(|(name, _)| *name == own || name == student)
    else {
        return Err(ShowError::NoStudent {
            student: visible::one_line(student),
            folder: folder.to_owned(),
            hint: suggest_student(student, &students),
        });
    };
    for path in reports {
        let whole = path
            .file_name()
            .map(|name| folder.join(FOR_INSTRUCTORS).join(own).join(name))
            .filter(|whole| audience == ReportAudience::Instructor && whole.is_file());
        let path = &whole.unwrap_or_else(|| path.clone());
        let bytes = fs::read(path).map_err(|source| ShowError::Read {
            path: path.clone(),
            source,
        })?;
        print_report(&bytes, out)?;
    }
    Ok(())
}

type StudentReports = Vec<(String, Vec<PathBuf>)>;

/// Every student with a report, by name.
fn list_students(folder: &Path) -> Result<StudentReports, ShowError> {
    let entries = list_entries(folder)?.ok_or_else(|| ShowError::NoReports {
        folder: folder.to_owned(),
    })?;
    let mut students = StudentReports::new();
    for path in entries {
        let found = list_entries_if_any(&path)?;
        let reports: Vec<PathBuf> = found
            .into_iter()
            .filter(|file| file.extension().is_some_and(|end| end == "md"))
            .collect();
        if let (false, Some(name)) = (reports.is_empty(), path.file_name()) {
            students.push((name.to_string_lossy().into_owned(), reports));
        }
    }
    if students.is_empty() {
        return Err(ShowError::NoReports {
            folder: folder.to_owned(),
        });
    }
    Ok(students)
}

fn list_entries_if_any(path: &Path) -> Result<Vec<PathBuf>, ShowError> {
    Ok(list_entries(path)?.unwrap_or_default())
}

/// What a folder holds, sorted; none if it is no folder.
fn list_entries(folder: &Path) -> Result<Option<Vec<PathBuf>>, ShowError> {
    if !folder.is_dir() {
        return Ok(None);
    }
    let read = || -> io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?
            .map(|entry| Ok(entry?.path()))
            .collect()
    };
    let mut found = read().map_err(|source| ShowError::Read {
        path: folder.to_owned(),
        source,
    })?;
    found.sort();
    Ok(Some(found))
}

fn suggest_student(student: &str, students: &StudentReports) -> String {
    let names: Vec<&str> = students.iter().map(|(name, _)| name.as_str()).collect();
    // Who types a surname alone means whoever's folder begins with it.
    let begins = |name: &&str| name.to_lowercase().starts_with(&student.to_lowercase());
    let begun = names
        .iter()
        .copied()
        .find(begins)
        .filter(|_| !student.is_empty());
    match begun.or_else(|| nearest::closest_match(student, &names)) {
        Some(name) => format!("did you mean `{}`?", visible::one_line(name)),
        None => {
            let first: Vec<String> = names
                .iter()
                .take(5)
                .map(|name| visible::one_line(name))
                .collect();
            let more = if names.len() > 5 { ", …" } else { "" };
            format!(
                "there are {} students: {}{more}",
                names.len(),
                first.join(", ")
            )
        }
    }
}

fn print_report(report: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let mut fences = FenceTracker::default();
    let mut table: Vec<String> = Vec::new();
    for raw in report.split(|&byte| byte == b'\n') {
        let line = visible::escape_line(raw, VisibleDetail::Plain);
        let kind = fences.classify_line(&line);
        if kind == LineKind::Prose && shown_table::is_row(&line) {
            table.push(line);
            continue;
        }
        table_lines(&std::mem::take(&mut table), out)?;
        match kind {
            LineKind::Diff => terminal::write_diff_line(&line, out)?,
            LineKind::Fenced => writeln!(out, "    {line}")?,
            LineKind::Prose => prose_line(&line, out)?,
            LineKind::Fence => {}
        }
    }
    table_lines(&table, out)
}

fn table_lines(rows: &[String], out: &mut dyn Write) -> io::Result<()> {
    let cell = |raw: &str| strip_markup(raw, Style::new());
    terminal::write_table(&shown_table::align_rows(rows, cell), out)
}

fn prose_line(line: &str, out: &mut dyn Write) -> io::Result<()> {
    let title = line.trim_start_matches('#');
    let (text, style) = match title.strip_prefix(' ').filter(|_| title.len() < line.len()) {
        Some(title) => (strip_markup(title, Style::new()), terminal::HEADING),
        None => (strip_markup(line, terminal::STRONG), Style::new()),
    };
    // Undoing escapes may have made a command of what was none: `write_line` looks for one again.
    terminal::write_line(&text, style, out)
}

/// Prose as it reads without its markup: escapes undone, `**bold**` in `bold`, code spans as they are.
fn strip_markup(line: &str, bold: Style) -> String {
    let mut out = String::with_capacity(line.len());
    let mut is_bold = false;
    for span in reading::parse_spans(line) {
        match span {
            MarkdownSpan::Bold if is_bold => out.push_str(&bold.render_reset().to_string()),
            MarkdownSpan::Bold => out.push_str(&bold.render().to_string()),
            text => out.push_str(text.text()),
        }
        is_bold ^= span == MarkdownSpan::Bold;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fixture, student, write_reports};

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        write_reports(
            fixture::class().as_slice(),
            &fixture::environment(),
            folder.path(),
            2,
        )
        .unwrap();
        folder
    }

    fn print_reports_of(folder: &Path, student: &str) -> Result<String, ShowError> {
        let mut out = Vec::new();
        show_reports(folder, student, ReportAudience::Student, &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn a_report_is_shown_with_its_diff_in_colour() {
        let text = print_reports_of(folder().path(), "student-02").unwrap();
        assert!(text.contains("\u{1b}[31m-"), "{text}");
        assert!(text.contains("\u{1b}[32m+"), "{text}");
        assert!(
            text.contains("\u{1b}[1m<-- first difference\u{1b}[0m"),
            "{text}"
        );
        assert!(!text.contains("```") && !text.contains("**"), "{text}");
        insta::assert_snapshot!(text.replace('\u{1b}', "␛"));
    }

    #[test]
    fn a_document_looks_as_its_markdown_does() {
        let toolchains = fixture::environment().toolchains;
        for grade in fixture::class() {
            let mut of_markdown = Vec::new();
            let markdown = student::render_report(&grade, &toolchains);
            print_report(markdown.as_bytes(), &mut of_markdown).unwrap();
            let mut of_blocks = Vec::new();
            let blocks = student::build_report(&grade, &toolchains);
            document::blocks_to_terminal(&blocks, &mut of_blocks).unwrap();
            let [of_markdown, of_blocks] =
                [of_markdown, of_blocks].map(|text| String::from_utf8(text).unwrap());
            assert_eq!(of_markdown, of_blocks);
        }
    }

    #[test]
    fn an_escape_sequence_in_a_file_does_not_reach_the_terminal() {
        let folder = folder();
        fs::write(
            folder.path().join("student-02/tttn.md"),
            "a \u{1b}]0;title\u{7} b\u{9b}31m",
        )
        .unwrap();
        let text = print_reports_of(folder.path(), "student-02").unwrap();
        assert_eq!(text, "a ␛]0;title\\x07 b\\u{009B}31m\n");
    }

    #[test]
    fn a_misspelt_name_gets_the_nearest_one() {
        let folder = folder();
        let error = print_reports_of(folder.path(), "studnet-02")
            .unwrap_err()
            .to_string();
        assert!(error.contains("did you mean `student-02`?"), "{error}");
        let error = print_reports_of(folder.path(), "Stud")
            .unwrap_err()
            .to_string();
        assert!(error.contains("did you mean `student-01`?"), "{error}");
        let error = print_reports_of(folder.path(), "../..")
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("there are 5 students: student-01,"),
            "{error}"
        );
    }

    #[test]
    fn without_reports_the_error_says_how_to_get_some() {
        let folder = tempfile::tempdir().unwrap();
        let error = print_reports_of(&folder.path().join("none"), "x")
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("run `grader run SUBMISSIONS` first"),
            "{error}"
        );
        assert!(matches!(
            print_reports_of(folder.path(), "x"),
            Err(ShowError::NoReports { .. })
        ));
    }

    #[test]
    fn markup_is_undone_outside_of_code() {
        assert_eq!(
            strip_markup("a\\_b &lt;c> `d\\_e` **f**", Style::new()),
            "a_b <c> `d\\_e` f"
        );
        assert_eq!(
            strip_markup("lone \\` tick é ``a`b``", Style::new()),
            "lone ` tick é ``a`b``"
        );
    }
}
