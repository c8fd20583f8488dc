//! What all work of one command shares: the sandbox, the interrupt, the number of workers, the progress display.

use std::path::Path;
use std::sync::Arc;

use crate::run_cache::RunCache;
use crate::written_files::WrittenFiles;
use model::{BuildSettings, Confinement, GradingEvent, ImportLibraries, Toolchain};
use sandbox::{Interrupt, SandboxError, ToolPaths};
use toolchain::cache::CacheStore;
use toolchain::runner::{InterruptibleRunner, RunnerFactory};
use toolchain::{BuildCache, PrecompiledHeaders, PrecompiledStore, ToolchainInstallation};

/// One command at work.
#[derive(Clone, Copy)]
pub struct Session<'a> {
    runners: &'a dyn RunnerFactory,
    /// Starts the runners of submissions, if these are special.
    pressing: Option<&'a dyn RunnerFactory>,
    interrupt: &'a Arc<Interrupt>,
    workers: usize,
    watcher: &'a (dyn Fn(&GradingEvent) + Sync),
    linking: ProgramLinking<'a>,
    import_libraries: &'a [Arc<ImportLibraries>],
    precompiled: Option<&'a PrecompiledStore>,
    cache: Option<&'a RunCache>,
    explains: bool,
}

/// How programs are linked.
#[derive(Debug, Clone, Copy)]
pub enum ProgramLinking<'a> {
    /// With the libraries themselves.
    Plain,
    /// With import libraries, where they are sure to make the same program. What is known of them is kept.
    Imports(&'a CacheStore),
}

impl<'a> Session<'a> {
    /// One worker, whom nobody watches, and programs linked plainly.
    pub fn new(runners: &'a dyn RunnerFactory, interrupt: &'a Arc<Interrupt>) -> Session<'a> {
        let linking = ProgramLinking::Plain;
        let import_libraries = [].as_slice();
        let watcher = &|_: &GradingEvent| {};
        Session {
            runners,
            pressing: None,
            interrupt,
            workers: 1,
            watcher,
            linking,
            import_libraries,
            precompiled: None,
            cache: None,
            explains: true,
        }
    }

    /// The same, where nobody reads why programs are wrong: what takes long to find out is not looked for.
    pub fn without_explanations(self) -> Session<'a> {
        Session {
            explains: false,
            ..self
        }
    }

    pub(super) fn explains_failures(&self) -> bool {
        self.explains
    }

    /// Who runs programs.
    pub fn runner_factory(&self) -> &'a dyn RunnerFactory {
        self.runners
    }

    /// The same, with the programs of submissions run by these. References are not.
    pub fn with_submission_runners<'b>(self, runners: &'b dyn RunnerFactory) -> Session<'b>
    where
        'a: 'b,
    {
        Session {
            pressing: Some(runners),
            ..self
        }
    }

    /// The same with so many workers.
    pub fn with_workers(self, workers: usize) -> Session<'a> {
        Session { workers, ..self }
    }

    /// The same, watched.
    pub fn with_watcher(self, watcher: &'a (dyn Fn(&GradingEvent) + Sync)) -> Session<'a> {
        Session { watcher, ..self }
    }

    /// The same, which keeps what it builds in `cache`, and finds it there.
    pub fn with_cache(self, cache: &'a RunCache) -> Session<'a> {
        Session {
            cache: Some(cache),
            ..self
        }
    }

    /// Which files of courses the grader wrote; none if nobody keeps anything.
    pub(crate) fn written_files(&self) -> Option<&'a WrittenFiles> {
        Some(self.cache?.written_files())
    }

    /// The toolchain of these settings, as it is installed; none if it is not there, or nobody keeps anything.
    pub(super) fn find_installation(
        &self,
        settings: &BuildSettings,
    ) -> Option<ToolchainInstallation> {
        let runner = || self.start_runner(&settings.toolchain, false);
        self.cache?
            .installations
            .find_installation(settings, runner)
    }

    /// Where builds with these settings are kept; none if they are not.
    pub fn cached_builds(&self, settings: &BuildSettings) -> Option<BuildCache<'a>> {
        let store = &self.cache?.builds;
        let installation = self.find_installation(settings)?.all_inputs;
        Some(BuildCache {
            store,
            installation,
        })
    }

    /// The same, linking programs so.
    pub fn with_linking(self, linking: ProgramLinking<'a>) -> Session<'a> {
        Session { linking, ..self }
    }

    /// The same with import libraries for some toolchains with some flags.
    pub(super) fn with_import_libraries<'b>(
        self,
        import_libraries: &'b [Arc<ImportLibraries>],
    ) -> Session<'b>
    where
        'a: 'b,
    {
        Session {
            import_libraries,
            ..self
        }
    }

    /// How programs are linked.
    pub(super) fn program_linking(&self) -> ProgramLinking<'a> {
        self.linking
    }

    /// The same, which compiles headers beforehand where that pays, and keeps them in `cache`.
    pub fn with_precompiling(self, cache: &'a RunCache) -> Session<'a> {
        Session {
            precompiled: Some(&cache.precompiled),
            ..self
        }
    }

    /// What is kept of precompiled headers; none if there are to be none.
    pub(super) fn precompiled_store(&self) -> Option<&'a PrecompiledStore> {
        self.precompiled
    }

    /// How programs are confined.
    pub fn confinement(&self) -> Confinement {
        self.runners.confinement()
    }

    /// How many submissions are graded at a time.
    pub fn workers(&self) -> usize {
        self.workers
    }

    /// Passes an event to the progress display.
    pub fn emit_event(&self, event: &GradingEvent) {
        (self.watcher)(event);
    }

    /// What is raised when the user wants to stop.
    pub fn interrupt(&self) -> &'a Interrupt {
        self.interrupt
    }

    /// Whether the user wants to stop.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_raised()
    }

    /// Whether a program can be answered while it runs.
    pub(super) fn shows_reads(&self) -> bool {
        self.confinement().shows_reads
    }

    /// A runner for what a toolchain makes.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn start_runner(
        &self,
        toolchain: &Toolchain,
        terminal: bool,
    ) -> Result<InterruptibleRunner, SandboxError> {
        self.start_precompiled_runner(toolchain, terminal, &PrecompiledHeaders::default())
    }

    /// A runner for a submission, whose compilers may begin with precompiled headers.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn start_submission_runner(
        &self,
        toolchain: &Toolchain,
        terminal: bool,
        precompiled: &PrecompiledHeaders,
    ) -> Result<InterruptibleRunner, SandboxError> {
        let runners = self.pressing.unwrap_or(self.runners);
        Session { runners, ..*self }.start_precompiled_runner(toolchain, terminal, precompiled)
    }

    /// The same for anything else.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    fn start_precompiled_runner(
        &self,
        toolchain: &Toolchain,
        terminal: bool,
        precompiled: &PrecompiledHeaders,
    ) -> Result<InterruptibleRunner, SandboxError> {
        let mut tools = toolchain::required_tools(toolchain);
        if toolchain.compiler_command().is_some() {
            tools
                .compilers
                .extend(precompiled.folder().map(Path::to_owned));
        }
        let runner = self.make_interruptible(self.runners.start_runner(&tools, terminal)?);
        Ok(runner.with_import_libraries(self.import_libraries.to_vec()))
    }

    /// A runner for a command that is read from `tools`.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub(super) fn start_tool_runner(
        &self,
        tools: &ToolPaths,
    ) -> Result<InterruptibleRunner, SandboxError> {
        Ok(self.make_interruptible(self.runners.start_runner(tools, false)?))
    }

    /// A runner for an instructor's own command, which may use all that the instructor may.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub(super) fn start_unconfined_runner(
        &self,
        terminal: bool,
    ) -> Result<InterruptibleRunner, SandboxError> {
        Ok(self.make_interruptible(self.runners.start_unconfined_runner(terminal)?))
    }

    fn make_interruptible(
        &self,
        runner: Box<dyn toolchain::runner::ProgramRunner>,
    ) -> InterruptibleRunner {
        InterruptibleRunner::new(runner, Arc::clone(self.interrupt))
    }
}
