//! The owner's side of a supervisor: started for programs that belong together, asked for one run at a time.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::time::Duration;

use rustix::net::sockopt::{Timeout, set_socket_timeout};

use crate::accounts::Taken;
use crate::channel::{Channel, unexpected};
use crate::command::{Command, Input};
use crate::error::SandboxError;
use crate::interrupt::Interrupt;
use crate::limits::Limits;
use crate::observation::Observation;
use crate::own::OwnExecutable;
use crate::own_folder::{self, OwnFile};
use crate::patience::patiently;
use crate::process::Running;
use crate::profile::Profile;
use crate::protocol::{self, Answer, Inbox, Request, RunRequest, Setup, Shown};
use crate::reads::Reads;
use crate::refused;
use crate::run_loop::{End, RunLoop};
use crate::streams::{self, TheirStreams};
use crate::supervisor::ARGUMENT;
use crate::tier::Tier;
use crate::tools::Tools;
use crate::workplace::{self, Workplace};

/// A supervisor answers at once. One that has not by then is stopped or stuck, and is given up.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// A supervisor at work, with the folder it works in. Both end, with everything that was started, when this value goes.
#[derive(Debug)]
pub struct Supervisor {
    process: Child,
    socket: OwnedFd,
    inbox: Inbox,
    inside: PathBuf,
    tier: Tier,
    shows_reads: bool,
    terminal: bool,
    workplace: Workplace,
    /// What its programs run under, where root runs them. Last: they are free only once all the rest is gone.
    accounts: Option<Taken>,
}

impl Supervisor {
    /// Starts a supervisor with a new folder; `executable` is the owner's own, by its name and opened.
    pub(super) fn start(
        executable: (&Path, &OwnExecutable),
        tier: Tier,
        shows_reads: bool,
        tools: &Tools,
        private: &[PathBuf],
    ) -> Result<Supervisor, SandboxError> {
        let (path, own) = executable;
        let taken = Taken::if_root()
            .map_err(SandboxError::during("find accounts that programs can run under"))?;
        let accounts = taken.as_ref().map(|taken| taken.accounts);
        let workplace =
            Workplace::new(accounts).map_err(SandboxError::during("make a temporary folder"))?;
        let (socket, theirs) =
            protocol::sockets().map_err(SandboxError::during("make a socket"))?;
        set_socket_timeout(&socket, Timeout::Recv, Some(ANSWER_TIMEOUT))
            .map_err(SandboxError::during("prepare a socket"))?;
        let process = Process::new(path)
            .arg(ARGUMENT)
            .env_clear()
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(SandboxError::during("start a supervisor"))?;
        let inside = if tier.has_namespaces() {
            let Tools { compilers, simulators, consumers, build_system: _ } = tools;
            workplace::name_inside(&[compilers.as_slice(), simulators, consumers].concat())
        } else {
            workplace.path().to_owned()
        };
        let setup = Setup {
            tier: tier.letter().to_owned(),
            own_is_copy: own.is_copy,
            work: workplace.path().to_owned(),
            inside: inside.clone(),
            accounts,
            private: hidden(private, tools),
            toolchain: tools.compilers.clone(),
            simulator: tools.simulators.clone(),
            consumer: tools.consumers.clone(),
            build_system: tools.build_system,
        };
        let inbox = Inbox::default();
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
        protocol::send(supervisor.socket.as_fd(), &setup, &[own.as_fd()])
            .map_err(SandboxError::during("speak to the supervisor"))?;
        match supervisor.channel().answer()? {
            (Answer::Ready, _) => Ok(supervisor),
            (answer, _) => Err(unexpected(answer)),
        }
    }

    /// From now on, input and output of programs that are given lines are a terminal. Where reads cannot be seen,
    /// nothing could tell the end of input on one, and it stays a pipe.
    pub fn use_terminal(&mut self, terminal: bool) {
        self.terminal = terminal && self.shows_reads;
    }

    /// A folder of the workplace as programs see it: `source`, `out`, `tmp` or `build`.
    pub fn inside(&self, name: &str) -> PathBuf {
        self.inside.join(name)
    }

    /// The same folder as its owner sees it.
    pub fn outside(&self, name: &str) -> PathBuf {
        self.workplace.path().join(name)
    }

    /// Fills the folder `run` of the workplace with these files and nothing else. Programs that start there may write those which
    /// are writable, up to the limit of file sizes.
    ///
    /// # Errors
    ///
    /// If the disk is full, or a name is a path.
    pub fn fill(&mut self, files: &[OwnFile<'_>]) -> Result<(), SandboxError> {
        let accounts = self.accounts.as_ref().map(|taken| taken.accounts);
        own_folder::fill(&self.outside("run"), files, accounts)
            .map_err(SandboxError::during("fill a program's folder"))
    }

    /// Runs `command` to its end or to a limit, whichever comes first, and leaves nothing of it running.
    ///
    /// # Errors
    ///
    /// Only if something of ours fails or `interrupt` is raised. Whatever the program does is a value.
    pub fn run(
        &mut self,
        command: &Command,
        limits: &Limits,
        input: Input<'_>,
        interrupt: &Interrupt,
    ) -> Result<Observation, SandboxError> {
        if command.profile == Profile::BuildSystem && !self.tier.has_landlock() {
            return Err(SandboxError::Unguarded);
        }
        let on_terminal = self.terminal || (command.terminal && self.shows_reads);
        let (ours, theirs) = patiently(interrupt, || match &input {
            Input::Whole(bytes) => streams::file(bytes),
            Input::Lines(_) | Input::Answers(_) if on_terminal => streams::terminal(),
            Input::Empty
            | Input::Lines(_)
            | Input::Answers(_)
            | Input::Conversation(_)
            | Input::Questions(_) => streams::pipes(),
        })?;
        let run = request(command, limits, &input)?;
        let must_be_seen = run.shown == Shown::Reads && self.shows_reads;
        let request = Request::Run(run);
        let started = patiently(interrupt, || {
            match self.start_one(&request, &theirs, must_be_seen) {
                // Not for want of anything, whatever the system calls it.
                Err(error) if refused::is_the_programs(command.profile, &error) => Ok(Err(error)),
                started => started.map(Ok),
            }
        });
        drop(theirs);
        let (reads, descriptor) = match started {
            Ok(Ok(started)) => started,
            Ok(Err(error)) => return Ok(refused::not_executable(&error)),
            Err(error) if refused::is_unclear(command.profile, &error) => {
                self.blame_the_program(command, limits, interrupt)?;
                return Ok(refused::not_executable(&error));
            }
            Err(error) => return Err(error),
        };
        let folder = self.outside("run");
        let mut channel = self.channel();
        let program = Running::new(descriptor, channel.socket);
        let mut run_loop = RunLoop::new(program, ours, reads, limits, input, interrupt);
        run_loop.press(command.pressure);
        if command.profile == Profile::Instrumented {
            run_loop.hold_down_memory();
        }
        let end = run_loop.run().map_err(SandboxError::during("follow the program"));
        // Whatever happened, nothing of the run stays alive.
        let ended = channel.finish(matches!(end, Ok(End::ByItself)))?;
        // And its folder is open again for whoever looks what it wrote.
        own_folder::open_up(&folder).map_err(SandboxError::during("open a program's folder"))?;
        end?;
        if interrupt.is_raised() {
            return Err(SandboxError::Interrupted);
        }
        run_loop.observation(ended)
    }

    /// One attempt to start a program.
    fn start_one(
        &mut self,
        request: &Request,
        streams: &TheirStreams,
        must_be_seen: bool,
    ) -> Result<(Option<Reads>, OwnedFd), SandboxError> {
        let mut channel = self.channel();
        channel.ask(request, &streams.all())?;
        channel.started(must_be_seen)
    }

    /// Makes sure that it is the program which cannot be executed: one of the system's own must, here and now.
    fn blame_the_program(
        &mut self,
        command: &Command,
        limits: &Limits,
        interrupt: &Interrupt,
    ) -> Result<(), SandboxError> {
        let folder = self.outside("out");
        let other = refused::comparison(command, &folder)
            .map_err(SandboxError::during("copy a program of the system's own"))?;
        let request = Request::Run(request(&other, limits, &Input::Empty)?);
        let (_ours, theirs) = patiently(interrupt, streams::pipes)?;
        match patiently(interrupt, || self.start_one(&request, &theirs, false)) {
            Ok(_) => self.channel().finish(false).map(drop),
            Err(SandboxError::Step { source, .. }) => {
                Err(SandboxError::CannotExecute { folder, source })
            }
            Err(error) => Err(error),
        }
    }

    fn channel(&mut self) -> Channel<'_> {
        Channel { socket: self.socket.as_fd(), inbox: &mut self.inbox }
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        // Process 1 of the namespace goes with it, and everything below.
        let _ = self.process.kill();
        let _ = self.process.wait();
        // The workplace goes next, and a program may have locked its folder.
        let _ = own_folder::open_up(&self.outside("run"));
    }
}

/// What is private to tools: a consumer reads all of the folder that it works on.
fn hidden(private: &[PathBuf], tools: &Tools) -> Vec<PathBuf> {
    let works_on = tools.consumers.first();
    let is_hidden =
        |folder: &&PathBuf| works_on.is_none_or(|works_on| !folder.starts_with(works_on));
    private.iter().filter(is_hidden).cloned().collect()
}

fn request(
    command: &Command,
    limits: &Limits,
    input: &Input<'_>,
) -> Result<RunRequest, SandboxError> {
    let text = |word: &std::ffi::OsString| {
        word.clone().into_string().map_err(|_| SandboxError::System {
            action: "pass on a word that is not UTF-8",
            source: io::ErrorKind::InvalidInput.into(),
        })
    };
    // The kernel does not count anew: a day's worth of questions.
    let questions = if matches!(input, Input::Questions(_)) { 8640 } else { 1 };
    let environment = command
        .environment
        .iter()
        .map(|(name, value)| Ok(format!("{}={}", text(name)?, text(value)?)));
    Ok(RunRequest {
        program: command.program.clone(),
        name: match &command.name {
            Some(name) => text(name)?,
            None => command.program.to_string_lossy().into_owned(),
        },
        arguments: command.arguments.iter().map(text).collect::<Result<_, SandboxError>>()?,
        folder: command.folder.clone(),
        environment: environment.collect::<Result<_, SandboxError>>()?,
        profile: command.profile,
        shown: match input {
            Input::Empty => Shown::Nothing,
            Input::Whole(_) => Shown::Threads,
            Input::Lines(_) | Input::Answers(_) | Input::Conversation(_) | Input::Questions(_) => {
                Shown::Reads
            }
        },
        // A second more than the watch allows, so that the kernel is only the backstop.
        cpu_seconds: limits.cpu.as_secs() * questions + 2,
        memory: limits.memory,
        stack: limits.stack,
        file_size: limits.file_size,
    })
}
