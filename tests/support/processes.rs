//! Which processes are alive on this machine.

use std::fs;
use std::process::Child;

/// A process: its number, its parent's, and its command line with blanks between the words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Process {
    pub(crate) id: i32,
    parent: i32,
    pub(crate) command: String,
}

impl Process {
    /// Whether it is a student's program, which is called as `./NAME`.
    pub(crate) fn is_program(&self) -> bool {
        self.command.starts_with("./")
    }
}

/// A process that does not outlive its test, even one that fails.
pub(crate) struct Guarded(pub(crate) Child);

impl Drop for Guarded {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The processes whose command lines contain `text`.
pub(crate) fn alive(text: &str) -> Vec<Process> {
    all()
        .into_iter()
        .filter(|process| process.command.contains(text))
        .collect()
}

/// The processes that descend from the process `ancestor`.
pub(crate) fn descendants(ancestor: i32) -> Vec<Process> {
    let all = all();
    let mut found: Vec<Process> = Vec::new();
    let mut parents = vec![ancestor];
    while let Some(parent) = parents.pop() {
        for child in all.iter().filter(|process| process.parent == parent) {
            parents.push(child.id);
            found.push(child.clone());
        }
    }
    found
}

/// All that can be seen; a process that ends meanwhile, or has ended and waits for its parent, is left out.
fn all() -> Vec<Process> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter_map(|entry| process(entry.file_name().to_str()?.parse().ok()?))
        .collect()
}

fn process(id: i32) -> Option<Process> {
    let command = fs::read(format!("/proc/{id}/cmdline")).ok()?;
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
    let command = String::from_utf8_lossy(&command)
        .replace('\0', " ")
        .trim_end()
        .to_owned();
    let parent = parent.trim().parse().ok()?;
    (!command.is_empty()).then_some(Process {
        id,
        parent,
        command,
    })
}
