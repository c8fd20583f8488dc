//! A class in the place of one student, and the message that says how to read it.

use std::path::{Path, PathBuf};

use super::listed::join_quoted;
use model::SubmissionLayout;
use support::nearest;
use support::printable::to_printable;

/// An entry in place of one student whose folders look like students: several hold the same file of one assignment.
#[derive(Debug, PartialEq, Eq)]
pub struct NestedClass {
    /// The entry's path below the folder that was named.
    pub(super) below: PathBuf,
    /// The names of the folders in it, sorted.
    pub(super) students: Vec<String>,
    /// The name of the file that each of them holds.
    pub(super) file: String,
    /// The ids of all assignments.
    pub(super) ids: Vec<String>,
    /// How the folder was read. `--layout` with this name says that it was right.
    pub(super) layout: SubmissionLayout,
    /// Whether the folder was unpacked from an archive, so that no command can name it.
    pub(super) is_packed: bool,
}

impl NestedClass {
    /// What was found in `folder`, and which commands read it as what it may be.
    pub(super) fn to_message(&self, folder: &Path) -> String {
        let NestedClass {
            below,
            students,
            file,
            ids,
            layout,
            is_packed,
        } = self;
        let path = folder.join(below);
        let name = to_printable(below.file_name().unwrap_or_default());
        let all_ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let unpacked = if *is_packed {
            "unpack the archive and "
        } else {
            ""
        };
        let with_id = match layout {
            SubmissionLayout::Assignments => String::new(),
            _ => format!(" (or rename `{name}` to the assignment's id)"),
        };
        let parent = path.parent().unwrap_or(folder);
        let command = format!("{unpacked}run `grader run {}`", quote_shell_word(&path));
        format!(
            "`{path}` looks like a class, not like one student: {count} of its folders hold a `{file}` ({students}). `{name}` is not \
         the id of an assignment ({ids}){hint}. If these folders are students, {command}{with_id}; if \
         the folders in `{parent}` are sections, {sections}; if `{name}` is one student, add `--layout {layout}`",
            path = path.display(),
            count = students.len(),
            students = join_quoted(students),
            ids = join_quoted(ids),
            hint = nearest::describe_suggestion(&name, &all_ids),
            sections = match layout {
                SubmissionLayout::Assignments => format!(
                    "{unpacked}run `grader run {} --layout sections`",
                    quote_shell_word(parent)
                ),
                _ => "add `--layout sections`".to_owned(),
            },
            parent = parent.display(),
            layout = layout.name(),
        )
    }
}

/// A path as one word of a shell's command.
fn quote_shell_word(path: &Path) -> String {
    let path = path.to_string_lossy();
    shlex::try_quote(&path).map_or_else(|_| path.to_string(), |quoted| quoted.into_owned())
}
