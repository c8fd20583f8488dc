//! One run of one program on one script, in a folder that exists for this run alone.

use std::io;
use std::path::{Path, PathBuf};

use crate::model::{Observation, RunLimits};
use crate::sandbox::{self, Command, Input, Interrupt, Limits, Overflow, SandboxError};

/// What to execute.
#[derive(Debug, Clone)]
pub enum Program {
    /// A program built from what somebody handed in: it runs in an empty folder and starts no other program.
    Built(PathBuf),
    /// An instructor's own command with its arguments, run in the given folder, which is trusted.
    Command(Vec<String>, PathBuf),
}

/// Something of ours failed while executing.
#[derive(Debug, thiserror::Error)]
pub enum ExecuteError {
    /// The program could not be run.
    #[error("cannot run the program")]
    Sandbox(#[from] SandboxError),
    /// The folder for the run could not be made.
    #[error("cannot make a folder for the run")]
    Folder(#[source] io::Error),
}

/// Runs `program` with `lines` as its script. `folder` is where a folder for this run is made and removed.
///
/// # Errors
///
/// If something of ours fails; whatever the program does is a value.
pub fn execute(
    program: &Program,
    lines: &[String],
    limits: &RunLimits,
    folder: &Path,
    interrupt: &Interrupt,
) -> Result<Observation, ExecuteError> {
    let place =
        tempfile::Builder::new().prefix("run-").tempdir_in(folder).map_err(ExecuteError::Folder)?;
    let command = command(program, place.path());
    let observation =
        sandbox::run(&command, &run_limits(program, limits), Input::Lines(lines), interrupt)?;
    place.close().map_err(ExecuteError::Folder)?;
    Ok(observation)
}

fn command(program: &Program, place: &Path) -> Command {
    let (path, arguments, folder) = match program {
        Program::Built(path) => (path.clone(), Vec::new(), place.to_owned()),
        Program::Command(words, folder) => {
            let (first, rest) = words
                .split_first()
                .map_or((String::new(), [].as_slice()), |(first, rest)| (first.clone(), rest));
            (PathBuf::from(first), rest.iter().map(Into::into).collect(), folder.clone())
        }
    };
    let search = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
    let environment = vec![
        ("PATH".into(), search),
        ("LANG".into(), "C.UTF-8".into()),
        ("HOME".into(), place.as_os_str().to_owned()),
    ];
    Command { program: path, arguments, folder, environment }
}

fn run_limits(program: &Program, limits: &RunLimits) -> Limits {
    Limits {
        cpu: limits.cpu,
        wall: limits.wall,
        memory: limits.memory,
        output: limits.output,
        overflow: Overflow::Stop,
        file_size: limits.output,
        may_fork: matches!(program, Program::Command(..)),
    }
}
