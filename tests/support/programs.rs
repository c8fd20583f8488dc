//! Programs that tests write and then execute.
//!
//! Another process writes them. While we hold a file open for writing, a child that another test starts may inherit it, and
//! what is open for writing cannot be executed (`ETXTBSY`).

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::GRADER;

/// Writes a program that everybody may run.
pub(crate) fn executable(path: &Path, text: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut install = install("/dev/stdin", path)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    install
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_ref())
        .unwrap();
    assert!(install.wait().unwrap().success());
}

/// Copies the grader, in place of an older copy even if that still runs.
pub(crate) fn copy_of_grader(path: &Path) {
    assert!(install(GRADER, path).status().unwrap().success());
}

fn install(from: &str, to: &Path) -> Command {
    let mut command = Command::new("install");
    command.args(["-m", "755", from]).arg(to);
    command
}
