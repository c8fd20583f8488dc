//! Names in the rubric, which files have them, and which of several files of one name is meant.

use std::io::Read as _;
use std::path::Path;

use super::error::join_quoted;
use super::files::{SubmissionFile, SubmissionPath};
use globset::{GlobBuilder, GlobMatcher};
use support::beneath::OpenFolder;
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
    if files.len() > MOST_COMPARED || !files.iter().all(|file| is_same_size(first, file)) {
        return false;
    }
    let Some(bytes) = read_within(place, limit, first) else {
        return false;
    };
    rest.iter()
        .all(|file| read_within(place, limit, file).as_ref() == Some(&bytes))
}

fn is_same_size(first: &&SubmissionFile, file: &SubmissionFile) -> bool {
    file.kind.is_file() && file.size == first.size
}

fn read_within(place: &SubmissionPath, limit: u64, file: &SubmissionFile) -> Option<Vec<u8>> {
    read_bounded(&place.folder, &file.below, limit)
}

/// The file whose folder contains the folders of all others.
fn outermost_file<'f>(files: &[&'f SubmissionFile]) -> Option<&'f SubmissionFile> {
    for one in files {
        let outer = parent_folder(one);
        let mut others = files.iter().filter(|other| other.inside != one.inside);
        if others.all(|other| {
            let inner = parent_folder(other);
            inner != outer && inner.starts_with(outer)
        }) {
            return Some(one);
        }
    }
    None
}

fn parent_folder(file: &SubmissionFile) -> &Path {
    file.inside.parent().unwrap_or(Path::new(""))
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

/// A name or a glob of the rubric.
pub(super) struct FileNamePattern {
    pub(super) text: String,
    exact: Option<GlobMatcher>,
    /// The same without regard to capital letters. None if the text is no valid glob; it is then a plain name.
    in_any_case: Option<GlobMatcher>,
}

impl FileNamePattern {
    pub(super) fn from_texts(texts: &[String]) -> Vec<FileNamePattern> {
        let one = |text: &String| FileNamePattern {
            text: text.clone(),
            exact: build_glob(text, false),
            in_any_case: build_glob(text, true),
        };
        texts.iter().map(one).collect()
    }

    /// A name without a folder may stand in any folder of the submission.
    pub(super) fn matches_file(&self, file: &SubmissionFile) -> bool {
        self.name_in(file).is_some_and(|name| match &self.exact {
            Some(glob) => glob.is_match(name),
            None => name == Path::new(&self.text),
        })
    }

    /// The same where `Sum.CPP` is as good as `sum.cpp`.
    pub(super) fn matches_in_any_case(&self, file: &SubmissionFile) -> bool {
        let by_glob = |name| {
            self.in_any_case
                .as_ref()
                .is_some_and(|glob| glob.is_match(name))
        };
        self.matches_file(file) || (!file.kind.is_dir() && self.name_in(file).is_some_and(by_glob))
    }

    /// Whether a file of this name is meant, in any folder; capital letters make no difference.
    pub(super) fn is_named(&self, name: &Path) -> bool {
        self.in_any_case
            .as_ref()
            .is_some_and(|glob| glob.is_match(name))
    }

    /// Whether it is one name and no pattern.
    pub(super) fn is_plain(&self) -> bool {
        !self.text.contains(['*', '?', '[', '{'])
    }

    fn name_in<'f>(&self, file: &'f SubmissionFile) -> Option<&'f Path> {
        if self.text.contains('/') {
            Some(&file.inside)
        } else {
            file.inside.file_name().map(Path::new)
        }
    }
}

fn build_glob(text: &str, in_any_case: bool) -> Option<GlobMatcher> {
    let mut builder = GlobBuilder::new(text);
    builder
        .literal_separator(true)
        .case_insensitive(in_any_case);
    builder.build().ok().map(|glob| glob.compile_matcher())
}

/// The bytes of a regular file `below` a folder; none if it is something else, larger than `limit`, or cannot be read.
pub(super) fn read_bounded(folder: &Path, below: &Path, limit: u64) -> Option<Vec<u8>> {
    let file = OpenFolder::open_trusted(folder)
        .ok()?
        .open_file(below)
        .ok()??;
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .ok()?;
    (bytes.len() as u64 <= limit).then_some(bytes)
}

/// Names and bytes of `files`; none if one cannot be read, or they have more than `most` bytes together.
pub(super) fn read_all_bounded(
    place: &SubmissionPath,
    files: &[&SubmissionFile],
    most: u64,
) -> Option<Vec<(String, Vec<u8>)>> {
    let mut left = most;
    let mut all = Vec::new();
    for file in files {
        let bytes = read_bounded(&place.folder, &file.below, left)?;
        left -= bytes.len() as u64;
        all.push((file.inside.to_string_lossy().into_owned(), bytes));
    }
    Some(all)
}
