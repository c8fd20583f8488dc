//! Where the instructor's commands run: behind walls that are made anew for each question, so that no answer depends on an
//! earlier one.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::error::CheckerError;
use crate::execute::{self, Input, Program};
use crate::model::{Case, Checker, CheckerRole, Observation, RunLimits};
use crate::runner::InterruptibleRunner;
use sandbox::SandboxError;

/// What a checker may use for one case.
pub(in crate::pipeline) const LIMITS: RunLimits = RunLimits {
    cpu: Duration::from_secs(10),
    after_end: None,
    wall: Duration::from_secs(30),
    memory: 2 << 30,
    stack: sandbox::STACK,
    output: 1 << 20,
};

/// The steps of a start that fail if there is no such program.
const STARTING: [&str; 2] = ["prepare the program", "exec"];

/// The folder, of those that a runner has, in which a checker finds its files.
const FILES: &str = "source";

/// The folder in which it may write.
const SCRATCH: &str = "tmp";

/// Walls around one command. What it wrote stays there until they go.
pub(super) struct Walls {
    pub(super) checker: Checker,
    folder: PathBuf,
    runner: InterruptibleRunner,
}

/// Where the files of questions stand: as we see it, and as the command does.
pub(super) struct Files {
    outside: PathBuf,
    inside: PathBuf,
}

impl Files {
    /// Writes a file that everybody may read, whatever the user's mask: the checker may run under another account. Says where
    /// the checker finds it.
    pub(super) fn place(&self, name: &str, content: &[u8]) -> Result<String, CheckerError> {
        let path = self.outside.join(name);
        let write = || -> io::Result<()> {
            fs::write(&path, content)?;
            fs::set_permissions(&path, Permissions::from_mode(0o644))
        };
        write().map_err(CheckerError::Files)?;
        Ok(self.inside.join(name).display().to_string())
    }
}

impl Walls {
    /// Walls around `checker`, whose paths start at `folder`.
    pub(super) fn new(checker: &Checker, folder: &Path, runner: InterruptibleRunner) -> Walls {
        Walls { checker: checker.clone(), folder: folder.to_owned(), runner }
    }

    /// Where the files of questions stand.
    pub(super) fn files(&self) -> Files {
        Files { outside: self.runner.outside(FILES), inside: self.runner.inside(FILES) }
    }

    /// Writes a file for the command, see [`Files::place`].
    pub(super) fn place(&self, name: &str, content: &[u8]) -> Result<String, CheckerError> {
        self.files().place(name, content)
    }

    /// The path of the folder in which it may write, with a slash at its end, as Kattis has it.
    pub(super) fn scratch(&self) -> String {
        self.runner.inside(SCRATCH).display().to_string() + "/"
    }

    /// Runs the command with these arguments behind its own words, and what the rubric adds behind them.
    pub(super) fn run(
        &mut self,
        arguments: Vec<String>,
        input: Input<'_>,
    ) -> Result<Observation, CheckerError> {
        let Checker { words, arguments: more, .. } = &self.checker;
        let all = words.iter().cloned().chain(arguments).chain(more.iter().cloned());
        let all = all.collect();
        self.execute(all, input, &LIMITS)
    }

    /// Runs any command behind the same walls.
    pub(super) fn execute(
        &mut self,
        all: Vec<String>,
        input: Input<'_>,
        limits: &RunLimits,
    ) -> Result<Observation, CheckerError> {
        let program = Program::Checker(all, self.folder.clone(), self.runner.inside(SCRATCH));
        execute::execute(&program, input, limits, &mut self.runner).map_err(|error| match error {
            SandboxError::Step { step, source } if STARTING.contains(&step.as_str()) => {
                let command = self.checker.words.join(" ");
                CheckerError::DoesNotStart { role: role(&self.checker), command, source }
            }
            error => error.into(),
        })
    }
}

/// That a command gave no answer, and what it did instead.
pub(super) fn no_answer(
    checker: &Checker,
    case: &Case,
    was_stopped: bool,
    trouble: String,
) -> CheckerError {
    CheckerError::NoAnswer {
        role: role(checker),
        command: checker.words.join(" "),
        case: case.id.clone(),
        trouble,
        stopped: was_stopped,
    }
}

fn role(checker: &Checker) -> &'static str {
    match checker.role {
        CheckerRole::AfterRun => "checker",
        CheckerRole::Interactor => "interactor",
    }
}
