//! The three streams of one run: both ends of each, made by the owner.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use crate::error::SandboxError;
use crate::terminal::Terminal;

/// Our ends of a program's streams; none of them blocks.
#[derive(Debug)]
pub(super) struct OurStreams {
    pub(super) stdin: OwnedFd,
    pub(super) stdout: OwnedFd,
    pub(super) stderr: OwnedFd,
    /// The program's side of the terminal, where it has one.
    pub(super) terminal: Option<OwnedFd>,
}

/// The program's ends.
#[derive(Debug)]
pub(super) struct TheirStreams {
    stdin: OwnedFd,
    stdout: OwnedFd,
    stderr: OwnedFd,
}

impl TheirStreams {
    /// In the order of their numbers.
    pub(super) fn all(&self) -> [BorrowedFd<'_>; 3] {
        [&self.stdin, &self.stdout, &self.stderr].map(AsFd::as_fd)
    }
}

/// Three pipes.
pub(super) fn pipes() -> Result<(OurStreams, TheirStreams), SandboxError> {
    let (their_stdin, stdin) = pipe()?;
    let (stdout, their_stdout) = pipe()?;
    let (stderr, their_stderr) = pipe()?;
    let theirs = TheirStreams { stdin: their_stdin, stdout: their_stdout, stderr: their_stderr };
    ours(OurStreams { stdin, stdout, stderr, terminal: None }, theirs)
}

/// A terminal for input and output, and a pipe for errors, which stay apart.
pub(super) fn terminal() -> Result<(OurStreams, TheirStreams), SandboxError> {
    let made = SandboxError::during("make a pseudo-terminal");
    let Terminal { ours: master, theirs: slave } = Terminal::new().map_err(made)?;
    let again = |descriptor: &OwnedFd| {
        descriptor.try_clone().map_err(SandboxError::during("prepare a pseudo-terminal"))
    };
    let (stderr, their_stderr) = pipe()?;
    let theirs =
        TheirStreams { stdin: again(&slave)?, stdout: again(&slave)?, stderr: their_stderr };
    ours(
        OurStreams { stdin: again(&master)?, stdout: master, stderr, terminal: Some(slave) },
        theirs,
    )
}

fn ours(
    ours: OurStreams,
    theirs: TheirStreams,
) -> Result<(OurStreams, TheirStreams), SandboxError> {
    for stream in [&ours.stdin, &ours.stdout, &ours.stderr] {
        rustix::io::ioctl_fionbio(stream, true)
            .map_err(SandboxError::during("prepare a stream"))?;
    }
    Ok((ours, theirs))
}

fn pipe() -> Result<(OwnedFd, OwnedFd), SandboxError> {
    use rustix::pipe::{PipeFlags, pipe_with};
    pipe_with(PipeFlags::CLOEXEC).map_err(SandboxError::during("make a pipe"))
}
