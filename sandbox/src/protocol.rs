//! What the owner and a supervisor say to each other: one packet a message, descriptors riding along.
//!
//! ```text
//! owner       Setup + executable ──▶                             once
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

use crate::accounts::AccountPair;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use serde::{Deserialize, Serialize};

/// The longest message, in bytes.
const LONGEST: usize = 128 << 10;

/// The step in which namespaces and a root are made.
pub(super) const NAMESPACE_STEP: &str = "build the walls";

/// The step at which the kernel looks at the program.
pub(super) const EXEC_STEP: &str = "exec";

/// What a supervisor is told first.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SupervisorSetup {
    /// The tier's letter.
    pub(super) tier: String,
    /// Whether the owner's executable, which rides along, is a copy in memory.
    pub(super) own_is_copy: bool,
    /// The workplace.
    pub(super) work: PathBuf,
    /// What programs call it: something else where there is a root of our own.
    pub(super) inside: PathBuf,
    /// What runs under other accounts than ours, where the owner is root.
    pub(super) accounts: Option<AccountPair>,
    /// Folders that are nobody's business, wherever they are.
    pub(super) private: Vec<PathBuf>,
    /// Further files and folders that compilers are read from.
    pub(super) toolchain: Vec<PathBuf>,
    /// All that a simulator is read from, beside the libraries.
    pub(super) simulator: Vec<PathBuf>,
    /// All that a consumer is read from, beside the system's own folders; the first is the folder that it works on.
    pub(super) consumer: Vec<PathBuf>,
    /// Whether untrusted files direct a build.
    pub(super) build_system: bool,
}

/// What a supervisor is asked.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum SupervisorRequest {
    Run(RunRequest),
    Finish,
}

/// One program to start.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RunRequest {
    pub(super) program: PathBuf,
    /// Its `argv[0]`.
    pub(super) name: String,
    pub(super) arguments: Vec<String>,
    pub(super) folder: PathBuf,
    pub(super) environment: Vec<String>,
    pub(super) profile: SandboxProfile,
    pub(super) shown: ObservedCalls,
    pub(super) cpu_seconds: u64,
    pub(super) memory: u64,
    pub(super) stack: u64,
    pub(super) file_size: u64,
}

/// Which of its calls a program shows to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum ObservedCalls {
    Nothing,
    /// Threads that it makes, where the kernel does not count them for its account alone.
    Threads,
    /// Reads of standard input as well.
    Reads,
}

/// What a supervisor, or the child it started, answers.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum SupervisorReply {
    /// The supervisor stands.
    Ready,
    /// From the child itself: the listener rides along.
    Reads,
    /// The process descriptor rides along.
    Started,
    /// Nothing runs.
    Failed { step: String, errno: i32 },
    /// Everything of the run is dead.
    Ended { status: i32, usage: ProcessUsage },
}

impl SupervisorReply {
    /// Nothing runs, because this step failed.
    pub(super) fn from_failed_step(step: &str, error: &io::Error) -> SupervisorReply {
        let errno = error.raw_os_error().unwrap_or(match error.kind() {
            io::ErrorKind::NotFound => libc::ENOENT,
            io::ErrorKind::PermissionDenied => libc::EACCES,
            _ => libc::EINVAL,
        });
        SupervisorReply::Failed {
            step: step.to_owned(),
            errno,
        }
    }
}

/// What a process used, as the kernel says when it is reaped.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct ProcessUsage {
    pub(super) cpu_microseconds: u64,
    /// In bytes, as all memory here; see [`crate::ResourceUsage`].
    pub(super) peak_memory: u64,
    pub(super) touched_memory: u64,
}

pub(super) fn send_message(
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
    sendmsg(
        socket,
        &[io::IoSlice::new(bytes)],
        &mut ancillary,
        SendFlags::NOSIGNAL,
    )?;
    Ok(())
}

/// Where messages arrive; kept, so that room for the longest is made only once.
#[derive(Debug, Default)]
pub(super) struct MessageReceiver {
    bytes: Vec<u8>,
}

impl MessageReceiver {
    /// Receives one message with its descriptors; none if the other side is gone.
    pub(super) fn receive_message<M: for<'de> Deserialize<'de>>(
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
        let descriptors = take_descriptors(&mut ancillary);
        match &self.bytes[..received.bytes] {
            [] => Ok(None),
            message => Ok(Some((serde_json::from_slice(message)?, descriptors))),
        }
    }
}

fn take_descriptors(ancillary: &mut RecvAncillaryBuffer<'_>) -> Vec<OwnedFd> {
    let rights = ancillary.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(descriptors) => Some(descriptors),
        _ => None,
    });
    rights.flatten().collect()
}

/// A pair of connected sockets that keep messages apart.
pub(super) fn socket_pair() -> io::Result<(OwnedFd, OwnedFd)> {
    use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
    Ok(socketpair(
        AddressFamily::UNIX,
        SocketType::SEQPACKET,
        SocketFlags::CLOEXEC,
        None,
    )?)
}

/// Which walls stand around a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SandboxProfile {
    /// An untrusted program: it sees itself and the system's libraries, writes nothing, starts nothing.
    Program,
    /// The same program with sanitizers in it. They reserve more addresses than there is memory, so what limits it is
    /// what it holds: the owner looks every few milliseconds.
    Instrumented,
    /// An untrusted program in a simulator: as `Program`, but it also sees the simulator and the sources.
    Simulator,
    /// A compiler: it sees the toolchain and the source, and writes its output.
    Compiler,
    /// The owner's executable again, reading the sources and what a compiler made of them, which may be an attack on whoever
    /// reads them: it sees those folders and the libraries, writes nothing, starts nothing. The command's program is only a
    /// name.
    Analysis,
    /// A trusted command that reads what an untrusted program printed: it sees the system's programs, itself and
    /// the folder that it works on, starts processes, and writes temporary files only.
    Consumer,
    /// A trusted command that does what untrusted files tell it, such as `make`: it sees the toolchain and the sources, starts
    /// processes, and writes into one folder, which nobody else writes into.
    BuildSystem,
    /// A trusted command: only the limits.
    Trusted,
}

impl SandboxProfile {
    /// Whether what is executed is itself untrusted.
    pub(super) fn executes_untrusted_code(self) -> bool {
        matches!(self, SandboxProfile::Program | SandboxProfile::Instrumented)
    }

    /// Whether untrusted code runs behind these walls, or may in the end, where its bytes are read.
    pub(super) fn holds_untrusted_code(self) -> bool {
        match self {
            SandboxProfile::Program
            | SandboxProfile::Instrumented
            | SandboxProfile::Simulator
            | SandboxProfile::Analysis
            | SandboxProfile::BuildSystem => true,
            SandboxProfile::Compiler | SandboxProfile::Consumer | SandboxProfile::Trusted => false,
        }
    }

    /// Whether what runs here may start processes.
    pub(super) fn starts_processes(self) -> bool {
        match self {
            SandboxProfile::Program
            | SandboxProfile::Instrumented
            | SandboxProfile::Simulator
            | SandboxProfile::Analysis => false,
            SandboxProfile::Compiler
            | SandboxProfile::Consumer
            | SandboxProfile::BuildSystem
            | SandboxProfile::Trusted => true,
        }
    }
}
