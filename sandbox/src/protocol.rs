//! What the grader and a supervisor say to each other: one packet a message, descriptors riding along.
//!
//! ```text
//! grader      Setup + executable ──▶                             once
//!             Run + stdin, stdout, stderr ──▶                    for each run
//!             ◀── Reads + listener          (from the child itself, before it becomes the program)
//!             ◀── Started + process descriptor, or Failed
//!             Finish ──▶                    (the program has ended, or must)
//!             ◀── Ended
//! ```

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::path::PathBuf;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use serde::{Deserialize, Serialize};

use super::accounts::Accounts;

/// The longest message, in bytes.
const LONGEST: usize = 128 << 10;

/// What a supervisor is told first.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Setup {
    /// The tier's letter.
    pub(super) tier: String,
    /// Whether the grader's executable, which rides along, is a copy in memory.
    pub(super) own_is_copy: bool,
    /// The folder of the submission.
    pub(super) work: PathBuf,
    /// What programs call it: something else where there is a root of our own.
    pub(super) inside: PathBuf,
    /// What runs under other accounts than ours, where the grader is root.
    pub(super) accounts: Option<Accounts>,
    /// Folders that are nobody's business, wherever they are.
    pub(super) private: Vec<PathBuf>,
    /// Further files and folders that compilers are read from.
    pub(super) toolchain: Vec<PathBuf>,
    /// All that a simulator is read from, beside the libraries.
    pub(super) simulator: Vec<PathBuf>,
    /// All that a checker is read from, beside the system's own folders; the first is the folder that it works on.
    pub(super) checker: Vec<PathBuf>,
}

/// What a supervisor is asked.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Request {
    Run(Run),
    Finish,
}

/// One program to start.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Run {
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<String>,
    pub(super) folder: PathBuf,
    pub(super) environment: Vec<String>,
    pub(super) profile: Profile,
    /// Whether reads of standard input are shown to us.
    pub(super) shows_reads: bool,
    pub(super) cpu_seconds: u64,
    pub(super) memory: u64,
    pub(super) file_size: u64,
}

/// Which walls stand around a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Profile {
    /// A student's program: it sees itself and the system's libraries, writes nothing, starts nothing.
    Program,
    /// The same program with sanitizers in it. They reserve more addresses than there is memory, so what limits it is
    /// what it holds: the grader looks every few milliseconds.
    Instrumented,
    /// A student's program in a simulator: as `Program`, but it also sees the simulator and the sources.
    Simulator,
    /// A compiler: it sees the toolchain and the source, and writes its output.
    Compiler,
    /// The grader itself, reading what a student handed in and what a compiler made of it: it sees those folders and the
    /// libraries, writes nothing, starts nothing. The command's program is only a name.
    Analysis,
    /// An instructor's command that reads what a student's program printed: it sees the system's programs, itself and
    /// the folder that it works on, starts processes, and writes temporary files only.
    Checker,
    /// An instructor's own command: only the limits.
    Trusted,
}

impl Profile {
    /// Whether what is executed behind them is itself a student's.
    pub(super) fn are_for_programs(self) -> bool {
        matches!(self, Profile::Program | Profile::Instrumented)
    }

    /// Whether a student's code runs behind them, or may in the end, where its bytes are read.
    pub(super) fn hold_a_student(self) -> bool {
        match self {
            Profile::Program | Profile::Instrumented | Profile::Simulator | Profile::Analysis => {
                true
            }
            Profile::Compiler | Profile::Checker | Profile::Trusted => false,
        }
    }
}

/// What a supervisor, or the child it started, answers.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    /// The supervisor stands.
    Ready,
    /// From the child itself: the listener rides along.
    Reads,
    /// The process descriptor rides along.
    Started,
    /// Nothing runs.
    Failed { step: String, errno: i32 },
    /// Everything of the run is dead.
    Ended { status: i32, usage: Used },
}

/// What a process used, as the kernel says when it is reaped.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct Used {
    pub(super) cpu_microseconds: u64,
    /// In bytes, as all memory here; see [`crate::Usage`].
    pub(super) peak_memory: u64,
    pub(super) touched_memory: u64,
}

/// Sends one message.
pub(super) fn send(
    socket: BorrowedFd<'_>,
    message: &impl Serialize,
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    send_bytes(socket, &serde_json::to_vec(message)?, descriptors)
}

/// Sends bytes made beforehand; a child between fork and exec may call it.
pub(super) fn send_bytes(
    socket: BorrowedFd<'_>,
    bytes: &[u8],
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() {
        ancillary.push(SendAncillaryMessage::ScmRights(descriptors));
    }
    sendmsg(socket, &[io::IoSlice::new(bytes)], &mut ancillary, SendFlags::NOSIGNAL)?;
    Ok(())
}

/// Where messages arrive; kept, so that room for the longest is made only once.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    bytes: Vec<u8>,
}

impl Inbox {
    /// Receives one message with its descriptors; none if the other side is gone.
    pub(super) fn receive<M: for<'de> Deserialize<'de>>(
        &mut self,
        socket: BorrowedFd<'_>,
    ) -> io::Result<Option<(M, Vec<OwnedFd>)>> {
        self.bytes.resize(LONGEST, 0);
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let mut slices = [io::IoSliceMut::new(&mut self.bytes)];
        let received = rustix::io::retry_on_intr(|| {
            recvmsg(socket, &mut slices, &mut ancillary, RecvFlags::CMSG_CLOEXEC)
        })?;
        let descriptors = descriptors(&mut ancillary);
        match &self.bytes[..received.bytes] {
            [] => Ok(None),
            message => Ok(Some((serde_json::from_slice(message)?, descriptors))),
        }
    }
}

fn descriptors(ancillary: &mut RecvAncillaryBuffer<'_>) -> Vec<OwnedFd> {
    let rights = ancillary.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(descriptors) => Some(descriptors),
        _ => None,
    });
    rights.flatten().collect()
}

/// A pair of connected sockets that keep messages apart.
pub(super) fn sockets() -> io::Result<(OwnedFd, OwnedFd)> {
    use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
    Ok(socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?)
}
