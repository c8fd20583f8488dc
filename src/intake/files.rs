//! Files as they lie in a submission: what is junk, what is a source, what is no file at all.

use std::ffi::OsStr;
use std::fs::FileType;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// How deep a student may have nested the sources, and how many entries are looked at.
const DEPTH: usize = 6;
const ENTRIES: usize = 10_000;

/// Names that systems and editors leave behind.
const JUNK: [&str; 8] = [
    "__MACOSX",
    "Thumbs.db",
    "desktop.ini",
    "cmake-build-debug",
    "cmake-build-release",
    "node_modules",
    "Debug",
    "x64",
];

/// Endings of files that can be compiled.
const SOURCES: [&str; 6] = ["cpp", "cc", "cxx", "c++", "c", "C"];

/// One entry of a submission.
#[derive(Debug, Clone)]
pub(super) struct File {
    pub(super) path: PathBuf,
    /// Its path within the submission.
    pub(super) inside: PathBuf,
    pub(super) kind: FileType,
    pub(super) depth: usize,
}

/// Everything in a submission that is no junk, shallow entries first. A single file is its own submission.
pub(super) fn walk(place: &Path) -> Result<Vec<File>, walkdir::Error> {
    let entries = WalkDir::new(place).max_depth(DEPTH).sort_by_file_name().into_iter();
    let kept = entries.filter_entry(|entry| entry.depth() == 0 || !is_junk(entry.file_name()));
    let mut files = Vec::new();
    for entry in kept.take(ENTRIES) {
        let entry = entry?;
        if entry.depth() == 0 && entry.file_type().is_dir() {
            continue;
        }
        let inside = match entry.path().strip_prefix(place) {
            Ok(inside) if !inside.as_os_str().is_empty() => inside.to_owned(),
            _ => PathBuf::from(entry.file_name()),
        };
        files.push(File {
            path: entry.path().to_owned(),
            inside,
            kind: entry.file_type(),
            depth: entry.depth(),
        });
    }
    files.sort_by_key(|file| file.depth);
    Ok(files)
}

/// Whether a name is left behind by a system or an editor. Hidden files are.
pub(super) fn is_junk(name: &OsStr) -> bool {
    name.to_string_lossy().starts_with('.') || JUNK.iter().any(|junk| name == *junk)
}

/// Whether the name says that a compiler takes it.
pub(super) fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|ending| SOURCES.iter().any(|known| ending == *known))
}

/// What an entry is, for a sentence.
pub(super) fn kind(kind: FileType) -> &'static str {
    if kind.is_symlink() {
        "a symbolic link"
    } else if kind.is_dir() {
        "a folder"
    } else if kind.is_fifo() {
        "a named pipe"
    } else if kind.is_socket() {
        "a socket"
    } else if kind.is_file() {
        "a file"
    } else {
        "a device"
    }
}
