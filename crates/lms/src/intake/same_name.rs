//! Which of several files of one name is meant.

use std::path::Path;

use super::contents;
use super::files::{SubmissionFile, SubmissionPath};
use super::listed::join_quoted;
use support::printable::to_printable;

/// How many files of one name are compared.
const MOST_COMPARED: usize = 20;

/// What students and staff should know of the files that were taken.
#[derive(Debug, Clone, Default)]
pub(super) struct SelectionNotes {
    /// Sentences for the student's report.
    pub(super) remarks: Vec<String>,
    /// Choices that staff should check.
    pub(super) to_check: Vec<String>,
}

/// The file that is meant, of several of one name: copies of one content are no different, and a file whose folder holds all
/// others is the program beside its backups. Files of more than `limit` bytes are not compared.
///
/// # Errors
///
/// A sentence that lists the files, if nothing shows which one is meant.
pub(super) fn choose_file<'f>(
    place: &SubmissionPath,
    same_name: &[&'f SubmissionFile],
    limit: u64,
    notes: &mut SelectionNotes,
) -> Result<&'f SubmissionFile, String> {
    let (count, first) = match same_name {
        [] => return Err("no file has this name".to_owned()),
        [only] => return Ok(only),
        [first, ..] => (same_name.len(), *first),
    };
    let name = to_printable(first.inside.file_name().unwrap_or_default());
    if are_identical(place, same_name, limit) {
        let taken = to_printable(&first.inside);
        notes.remarks.push(format!(
            "{count} files have the name `{name}` and the same content; the one at `{taken}` was taken"
        ));
        return Ok(first);
    }
    let Some(outermost) = outermost_file(same_name) else {
        return Err(undecided_message(&name, same_name));
    };
    let taken = to_printable(&outermost.inside);
    let others: Vec<String> = same_name
        .iter()
        .filter(|file| file.inside != outermost.inside)
        .map(|file| to_printable(&file.inside))
        .collect();
    notes.remarks.push(format!(
        "{count} files have the name `{name}`; the one at `{taken}` was taken, because the others are in folders below it"
    ));
    notes.to_check.push(format!(
        "`{taken}` was graded, and not {}, which has the same name and another content in a folder below it",
        join_quoted(&others)
    ));
    Ok(outermost)
}

/// Whether all are regular files of the same bytes.
pub(super) fn are_identical(place: &SubmissionPath, files: &[&SubmissionFile], limit: u64) -> bool {
    let Some((first, rest)) = files.split_first() else {
        return true;
    };
    let is_alike = |file: &SubmissionFile| file.kind.is_file() && file.size == first.size;
    if files.len() > MOST_COMPARED || !files.iter().all(|file| is_alike(file)) {
        return false;
    }
    let read = |file: &SubmissionFile| contents::read_bounded(&place.folder, &file.below, limit);
    let Some(bytes) = read(first) else {
        return false;
    };
    rest.iter().all(|file| read(file).as_ref() == Some(&bytes))
}

/// The file whose folder contains the folders of all others.
fn outermost_file<'f>(files: &[&'f SubmissionFile]) -> Option<&'f SubmissionFile> {
    let folder = |file: &'f SubmissionFile| file.inside.parent().unwrap_or(Path::new(""));
    let contains_others = |one: &'f SubmissionFile| {
        files.iter().all(|other| {
            other.inside == one.inside
                || (folder(other) != folder(one) && folder(other).starts_with(folder(one)))
        })
    };
    files.iter().copied().find(|file| contains_others(file))
}

fn undecided_message(name: &str, files: &[&SubmissionFile]) -> String {
    let names: Vec<String> = files
        .iter()
        .map(|file| to_printable(&file.inside))
        .collect();
    format!(
        "it is not clear which file is `{name}`: {}; their contents differ. Only one file may have this name: the others must be removed \
         or renamed, or handed in again without them",
        join_quoted(&names)
    )
}
