//! Whoever runs programs for the grader: the sandbox, and in tests a stand-in that starts no process.

use std::path::PathBuf;
use std::sync::Arc;

use model::{Confinement, ImportLibraries, Observation};
use sandbox::{
    Interrupt, LinuxSandbox, RunFile, SandboxCommand, SandboxError, SandboxLimits, StdinSource,
    Supervisor, ToolPaths,
};
use support::logged::EscapedForLog;

/// Runs one program after the other, in folders that are its own.
pub trait ProgramRunner: Send {
    /// Runs a program to its end or to a limit, and leaves nothing of it running.
    ///
    /// # Errors
    ///
    /// Only if something of ours fails or the user wants to stop. Whatever the program does is a value.
    fn run(
        &mut self,
        command: &SandboxCommand,
        limits: &SandboxLimits,
        input: StdinSource<'_>,
        interrupt: &Interrupt,
    ) -> Result<Observation, SandboxError>;

    /// Puts these files, and nothing else, into the folder of the next run.
    ///
    /// # Errors
    ///
    /// If something of ours fails.
    fn fill_folder(&mut self, files: &[RunFile<'_>]) -> Result<(), SandboxError>;

    /// One of the folders, as programs see it.
    fn path_inside(&self, folder: &str) -> PathBuf;

    /// The same folder, as the grader sees it.
    fn path_outside(&self, folder: &str) -> PathBuf;
}

impl ProgramRunner for Supervisor {
    fn run(
        &mut self,
        command: &SandboxCommand,
        limits: &SandboxLimits,
        input: StdinSource<'_>,
        interrupt: &Interrupt,
    ) -> Result<Observation, SandboxError> {
        Supervisor::run(self, command, limits, input, interrupt)
    }

    fn fill_folder(&mut self, files: &[RunFile<'_>]) -> Result<(), SandboxError> {
        Supervisor::fill_run_folder(self, files)
    }

    fn path_inside(&self, folder: &str) -> PathBuf {
        Supervisor::path_inside(self, folder)
    }

    fn path_outside(&self, folder: &str) -> PathBuf {
        Supervisor::path_outside(self, folder)
    }
}

/// Starts runners, each with new folders.
pub trait RunnerFactory: Sync {
    /// A runner for one submission, whose tools are read from `tools`. Programs that are given lines run on a terminal if
    /// `terminal` says so.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or its walls cannot be built.
    fn start_runner(
        &self,
        tools: &ToolPaths,
        terminal: bool,
    ) -> Result<Box<dyn ProgramRunner>, SandboxError>;

    /// A runner for an instructor's own command, which may use all that the instructor may.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    fn start_unconfined_runner(
        &self,
        terminal: bool,
    ) -> Result<Box<dyn ProgramRunner>, SandboxError>;

    /// How programs are confined.
    fn confinement(&self) -> Confinement;
}

impl RunnerFactory for LinuxSandbox {
    fn start_runner(
        &self,
        tools: &ToolPaths,
        terminal: bool,
    ) -> Result<Box<dyn ProgramRunner>, SandboxError> {
        let mut supervisor = self.start_supervisor(tools)?;
        supervisor.use_terminal(terminal);
        Ok(Box::new(supervisor))
    }

    fn start_unconfined_runner(
        &self,
        terminal: bool,
    ) -> Result<Box<dyn ProgramRunner>, SandboxError> {
        let mut supervisor = self.start_unconfined_supervisor()?;
        supervisor.use_terminal(terminal);
        Ok(Box::new(supervisor))
    }

    fn confinement(&self) -> Confinement {
        Confinement {
            tier: self.tier(),
            shows_reads: self.shows_reads(),
        }
    }
}

/// A runner whose runs end when the user wants to stop.
pub struct InterruptibleRunner {
    runner: Box<dyn ProgramRunner>,
    interrupt: Arc<Interrupt>,
    import_libraries: Vec<Arc<ImportLibraries>>,
}

impl InterruptibleRunner {
    /// The runner, which stops when `interrupt` is raised.
    pub fn new(runner: Box<dyn ProgramRunner>, interrupt: Arc<Interrupt>) -> InterruptibleRunner {
        InterruptibleRunner {
            runner,
            interrupt,
            import_libraries: Vec::new(),
        }
    }

    /// The same for programs that are linked with import libraries where some of these are for them.
    pub fn with_import_libraries(
        self,
        import_libraries: Vec<Arc<ImportLibraries>>,
    ) -> InterruptibleRunner {
        InterruptibleRunner {
            import_libraries,
            ..self
        }
    }

    /// The import libraries that there are.
    pub(crate) fn import_libraries(&self) -> &[Arc<ImportLibraries>] {
        &self.import_libraries
    }

    /// Runs a program, see [`ProgramRunner::run`].
    ///
    /// # Errors
    ///
    /// If something of ours fails, or the user wants to stop.
    pub fn run(
        &mut self,
        command: &SandboxCommand,
        limits: &SandboxLimits,
        input: StdinSource<'_>,
    ) -> Result<Observation, SandboxError> {
        let program = command.program.to_string_lossy();
        let process = tracing::debug_span!("process", program = %EscapedForLog(&program), profile = ?command.profile);
        let _entered = process.entered();
        let SandboxLimits {
            cpu, wall, memory, ..
        } = limits;
        tracing::debug!(?cpu, ?wall, memory, "started with these limits");
        let seen = self.runner.run(command, limits, input, &self.interrupt);
        match &seen {
            Ok(Observation { exit, usage, .. }) => {
                tracing::debug!(?exit, cpu = ?usage.cpu, wall = ?usage.wall, "ended");
            }
            Err(error) => {
                tracing::warn!(error = %EscapedForLog(&error.to_string()), "failed on our side")
            }
        }
        seen
    }

    /// Fills the folder of the next run, see [`ProgramRunner::fill_folder`].
    ///
    /// # Errors
    ///
    /// If something of ours fails.
    pub fn fill_folder(&mut self, files: &[RunFile<'_>]) -> Result<(), SandboxError> {
        self.runner.fill_folder(files)
    }

    /// One of the folders, as programs see it.
    pub fn path_inside(&self, folder: &str) -> PathBuf {
        self.runner.path_inside(folder)
    }

    /// The same folder, as the grader sees it.
    pub fn path_outside(&self, folder: &str) -> PathBuf {
        self.runner.path_outside(folder)
    }

    /// What is raised when the user wants to stop.
    pub(crate) fn interrupt(&self) -> Arc<Interrupt> {
        Arc::clone(&self.interrupt)
    }
}
