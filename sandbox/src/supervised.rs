//! The owner's side of a supervisor: started for programs that belong together, asked for one run at a time.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::time::Duration;

use crate::accounts::ReservedAccounts;
use crate::command::{SandboxCommand, SandboxLimits, StdinSource, ToolPaths};
use crate::error::SandboxError;
use crate::interrupt::{Interrupt, retry_on_exhaustion};
use crate::observation::Observation;
use crate::own_folder::{self, OwnerExecutable, RunFile};
use crate::process::{RunningProgram, SupervisorChannel, unexpected_reply_error};
use crate::protocol::{
    self, MessageReceiver, ObservedCalls, RunRequest, SandboxProfile, SupervisorReply,
    SupervisorRequest, SupervisorSetup,
};
use crate::reads::CallListener;
use crate::refused;
use crate::run_loop::{RunLoop, RunLoopEnd};
use crate::streams::{self, ProgramStreams};
use crate::supervisor::ARGUMENT;
use crate::tier::Tier;
use crate::workplace::{self, SupervisorFolder};
use rustix::net::sockopt::{Timeout, set_socket_timeout};

/// A supervisor answers at once. One that has not by then is stopped or stuck, and is given up.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// A supervisor at work, with the folder it works in. Both end, with everything that was started, when this value goes.
#[derive(Debug)]
pub struct Supervisor {
    process: Child,
    socket: OwnedFd,
    inbox: MessageReceiver,
    inside: PathBuf,
    tier: Tier,
    shows_reads: bool,
    terminal: bool,
    workplace: SupervisorFolder,
    /// What its programs run under, where root runs them. Last: they are free only once all the rest is gone.
    accounts: Option<ReservedAccounts>,
}

impl Supervisor {
    /// Starts a supervisor with a new folder; `executable` is the owner's own, by its name and opened.
    pub(super) fn start(
        executable: (&Path, &OwnerExecutable),
        tier: Tier,
        shows_reads: bool,
        tools: &ToolPaths,
        private: &[PathBuf],
    ) -> Result<Supervisor, SandboxError> {
        let (path, own) = executable;
        let taken = ReservedAccounts::reserve_if_root().map_err(SandboxError::during_action(
            "find accounts that programs can run under",
        ))?;
        let accounts = taken.as_ref().map(|taken| taken.accounts);
        let workplace = SupervisorFolder::new(accounts)
            .map_err(SandboxError::during_action("make a temporary folder"))?;
        let (socket, theirs) =
            protocol::socket_pair().map_err(SandboxError::during_action("make a socket"))?;
        set_socket_timeout(&socket, Timeout::Recv, Some(ANSWER_TIMEOUT))
            .map_err(SandboxError::during_action("prepare a socket"))?;
        let process = Process::new(path)
            .arg(ARGUMENT)
            .env_clear()
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(SandboxError::during_action("start a supervisor"))?;
        let inside = if tier.has_namespaces() {
            let ToolPaths {
                compilers,
                simulators,
                consumers,
                build_system: _,
            } = tools;
            workplace::name_inside(&[compilers.as_slice(), simulators, consumers].concat())
        } else {
            workplace.path().to_owned()
        };
        let setup = SupervisorSetup {
            tier: tier.letter().to_owned(),
            own_is_copy: own.is_copy,
            work: workplace.path().to_owned(),
            inside: inside.clone(),
            accounts,
            private: visible_private_folders(private, tools),
            toolchain: tools.compilers.clone(),
            simulator: tools.simulators.clone(),
            consumer: tools.consumers.clone(),
            build_system: tools.build_system,
        };
        let inbox = MessageReceiver::default();
        let mut supervisor = Supervisor {
            process,
            socket,
            inbox,
            inside,
            tier,
            shows_reads,
            terminal: false,
            workplace,
            accounts: taken,
        };
        protocol::send_message(supervisor.socket.as_fd(), &setup, &[own.as_fd()])
            .map_err(SandboxError::during_action("speak to the supervisor"))?;
        match supervisor.channel().receive_reply()? {
            (SupervisorReply::Ready, _) => Ok(supervisor),
            (answer, _) => Err(unexpected_reply_error(answer)),
        }
    }

    /// From now on, input and output of programs that are given lines are a terminal, and the output of programs that have a
    /// conversation. Where reads cannot be seen, nothing could tell the end of input on one, and it stays a pipe.
    pub fn use_terminal(&mut self, terminal: bool) {
        self.terminal = terminal && self.shows_reads;
    }

    /// A folder of the workplace as programs see it: `source`, `out`, `tmp` or `build`.
    pub fn path_inside(&self, name: &str) -> PathBuf {
        self.inside.join(name)
    }

    /// The same folder as its owner sees it.
    pub fn path_outside(&self, name: &str) -> PathBuf {
        self.workplace.path().join(name)
    }

    /// Fills the folder `run` of the workplace with these files and nothing else. Programs that start there may write those which
    /// are writable, up to the limit of file sizes.
    ///
    /// # Errors
    ///
    /// If the disk is full, or a name is a path.
    pub fn fill_run_folder(&mut self, files: &[RunFile<'_>]) -> Result<(), SandboxError> {
        let accounts = self.accounts.as_ref().map(|taken| taken.accounts);
        own_folder::fill_folder(&self.path_outside("run"), files, accounts)
            .map_err(SandboxError::during_action("fill a program's folder"))
    }

    /// Runs `command` to its end or to a limit, whichever comes first, and leaves nothing of it running.
    ///
    /// # Errors
    ///
    /// Only if something of ours fails or `interrupt` is raised. Whatever the program does is a value.
    pub fn run(
        &mut self,
        command: &SandboxCommand,
        limits: &SandboxLimits,
        input: StdinSource<'_>,
        interrupt: &Interrupt,
    ) -> Result<Observation, SandboxError> {
        if command.profile == SandboxProfile::BuildSystem && !self.tier.has_landlock() {
            return Err(SandboxError::Unguarded);
        }
        let on_terminal = self.terminal || (command.terminal && self.shows_reads);
        let (ours, theirs) = retry_on_exhaustion(interrupt, || match &input {
            StdinSource::File(bytes) => streams::file_input_streams(bytes),
            StdinSource::Lines(_) | StdinSource::Callback(_) if on_terminal => {
                streams::terminal_streams(true)
            }
            StdinSource::Conversation(_) if on_terminal => streams::terminal_streams(false),
            StdinSource::Empty
            | StdinSource::Lines(_)
            | StdinSource::Callback(_)
            | StdinSource::Conversation(_)
            | StdinSource::Questions(_) => streams::pipe_streams(),
        })?;
        let run = build_run_request(command, limits, &input)?;
        let must_be_seen = run.shown == ObservedCalls::Reads && self.shows_reads;
        let request = SupervisorRequest::Run(run);
        let started = retry_on_exhaustion(interrupt, || {
            match self.start_program(&request, &theirs, must_be_seen) {
                // Not for want of anything, whatever the system calls it.
                Err(error) if refused::is_program_fault(command.profile, &error) => Ok(Err(error)),
                started => started.map(Ok),
            }
        });
        drop(theirs);
        let (reads, descriptor) = match started {
            Ok(Ok(started)) => started,
            Ok(Err(error)) => return Ok(refused::not_started_observation(&error)),
            Err(error) if refused::is_unclear_fault(command.profile, &error) => {
                self.ensure_system_program_starts(command, limits, interrupt)?;
                return Ok(refused::not_started_observation(&error));
            }
            Err(error) => return Err(error),
        };
        let folder = self.path_outside("run");
        let mut channel = self.channel();
        let program = RunningProgram::new(descriptor, channel.socket);
        let mut run_loop = RunLoop::new(program, ours, reads, limits, input, interrupt);
        run_loop.apply_stress(command.stress);
        if command.profile == SandboxProfile::Instrumented {
            run_loop.watch_memory();
        }
        let end = run_loop
            .run()
            .map_err(SandboxError::during_action("follow the program"));
        // Whatever happened, nothing of the run stays alive.
        let ended = channel.finish_run(matches!(end, Ok(RunLoopEnd::ByItself)))?;
        // And its folder is open again for whoever looks what it wrote.
        own_folder::make_accessible(&folder)
            .map_err(SandboxError::during_action("open a program's folder"))?;
        end?;
        if interrupt.is_raised() {
            return Err(SandboxError::Interrupted);
        }
        run_loop.into_observation(ended)
    }

    /// One attempt to start a program.
    fn start_program(
        &mut self,
        request: &SupervisorRequest,
        streams: &ProgramStreams,
        must_be_seen: bool,
    ) -> Result<(Option<CallListener>, OwnedFd), SandboxError> {
        let mut channel = self.channel();
        channel.send_request(request, &streams.as_descriptors())?;
        channel.receive_start(must_be_seen)
    }

    /// Makes sure that it is the program which cannot be executed: one of the system's own must, here and now.
    fn ensure_system_program_starts(
        &mut self,
        command: &SandboxCommand,
        limits: &SandboxLimits,
        interrupt: &Interrupt,
    ) -> Result<(), SandboxError> {
        let folder = self.path_outside("out");
        let other = refused::system_program_command(command, &folder).map_err(
            SandboxError::during_action("copy a program of the system's own"),
        )?;
        let request =
            SupervisorRequest::Run(build_run_request(&other, limits, &StdinSource::Empty)?);
        let (_ours, theirs) = retry_on_exhaustion(interrupt, streams::pipe_streams)?;
        match retry_on_exhaustion(interrupt, || self.start_program(&request, &theirs, false)) {
            Ok(_) => self.channel().finish_run(false).map(drop),
            Err(SandboxError::Step { source, .. }) => {
                Err(SandboxError::CannotExecute { folder, source })
            }
            Err(error) => Err(error),
        }
    }

    fn channel(&mut self) -> SupervisorChannel<'_> {
        SupervisorChannel {
            socket: self.socket.as_fd(),
            inbox: &mut self.inbox,
        }
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        // Process 1 of the namespace goes with it, and everything below.
        let _ = self.process.kill();
        let _ = self.process.wait();
        // The workplace goes next, and a program may have locked its folder.
        let _ = own_folder::make_accessible(&self.path_outside("run"));
    }
}

/// What is private to tools: a consumer reads all of the folder that it works on.
fn visible_private_folders(private: &[PathBuf], tools: &ToolPaths) -> Vec<PathBuf> {
    let works_on = tools.consumers.first();
    let is_hidden =
        |folder: &&PathBuf| works_on.is_none_or(|works_on| !folder.starts_with(works_on));
    private.iter().filter(is_hidden).cloned().collect()
}

fn build_run_request(
    command: &SandboxCommand,
    limits: &SandboxLimits,
    input: &StdinSource<'_>,
) -> Result<RunRequest, SandboxError> {
    // The kernel does not count anew: a day's worth of questions.
    let questions = if matches!(input, StdinSource::Questions(_)) {
        8640
    } else {
        1
    };
    let environment = command
        .environment
        .iter()
        .map(|(name, value)| Ok(format!("{}={}", require_utf8(name)?, require_utf8(value)?)));
    Ok(RunRequest {
        program: command.program.clone(),
        name: match &command.name {
            Some(name) => require_utf8(name)?,
            None => command.program.to_string_lossy().into_owned(),
        },
        arguments: command
            .arguments
            .iter()
            .map(require_utf8)
            .collect::<Result<_, SandboxError>>()?,
        folder: command.folder.clone(),
        environment: environment.collect::<Result<_, SandboxError>>()?,
        profile: command.profile,
        shown: match input {
            StdinSource::Empty => ObservedCalls::Nothing,
            StdinSource::File(_) => ObservedCalls::Threads,
            StdinSource::Lines(_)
            | StdinSource::Callback(_)
            | StdinSource::Conversation(_)
            | StdinSource::Questions(_) => ObservedCalls::Reads,
        },
        cpu_seconds: kernel_cpu_limit(limits.cpu, questions),
        memory: limits.memory,
        stack: limits.stack,
        file_size: limits.file_size,
    })
}

/// Seconds of processor time after which the kernel kills a program. The run loop stops it at `cpu` for each question; the kernel is
/// only the backstop, and counts in another way: it charges a whole tick to the process that a tick interrupts. Beside many
/// short processes a limit of 6 seconds was measured to kill after 4.4 seconds of real processor time, so it needs a wide margin.
fn kernel_cpu_limit(cpu: Duration, questions: u64) -> u64 {
    const MARGIN_FACTOR: u64 = 4;
    cpu.as_secs()
        .saturating_add(1)
        .saturating_mul(questions)
        .saturating_mul(MARGIN_FACTOR)
}

fn require_utf8(word: &std::ffi::OsString) -> Result<String, SandboxError> {
    word.clone()
        .into_string()
        .map_err(|_| SandboxError::System {
            action: "pass on a word that is not UTF-8",
            source: io::ErrorKind::InvalidInput.into(),
        })
}
