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

/// Folders and files of tools whose names no person has.
const TOOLS: [&str; 27] = [
    ".DS_Store",
    ".Spotlight-V100",
    ".TemporaryItems",
    ".Trash",
    ".Trashes",
    ".cache",
    ".clangd",
    ".config",
    ".devcontainer",
    ".fseventsd",
    ".git",
    ".github",
    ".gitlab",
    ".grader",
    ".hg",
    ".idea",
    ".metadata",
    ".settings",
    ".svn",
    ".venv",
    ".vs",
    ".vscode",
    ".zed",
    "Thumbs.db",
    "__MACOSX",
    "desktop.ini",
    "node_modules",
];

/// How the names of files begin in which macOS keeps what a foreign file system cannot, and of folders for deleted files.
const TOOL_PREFIXES: [&[u8]; 3] = [b"._", b".Trash-", BUILD_FOLDERS];

/// Whether a name is junk inside of a submission, but may be a person's where folders are named after persons: `.rahul`, `Debug`.
pub fn may_be_person(name: &OsStr) -> bool {
    let is_tool = TOOLS.iter().any(|tool| name == *tool);
    let bytes = name.as_bytes();
    let has_tool_prefix = TOOL_PREFIXES.iter().any(|it| bytes.starts_with(it));
    is_junk(name) && !is_tool && !has_tool_prefix
}

/// Whether a name is left behind by a system or an editor. Hidden files are.
pub fn is_junk(name: &OsStr) -> bool {
    let bytes = name.as_bytes();
    bytes.starts_with(b".")
        || bytes.starts_with(BUILD_FOLDERS)
        || NAMES.iter().any(|junk| name == *junk)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_are_no_persons() {
        let table = [
            (".rahul", true, true),
            (". Rahul_7002_assignsubmission_file", true, true),
            ("x64", true, true),
            ("Debug", true, true),
            (".git", true, false),
            (".DS_Store", true, false),
            ("._ada", true, false),
            ("__MACOSX", true, false),
            ("cmake-build-debug", true, false),
            ("ada", false, false),
        ];
        for (name, junk, person) in table {
            let name = OsStr::new(name);
            assert_eq!(
                (is_junk(name), may_be_person(name)),
                (junk, person),
                "{name:?}"
            );
        }
    }
}
