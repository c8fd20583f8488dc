//! Asking a toolchain what it is, before anything depends on it; and what it is read from.

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use wait_timeout::ChildExt;

use model::{CommandWord, CommandWordPart, Toolchain, ToolchainVersion};
use sandbox::{Interrupt, SandboxError, ToolPaths};

/// A command that has not said its version by then never will.
const PATIENCE: Duration = Duration::from_secs(10);

/// There is no toolchain to work with.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ToolchainError {
    /// The command does not exist or cannot be run.
    #[error("cannot run `{command}`: {reason}; {install}")]
    Missing {
        /// The command.
        command: String,
        /// What the system said.
        reason: String,
        /// What to do about it.
        install: String,
    },
    /// It could not be started for want of something.
    #[error("cannot ask `{command}` for its version: {reason}")]
    Scarce {
        /// The command.
        command: String,
        /// What was missing, and what to do about it.
        reason: String,
    },
    /// The command ran, and did not say what it is.
    #[error("`{command}` {reason}; does it say its version?")]
    Strange {
        /// The command.
        command: String,
        /// What it did.
        reason: String,
    },
}

/// What a toolchain's commands are read from.
pub fn required_tools(toolchain: &Toolchain) -> ToolPaths {
    let compiler = toolchain
        .compiler_command()
        .into_iter()
        .map(command_folders);
    let needed = toolchain.needs.iter().map(|name| command_folders(name));
    let all = toolchain
        .commands()
        .filter_map(first_word)
        .map(command_folders)
        .chain(compiler);
    let all = all.chain(needed);
    let mut compilers: Vec<PathBuf> = all.flatten().chain(toolchain.reads.clone()).collect();
    compilers.dedup();
    let run = toolchain
        .run
        .as_ref()
        .and_then(|run| first_word(&run.words));
    let simulators = run.into_iter().filter_map(find_command);
    let simulators =
        simulators.flat_map(|file| sandbox::list_executed_files(&file, &search_path()));
    let simulators = simulators.chain(toolchain.reads.clone()).collect();
    let build_system = toolchain.is_build_system();
    ToolPaths {
        compilers,
        simulators,
        build_system,
        ..ToolPaths::default()
    }
}

/// The commands that are started, by their names.
pub(super) fn command_names(toolchain: &Toolchain) -> impl Iterator<Item = &str> {
    toolchain
        .commands()
        .filter_map(first_word)
        .chain(toolchain.compiler_command())
}

/// The first word of a command, which the rubric's reader makes sure is a plain one.
fn first_word(words: &[CommandWord]) -> Option<&str> {
    match words.first() {
        Some(CommandWord::Composed(parts)) => match parts.as_slice() {
            [CommandWordPart::Text(text)] => Some(text),
            _ => None,
        },
        _ => None,
    }
}

/// What a command is read from, apart from the system's own folders: the folder where it was installed by hand, if it
/// looks like a compiler's, otherwise the executable alone. A wrapper in a home folder does not open the home folder. Among
/// the system's files it is named all the same: a course may be there, which is private.
fn command_folders(command: &str) -> Vec<PathBuf> {
    const SYSTEM: [&str; 3] = ["/usr", "/bin", "/lib"];
    let Some(path) = find_command(command).and_then(|path| path.canonicalize().ok()) else {
        return Vec::new();
    };
    if SYSTEM.iter().any(|system| path.starts_with(system)) {
        return vec![path];
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

/// The file that a command is.
pub(super) fn find_command(command: &str) -> Option<PathBuf> {
    sandbox::find_executable(command, &search_path())
}

fn search_path() -> OsString {
    std::env::var_os("PATH").unwrap_or_default()
}

/// Asks a toolchain for its version, and makes sure that all its commands are there.
///
/// # Errors
///
/// If there is no such command, or it fails, or it does not answer in ten seconds.
pub fn probe_toolchain(
    toolchain: &Toolchain,
    interrupt: &Interrupt,
) -> Result<ToolchainVersion, ToolchainError> {
    let mut needed = command_names(toolchain).chain(toolchain.needs.iter().map(String::as_str));
    if let Some(command) = needed.find(|command| find_command(command).is_none()) {
        return Err(missing_command(
            command,
            toolchain,
            "there is no such command",
        ));
    }
    let version = read_version(toolchain, interrupt)?;
    // A build system's own words may begin with a shell.
    let asked = toolchain
        .version
        .first()
        .filter(|_| toolchain.is_build_system());
    let compiler = toolchain.compiler_command().or(asked.map(String::as_str));
    let command = compiler
        .or(command_names(toolchain).next())
        .unwrap_or_default()
        .to_owned();
    Ok(ToolchainVersion {
        name: toolchain.name.clone(),
        command,
        version,
        digest: None,
    })
}

fn missing_command(command: &str, toolchain: &Toolchain, trouble: &str) -> ToolchainError {
    let install = match &toolchain.install {
        Some(how) => format!("install it ({how}) or put it on PATH"),
        None => "install it or put it on PATH".to_owned(),
    };
    ToolchainError::Missing {
        command: command.to_owned(),
        reason: trouble.to_owned(),
        install,
    }
}

/// The first line that the command for the version prints.
fn read_version(toolchain: &Toolchain, interrupt: &Interrupt) -> Result<String, ToolchainError> {
    let Some((command, arguments)) = toolchain.version.split_first() else {
        return Ok(String::new());
    };
    let missing = |error: io::Error| missing_command(command, toolchain, &error.to_string());
    let strange = |trouble: String| ToolchainError::Strange {
        command: toolchain.version.join(" "),
        reason: trouble,
    };
    let start = || {
        let mut asked = Command::new(command);
        asked
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        asked
            .spawn()
            .map_err(SandboxError::during_action("start it"))
    };
    let mut child =
        sandbox::retry_on_exhaustion(interrupt, start).map_err(|error| match error {
            SandboxError::System { source, .. } => missing(source),
            error => ToolchainError::Scarce {
                command: command.clone(),
                reason: error.to_string(),
            },
        })?;
    let Some(status) = child.wait_timeout(PATIENCE).map_err(missing)? else {
        let _ = child.kill();
        let _ = child.wait();
        return Err(strange(format!(
            "did not answer in {} seconds",
            PATIENCE.as_secs()
        )));
    };
    if !status.success() {
        return Err(strange(format!("failed with {status}")));
    }
    let mut answer = String::new();
    if let Some(stdout) = child.stdout.take() {
        stdout
            .take(4096)
            .read_to_string(&mut answer)
            .map_err(missing)?;
    }
    Ok(answer.lines().next().unwrap_or_default().to_owned())
}
