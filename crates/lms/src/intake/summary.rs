//! What is said of a download before anything runs.

use std::path::Path;

use super::listed::join_quoted;
use crate::layout::DownloadedStudent;
use model::SubmissionLayout;

/// How a download was understood, and what in it nobody knows.
pub(super) fn summarize_download(
    layout: SubmissionLayout,
    students: &[DownloadedStudent],
    strangers: &[String],
    path: &Path,
) -> Vec<String> {
    let count = |holds: &dyn Fn(&DownloadedStudent) -> bool| {
        students.iter().filter(|one| holds(one)).count()
    };
    let late = count(&|student| student.hand_in.late == Some(true));
    let again = count(&|student| student.hand_in.attempts > 1);
    let groups = count(&|student| !student.hand_in.members.is_empty());
    let ignored: usize = students
        .iter()
        .map(|student| student.hand_in.ignored.len())
        .sum();
    let mut parts = vec![format_count(students.len(), "student", "students")];
    for (number, what) in [
        (late, "late"),
        (again, "with several attempts"),
        (groups, "as groups"),
    ] {
        if number > 0 {
            parts.push(format!("{number} {what}"));
        }
    }
    if ignored > 0 {
        parts.push(format!(
            "{} left out",
            format_count(ignored, "file", "files")
        ));
    }
    let path = path.display();
    let name = layout.name();
    let parts = parts.join(", ");
    let understood = match layout {
        SubmissionLayout::Pattern => format!("`{path}` was read by the pattern: {parts}"),
        _ => format!("`{path}` was read as a download of `{name}`: {parts}"),
    };
    let mut lines = vec![format!("{understood} (`grader intake` shows each)")];
    if !strangers.is_empty() {
        lines.push(format!(
            "nobody is graded for {}: no such name is known",
            join_quoted(strangers)
        ));
    }
    lines
}

fn format_count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
