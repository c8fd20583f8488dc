//! Files as they lie in a submission: what is junk, what is a source, what is no file at all.

use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::FileType;

use super::error::permission_hint;
use model::bounds::{DEEPEST, LONGEST_PATH, MOST_ENTRIES};
use model::has_source_ending;
use support::beneath::OpenFolder;
use support::junk::is_junk;
use support::printable::to_printable;

/// Where a student's submission lies.
#[derive(Debug, Clone)]
pub(super) struct SubmissionPath {
    /// The folder that the instructor named.
    pub(super) folder: PathBuf,
    /// The submission's folder or file below it; empty if that is the submission.
    pub(super) below: PathBuf,
    pub(super) kind: FileType,
}

impl SubmissionPath {
    /// A folder that is a submission as a whole.
    pub(super) fn of_folder(folder: &Path) -> SubmissionPath {
        let folder = folder.to_owned();
        let below = PathBuf::new();
        SubmissionPath {
            folder,
            below,
            kind: FileType::Directory,
        }
    }
}

/// One entry of a submission.
#[derive(Debug, Clone)]
pub(super) struct SubmissionFile {
    /// Its path below the folder that the instructor named.
    pub(super) below: PathBuf,
    /// Its path within the submission.
    pub(super) inside: PathBuf,
    pub(super) kind: FileType,
    pub(super) size: u64,
    pub(super) depth: usize,
}

/// What was seen of a submission.
#[derive(Debug, Default)]
pub(super) struct SubmissionListing {
    /// Everything that is no junk, shallow entries first.
    pub(super) files: Vec<SubmissionFile>,
    /// Why it was not looked at any further, if it is beyond a bound; what there is of `files` is then not all.
    pub(super) too_much: Option<String>,
    entries: usize,
}

/// A folder of a submission could not be looked into.
#[derive(Debug)]
pub(super) struct ListingError {
    /// The folder, as it can be opened.
    pub(super) folder: PathBuf,
    pub(super) source: io::Error,
}

impl ListingError {
    pub(super) fn for_folder(folder: &Path, source: io::Error) -> ListingError {
        // Joined to nothing, a path ends with `/`.
        ListingError {
            folder: folder.components().collect(),
            source,
        }
    }

    /// What is said of the student's grade.
    pub(super) fn to_sentence(&self, student: &str) -> String {
        let ListingError { folder, source } = self;
        format!(
            "the folder `{}` of `{student}` cannot be read{}: {source}. Then grade again with `--student '{student}'`",
            to_printable(folder),
            permission_hint(folder, source)
        )
    }
}

/// Looks into a submission. A single file is its own submission.
pub(super) fn list_files(place: &SubmissionPath) -> Result<SubmissionListing, ListingError> {
    let mut seen = SubmissionListing::default();
    let at = |below: &Path| {
        let folder = place.folder.join(below);
        move |source| ListingError::for_folder(&folder, source)
    };
    let class = OpenFolder::open_trusted(&place.folder).map_err(at(Path::new("")))?;
    if place.kind.is_dir() {
        // What has become a link since it was listed holds nothing.
        if let Some(folder) = class.open_folder(&place.below).map_err(at(&place.below))? {
            seen.list_folder(&folder, place, Path::new(""), 1)?;
        }
    } else if let (Some(name), Some(parent)) = (place.below.file_name(), place.below.parent())
        && let Some(folder) = class.open_folder(parent).map_err(at(parent))?
    {
        let below = place.below.clone();
        let inside = PathBuf::from(name);
        let found = folder.stat_entry(name).map_err(at(parent))?;
        seen.files.extend(found.map(|it| SubmissionFile {
            below,
            inside,
            kind: it.kind,
            size: it.size,
            depth: 0,
        }));
    }
    seen.files.sort_by_key(|file| file.depth);
    Ok(seen)
}

impl SubmissionListing {
    fn list_folder(
        &mut self,
        folder: &OpenFolder,
        place: &SubmissionPath,
        above: &Path,
        depth: usize,
    ) -> Result<(), ListingError> {
        let failed =
            |source| ListingError::for_folder(&place.folder.join(&place.below).join(above), source);
        for name in self.sorted_names(folder).map_err(failed)? {
            let inside = above.join(&name);
            self.too_much = self
                .too_much
                .take()
                .or_else(|| bound_violation(&inside, depth));
            if self.too_much.is_some() {
                return Ok(());
            }
            let Some(found) = folder.stat_entry(&name).map_err(failed)? else {
                continue;
            };
            let kind = found.kind;
            let size = found.size;
            let below = place.below.join(&inside);
            self.files.push(SubmissionFile {
                below,
                inside: inside.clone(),
                kind,
                size,
                depth,
            });
            if kind.is_dir()
                && let Some(inner) = folder.open_folder(Path::new(&name)).map_err(failed)?
            {
                self.list_folder(&inner, place, &inside, depth + 1)?;
            }
        }
        Ok(())
    }

    /// The names in a folder that are no junk, sorted, as far as the bound on entries lets them be read.
    fn sorted_names(&mut self, folder: &OpenFolder) -> io::Result<Vec<OsString>> {
        let mut names = Vec::new();
        for name in folder.list_names()? {
            self.entries += 1;
            if self.entries > MOST_ENTRIES {
                self.too_much = Some(format!(
                    "it holds more than {MOST_ENTRIES} files and folders; hand in only what you wrote for this assignment"
                ));
                break;
            }
            names.push(name?);
        }
        names.retain(|name| !is_junk(name));
        names.sort();
        Ok(names)
    }
}

/// Why an entry is out of bounds, if it is.
fn bound_violation(inside: &Path, depth: usize) -> Option<String> {
    let name = to_printable(inside);
    let length = inside.as_os_str().as_bytes().len();
    if depth > DEEPEST {
        Some(format!(
            "`{name}` is more than {DEEPEST} folders deep; hand in your files without the folders around them"
        ))
    } else if length > LONGEST_PATH {
        Some(format!(
            "the path `{name}` has {length} bytes; at most {LONGEST_PATH} are accepted: give folders shorter names"
        ))
    } else {
        None
    }
}

/// Whether the name says that a compiler takes it.
pub(super) fn is_source(path: &Path) -> bool {
    has_source_ending(path)
}

/// What an entry is, for a sentence.
pub(super) fn describe_kind(kind: FileType) -> &'static str {
    match kind {
        FileType::Symlink => "a symbolic link",
        FileType::Directory => "a folder",
        FileType::Fifo => "a named pipe",
        FileType::Socket => "a socket",
        FileType::RegularFile => "a file",
        _ => "a device",
    }
}
