//! Where the instructor's commands run: in a sandbox that is made anew for each question, so that no answer depends on an earlier
//! one.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::error::CheckerError;
use crate::execute::{self, ExecutionTarget, StdinSource};
use model::{Checker, CheckerRole, Observation, RunLimits, TestCase};
use sandbox::SandboxError;
use toolchain::runner::InterruptibleRunner;

/// What a checker may use for one case.
pub(crate) const LIMITS: RunLimits = RunLimits {
    cpu: Duration::from_secs(10),
    after_end: None,
    wall: Duration::from_secs(30),
    memory: 2 << 30,
    // All of its memory, as judges of contests have it: many checkers recurse.
    stack: 2 << 30,
    output: 1 << 20,
};

/// The steps of a start that fail if there is no such program.
const STARTING: [&str; 2] = ["prepare the program", "exec"];

/// The folder, of those that a runner has, in which a checker finds its files.
const FILES: &str = "source";

/// The folder in which it may write.
const SCRATCH: &str = "tmp";

/// Walls around one command. What it wrote stays there until they go.
pub(super) struct CheckerSandbox {
    pub(super) checker: Checker,
    folder: PathBuf,
    runner: InterruptibleRunner,
}

/// Where the files of questions stand: as we see it, and as the command does.
pub(super) struct CheckerFiles {
    outside: PathBuf,
    inside: PathBuf,
}

impl CheckerFiles {
    /// Writes a file that everybody may read, whatever the user's mask: the checker may run under another account. Says where
    /// the checker finds it.
    pub(super) fn write_file(&self, name: &str, content: &[u8]) -> Result<String, CheckerError> {
        let path = self.outside.join(name);
        let write = || -> io::Result<()> {
            fs::write(&path, content)?;
            fs::set_permissions(&path, Permissions::from_mode(0o644))
        };
        write().map_err(CheckerError::Files)?;
        Ok(self.inside.join(name).display().to_string())
    }
}

impl CheckerSandbox {
    /// Walls around `checker`, whose paths start at `folder`.
    pub(super) fn new(
        checker: &Checker,
        folder: &Path,
        runner: InterruptibleRunner,
    ) -> CheckerSandbox {
        CheckerSandbox {
            checker: checker.clone(),
            folder: folder.to_owned(),
            runner,
        }
    }

    /// Where the files of questions stand.
    pub(super) fn files(&self) -> CheckerFiles {
        CheckerFiles {
            outside: self.runner.path_outside(FILES),
            inside: self.runner.path_inside(FILES),
        }
    }

    /// Writes a file for the command, see [`CheckerFiles::write_file`].
    pub(super) fn write_file(&self, name: &str, content: &[u8]) -> Result<String, CheckerError> {
        self.files().write_file(name, content)
    }

    /// The path of the folder in which it may write, with a slash at its end, as Kattis has it.
    pub(super) fn scratch_folder(&self) -> String {
        self.runner.path_inside(SCRATCH).display().to_string() + "/"
    }

    /// Runs the command with these arguments behind its own words, and what the rubric adds behind them.
    pub(super) fn run(
        &mut self,
        arguments: Vec<String>,
        input: StdinSource<'_>,
    ) -> Result<Observation, CheckerError> {
        let Checker {
            words,
            arguments: more,
            ..
        } = &self.checker;
        let all = words
            .iter()
            .cloned()
            .chain(arguments)
            .chain(more.iter().cloned());
        let all = all.collect();
        self.execute_command(all, input, &LIMITS)
    }

    /// Runs any command in the same sandbox.
    pub(super) fn execute_command(
        &mut self,
        all: Vec<String>,
        input: StdinSource<'_>,
        limits: &RunLimits,
    ) -> Result<Observation, CheckerError> {
        let program =
            ExecutionTarget::Checker(all, self.folder.clone(), self.runner.path_inside(SCRATCH));
        execute::execute_program(&program, input, limits, &mut self.runner).map_err(|error| {
            match error {
                SandboxError::Step { step, source } if STARTING.contains(&step.as_str()) => {
                    let command = self.checker.words.join(" ");
                    CheckerError::DoesNotStart {
                        role: role_name(&self.checker),
                        command,
                        source,
                    }
                }
                error => error.into(),
            }
        })
    }
}

/// That a command gave no answer, and what it did instead.
pub(super) fn no_answer(
    checker: &Checker,
    case: &TestCase,
    was_stopped: bool,
    trouble: String,
) -> CheckerError {
    CheckerError::NoAnswer {
        role: role_name(checker),
        command: checker.words.join(" "),
        case: case.id.clone(),
        problem: trouble,
        stopped: was_stopped,
    }
}

fn role_name(checker: &Checker) -> &'static str {
    match checker.role {
        CheckerRole::AfterRun => "checker",
        CheckerRole::Interactor => "interactor",
    }
}
