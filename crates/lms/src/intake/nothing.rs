//! What was looked for and what is there instead, where no submission was found.

use super::entries::StudentEntry;
use super::files;
use super::left_out::is_archive;
use super::listed::join_quoted;
use model::Assignment;
use support::printable::to_printable;

/// The names of all assignments' files: `` `sum.cpp`, or else a single `*.cpp` (for `sum`)``.
pub(super) fn describe_expected(assignments: &[&Assignment]) -> String {
    const MOST: usize = 5;
    let mut all: Vec<String> = assignments
        .iter()
        .take(MOST)
        .map(|one| describe_names(one))
        .collect();
    if assignments.len() > MOST {
        all.push(format!(
            "those of {} more assignments",
            assignments.len() - MOST
        ));
    }
    format!("looked for {}", all.join("; "))
}

fn describe_names(assignment: &Assignment) -> String {
    let sources = join_quoted(&assignment.sources);
    let id = &assignment.id;
    if assignment.accept.is_empty() {
        return format!("{sources} (for `{id}`)");
    }
    format!(
        "{sources}, or else a single {} (for `{id}`)",
        join_quoted(&assignment.accept)
    )
}

/// What stands in the folder.
pub(super) fn describe_present(entries: &[StudentEntry], left_out: &[String]) -> String {
    let mut names: Vec<String> = Vec::new();
    for entry in entries {
        names.extend(entry_file_names(entry));
    }
    names.extend_from_slice(left_out);
    if names.is_empty() {
        return "the folder is empty".to_owned();
    }
    let archives = if names.iter().any(|name| is_archive(name)) {
        "; to grade an archive that holds a class, give the archive itself"
    } else {
        ""
    };
    format!("what is there is {}{archives}", join_quoted(&names))
}

/// The files of one entry, or the folder itself if it holds none.
fn entry_file_names(entry: &StudentEntry) -> Vec<String> {
    let seen = files::list_files(&entry.place).unwrap_or_default();
    let files: Vec<String> = seen
        .files
        .iter()
        .filter(|file| !file.kind.is_dir())
        .map(|file| to_printable(&file.below))
        .collect();
    if files.is_empty() {
        vec![format!("{}/ (empty)", to_printable(&entry.place.below))]
    } else {
        files
    }
}
