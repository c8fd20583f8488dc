//! Whether a file is still what it was, without reading it.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// A file or folder in a line: its real path, its number, its size, and when it was changed last. Who changes a file changes
/// the last of these times, which nobody can set. A folder changes with the names in it.
pub(super) fn fingerprint_file(path: &Path) -> Option<String> {
    let path = path.canonicalize().ok()?;
    let data = fs::metadata(&path).ok()?;
    let number = data.ino();
    let size = data.size();
    let written = (data.mtime(), data.mtime_nsec());
    let changed = (data.ctime(), data.ctime_nsec());
    let path = path.to_str()?;
    Some(format!(
        "{path} {number} {size} {}.{:09} {}.{:09}",
        written.0, written.1, changed.0, changed.1
    ))
}
