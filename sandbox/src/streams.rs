//! The three streams of one run, made by the owner (standard output may be a terminal), and how they are drained as output comes, kept up to a
//! limit.

use std::fs::File;
use std::io;
use std::io::{Seek as _, Write as _};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use crate::error::SandboxError;
use rustix::fs::{MemfdFlags, SealFlags};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::pty::{OpenptFlags, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, OutputModes, SpecialCodeIndex, Winsize, tcgetattr,
    tcsetattr, tcsetwinsize,
};

/// Our ends of a program's streams; none of them blocks.
#[derive(Debug)]
pub(super) struct OwnerStreams {
    /// Where lines are written; none where the program reads a file.
    pub(super) stdin: Option<OwnedFd>,
    pub(super) stdout: OwnedFd,
    pub(super) stderr: OwnedFd,
    /// The program's side of the terminal that it prints to, if it does.
    pub(super) output_terminal: Option<OwnedFd>,
    /// The same of the terminal that it reads from.
    pub(super) input_terminal: Option<OwnedFd>,
}

/// The program's ends.
#[derive(Debug)]
pub(super) struct ProgramStreams {
    stdin: OwnedFd,
    stdout: OwnedFd,
    stderr: OwnedFd,
}

impl ProgramStreams {
    /// In the order of their numbers.
    pub(super) fn as_descriptors(&self) -> [BorrowedFd<'_>; 3] {
        [&self.stdin, &self.stdout, &self.stderr].map(AsFd::as_fd)
    }
}

/// Three pipes.
pub(super) fn pipe_streams() -> Result<(OwnerStreams, ProgramStreams), SandboxError> {
    let (their_stdin, stdin) = create_pipe()?;
    with_output_pipes(their_stdin, Some(stdin))
}

/// A file in memory with all input, which nobody can change any more, and pipes for what is printed.
pub(super) fn file_input_streams(
    input: &[u8],
) -> Result<(OwnerStreams, ProgramStreams), SandboxError> {
    let failed = SandboxError::during_action("make a file with the input");
    with_output_pipes(sealed_memory_file(input).map_err(failed)?, None)
}

/// Both ends of standard input, if we have one, and pipes for what is printed.
fn with_output_pipes(
    their_stdin: OwnedFd,
    stdin: Option<OwnedFd>,
) -> Result<(OwnerStreams, ProgramStreams), SandboxError> {
    let (stdout, their_stdout) = create_pipe()?;
    let (stderr, their_stderr) = create_pipe()?;
    let theirs = ProgramStreams {
        stdin: their_stdin,
        stdout: their_stdout,
        stderr: their_stderr,
    };
    let ours = OwnerStreams {
        stdin,
        stdout,
        stderr,
        output_terminal: None,
        input_terminal: None,
    };
    set_nonblocking(ours, theirs)
}

fn sealed_memory_file(bytes: &[u8]) -> io::Result<OwnedFd> {
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let mut file = File::from(rustix::fs::memfd_create(c"input", flags)?);
    file.write_all(bytes)?;
    file.rewind()?;
    let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
    rustix::fs::fcntl_add_seals(&file, seals)?;
    Ok(file.into())
}

/// A terminal for output, for input too if `takes_input`, and pipes for the rest: errors stay apart.
pub(super) fn terminal_streams(
    takes_input: bool,
) -> Result<(OwnerStreams, ProgramStreams), SandboxError> {
    let made = SandboxError::during_action("make a pseudo-terminal");
    let PseudoTerminal {
        owner_side: master,
        program_side: slave,
    } = PseudoTerminal::new().map_err(made)?;
    let (their_stdin, stdin) = if takes_input {
        (clone_descriptor(&slave)?, clone_descriptor(&master)?)
    } else {
        create_pipe()?
    };
    let (stderr, their_stderr) = create_pipe()?;
    let theirs = ProgramStreams {
        stdin: their_stdin,
        stdout: clone_descriptor(&slave)?,
        stderr: their_stderr,
    };
    let ours = OwnerStreams {
        stdin: Some(stdin),
        stdout: master,
        stderr,
        input_terminal: takes_input.then(|| clone_descriptor(&slave)).transpose()?,
        output_terminal: Some(slave),
    };
    set_nonblocking(ours, theirs)
}

fn clone_descriptor(descriptor: &OwnedFd) -> Result<OwnedFd, SandboxError> {
    descriptor
        .try_clone()
        .map_err(SandboxError::during_action("prepare a pseudo-terminal"))
}

fn set_nonblocking(
    ours: OwnerStreams,
    theirs: ProgramStreams,
) -> Result<(OwnerStreams, ProgramStreams), SandboxError> {
    for stream in ours.stdin.iter().chain([&ours.stdout, &ours.stderr]) {
        rustix::io::ioctl_fionbio(stream, true)
            .map_err(SandboxError::during_action("prepare a stream"))?;
    }
    Ok((ours, theirs))
}

fn create_pipe() -> Result<(OwnedFd, OwnedFd), SandboxError> {
    pipe_with(PipeFlags::CLOEXEC).map_err(SandboxError::during_action("make a pipe"))
}

/// Means the end of input where a line could begin. No script contains it, because UTF-8 never does.
pub(super) const END: u8 = 0xFF;

/// The size that programs are told, in characters.
const ROWS: u16 = 24;
const COLUMNS: u16 = 80;

/// Both sides of a pseudo-terminal.
///
/// It passes bytes on as a pipe does: nothing is echoed, no newline gains a carriage return, and no key has a meaning. So a
/// transcript is the same on either, except for when the program flushes. It is not a controlling terminal: it stops no
/// program and sends no signal.
///
/// The kernel passes bytes from one side to the other in its own time. Two things are exact all the same, because they wait
/// for the bytes under way: a read on our side that finds nothing, and a poll on the program's side.
#[derive(Debug)]
pub(super) struct PseudoTerminal {
    owner_side: OwnedFd,
    program_side: OwnedFd,
}

impl PseudoTerminal {
    pub(super) fn new() -> rustix::io::Result<PseudoTerminal> {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let ours = openpt(flags)?;
        unlockpt(&ours)?;
        let theirs = ioctl_tiocgptpeer(&ours, flags)?;
        let size = Winsize {
            ws_row: ROWS,
            ws_col: COLUMNS,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&ours, size)?;
        let terminal = PseudoTerminal {
            owner_side: ours,
            program_side: theirs,
        };
        terminal.disable_processing()?;
        Ok(terminal)
    }

    /// Line by line, because only so can it tell the end of input and go on.
    fn disable_processing(&self) -> rustix::io::Result<()> {
        const DISABLED: u8 = 0;
        let mut modes = tcgetattr(&self.program_side)?;
        modes.input_modes = InputModes::empty();
        modes.output_modes = OutputModes::empty();
        modes.local_modes = LocalModes::ICANON;
        for key in [
            SpecialCodeIndex::VERASE,
            SpecialCodeIndex::VKILL,
            SpecialCodeIndex::VEOL,
            SpecialCodeIndex::VEOL2,
        ] {
            modes.special_codes[key] = DISABLED;
        }
        modes.special_codes[SpecialCodeIndex::VEOF] = END;
        tcsetattr(&self.program_side, OptionalActions::Now, &modes)
    }
}

/// What a drain came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DrainResult {
    /// There was nothing.
    Nothing,
    /// Everything that was there is taken, so many bytes.
    Some(usize),
    /// The limit was passed.
    Over,
}

/// A stream with a limit.
#[derive(Debug)]
pub(super) struct OutputCapture {
    stream: Option<OwnedFd>,
    /// The program's side of a terminal: while it is open, a read that finds nothing is no error.
    terminal: Option<OwnedFd>,
    kept: Vec<u8>,
    room: u64,
    over: bool,
}

impl OutputCapture {
    /// Captures up to `limit` bytes from `pipe`, which must not block.
    pub(super) fn from_pipe(pipe: OwnedFd, limit: u64) -> OutputCapture {
        OutputCapture {
            stream: Some(pipe),
            terminal: None,
            kept: Vec::new(),
            room: limit,
            over: false,
        }
    }

    /// The same from our side of a terminal.
    pub(super) fn from_terminal(
        owner_side: OwnedFd,
        program_side: OwnedFd,
        limit: u64,
    ) -> OutputCapture {
        OutputCapture {
            terminal: Some(program_side),
            ..OutputCapture::from_pipe(owner_side, limit)
        }
    }

    /// The stream to wait for; none once its last writer is gone.
    pub(super) fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.stream.as_ref().map(AsFd::as_fd)
    }

    /// Takes all that is there now. At the limit the rest of it is thrown away, and that is reported; a stream
    /// that never pauses is left for the next call after a while, so that clocks are looked at.
    pub(super) fn read_available(&mut self, buffer: &mut [u8]) -> io::Result<DrainResult> {
        const ROUNDS: usize = 64;
        let mut found = 0;
        for _ in 0..ROUNDS {
            let Some(stream) = &self.stream else { break };
            match rustix::io::read(stream, &mut *buffer) {
                Ok(0) => self.stream = None,
                Ok(count) => {
                    found += count;
                    self.store_bytes(&buffer[..count]);
                    // A pipe gives all there is, a terminal only as much as has arrived.
                    if self.terminal.is_none() && count < buffer.len() {
                        break;
                    }
                }
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(match found {
            _ if self.over => DrainResult::Over,
            0 => DrainResult::Nothing,
            _ => DrainResult::Some(found),
        })
    }

    fn store_bytes(&mut self, bytes: &[u8]) {
        let room = usize::try_from(self.room).unwrap_or(usize::MAX);
        let fits = bytes.len().min(room);
        self.kept.extend_from_slice(&bytes[..fits]);
        self.room -= fits as u64;
        self.over |= fits < bytes.len();
    }

    /// From now on there is room for so much more.
    pub(super) fn reset_limit(&mut self, limit: u64) {
        self.room = limit;
    }

    /// What was kept since the last [`OutputCapture::take_captured`].
    pub(super) fn captured_bytes(&self) -> &[u8] {
        &self.kept
    }

    /// Hands over what was kept since the last call.
    pub(super) fn take_captured(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.kept)
    }
}
