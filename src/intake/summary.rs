//! What is said of a download before anything runs.

use std::path::Path;

use super::listed::listed;
use crate::layout::Student;
use crate::model::Layout;

/// How a download was understood, and what in it nobody knows.
pub(super) fn of(
    layout: Layout,
    students: &[Student],
    strangers: &[String],
    path: &Path,
) -> Vec<String> {
    let count = |holds: &dyn Fn(&Student) -> bool| students.iter().filter(|one| holds(one)).count();
    let late = count(&|student| student.hand_in.late == Some(true));
    let again = count(&|student| student.hand_in.attempts > 1);
    let groups = count(&|student| !student.hand_in.members.is_empty());
    let ignored: usize = students.iter().map(|student| student.hand_in.ignored.len()).sum();
    let mut parts = vec![counted(students.len(), "student", "students")];
    for (number, what) in [(late, "late"), (again, "with several attempts"), (groups, "as groups")]
    {
        if number > 0 {
            parts.push(format!("{number} {what}"));
        }
    }
    if ignored > 0 {
        parts.push(format!("{} left out", counted(ignored, "file", "files")));
    }
    let (path, name, parts) = (path.display(), layout.name(), parts.join(", "));
    let understood = match layout {
        Layout::Pattern => format!("`{path}` was read by the pattern: {parts}"),
        _ => format!("`{path}` was read as a download of `{name}`: {parts}"),
    };
    let mut lines = vec![format!("{understood} (`grader intake` shows each)")];
    if !strangers.is_empty() {
        lines.push(format!("nobody is graded for {}: no such name is known", listed(strangers)));
    }
    lines
}

fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
