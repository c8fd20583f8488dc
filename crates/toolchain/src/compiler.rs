//! A toolchain at work on one submission: one command after the other, all within the build's limits, all noted.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::precompiled::PrecompiledHeaders;
use super::warnings::{self, CapturedDiagnostics};
use crate::runner::InterruptibleRunner;
use model::{BuildLimits, BuildSettings, Exit, Observation};
use sandbox::{
    OutputOverflow, SandboxCommand, SandboxError, SandboxLimits, SandboxProfile, StdinSource,
};

/// How much of the diagnostics of one command is kept, in bytes: as JSON, a warning takes half a kilobyte.
const DIAGNOSTICS: u64 = 512 << 10;

/// The largest file that a compiler may write, in bytes.
pub(super) const LARGEST_FILE: u64 = 64 << 20;

/// Where a compiler writes, as it is seen from the folder with the sources, in which every command starts.
pub(super) const OUT: &str = "../out";

/// The program's name in the folder for output.
pub const PROGRAM: &str = "program";

/// A toolchain's commands with one choice of settings, and the runner that runs them.
pub(super) struct Compiler<'a> {
    pub(super) settings: &'a BuildSettings,
    /// The command of a compiler that is called as GCC is; empty for other toolchains.
    pub(super) command: &'a str,
    pub(super) runner: &'a mut InterruptibleRunner,
    /// Every command that was run, as it was.
    pub(super) log: Vec<String>,
    /// Whether it is asked for its warnings as JSON: unless it is known not to understand.
    pub(super) speaks_json: bool,
    /// What sources may begin with.
    pub(super) precompiled: Option<&'a PrecompiledHeaders>,
    /// The largest file that a command may write, in bytes.
    largest_file: u64,
    /// Whether it has waited for what a command said was missing. A student can make it say so, and is not waited for twice.
    pub(super) has_waited: bool,
}

/// What one or more commands came to.
#[derive(Debug)]
pub(super) struct CompilerOutput {
    /// How the first one that failed ended; exit code 0 if none did.
    pub(super) exit: Exit,
    /// The most processor time that one of them took.
    pub(super) cpu: Duration,
    /// All that they said on standard error, in the compiler's own text; nothing of compilations that succeeded but for their
    /// warnings.
    pub(super) diagnostics: String,
    /// What compilations said that may hold warnings.
    pub(super) captured: Vec<CapturedDiagnostics>,
    /// All that they said on standard output.
    pub(super) output: String,
}

impl CompilerOutput {
    /// What no command comes to.
    pub(super) fn empty() -> CompilerOutput {
        let diagnostics = String::new();
        let output = String::new();
        let told = Vec::new();
        CompilerOutput {
            exit: Exit::Code(0),
            cpu: Duration::ZERO,
            diagnostics,
            captured: told,
            output,
        }
    }

    /// Whether every command succeeded.
    pub(super) fn is_success(&self) -> bool {
        self.exit == Exit::Code(0)
    }

    /// Whether a command that failed did so because it needed more than it may use.
    pub(super) fn hit_limit(&self, limits: &BuildLimits) -> bool {
        matches!(self.exit, Exit::Stopped(_))
            || self.cpu >= limits.cpu
            || warnings::reports_killed_process(&self.diagnostics)
    }

    /// Whether a command that failed says that it could start no process or open no file. That is the machine's doing, unless a
    /// student put the words in its mouth.
    pub(super) fn reports_missing_resources(&self) -> bool {
        const MISSING: [&str; 4] = [
            "Resource temporarily unavailable",
            "fork: Cannot allocate memory",
            "Too many open files",
            "out of file descriptors",
        ];
        !self.is_success() && MISSING.iter().any(|words| self.diagnostics.contains(words))
    }

    /// What this and a later command came to.
    pub(super) fn merge_later(mut self, later: CompilerOutput) -> CompilerOutput {
        if self.is_success() {
            self.exit = later.exit;
        }
        self.cpu = self.cpu.max(later.cpu);
        self.diagnostics.push_str(&later.diagnostics);
        CapturedDiagnostics::append_bounded(&mut self.captured, later.captured);
        self.output.push_str(&later.output);
        self
    }
}

impl<'a> Compiler<'a> {
    /// The commands of one toolchain, of which none was run yet.
    pub(super) fn new(
        settings: &'a BuildSettings,
        runner: &'a mut InterruptibleRunner,
    ) -> Compiler<'a> {
        let command = settings.toolchain.compiler_command().unwrap_or_default();
        let speaks_json = is_gcc(command);
        Compiler {
            settings,
            command,
            runner,
            log: Vec::new(),
            speaks_json,
            precompiled: None,
            largest_file: LARGEST_FILE,
            has_waited: false,
        }
    }

    /// The same for sources that may begin with precompiled headers, which `runner` shows to compilers.
    pub(super) fn with_precompiled(
        self,
        precompiled: Option<&'a PrecompiledHeaders>,
    ) -> Compiler<'a> {
        Compiler {
            precompiled,
            ..self
        }
    }

    /// The same with larger files.
    pub(crate) fn with_file_limit(self, largest_file: u64) -> Compiler<'a> {
        Compiler {
            largest_file,
            ..self
        }
    }

    /// Runs one command in the folder with the sources.
    pub(super) fn run(
        &mut self,
        tool: &str,
        arguments: Vec<String>,
    ) -> Result<CompilerOutput, SandboxError> {
        let place = CompilerWorkplace::for_compiler(self.runner);
        self.run_in(&place, tool, arguments)
    }

    /// Runs one command in another place.
    pub(super) fn run_in(
        &mut self,
        place: &CompilerWorkplace,
        tool: &str,
        arguments: Vec<String>,
    ) -> Result<CompilerOutput, SandboxError> {
        let said = CompilerOutput::from(&self.run_observed(place, tool, &arguments)?);
        if self.has_waited || !said.reports_missing_resources() {
            return Ok(said);
        }
        self.has_waited = true;
        let interrupt = self.runner.interrupt();
        let attempt = || {
            self.run_observed(place, tool, &arguments)
                .map(|seen| CompilerOutput::from(&seen))
        };
        let is_wanting = |said: &Result<CompilerOutput, SandboxError>| {
            said.as_ref()
                .is_ok_and(CompilerOutput::reports_missing_resources)
        };
        sandbox::retry_while(&interrupt, Ok(said), attempt, is_wanting)?
    }

    /// The same for a tool whose standard output is of interest.
    pub(super) fn run_for_output(
        &mut self,
        tool: &str,
        arguments: Vec<String>,
    ) -> Result<String, SandboxError> {
        let place = CompilerWorkplace::for_compiler(self.runner);
        let seen = self.run_observed(&place, tool, &arguments)?;
        Ok(String::from_utf8_lossy(&seen.stdout()).into_owned())
    }

    /// Adds a command to the log: one that is run, or one that was done in another way with the same outcome.
    pub(super) fn log_command(&mut self, tool: &str, arguments: &[String]) {
        self.log
            .push([&[tool.to_owned()], arguments].concat().join(" "));
    }

    fn run_observed(
        &mut self,
        place: &CompilerWorkplace,
        tool: &str,
        arguments: &[String],
    ) -> Result<Observation, SandboxError> {
        self.log_command(tool, arguments);
        let command = SandboxCommand {
            arguments: arguments.iter().map(OsString::from).collect(),
            folder: place.folder.clone(),
            environment: compiler_environment(&place.temporary),
            ..SandboxCommand::new(PathBuf::from(tool), place.profile)
        };
        let limits = compiler_limits(&self.settings.limits, self.largest_file);
        self.runner.run(&command, &limits, StdinSource::Empty)
    }
}

/// Where a command starts and keeps its temporary files, as it sees them, and behind which walls.
pub(super) struct CompilerWorkplace {
    pub(super) folder: PathBuf,
    pub(super) temporary: PathBuf,
    pub(super) profile: SandboxProfile,
}

impl CompilerWorkplace {
    fn for_compiler(runner: &InterruptibleRunner) -> CompilerWorkplace {
        let folder = runner.path_inside("source");
        let temporary = runner.path_inside("tmp");
        CompilerWorkplace {
            folder,
            temporary,
            profile: SandboxProfile::Compiler,
        }
    }
}

impl From<&Observation> for CompilerOutput {
    fn from(seen: &Observation) -> CompilerOutput {
        let diagnostics = String::from_utf8_lossy(&seen.stderr).into_owned();
        let output = String::from_utf8_lossy(&seen.stdout()).into_owned();
        CompilerOutput {
            exit: seen.exit,
            cpu: seen.usage.cpu,
            diagnostics,
            captured: Vec::new(),
            output,
        }
    }
}

/// Whether a compiler of this name is GCC, in any version, for any machine. It is asked for JSON; one that looks like it and
/// does not know JSON is found out at its first success.
pub(super) fn is_gcc(command: &str) -> bool {
    let name = command.rsplit('/').next().unwrap_or(command);
    (name.contains("g++") || name.contains("gcc")) && !name.contains("clang")
}

/// English messages, and temporary files where they disappear with the build.
fn compiler_environment(temporary: &Path) -> Vec<(OsString, OsString)> {
    let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
    vec![
        ("PATH".into(), path),
        ("LC_ALL".into(), "C".into()),
        ("TMPDIR".into(), temporary.as_os_str().to_owned()),
    ]
}

fn compiler_limits(limits: &BuildLimits, file_size: u64) -> SandboxLimits {
    SandboxLimits {
        cpu: limits.cpu,
        after_end: None,
        wall: limits.wall,
        memory: limits.memory,
        output: DIAGNOSTICS,
        overflow: OutputOverflow::Discard,
        stack: sandbox::DEFAULT_STACK,
        file_size,
    }
}

/// A file or folder in a line: its real path, its number, its size, and when it was changed last. Who changes a file changes
/// the last of these times, which nobody can set. A folder changes with the names in it.
pub(super) fn fingerprint_file(path: &Path) -> Option<String> {
    let path = path.canonicalize().ok()?;
    let data = fs::metadata(&path).ok()?;
    let number = data.ino();
    let size = data.size();
    let written = (data.mtime(), data.mtime_nsec());
    let changed = (data.ctime(), data.ctime_nsec());
    let path = path.to_str()?;
    Some(format!(
        "{path} {number} {size} {}.{:09} {}.{:09}",
        written.0, written.1, changed.0, changed.1
    ))
}
