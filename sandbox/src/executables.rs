//! Which file a command is, and which others are executed with it: what [`ToolPaths`](crate::ToolPaths) must name.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The file that a command is; a bare name is looked for in the folders of `path`, which is written as `PATH` is.
pub fn find_executable(command: &str, path: &OsStr) -> Option<PathBuf> {
    if command.contains('/') {
        return Some(PathBuf::from(command));
    }
    std::env::split_paths(path)
        .map(|folder| folder.join(command))
        .find(|path| path.is_file())
}

/// All that is executed with this file, by real names: it, and what its first line names if it is a script.
pub fn list_executed_files(file: &Path, path: &OsStr) -> Vec<PathBuf> {
    const LONGEST: u64 = 256;
    let mut all: Vec<PathBuf> = file.canonicalize().ok().into_iter().collect();
    let mut start = Vec::new();
    let read = File::open(file).map(|file| file.take(LONGEST).read_to_end(&mut start));
    let line = start.strip_prefix(b"#!").filter(|_| read.is_ok());
    let line = line
        .and_then(|rest| rest.split(|&byte| byte == b'\n').next())
        .unwrap_or_default();
    let named = String::from_utf8_lossy(line);
    let words = named.split_whitespace();
    // `env` starts what its first argument names.
    let by_name = words.clone().nth(1).filter(|_| named.contains("/env "));
    let others = words
        .take(1)
        .chain(by_name)
        .filter_map(|word| find_executable(word, path));
    all.extend(others.filter_map(|file| file.canonicalize().ok()));
    all
}
