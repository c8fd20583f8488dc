//! The grader's side of a supervisor: started for one submission, asked for one run at a time.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rustix::net::sockopt::{Timeout, set_socket_timeout};

use super::process::{Ended, Running};
use super::protocol::{self, Answer, Inbox, Request, Run, Setup};
use super::reads::Reads;
use super::streams;
use super::supervisor::{ARGUMENT, CHECKERS, NOBODY};
use super::watch::{End, Watch};
use super::workplace::{self, Workplace};
use super::{Command, Input, Interrupt, Limits, SandboxError, Tools, Walls};
use crate::model::{Exit, Observation, ObservedTurn, Tier};

/// A supervisor answers at once. One that has not by then is stopped or stuck, and is given up.
const PATIENCE: Duration = Duration::from_secs(10);

/// A supervisor at work, with the folder it works in. Both end, with everything that was started, when this value goes.
#[derive(Debug)]
pub struct Supervisor {
    process: Child,
    socket: OwnedFd,
    inbox: Inbox,
    inside: PathBuf,
    shows_reads: bool,
    terminal: bool,
    workplace: Workplace,
}

impl Supervisor {
    /// Starts a supervisor with a new folder; `executable` is the grader's own.
    pub(super) fn start(
        executable: &Path,
        tier: Tier,
        shows_reads: bool,
        tools: &Tools,
        private: &[PathBuf],
    ) -> Result<Supervisor, SandboxError> {
        let account = if tools.checkers.is_empty() { NOBODY } else { next_checker() };
        let workplace =
            Workplace::new(account).map_err(SandboxError::during("make a temporary folder"))?;
        let (socket, theirs) =
            protocol::sockets().map_err(SandboxError::during("make a socket"))?;
        set_socket_timeout(&socket, Timeout::Recv, Some(PATIENCE))
            .map_err(SandboxError::during("prepare a socket"))?;
        let process = Process::new(executable)
            .arg(ARGUMENT)
            .env_clear()
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(SandboxError::during("start a supervisor"))?;
        let inside = if tier.has_namespaces() {
            let Tools { compilers, simulators, checkers } = tools;
            workplace::name_inside(&[compilers.as_slice(), simulators, checkers].concat())
        } else {
            workplace.path().to_owned()
        };
        let setup = Setup {
            tier: tier.letter().to_owned(),
            work: workplace.path().to_owned(),
            inside: inside.clone(),
            account,
            private: hidden(private, tools),
            toolchain: tools.compilers.clone(),
            simulator: tools.simulators.clone(),
            checker: tools.checkers.clone(),
        };
        let inbox = Inbox::default();
        let mut supervisor =
            Supervisor { process, socket, inbox, inside, shows_reads, terminal: false, workplace };
        protocol::send(supervisor.socket.as_fd(), &setup, &[])
            .map_err(SandboxError::during("speak to the supervisor"))?;
        match supervisor.line().answer()? {
            (Answer::Ready, _) => Ok(supervisor),
            (answer, _) => Err(unexpected(answer)),
        }
    }

    /// From now on, input and output of programs that are given lines are a terminal. Where reads cannot be seen,
    /// nothing could tell the end of input on one, and it stays a pipe.
    pub fn use_terminal(&mut self, terminal: bool) {
        self.terminal = terminal && self.shows_reads;
    }

    /// A folder of the submission as programs see it.
    pub fn inside(&self, name: &str) -> PathBuf {
        self.inside.join(name)
    }

    /// The same folder as the grader sees it.
    pub fn outside(&self, name: &str) -> PathBuf {
        self.workplace.path().join(name)
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
        let on_terminal = self.terminal && !matches!(input, Input::Empty);
        let (ours, theirs) = if on_terminal { streams::terminal() } else { streams::pipes() }?;
        let run = request(command, limits, &input)?;
        let mut line = self.line();
        line.ask(&Request::Run(run), &theirs.all())?;
        let (reads, descriptor) = match line.started(on_terminal) {
            Err(error) if command.walls.are_for_programs() && is_the_programs_fault(&error) => {
                return Ok(not_executable(&error));
            }
            started => started?,
        };
        drop(theirs);
        let program = Running::new(descriptor, line.socket);
        let mut watch = Watch::new(program, ours, reads, limits, input, interrupt);
        if command.walls == Walls::Instrumented {
            watch.hold_down_memory();
        }
        let lived = watch.live().map_err(SandboxError::during("follow the program"));
        // Whatever happened, nothing of the run stays alive.
        let ended = line.finish(matches!(lived, Ok(End::ByItself)))?;
        lived?;
        if interrupt.is_raised() {
            return Err(SandboxError::Interrupted);
        }
        watch.observation(ended)
    }

    fn line(&mut self) -> Line<'_> {
        Line { socket: self.socket.as_fd(), inbox: &mut self.inbox }
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        // Process 1 of the namespace goes with it, and everything below.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What is private to tools: a checker reads all of the folder that it works on.
fn hidden(private: &[PathBuf], tools: &Tools) -> Vec<PathBuf> {
    let works_on = tools.checkers.first();
    let is_hidden =
        |folder: &&PathBuf| works_on.is_none_or(|works_on| !folder.starts_with(works_on));
    private.iter().filter(is_hidden).cloned().collect()
}

/// An account that no other checker of this grader has now, and hardly one of another's.
fn next_checker() -> u32 {
    static STARTED: AtomicU32 = AtomicU32::new(0);
    let number = std::process::id().wrapping_add(STARTED.fetch_add(1, Ordering::Relaxed));
    CHECKERS.start + number % (CHECKERS.end - CHECKERS.start)
}

/// The line to a supervisor.
struct Line<'s> {
    socket: BorrowedFd<'s>,
    inbox: &'s mut Inbox,
}

impl Line<'_> {
    fn ask(&self, request: &Request, streams: &[BorrowedFd<'_>]) -> Result<(), SandboxError> {
        protocol::send(self.socket, request, streams)
            .map_err(SandboxError::during("speak to the supervisor"))
    }

    /// The program, and its reads where they can be seen; on a terminal they must be.
    fn started(&mut self, on_terminal: bool) -> Result<(Option<Reads>, OwnedFd), SandboxError> {
        let mut reads = None;
        let descriptor = loop {
            let (answer, mut descriptors) = self.answer()?;
            match (answer, descriptors.pop()) {
                (Answer::Reads, Some(listener)) => reads = Some(Reads::new(listener)),
                (Answer::Started, Some(descriptor)) => break descriptor,
                (answer, _) => return Err(unexpected(answer)),
            }
        };
        if on_terminal && reads.is_none() {
            self.finish(false)?;
            let unseen = io::Error::from(io::ErrorKind::Unsupported);
            return Err(SandboxError::during("see where a program on a terminal reads")(unseen));
        }
        Ok((reads, descriptor))
    }

    fn finish(&mut self, by_itself: bool) -> Result<Ended, SandboxError> {
        if !by_itself {
            self.ask(&Request::Finish, &[])?;
        }
        match self.answer()? {
            (Answer::Ended { status, usage }, _) => Ok(Ended::new(status, usage)),
            (answer, _) => Err(unexpected(answer)),
        }
    }

    fn answer(&mut self) -> Result<(Answer, Vec<OwnedFd>), SandboxError> {
        match self.inbox.receive(self.socket) {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => Err(SandboxError::SupervisorGone),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                Err(SandboxError::SupervisorGone)
            }
            Err(error) => Err(SandboxError::during("listen to the supervisor")(error)),
        }
    }
}

/// Whether the kernel refused the file that a student's sources made. A file that may not be executed at all is ours:
/// the folder for temporary files forbids it.
fn is_the_programs_fault(error: &SandboxError) -> bool {
    const REFUSED: [i32; 5] =
        [libc::ENOEXEC, libc::ENOENT, libc::ELIBBAD, libc::EINVAL, libc::ENOMEM];
    match error {
        SandboxError::Step { step, source } => {
            step == "exec" && source.raw_os_error().is_some_and(|errno| REFUSED.contains(&errno))
        }
        _ => false,
    }
}

/// There is no run to see.
fn not_executable(error: &SandboxError) -> Observation {
    Observation {
        stderr: format!("{error}\n").into_bytes(),
        ..Observation::of(vec![ObservedTurn::default()], Exit::NotStarted)
    }
}

fn unexpected(answer: Answer) -> SandboxError {
    match answer {
        Answer::Failed { step, errno } => {
            SandboxError::Step { step, source: io::Error::from_raw_os_error(errno) }
        }
        _ => SandboxError::SupervisorGone,
    }
}

fn request(command: &Command, limits: &Limits, input: &Input<'_>) -> Result<Run, SandboxError> {
    let text = |word: &std::ffi::OsString| {
        word.clone().into_string().map_err(|_| SandboxError::System {
            action: "pass on a word that is not UTF-8",
            source: io::ErrorKind::InvalidInput.into(),
        })
    };
    let environment = command
        .environment
        .iter()
        .map(|(name, value)| Ok(format!("{}={}", text(name)?, text(value)?)));
    Ok(Run {
        program: command.program.clone(),
        arguments: command.arguments.iter().map(text).collect::<Result<_, SandboxError>>()?,
        folder: command.folder.clone(),
        environment: environment.collect::<Result<_, SandboxError>>()?,
        walls: command.walls,
        shows_reads: !matches!(input, Input::Empty),
        // A second more than the watch allows, so that the kernel is only the backstop.
        cpu_seconds: limits.cpu.as_secs() + 2,
        memory: limits.memory,
        file_size: limits.file_size,
    })
}
