//! GitHub Actions: annotations as workflow commands, and the job's summary where the workflow names a file for it.
//!
//! Of each kind GitHub shows ten annotations a step. Whatever a student wrote stands in them escaped, as the documentation of
//! workflow commands asks for: a line break would end the command and begin another.

use std::fs::File;
use std::io::{self, Write};

use super::annotation::{AnnotationLevel, SourceAnnotation, collect_annotations};
use super::every_grade::iter_grades;
use crate::{audience, problem, student};
use document::{Prose, markdown};
use model::{Grade, Gradebook, GradingEnvironment};

/// How many annotations of a kind are shown.
const MOST: usize = 10;

/// A step's summary may have 1 MiB; what is longer is not shown at all.
const LONGEST_SUMMARY: usize = 1 << 20;

/// The head of the table of a class.
const SUMMARY_HEAD: &str =
    "| student | assignment | points | first problem |\n| --- | --- | ---: | --- |\n";

/// Where a summary goes.
const SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// Writes annotations for the program of one student, whose files are in `folder` of the repository, and adds the report to the summary
/// of the step if there is one.
///
/// # Errors
///
/// If either cannot be written.
pub fn write_github_report(
    grade: &Grade,
    environment: &GradingEnvironment,
    folder: &str,
    out: &mut impl Write,
) -> io::Result<()> {
    let grade = audience::for_student(grade);
    let mut shown = [0; 3];
    for mut one in collect_annotations(&grade) {
        if !folder.is_empty() {
            one.file = format!("{folder}/{}", one.file);
        }
        write_annotation(&one, &mut shown, out)?;
    }
    write_notice(&grade, &mut shown, out)?;
    let report = student::render_report(&grade, &environment.toolchains);
    if report.len() < LONGEST_SUMMARY {
        append_to_step(&report)?;
    }
    Ok(())
}

/// Writes annotations, and adds to the summary of the step if there is one.
pub(super) fn write_grades(
    gradebook: &(impl Gradebook + ?Sized),
    environment: &GradingEnvironment,
    out: &mut impl Write,
) -> io::Result<()> {
    let is_alone = gradebook.count() == 1;
    let mut table = SUMMARY_HEAD.to_owned();
    let mut shown = [0; 3];
    for grade in iter_grades(gradebook) {
        let grade = grade?;
        if is_alone {
            return write_github_report(&grade, environment, "", out);
        }
        // Of a class, nobody knows where in the repository the files are.
        let grade = audience::for_student(&grade);
        if grade.is_ungraded() || grade.points < grade.max_points {
            write_notice(&grade, &mut shown, out)?;
        }
        let row = format_summary_row(&grade);
        if table.len() + row.len() < LONGEST_SUMMARY {
            table += &row;
        }
    }
    append_to_step(&table)
}

fn write_annotation(
    one: &SourceAnnotation,
    shown: &mut [usize; 3],
    out: &mut impl Write,
) -> io::Result<()> {
    let (place, name) = match one.level {
        AnnotationLevel::Error => (0, "error"),
        AnnotationLevel::Warning => (1, "warning"),
        AnnotationLevel::Notice => (2, "notice"),
    };
    if shown[place] == MOST {
        return Ok(());
    }
    shown[place] += 1;
    let file = escape_property(&one.file);
    let title = escape_property(&one.rule);
    writeln!(
        out,
        "::{name} file={file},line={},title={title}::{}",
        one.line,
        escape_data(&one.message)
    )
}

/// The points, and what to look at first.
fn write_notice(grade: &Grade, shown: &mut [usize; 3], out: &mut impl Write) -> io::Result<()> {
    if shown[2] == MOST {
        return Ok(());
    }
    shown[2] += 1;
    let title = escape_property(&format!("{} {}", grade.assignment, grade.student));
    let problem = problem::describe_problem(grade).unwrap_or_else(|| "all is right".to_owned());
    let text = match () {
        () if grade.is_ungraded() => format!("not graded: {problem}"),
        () if grade.outline.hides_points => problem,
        () => format!("{} of {} points: {problem}", grade.points, grade.max_points),
    };
    writeln!(out, "::notice title={title}::{}", escape_data(&text))
}

/// What a command says.
fn escape_data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The value of one of its properties.
fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}

/// A row of the table of a class, in Markdown.
fn format_summary_row(grade: &Grade) -> String {
    let points = if grade.is_ungraded() {
        "?".to_owned()
    } else {
        grade.points.to_string()
    };
    let problem = problem::describe_problem(grade).unwrap_or_default();
    let cells = [&grade.student, &grade.assignment, &points, &problem];
    format!(
        "| {} |\n",
        cells
            .map(|cell| markdown::cell(&Prose::text(cell)))
            .join(" | ")
    )
}

/// Adds a text to the summary of the step, if this runs in one.
fn append_to_step(text: &str) -> io::Result<()> {
    match std::env::var_os(SUMMARY) {
        Some(path) => File::options()
            .append(true)
            .create(true)
            .open(path)?
            .write_all(text.as_bytes()),
        None => Ok(()),
    }
}
