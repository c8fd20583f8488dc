//! Asking a compiler what it is, before anything depends on it.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use wait_timeout::ChildExt;

use crate::model::Toolchain;

/// A compiler that has not said its version by then never will.
const PATIENCE: Duration = Duration::from_secs(10);

/// There is no compiler to work with.
#[derive(Debug, thiserror::Error)]
pub enum ToolchainError {
    /// The command does not exist or cannot be run.
    #[error(
        "cannot run the compiler `{command}`; install it (on Debian and Ubuntu: `apt-get install g++`) or put it on PATH"
    )]
    Missing {
        /// The command.
        command: String,
        /// What the system said.
        source: io::Error,
    },
    /// The command ran, and did not behave like a compiler.
    #[error("`{command} --version` {trouble}; is it a compiler?")]
    Strange {
        /// The command.
        command: String,
        /// What it did.
        trouble: String,
    },
}

/// What a compiler is read from, apart from the system's own folders: the folder where it was installed by hand, if it
/// looks like one, otherwise the executable alone. A wrapper in a home folder does not open the home folder.
pub fn folders(command: &str) -> Vec<PathBuf> {
    const SYSTEM: [&str; 3] = ["/usr", "/bin", "/lib"];
    let Some(path) = find(command).and_then(|path| path.canonicalize().ok()) else {
        return Vec::new();
    };
    if SYSTEM.iter().any(|system| path.starts_with(system)) {
        return Vec::new();
    }
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let installed = path.parent().and_then(Path::parent).filter(|folder| {
        let has_libraries = ["lib/gcc", "lib64/gcc", "libexec/gcc", "lib/clang"]
            .iter()
            .any(|inner| folder.join(inner).is_dir());
        has_libraries && folder.parent().is_some() && home.as_deref() != Some(folder)
    });
    vec![installed.map_or_else(|| path.clone(), Path::to_owned)]
}

fn find(command: &str) -> Option<PathBuf> {
    if command.contains('/') {
        return Some(PathBuf::from(command));
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(command)).find(|path| path.is_file())
}

/// Runs `command --version`.
///
/// # Errors
///
/// If there is no such command, or it fails, or it does not answer in ten seconds.
pub fn probe(command: &str) -> Result<Toolchain, ToolchainError> {
    let missing = |source| ToolchainError::Missing { command: command.to_owned(), source };
    let strange =
        |trouble: String| ToolchainError::Strange { command: command.to_owned(), trouble };
    let mut child = Command::new(command)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(missing)?;
    let Some(status) = child.wait_timeout(PATIENCE).map_err(missing)? else {
        let _ = child.kill();
        let _ = child.wait();
        return Err(strange(format!("did not answer in {} seconds", PATIENCE.as_secs())));
    };
    if !status.success() {
        return Err(strange(format!("failed with {status}")));
    }
    let mut answer = String::new();
    if let Some(stdout) = child.stdout.take() {
        stdout.take(4096).read_to_string(&mut answer).map_err(missing)?;
    }
    let version = answer.lines().next().unwrap_or_default().to_owned();
    Ok(Toolchain { command: command.to_owned(), version })
}
