//! Names that systems and editors leave behind.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

/// Such names. All that begins with a dot is one as well: `.git`, `.vs`, `._main.cpp`.
const NAMES: [&str; 6] = [
    "__MACOSX",
    "Thumbs.db",
    "desktop.ini",
    "node_modules",
    "Debug",
    "x64",
];

/// Where CLion builds: `cmake-build-debug`, and one for each other way to build.
const BUILD_FOLDERS: &[u8] = b"cmake-build-";

/// Whether a name is left behind by a system or an editor. Hidden files are.
pub fn is_junk(name: &OsStr) -> bool {
    let bytes = name.as_bytes();
    bytes.starts_with(b".")
        || bytes.starts_with(BUILD_FOLDERS)
        || NAMES.iter().any(|junk| name == *junk)
}
